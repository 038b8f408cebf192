#include "shared/cost/compare.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "shared/cost/units.h"
#include "tests/graph/module_of.h"
#include "tests/support/suite.h"

namespace hlorank::cost {
namespace {

hlo::Module regression(const std::string& path) {
  auto read = hlo::readModule(test::readFile(test::testData("../../data/regressions/" + path + ".hlo.txt")));
  EXPECT_TRUE(read.ok());
  return read.ok() ? std::move(read->module) : hlo::Module{};
}

CostChange firstChange(const std::string& name) {
  const hlo::Module before = regression(name + "/before"), after = regression(name + "/after");
  const Machine& machine = *findMachine("cpu-1core");
  const Report left(before, machine), right(after, machine);
  const auto changes = compareCosts(left, right).changes;
  return changes.empty() ? CostChange{} : changes[0];
}

TEST(CompareCosts, NamesACopyThatAppearedInALoop) {
  const CostChange change = firstChange("loop_copy");
  EXPECT_NE(change.reason.find("copy.5 appeared in a loop of 24 trips"), std::string::npos) << change.reason;
  EXPECT_EQ(change.cost.bytes, 24 * 2 * 128 * 256 * 4);
}

TEST(CompareCosts, NamesAnOperandThatIsReadStrided) {
  const CostChange change = firstChange("convolution_in_loop");
  EXPECT_NE(change.reason.find("operand 0 went from contiguous to strided"), std::string::npos) << change.reason;
  EXPECT_GT(change.extraBytes, 0);
  EXPECT_EQ(change.cost.bytes, 0);
}

TEST(CompareCosts, NamesAFusionThatFellApart) {
  const CostChange change = firstChange("fusion");
  EXPECT_NE(change.reason.find("add_tanh_fusion fell apart into"), std::string::npos) << change.reason;
}

TEST(CompareCosts, CountsEveryPartOfFusionsThatFellApart) {
  const hlo::Module before = regression("fusion/before"), after = regression("fusion/after");
  const Machine& machine = *findMachine("cpu-1core");
  for (const CostChange& change : compareCosts({before, machine}, {after, machine}).changes)
    EXPECT_NE(change.reason.find("_fusion fell apart into"), std::string::npos) << change.reason;
}

TEST(CompareCosts, NamesAFusionThatCombinesInstructions) {
  const hlo::Module before = regression("fusion/after"), after = regression("fusion/before");
  const Machine& machine = *findMachine("cpu-1core");
  const auto changes = compareCosts({before, machine}, {after, machine}).changes;
  ASSERT_FALSE(changes.empty());
  EXPECT_EQ(changes.back().reason.rfind("add_tanh_fusion combines 9 instructions (", 0), 0u) << changes.back().reason;
}

TEST(CompareCosts, MatchesAMultiplicationThatWasFusedUnderAnotherName) {
  const hlo::Module raw = test::moduleOf(
      "HloModule m\n\nENTRY e {\n  a = f32[64,32]{1,0} parameter(0)\n  b = f32[64,16]{1,0} parameter(1)\n"
      "  t = f32[32,64]{0,1} transpose(a), dimensions={1,0}\n"
      "  ROOT product = f32[32,16]{1,0} dot(t, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n");
  const hlo::Module compiled = test::moduleOf(
      "HloModule m\n\nfused {\n  x = f32[64,32]{1,0} parameter(0)\n  y = f32[64,16]{1,0} parameter(1)\n"
      "  z = f32[16,32]{1,0} dot(y, x), lhs_contracting_dims={0}, rhs_contracting_dims={0}\n"
      "  ROOT w = f32[32,16]{0,1} transpose(z), dimensions={1,0}\n}\n\n"
      "ENTRY e {\n  a = f32[64,32]{1,0} parameter(0)\n  b = f32[64,16]{1,0} parameter(1)\n"
      "  fusion = f32[32,16]{0,1} fusion(a, b), kind=kCustom, calls=fused\n"
      "  ROOT copy = f32[32,16]{1,0} copy(fusion)\n}\n");
  const Machine& machine = *findMachine("cpu-1core");
  const auto changes = compareCosts({raw, machine}, {compiled, machine}).changes;
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].reason.rfind("copy appeared", 0), 0u) << changes[0].reason;
}

