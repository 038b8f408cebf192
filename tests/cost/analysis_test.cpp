#include "shared/cost/analysis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "shared/cost/trips.h"
#include "tests/graph/module_of.h"
#include "tests/support/suite.h"

namespace hlorank::cost {
namespace {

using test::moduleOf;
using test::nodeOf;

Cost costOf(const hlo::Module& module, std::string_view name) {
  return analyse(module).own[nodeOf(module, name)];
}

// Expects the FLOPs, transcendentals and bytes that xla::HloCostAnalysis of jaxlib 0.10.2 computes.
// tests/data/cost/xla.tsv has one line with them per program.
TEST(CostAnalysis, TotalsEqualThoseOfXla) {
  std::istringstream golden(test::readFile(test::testData("cost/xla.tsv")));
  std::string path;
  Cost expected;
  int programs = 0;
  while (golden >> path >> expected.flops >> expected.transcendentals >> expected.bytes) {
    SCOPED_TRACE(path);
    const auto read = hlo::readModule(test::readFile(test::testData("../../" + path)));
    ASSERT_TRUE(read.ok());
    const Cost total = analyse(read->module, Convention::kXla).total;
    EXPECT_NEAR(total.flops, expected.flops, 1e-6 * expected.flops);
    EXPECT_NEAR(total.transcendentals, expected.transcendentals, 1e-6 * expected.transcendentals);
    EXPECT_NEAR(total.bytes, expected.bytes, 1e-6 * expected.bytes);
    ++programs;
  }
  EXPECT_EQ(programs, 60);
}

constexpr char kLoop[] = R"(HloModule m

body {
  s = (s32[], f32[4,8]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  one = s32[] constant(2)
  j = s32[] add(i, one)
  x = f32[4,8] get-tuple-element(s), index=1
  y = f32[4,8] tanh(x)
  ROOT t = (s32[], f32[4,8]) tuple(j, y)
}

condition {
  s = (s32[], f32[4,8]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  n = s32[] constant(9)
  ROOT more = pred[] compare(i, n), direction=LT
}

ENTRY main {
  zero = s32[] constant(0)
  x = f32[4,8] parameter(0)
  start = (s32[], f32[4,8]) tuple(zero, x)
  ROOT loop = (s32[], f32[4,8]) while(start), condition=condition, body=body
}
)";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

TEST(CostAnalysis, MultipliesLoopsByTheirTripCount) {
  const hlo::Module module = moduleOf(kLoop);
  const Analysis analysis = analyse(module);
  EXPECT_EQ(analysis.trips[nodeOf(module, "y")], 5);  // the counter is 0, 2, 4, 6 and 8
  EXPECT_EQ(analysis.total.transcendentals, 5 * 32);
  EXPECT_TRUE(analysis.unknownLoops.empty());
  EXPECT_EQ(analyse(module, Convention::kXla).total.transcendentals, 32);
}

TEST(CostAnalysis, PrefersTheRecordedTripCount) {
  const hlo::Module module =
      moduleOf(replaced(kLoop, "body=body", "body=body, backend_config={\"known_trip_count\":{\"n\":\"7\"}}"));
  EXPECT_EQ(analyse(module).total.transcendentals, 7 * 32);
}

TEST(CostAnalysis, CountsALoopWithoutATripCountOnceAndSaysSo) {
  const hlo::Module module = moduleOf(replaced(kLoop, "zero = s32[] constant(0)", "zero = s32[] parameter(1)"));
  const Analysis analysis = analyse(module);
  EXPECT_EQ(analysis.total.transcendentals, 32);
  EXPECT_EQ(analysis.unknownLoops.size(), 1u);
}

TEST(TripCount, IsInferredForLoopsThatCountDownOrIncludeTheLimit) {
  std::string text = replaced(kLoop, "direction=LT", "direction=LE");
  hlo::Module module = moduleOf(text);
  // Expects five iterations, with the counter 0, 2, 4, 6, 8: the next value, 10, exceeds the largest allowed one, 9.
  EXPECT_EQ(findTripCount(module, module.instructions[nodeOf(module, "loop")]), 5);
  text = replaced(replaced(replaced(text, "constant(0)", "constant(20)"), "add(i, one)", "subtract(i, one)"), "=LE",
                  "=GT");
  module = moduleOf(text);
  // Expects six iterations, with the counter 20, 18, …, 10.
  EXPECT_EQ(findTripCount(module, module.instructions[nodeOf(module, "loop")]), 6);
}

TEST(CostAnalysis, GivesTheCostOfEachInstruction) {
  const hlo::Module module = moduleOf(R"(HloModule m
add { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b) }
less { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = pred[] compare(a, b), direction=LT }
ENTRY main {
  x = f32[4,8]{1,0} parameter(0)
  y = f32[8,2]{1,0} parameter(1)
  i = s32[] parameter(2)
  zero = f32[] constant(0)
  product = f32[4,2]{1,0} dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  sum = f32[4]{0} reduce(x, zero), dimensions={1}, to_apply=add
  free = f32[8,4]{0,1} transpose(x), dimensions={1,0}
  moved = f32[8,4]{1,0} transpose(x), dimensions={1,0}
  row = f32[1,8]{1,0} dynamic-slice(x, i, i), dynamic_slice_sizes={1,8}
  root = f32[4,8]{1,0} sqrt(x)
  sorted = f32[4,8]{1,0} sort(x), dimensions={1}, to_apply=less
  external = f32[4,8]{1,0} custom-call(x), custom_call_target="f"
  ROOT all = (f32[4,2]{1,0}, f32[4]{0}) tuple(product, sum)
}
)");
  const auto expect = [&](const char* name, double flops, double transcendentals, double bytes) {
    const Cost cost = costOf(module, name);
    EXPECT_EQ(cost.flops, flops) << name;
    EXPECT_EQ(cost.transcendentals, transcendentals) << name;
    EXPECT_EQ(cost.bytes, bytes) << name;
  };
  expect("x", 0, 0, 0);
  expect("product", 2 * 8 * 8, 0, 128 + 64 + 32);
  expect("sum", 28, 0, 128 + 4 + 16);
  expect("free", 0, 0, 0);
  expect("moved", 0, 0, 256);
  expect("row", 0, 0, 32 + 32 + 4);
  expect("root", 0, 32, 256);
  expect("sorted", 32 * 5, 0, 256);
  expect("external", 0, 0, 256);
  expect("all", 0, 0, 16);
  EXPECT_EQ(analyse(module).unknownCalls.size(), 1u);
}

TEST(CostAnalysis, CountsTheDearestBranchOfAConditional) {
  const hlo::Module module = moduleOf(R"(HloModule m
cheap { ROOT x = f32[64] parameter(0) }
dear { x = f32[64] parameter(0)
  ROOT y = f32[64] exponential(x) }
ENTRY main {
  p = pred[] parameter(0)
  x = f32[64] parameter(1)
  ROOT r = f32[64] conditional(p, x, x), true_computation=cheap, false_computation=dear
}
)");
  const Analysis analysis = analyse(module);
  EXPECT_EQ(analysis.total.transcendentals, 64);
  EXPECT_EQ(analysis.parts[nodeOf(module, "y")], Part::kExecuted);
}

TEST(CostAnalysis, DoesNotOverflow) {
  const hlo::Module module = moduleOf(R"(HloModule m
ENTRY main {
  x = f32[1000000000,1000000000] parameter(0)
  ROOT y = f32[1000000000,1000000000] dot(x, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}
}
)");
  EXPECT_DOUBLE_EQ(analyse(module).total.flops, 2e27);
}

TEST(CostAnalysis, HandlesDeepCallsWithoutRecursion) {
  std::string text = "HloModule m\nfn0 { ROOT x = f32[8] parameter(0) }\n";
  for (int i = 1; i <= 20'000; ++i)
    text += "fn" + std::to_string(i) + " { x = f32[8] parameter(0)\n  ROOT y = f32[8] call(x), to_apply=fn" +
            std::to_string(i - 1) + " }\n";
  text += "ENTRY main { x = f32[8] parameter(0)\n y = f32[8] tanh(x)\n  ROOT z = f32[8] call(y), to_apply=fn20000 }\n";
  EXPECT_EQ(analyse(moduleOf(text)).total.transcendentals, 8);
}

}  // namespace
}  // namespace hlorank::cost
