#include "shared/cost/cpu_loop.h"

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
  return countScalarSteps(module, module.instructions[nodeOf(module, name)]);
}

// Functions of 8,192 elements, and the time in µs that they took on a core of an AMD EPYC (jaxlib 0.10.2, `hlorank
// profile`).
TEST(FunctionsOnCpu, TakeAsLongAsMeasured) {
  struct {
    const char* name;
    double single, wide;
  } all[] = {{"sine", 14.6, 64.8}, {"tan", 42, 81}, {"cbrt", 70.7, 138.4}, {"rsqrt", 15.4, 25.6},
             {"log", 5, 45.3},     {"erf", 3, 42},  {"tanh", 3.4, 10.2},   {"exponential", 4, 11.1}};
  for (const auto& [name, single, wide] : all) {
    for (const auto& [type, microseconds] : {std::pair("f32", single), {"f64", wide}}) {
      const std::string shape = std::string(type) + "[8192]";
      const hlo::Module module = moduleOf("HloModule m\nENTRY e {\n  x = " + shape +
                                          " parameter(0)\n  ROOT y = " + shape + " " + name + "(x)\n}\n");
      EXPECT_NEAR(microsecondsOf(module, "y") / microseconds, 1, .5) << name << " " << type;
    }
  }
}

// A module with a loop fusion of one operand.
hlo::Module fusionOf(const std::string& body, const std::string& result) {
  return moduleOf("HloModule m\nfused {\n  p = f32[256,128]{1,0} parameter(0)\n" + body +
                  "}\nENTRY e {\n  p = f32[256,128]{1,0} parameter(0)\n  ROOT f = " + result +
                  " fusion(p), kind=kLoop, calls=fused\n}\n");
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
  EXPECT_GT(stepsOf(transposed, "f"), .5 * 32768);  // measured: 0.9 to 1 ns per element
  EXPECT_EQ(stepsOf(rows, "f"), 0);
  EXPECT_EQ(stepsOf(split, "f"), 0);
}

TEST(LoopsOnCpu, OfALayoutChangeAreLimitedByTheLayout) {
  const hlo::Module module =
      fusionOf("  t = f32[128,256]{0,1} transpose(p), dimensions={1,0}\n  ROOT c = f32[128,256]{1,0} copy(t)\n",
               "f32[128,256]{1,0}");
  const Analysis analysis = analyse(module, Convention::kExecuted, core());
  EXPECT_EQ(name(listHotspots(module, analysis, core())[0].bound), "layout");
}

TEST(LoopsOnCpu, ComputeAFunctionForEachElementThatNeedsIt) {
  const std::string function = "  s = f32[256,128]{1,0} sine(p)\n";
  const hlo::Module once = fusionOf(function + "  ROOT n = f32[256,128]{1,0} negate(s)\n", "f32[256,128]{1,0}"),
                    often = fusionOf(function + "  ROOT b = f32[256,10,128]{2,1,0} broadcast(s), dimensions={0,2}\n",
                                     "f32[256,10,128]{2,1,0}");
  EXPECT_DOUBLE_EQ(stepsOf(often, "f"), 10 * stepsOf(once, "f"));
}

// A concatenation along the innermost dimension decides for each element which operand it takes.
TEST(LoopsOnCpu, ThatChooseBetweenOperandsEvaluateFunctionsOneByOne) {
  const auto joined = [](const std::string& dimension, const std::string& result) {
    return fusionOf("  s = f32[256,128]{1,0} exponential(p)\n  ROOT c = " + result +
                        " concatenate(p, s), dimensions={" + dimension + "}\n",
                    result);
  };
  EXPECT_EQ(stepsOf(joined("0", "f32[512,128]{1,0}"), "f"), 0);
  EXPECT_GT(stepsOf(joined("1", "f32[256,256]{1,0}"), "f"), 4 * 32768);
}

// Reductions of 32,768 elements, and the time in µs that they took.
TEST(ReductionsOnCpu, TakeAsLongAsMeasured) {
  const std::string add = "add {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = f32[] add(a, b)\n}\n";
  const auto reduction = [&](const std::string& shape, const std::string& result, const std::string& attributes) {
    return moduleOf("HloModule m\n" + add + "ENTRY e {\n  x = f32[" + shape +
                    "] parameter(0)\n  z = f32[] constant(0)\n  ROOT r = f32[" + result + "] " + attributes +
                    ", to_apply=add\n}\n");
  };
  const hlo::Module shortRows = reduction("8,16,16,16", "8,16,16", "reduce(x, z), dimensions={3}"),
                    columns = reduction("128,256", "256", "reduce(x, z), dimensions={0}"),
                    pooled = reduction("3,400,20,20", "3,400,10,10",
                                       "reduce-window(x, z), window={size=1x1x2x2 stride=1x1x2x2}");
  EXPECT_NEAR(microsecondsOf(shortRows, "r") / 20.5, 1, .5);
  EXPECT_NEAR(microsecondsOf(columns, "r") / 7, 1, .5);
  EXPECT_NEAR(microsecondsOf(pooled, "r") / 1446, 1, .5);
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
  EXPECT_NEAR(microsecondsOf(largest, "r") / 143, 1, .5);
}

TEST(LoopsOnCpu, CostNothingMoreElsewhere) {
  const hlo::Module module =
      moduleOf("HloModule m\nENTRY e {\n  x = f32[64] parameter(0)\n  ROOT y = f32[64] sine(x)\n}\n");
  const auto scalar = [&](Convention convention, const char* machine) {
    return analyse(module, convention, *findMachine(machine)).total.operations[size_t(Arithmetic::kScalar)];
  };
  EXPECT_GT(scalar(Convention::kExecuted, "cpu-1core"), 0);
  EXPECT_EQ(scalar(Convention::kExecuted, "a100"), 0);
  EXPECT_EQ(scalar(Convention::kXla, "cpu-1core"), 0);
}

}  // namespace
}  // namespace hlorank::cost