TEST(CompareCosts, DoesNotCompareAMultiplicationOfMatricesWithAnElementwiseOne) {
  const std::string begin =
      "HloModule m\n\nENTRY e {\n  x = f32[64,64]{1,0} parameter(0)\n  y = f32[64,64]{1,0} parameter(1)\n";
  const hlo::Module scaledAfter =
      test::moduleOf(begin +
                     "  d = f32[64,64]{1,0} dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
                     "  ROOT m = f32[64,64]{1,0} multiply(d, y)\n}\n");
  const hlo::Module scaledBefore =
      test::moduleOf(begin +
                     "  m = f32[64,64]{1,0} multiply(x, y)\n"
                     "  ROOT d = f32[64,64]{1,0} dot(m, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n");
  const Machine& machine = *findMachine("cpu-1core");
  for (const CostChange& change : compareCosts({scaledAfter, machine}, {scaledBefore, machine}).changes)
    EXPECT_LT(std::abs(change.cost.flops), 64. * 64 * 64) << change.reason;
}

TEST(CompareCosts, OfSwappedProgramsChangesHaveTheOppositeSign) {
  for (const char* name : {"convolution_in_loop", "depthwise", "fusion", "loop_copy", "padding", "segment_sum",
                           "transpose_folding", "transposed_weights"}) {
    const hlo::Module a = regression(std::string(name) + "/before"), b = regression(std::string(name) + "/after");
    const Machine& machine = *findMachine("cpu-1core");
    const auto forth = compareCosts({a, machine}, {b, machine}).changes;
    const auto back = compareCosts({b, machine}, {a, machine}).changes;
    ASSERT_EQ(forth.size(), back.size()) << name;
    std::multiset<std::pair<double, double>> expected, found;  // bytes and picoseconds
    for (const CostChange& change : forth) expected.insert({change.cost.bytes, std::round(change.seconds * 1e12)});
    for (const CostChange& change : back) found.insert({-change.cost.bytes, -std::round(change.seconds * 1e12)});
    EXPECT_EQ(found, expected) << name;
  }
}

TEST(CompareCosts, NamesAShapeThatGrew) {
  const CostChange change = firstChange("padding");
  EXPECT_NE(change.reason.find("grew from f32[8,100,100]{2,1,0} to f32[8,128,128]{2,1,0}"), std::string::npos)
      << change.reason;
}

TEST(CompareCosts, NamesWiderElementsAndHigherPrecision) {
  const auto product = [](const std::string& type, const std::string& precision) {
    const std::string array = type + "[4096,4096]{1,0}";
    return test::moduleOf("HloModule m\n\nENTRY e {\n  a = " + array + " parameter(0)\n  ROOT product = " + array +
                          " dot(a, a), lhs_contracting_dims={1}, rhs_contracting_dims={0}" + precision + "\n}\n");
  };
  const auto reasonOf = [](const hlo::Module& before, const hlo::Module& after) {
    const Machine& machine = *findMachine("h200");
    const auto changes = compareCosts({before, machine}, {after, machine}).changes;
    return changes.size() == 1 ? changes[0].reason : std::to_string(changes.size()) + " changes";
  };
  const hlo::Module bf16 = product("bf16", ""), f32 = product("f32", ""),
                    highest = product("f32", ", operand_precision={highest,highest}");
  EXPECT_EQ(reasonOf(bf16, f32), "product: operand 0 widened from bf16 to f32");
  EXPECT_EQ(reasonOf(f32, highest),
            "product: does f32 matrix products of highest precision instead of f32 matrix products");
  EXPECT_EQ(reasonOf(highest, f32),
            "product: does f32 matrix products instead of f32 matrix products of highest precision");
  EXPECT_EQ(reasonOf(f32, bf16), "product: operand 0 narrowed from f32 to bf16");
  const hlo::Module three = product("f32", ", algorithm=dot_bf16_bf16_f32_x3"),
                    six = product("f32", ", algorithm=dot_bf16_bf16_f32_x6");
  EXPECT_EQ(reasonOf(three, six), "product: multiplies in 6 passes instead of 3");
  EXPECT_EQ(reasonOf(six, three), "product: multiplies in 3 passes instead of 6");
}

