#include "shared/cost/cpu_steps.h"

#include <gtest/gtest.h>

#include "shared/cost/analysis.h"
#include "shared/cost/hotspots.h"
#include "tests/graph/module_of.h"

namespace hlorank::cost {
namespace {

using test::moduleOf;
using test::nodeOf;

const Machine& core() {
  return *findMachine("cpu-1core");
}

// Returns the estimated time in µs of one execution of an instruction on a core.
double microsecondsOf(const hlo::Module& module, const char* name) {
  return 1e6 * estimateSeconds(analyse(module, Convention::kExecuted, core()).own[nodeOf(module, name)], core());
}

double stepsOf(const hlo::Module& module, const char* name) {
  return CpuSteps(module).of(module.instructions[nodeOf(module, name)]);
}

// Functions of 8,192 elements, and the time in µs that they took on a core of an AMD EPYC (jaxlib 0.10.2, `hlorank
// profile`).
TEST(FunctionsOnCpu, TakeAsLongAsMeasured) {
  struct {
    const char* call;
    double narrow, wide;
  } all[] = {{"sine(x)", 14.6, 64.8},
             {"cosine(x)", 16, 71.3},
             {"tan(x)", 42, 81},
             {"atan2(x, x)", 137.8, 215.5},
             {"power(x, x)", 40, 134.8},
             {"cbrt(x)", 70.7, 138.4},
             {"rsqrt(x)", 15.4, 25.6},
             {"log-plus-one(x)", 8.7, 64.2},
             {"log(x)", 5, 45.3},
             {"exponential-minus-one(x)", 8.1, 19.3},
             {"remainder(x, x)", 45.6, 119.1},
             {"erf(x)", 3, 42},
             {"tanh(x)", 3.4, 10.2},
             {"exponential(x)", 4, 11.1},
             {"logistic(x)", 3.8, 17.6}};
  for (const auto& [call, narrow, wide] : all) {
    for (const auto& [type, microseconds] : {std::pair("f32", narrow), {"f64", wide}}) {
      const std::string shape = std::string(type) + "[8192]";
      const hlo::Module module = moduleOf("HloModule m\nENTRY e {\n  x = " + shape +
                                          " parameter(0)\n  ROOT y = " + shape + " " + call + "\n}\n");
      EXPECT_GT(microsecondsOf(module, "y"), microseconds / 1.5) << call << " " << type;
      EXPECT_LT(microsecondsOf(module, "y"), microseconds * 1.5) << call << " " << type;
    }
  }
  const hlo::Module half =
      moduleOf("HloModule m\nENTRY e {\n  x = bf16[8192] parameter(0)\n  ROOT y = bf16[8192] sine(x)\n}\n");
  EXPECT_NEAR(microsecondsOf(half, "y"), 19, 7);
}

// A module with a fusion of one operand.
hlo::Module fusionOf(const std::string& body, const std::string& result, const std::string& kind = "kLoop",
                     const std::string& rest = "") {
  return moduleOf("HloModule m\n" + rest + "fused {\n  p = f32[256,128]{1,0} parameter(0)\n" + body +
                  "}\nENTRY e {\n  p = f32[256,128]{1,0} parameter(0)\n  ROOT f = " + result +
                  " fusion(p), kind=" + kind + ", calls=fused\n}\n");
}

TEST(LoopsOnCpu, AreSlowWhereTheyReadWithAStride) {
  const hlo::Module contiguous = fusionOf("  ROOT n = f32[256,128]{1,0} negate(p)\n", "f32[256,128]{1,0}"),
                    transposed = fusionOf(
                        "  t = f32[128,256]{0,1} transpose(p), dimensions={1,0}\n"
                        "  ROOT c = f32[128,256]{1,0} copy(t)\n",
                        "f32[128,256]{1,0}"),
                    // Exchanges the first two of three dimensions; the innermost stays where it is.
      rows = fusionOf(
          "  b = f32[16,16,128]{2,1,0} bitcast(p)\n"
          "  t = f32[16,16,128]{2,0,1} transpose(b), dimensions={1,0,2}\n"
          "  ROOT c = f32[16,16,128]{2,1,0} copy(t)\n",
          "f32[16,16,128]{2,1,0}"),
                    // The innermost dimension is split: the loop goes along a part of the operand's rows.
      split = fusionOf(
          "  b = f32[256,8,16]{2,1,0} bitcast(p)\n"
          "  t = f32[8,256,16]{2,0,1} transpose(b), dimensions={1,0,2}\n"
          "  c = f32[8,256,16]{2,1,0} copy(t)\n"
          "  ROOT r = f32[8,4096]{1,0} bitcast(c)\n",
          "f32[8,4096]{1,0}");
  EXPECT_EQ(stepsOf(contiguous, "f"), 0);
  EXPECT_NEAR(stepsOf(transposed, "f") / 32768, .95, .2);  // measured: 0.9 to 1 ns per element
  EXPECT_EQ(stepsOf(rows, "f"), 0);
  EXPECT_EQ(stepsOf(split, "f"), 0);
}

TEST(LoopsOnCpu, OfALayoutChangeAreLimitedByTheLayout) {
  const hlo::Module module =
      fusionOf("  t = f32[128,256]{0,1} transpose(p), dimensions={1,0}\n  ROOT c = f32[128,256]{1,0} copy(t)\n",
               "f32[128,256]{1,0}");
  const Analysis analysis = analyse(module, Convention::kExecuted, core());
  EXPECT_EQ(findBound(analysis.total, core()), Bound::kCompute);
  EXPECT_EQ(listHotspots(module, analysis, core())[0].bound, Bound::kLayout);
}

TEST(LoopsOnCpu, ComputeAFunctionForEachElementThatNeedsIt) {
  const std::string function = "  s = f32[256,128]{1,0} sine(p)\n";
  const hlo::Module once = fusionOf(function + "  ROOT n = f32[256,128]{1,0} negate(s)\n", "f32[256,128]{1,0}"),
                    often = fusionOf(function + "  ROOT b = f32[256,10,128]{2,1,0} broadcast(s), dimensions={0,2}\n",
                                     "f32[256,10,128]{2,1,0}");
  EXPECT_DOUBLE_EQ(stepsOf(often, "f"), 10 * stepsOf(once, "f"));
}

TEST(LoopsOnCpu, ComputeAnUpdateOnce) {
  const hlo::Module module = fusionOf(
      "  z = s32[] constant(0)\n  n = f32[1,128]{1,0} slice(p), slice={[0:1], [0:128]}\n"
      "  s = f32[1,128]{1,0} sine(n)\n  ROOT u = f32[256,128]{1,0} dynamic-update-slice(p, s, z, z)\n",
      "f32[256,128]{1,0}");
  EXPECT_DOUBLE_EQ(stepsOf(module, "f"), 1.8 * 128);
}

TEST(LoopsOnCpu, ComputeEveryArrayOfATuple) {
  const hlo::Module module = fusionOf(
      "  s = f32[256,128]{1,0} sine(p)\n  t = f32[256,128]{1,0} tan(p)\n"
      "  ROOT r = (f32[256,128]{1,0}, f32[256,128]{1,0}) tuple(s, t)\n",
      "(f32[256,128]{1,0}, f32[256,128]{1,0})");
  EXPECT_DOUBLE_EQ(stepsOf(module, "f"), (1.8 + 5.1) * 32768);
}

// A concatenation along the innermost dimension decides for each element which operand it takes.
TEST(LoopsOnCpu, ThatJoinOperandsEvaluateFunctionsOneByOne) {
  const auto joined = [](const std::string& function, const std::string& dimension, const std::string& result) {
    return fusionOf("  s = f32[256,128]{1,0} " + function + "(p)\n  ROOT c = " + result +
                        " concatenate(p, s), dimensions={" + dimension + "}\n",
                    result);
  };
  EXPECT_EQ(stepsOf(joined("exponential", "0", "f32[512,128]{1,0}"), "f"), 0);
  const double one = stepsOf(joined("exponential", "1", "f32[256,256]{1,0}"), "f") / 32768,
               other = stepsOf(joined("cbrt", "1", "f32[256,256]{1,0}"), "f") / 32768;
  EXPECT_NEAR(one, 5 + 2 * .85, 1e-9);
  EXPECT_NEAR(other, 8.6 + 2 * .85, 1e-9);
}

// Reductions, and the time in µs that they took.
TEST(ReductionsOnCpu, TakeAsLongAsMeasured) {
  const std::string add = "add {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = f32[] add(a, b)\n}\n";
  const auto reduction = [&](const std::string& shape, const std::string& result, const std::string& attributes) {
    return moduleOf("HloModule m\n" + add + "ENTRY e {\n  x = f32[" + shape +
                    "] parameter(0)\n  z = f32[] constant(0)\n  ROOT r = f32[" + result + "] " + attributes +
                    ", to_apply=add\n}\n");
  };
  const auto expectTime = [](const hlo::Module& module, const char* name, double microseconds) {
    EXPECT_GT(microsecondsOf(module, name), microseconds / 1.5) << microseconds;
    EXPECT_LT(microsecondsOf(module, name), microseconds * 1.5) << microseconds;
  };
  expectTime(reduction("8,16,16,16", "8,16,16", "reduce(x, z), dimensions={3}"), "r", 20.5);
  expectTime(reduction("3,400,20,20", "3,400,10,10", "reduce-window(x, z), window={size=1x1x2x2 stride=1x1x2x2}"), "r",
             1446);
  expectTime(reduction("128,256", "128,256", "reduce-window(x, z), window={size=16x1 pad=15_0x0_0}"), "r", 248);
  const hlo::Module library = moduleOf("HloModule m\n" + add + R"(
fused {
  a = f32[200,200]{1,0} parameter(0)
  b = f32[200,200]{1,0} parameter(1)
  x = f32[200,200,200]{2,1,0} broadcast(a), dimensions={0,1}
  y = f32[200,200,200]{2,1,0} broadcast(b), dimensions={1,2}
  s = f32[200,200,200]{2,1,0} add(x, y)
  z = f32[] constant(0)
  ROOT r = f32[200,200]{1,0} reduce(s, z), dimensions={1}, to_apply=add
}
ENTRY e {
  a = f32[200,200]{1,0} parameter(0)
  ROOT f = f32[200,200]{1,0} fusion(a, a), kind=kCustom, calls=fused
}
)");
  expectTime(library, "f", 1670);
  const hlo::Module largest = moduleOf(R"(HloModule m
larger {
  a = f32[] parameter(0)
  i = s32[] parameter(1)
  b = f32[] parameter(2)
  j = s32[] parameter(3)
  p = pred[] compare(a, b), direction=GE
  v = f32[] select(p, a, b)
  k = s32[] select(p, i, j)
  ROOT t = (f32[], s32[]) tuple(v, k)
}
ENTRY e {
  x = f32[128,256] parameter(0)
  i = s32[128,256] iota(), iota_dimension=1
  z = f32[] constant(0)
  n = s32[] constant(0)
  ROOT r = (f32[128], s32[128]) reduce(x, i, z, n), dimensions={1}, to_apply=larger
}
)");
  expectTime(largest, "r", 143);
}

TEST(ReductionsOnCpu, SkipTheHolesOfADilatedOperand) {
  const auto steps = [](const std::string& window) {
    return stepsOf(
        moduleOf("HloModule m\nadd {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = f32[] "
                 "add(a, b)\n}\nENTRY e {\n  x = f32[64,64]{1,0} parameter(0)\n  z = f32[] constant(0)\n  ROOT r "
                 "= f32[" +
                 window + ", to_apply=add\n}\n"),
        "r");
  };
  EXPECT_DOUBLE_EQ(steps("63,64]{1,0} reduce-window(x, z), window={size=2x1}") / (63 * 64),
                   2 * steps("126,64]{1,0} reduce-window(x, z), window={size=2x1 lhs_dilate=2x1}") / (126 * 64));
}

TEST(LoopsOnCpu, CostNothingMoreElsewhere) {
  const hlo::Module module =
      moduleOf("HloModule m\nENTRY e {\n  x = f32[64] parameter(0)\n  ROOT y = f32[64] sine(x)\n}\n");
  const auto steps = [&](Convention convention, const char* machine) {
    return analyse(module, convention, *findMachine(machine)).total.operations[size_t(Arithmetic::kStep)];
  };
  EXPECT_GT(steps(Convention::kExecuted, "cpu-1core"), 0);
  EXPECT_EQ(steps(Convention::kExecuted, "a100"), 0);
  EXPECT_EQ(steps(Convention::kXla, "cpu-1core"), 0);
}

}  // namespace
}  // namespace hlorank::cost