TEST(CompareCosts, SayWhatXlaComputesMoreSlowlyOnACpu) {
  const auto function = [](const std::string& name) {
    return test::moduleOf("HloModule m\nfused {\n  p = f32[4096] parameter(0)\n  e = f32[4096] " + name +
                          "(p)\n  ROOT n = f32[4096] negate(e)\n}\nENTRY e {\n  p = f32[4096] parameter(0)\n  ROOT "
                          "f = f32[4096] fusion(p), kind=kLoop, calls=fused\n}\n");
  };
  const hlo::Module fast = function("exponential"), slow = function("sine");
  const Machine& machine = *findMachine("cpu-1core");
  const auto changes = compareCosts({fast, machine}, {slow, machine}).changes;
  ASSERT_EQ(changes.size(), 1u);
  EXPECT_EQ(changes[0].reason, "f: XLA:CPU computes it more slowly");
}

TEST(CompareCosts, NameTheRateOfAConvolutionThatIsSlowOnACpu) {
  const auto convolution = [](int groups) {
    return test::moduleOf("HloModule m\n\nENTRY e {\n  x = f32[4,32,32,64] parameter(0)\n  k = f32[3,3," +
                          std::to_string(64 / groups) +
                          ",64] parameter(1)\n  ROOT c = f32[4,32,32,64] convolution(x, k), window={size=3x3 "
                          "pad=1_1x1_1}, dim_labels=b01f_01io->b01f, feature_group_count=" +
                          std::to_string(groups) + "\n}\n");
  };
  const hlo::Module whole = convolution(1), grouped = convolution(64);
  const auto reasonOf = [](const hlo::Module& before, const hlo::Module& after, const char* name) {
    const Machine& machine = *findMachine(name);
    const auto changes = compareCosts({before, machine}, {after, machine}).changes;
    return changes.size() == 1 ? changes[0].reason : std::to_string(changes.size()) + " changes";
  };
  EXPECT_EQ(reasonOf(whole, grouped, "cpu-1core"), "c: XLA:CPU computes it at 700 MFLOP/s instead of 71.9 GFLOP/s");
  EXPECT_EQ(reasonOf(grouped, whole, "cpu-1core"), "c: XLA:CPU computes it at 71.9 GFLOP/s instead of 700 MFLOP/s");
  EXPECT_EQ(reasonOf(whole, grouped, "a100").find("XLA:CPU"), std::string::npos);
}

TEST(CompareCosts, OfAFasterProgramBeginsWithWhatBecameLessExpensive) {
  const hlo::Module before = regression("loop_copy/after"), after = regression("loop_copy/before");
  const Machine& machine = *findMachine("cpu-1core");
  const std::string text = formatCostChanges({before, machine}, {after, machine}, 20);
  EXPECT_EQ(text[0], '-') << text;
  EXPECT_NE(text.find("copy.5 disappeared"), std::string::npos) << text;
  EXPECT_LT(text.find("copy.5"), text.find("no instruction became more expensive")) << text;
}

TEST(CompareCosts, SaysWhichProgramHasLoopsOfUnknownTripCount) {
  const auto loopUntil = [](const std::string& limit) {
    return test::moduleOf(
        "HloModule m\n\nbody {\n  s = (s32[], s32[], f32[100000]) parameter(0)\n"
        "  i = s32[] get-tuple-element(s), index=0\n  n = s32[] get-tuple-element(s), index=1\n"
        "  x = f32[100000] get-tuple-element(s), index=2\n  one = s32[] constant(1)\n"
        "  j = s32[] add(i, one)\n  y = f32[100000] tanh(x)\n"
        "  ROOT t = (s32[], s32[], f32[100000]) tuple(j, n, y)\n}\n\n"
        "condition {\n  s = (s32[], s32[], f32[100000]) parameter(0)\n"
        "  i = s32[] get-tuple-element(s), index=0\n  n = s32[] " +
        limit +
        "\n  ROOT more = pred[] compare(i, n), direction=LT\n}\n\n"
        "ENTRY main {\n  zero = s32[] constant(0)\n  limit = s32[] parameter(0)\n"
        "  x = f32[100000] parameter(1)\n  start = (s32[], s32[], f32[100000]) tuple(zero, limit, x)\n"
        "  ROOT loop = (s32[], s32[], f32[100000]) while(start), condition=condition, body=body\n}\n");
  };
  const hlo::Module unknown = loopUntil("get-tuple-element(s), index=1"), known = loopUntil("constant(37)");
  const Machine& machine = *findMachine("cpu-1core");
  const Report left(unknown, machine), right(known, machine);
  const std::string text = formatCostChanges(left, right, 20);
  for (const char* part : {"note: in the first program, the trip counts of 1 loop are unknown and count as 1: ",
                           "runs 37 times instead of an unknown number of times, counted as 1"})
    EXPECT_NE(text.find(part), std::string::npos) << text;
  EXPECT_EQ(text.find("in the second program"), std::string::npos) << text;
  const std::string json = formatCostChangesJson(left, "a", right, "b");
  EXPECT_NE(json.find(R"("notices":[{"side":"left","kind":"unknownLoops")"), std::string::npos) << json;
}

TEST(CompareCosts, FindsNothingInTheSameProgramTwice) {
  const hlo::Module module = regression("loop_copy/after");
  const Report report(module, *findMachine("a100"));
  EXPECT_TRUE(compareCosts(report, report).changes.empty());
  EXPECT_EQ(formatCostChanges(report, report, 20).rfind("no instruction changed\n", 0), 0u);
}

CostSummary summaryOf(const hlo::Module& before, const hlo::Module& after, const char* machine = "cpu-1core") {
  const Report left(before, *findMachine(machine)), right(after, *findMachine(machine));
  return summarizeChanges(left, right, compareCosts(left, right));
}

TEST(CompareCosts, TheSummaryIncludesStridedAccessAndTheTotalNamesIt) {
  const hlo::Module before = regression("convolution_in_loop/before"), after = regression("convolution_in_loop/after");
  const CostSummary slower = summaryOf(before, after, "h200"), faster = summaryOf(after, before, "h200");
  EXPECT_GT(slower.seconds, 50e-6);
  EXPECT_DOUBLE_EQ(slower.stridedSeconds, slower.seconds);
  EXPECT_EQ(slower.cause, 0);
  EXPECT_DOUBLE_EQ(faster.before, slower.before + slower.seconds);
  const Machine& machine = *findMachine("h200");
  const std::string text = formatCostChanges(Report(before, machine), Report(after, machine), 20);
  const std::string alone = formatSeconds(Report(before, machine).seconds);
  const std::string total = "total: estimated " + alone + " → " + alone + " on h200, and up to +" +
                            formatSeconds(slower.seconds) + " by strided access";
  EXPECT_NE(text.find(total), std::string::npos) << text;
  const std::string less = formatCostChanges(Report(after, machine), Report(before, machine), 20);
  EXPECT_NE(less.find("and up to " + formatSeconds(faster.seconds) + " by strided access"), std::string::npos) << less;
}

// A chain of `count` elementwise instructions.
hlo::Module chain(size_t count, const std::string& opcode = "negate") {
  std::string text = "HloModule m\nENTRY e {\n  n0 = f32[1000]{0} parameter(0)\n";
  for (size_t i = 1; i <= count; ++i)
    text += std::string(i == count ? "  ROOT n" : "  n") + std::to_string(i) + " = f32[1000]{0} " + opcode + "(n" +
            std::to_string(i - 1) + ")\n";
  return test::moduleOf(text + "}\n");
}

TEST(CompareCosts, NamesTranscendentalFunctionsThatLimitAnInstruction) {
  const auto fusion = [](const char* opcode) {
    return test::moduleOf(std::string("HloModule m\nf { p = f32[1000000]{0} parameter(0)\n  t = f32[1000000]{0} ") +
                          opcode + "(p)\n  ROOT r = f32[1000000]{0} exponential(t) }\nENTRY e {\n" +
                          "  a = f32[1000000]{0} parameter(0)\n" +
                          "  ROOT b = f32[1000000]{0} fusion(a), kind=kLoop, calls=f\n}\n");
  };
  const hlo::Module few = fusion("negate"), many = fusion("tanh");
  EXPECT_EQ(summaryOf(few, many).text, "b: evaluates 2 M instead of 1 M transcendental functions");
  EXPECT_EQ(summaryOf(many, few).text, "b: evaluates 1 M instead of 2 M transcendental functions");
}

hlo::Module convolution(int size, int kernel, int stride, int batch, int padding) {
  const auto text = [](int value) { return std::to_string(value); };
  const int result = (size + 2 * padding - kernel) / stride + 1;
  return test::moduleOf("HloModule m\nENTRY e {\n  x = f32[" + text(batch) + "," + text(size) + "," + text(size) +
                        ",8]{3,2,1,0} parameter(0)\n  k = f32[" + text(kernel) + "," + text(kernel) +
                        ",8,8]{3,2,1,0} parameter(1)\n  ROOT c = f32[" + text(batch) + "," + text(result) + "," +
                        text(result) + ",8]{3,2,1,0} convolution(x, k), window={size=" + text(kernel) + "x" +
                        text(kernel) + " stride=" + text(stride) + "x" + text(stride) + " pad=" + text(padding) + "_" +
                        text(padding) + "x" + text(padding) + "_" + text(padding) +
                        "}, dim_labels=b01f_01io->b01f\n}\n");
}

TEST(CompareCosts, PaddingIsAReasonOnlyWhereNothingElseGrew) {
  const hlo::Module base = convolution(32, 3, 1, 2, 1);
  EXPECT_EQ(summaryOf(base, convolution(32, 3, 1, 2, 4)).text, "c: pads more: 16 positions instead of 4");
  EXPECT_EQ(summaryOf(base, convolution(32, 5, 1, 2, 2)).text, "c: the window grew from 3x3 to 5x5");
  EXPECT_EQ(summaryOf(convolution(32, 5, 1, 2, 2), base).text, "c: the window shrank from 5x5 to 3x3");
  EXPECT_EQ(summaryOf(base, convolution(32, 3, 2, 2, 1)).text, "c: the stride grew from 1x1 to 2x2");
  EXPECT_EQ(summaryOf(base, convolution(32, 5, 1, 16, 2)).text,
            "c: the result grew from f32[2,32,32,8]{3,2,1,0} to f32[16,32,32,8]{3,2,1,0}");
}

TEST(CompareCosts, NamesNoCauseIfTheTimeStaysTheSame) {
  const CostSummary summary = summaryOf(chain(200), chain(199));
  EXPECT_EQ(summary.cause, -1);
  EXPECT_EQ(summary.text.rfind("less than 1 % change in estimated time; ", 0), 0u) << summary.text;
  EXPECT_TRUE(summary.text.ends_with(": n200 disappeared")) << summary.text;
  const auto named = [](const char* scope) {
    return test::moduleOf(std::string("HloModule m\nENTRY e {\n  a = f32[8]{0} parameter(0)\n  ROOT b = f32[8]{0} ") +
                          "negate(a), metadata={op_name=\"" + scope + "\"}, frontend_attributes={a=\"" + scope +
                          "\"}\n}\n");
  };
  EXPECT_EQ(summaryOf(named("x"), named("y")).text, "no change in estimated time; 1 instruction changed");
}

TEST(CompareCosts, NamesNoCauseIfManySmallChangesAddUp) {
  const CostSummary summary = summaryOf(chain(200), chain(100));
  EXPECT_LT(summary.seconds, 0);
  EXPECT_EQ(summary.cause, -1);
  EXPECT_EQ(summary.decreases, 100u);
  EXPECT_EQ(summary.increases, 0u);
  EXPECT_EQ(summary.text.rfind("100 instructions became less expensive or disappeared", 0), 0u) << summary.text;
}

TEST(CompareCosts, NamesALoopThatRunsMoreOften) {
  const std::string text = test::readFile(test::testData("../../data/regressions/loop_copy/before.hlo.txt"));
  std::string longer = text;
  const std::string trips = "\"known_trip_count\":{\"n\":\"24\"}";
  ASSERT_NE(longer.find(trips), std::string::npos);
  longer.replace(longer.find(trips), trips.size(), "\"known_trip_count\":{\"n\":\"48\"}");
  const hlo::Module before = test::moduleOf(text), after = test::moduleOf(longer);
  const Machine& machine = *findMachine("cpu-1core");
  const auto changes = compareCosts(Report(before, machine), Report(after, machine)).changes;
  ASSERT_FALSE(changes.empty());
  EXPECT_NE(changes[0].reason.find("runs 48 times instead of 24"), std::string::npos) << changes[0].reason;
}

}  // namespace
}  // namespace hlorank::cost
