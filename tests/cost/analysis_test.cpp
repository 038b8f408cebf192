#include "shared/cost/analysis.h"

#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "shared/graph/trips.h"
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
  EXPECT_EQ(programs, 61);
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
  EXPECT_EQ(graph::findTripCount(module, module.instructions[nodeOf(module, "loop")]), 5);
  text = replaced(replaced(replaced(text, "constant(0)", "constant(20)"), "add(i, one)", "subtract(i, one)"), "=LE",
                  "=GT");
  module = moduleOf(text);
  // Expects six iterations, with the counter 20, 18, …, 10.
  EXPECT_EQ(graph::findTripCount(module, module.instructions[nodeOf(module, "loop")]), 6);
}

// Returns the trip count of a loop whose counter `i` has the given type, start and step, and whose limit `n` has the
// same type; −1 if unknown. The condition ends with `condition`.
double tripsOf(const std::string& type, const std::string& start, const std::string& step, const std::string& limit,
               const std::string& condition) {
  std::string text = replaced(kLoop, "s32[] constant(0)", type + "[] constant(" + start + ")");
  text = replaced(text, "s32[] constant(2)", type + "[] constant(" + step + ")");
  text = replaced(text, "s32[] constant(9)", type + "[] constant(" + limit + ")");
  text = replaced(text, "ROOT more = pred[] compare(i, n), direction=LT", condition);
  for (size_t at = 0; (at = text.find("s32[]", at)) != std::string::npos; at += type.size()) text.replace(at, 3, type);
  const hlo::Module module = moduleOf(text);
  return graph::findTripCount(module, module.instructions[nodeOf(module, "loop")]).value_or(-1);
}
double tripsWhile(const std::string& comparison, const std::string& type, const std::string& start,
                  const std::string& step, const std::string& limit) {
  return tripsOf(type, start, step, limit, "ROOT more = pred[] " + comparison);
}

TEST(TripCount, CountsCountersThatWrapAround) {
  // 0, 3, …, 126 and, after 129 − 256 = −127, until 126 + 3 · 171 = 127 + 2 · 256: 43 + 170 iterations.
  EXPECT_EQ(tripsWhile("compare(n, i), direction=GT", "s8", "0", "3", "127"), 213);
  // 10, …, 253, then 0, 3, …, 255 is the first above 254: 82 + 85 iterations.
  EXPECT_EQ(tripsWhile("compare(n, i), direction=GE", "u8", "10", "3", "254"), 167);
  EXPECT_EQ(tripsWhile("compare(i, n), direction=LE", "s8", "0", "1", "127"), -1);
  EXPECT_EQ(tripsWhile("compare(i, n), direction=NE", "s32", "0", "2", "10"), 5);
  EXPECT_EQ(tripsWhile("compare(i, n), direction=NE", "s32", "0", "2", "9"), -1);
  EXPECT_EQ(tripsWhile("compare(i, n), direction=LT", "u64", "18446744073709551610", "1", "18446744073709551615"), 5);
}

TEST(TripCount, IsZeroForLoopsThatDoNotRun) {
  EXPECT_EQ(tripsWhile("compare(i, n), direction=LT", "s32", "9", "2", "9"), 0);
  EXPECT_EQ(tripsWhile("compare(i, n), direction=LT", "s32", "20", "-2", "9"), 0);
  EXPECT_EQ(tripsWhile("compare(i, n), direction=EQ", "s32", "0", "2", "9"), 0);
}

TEST(TripCount, OfFloatingPointCountersIsKnownWhileTheyAreExact) {
  EXPECT_EQ(tripsWhile("compare(i, n), direction=LT", "f32", "0", "2", "9"), 5);
  EXPECT_EQ(tripsWhile("compare(i, n), direction=LT", "bf16", "0", "1", "256"), 256);
  EXPECT_EQ(tripsWhile("compare(i, n), direction=LT", "bf16", "0", "1", "512"), -1);  // 256 + 1 is 256 in bf16
  EXPECT_EQ(tripsWhile("compare(i, n), direction=NE", "f32", "0", "2", "9"), -1);
}

TEST(TripCount, FollowsConversionsThatKeepTheCounter) {
  const auto counted = [](const std::string& type, const std::string& to, const std::string& limit) {
    return tripsOf(type, "0", "1", "9",
                   "other = " + to + "[] convert(i)\n  most = " + to + "[] constant(" + limit +
                       ")\n  ROOT more = pred[] compare(other, most), direction=LT");
  };
  EXPECT_EQ(counted("u8", "s16", "200"), 200);
  EXPECT_EQ(counted("u8", "s16", "300"), -1);  // the counter never exceeds 255
  EXPECT_EQ(counted("s16", "s8", "100"), -1);  // the conversion changes the counter
}

TEST(TripCount, AboveATrillionIsUnknown) {
  const std::string recorded = R"(body=body, backend_config={"known_trip_count":{"n":"9223372036854775807"}})";
  const hlo::Module endless = moduleOf(
      replaced(replaced(kLoop, "body=body", recorded), "zero = s32[] constant(0)", "zero = s32[] parameter(1)"));
  const Analysis analysis = analyse(endless);
  EXPECT_EQ(analysis.trips[nodeOf(endless, "y")], 1);
  EXPECT_EQ(analysis.unknownLoops.size(), 1u);
  EXPECT_EQ(tripsWhile("compare(i, n), direction=LT", "s64", "0", "1", "2000000000000"), -1);
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
  expect("sorted", 32 * 3, 0, 256);  // four rows of eight elements
  expect("external", 0, 0, 256);
  expect("all", 0, 0, 16);
  EXPECT_EQ(analyse(module).unknownCalls.size(), 1u);
}

TEST(CostAnalysis, AddsUpTheLengthsOfAnFftOfSeveralDimensionsAsXlaDoesNot) {
  const hlo::Module module = moduleOf(R"(HloModule m
ENTRY main { x = c64[4,64,64]{2,1,0} parameter(0)
  ROOT f = c64[4,64,64]{2,1,0} fft(x), fft_type=FFT, fft_length={64,64} }
)");
  EXPECT_EQ(costOf(module, "f").flops, 8. * 4 * 64 * 64 * (6 + 6));
  EXPECT_EQ(analyse(module, Convention::kXla).total.flops, 8. * 4 * 64 * 64 * (6 * 6));
}

TEST(CostAnalysis, AReshapeOrTransposeThatTheLayoutsMakeFreeHasNoBytes) {
  const hlo::Module module = moduleOf(R"(HloModule m
ENTRY main { x = f32[1,64,128]{2,1,0} parameter(0)
  swapped = f32[64,1,128]{2,1,0} transpose(x), dimensions={1,0,2}
  flat = f32[8192]{0} reshape(x)
  moved = f32[128,64,1]{2,1,0} transpose(x), dimensions={2,1,0}
  ROOT t = (f32[64,1,128]{2,1,0}, f32[8192]{0}, f32[128,64,1]{2,1,0}) tuple(swapped, flat, moved) }
)");
  const auto bytesOf = [&](std::string_view name, Convention convention) {
    return analyse(module, convention).own[nodeOf(module, name)].bytes;
  };
  for (const char* name : {"swapped", "flat"}) {
    EXPECT_EQ(bytesOf(name, Convention::kExecuted), 0) << name;
    EXPECT_EQ(bytesOf(name, Convention::kXla), 2 * 8192 * 4) << name;
  }
  EXPECT_EQ(bytesOf("moved", Convention::kExecuted), 2 * 8192 * 4);
}

TEST(CostAnalysis, CountsTheBranchThatTakesLongestOnTheMachine) {
  const hlo::Module module = moduleOf(R"(HloModule m
computes { p = f32[1024,1024] parameter(0)
  ROOT d = f32[1024,1024] dot(p, p), lhs_contracting_dims={1}, rhs_contracting_dims={0} }
moves { q = f32[1024,1024] parameter(0)
  a = f32[1024,1024]{0,1} copy(q)
  b = f32[1024,1024] copy(a)
  ROOT c = f32[1024,1024] copy(b) }
ENTRY main { i = s32[] parameter(0)
  x = f32[1024,1024] parameter(1)
  ROOT r = f32[1024,1024] conditional(i, x, x), branch_computations={computes, moves} }
)");
  const auto flopsOn = [&](const char* machine) {
    return analyse(module, Convention::kExecuted, *findMachine(machine)).total.flops;
  };
  EXPECT_EQ(flopsOn("cpu-1core"), 2. * 1024 * 1024 * 1024);
  EXPECT_EQ(flopsOn("h200"), 0);
}

TEST(CostAnalysis, CountsAnAsynchronousTransferOnce) {
  const hlo::Module module = moduleOf(R"(HloModule m
sum { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b) }
ENTRY main {
  x = f32[256] parameter(0)
  reduce = f32[256] all-reduce-start(x), replica_groups={{0,1}}, to_apply=sum
  reduced = f32[256] all-reduce-done(reduce)
  gather = (f32[256], f32[512]) all-gather-start(x), replica_groups={{0,1}}, dimensions={0}
  gathered = f32[512] all-gather-done(gather)
  permute = (f32[256], f32[256], u32[], u32[]) collective-permute-start(x), source_target_pairs={{0,1},{1,0}}
  permuted = f32[256] collective-permute-done(permute)
  move = (f32[256], f32[256], u32[]) copy-start(x)
  moved = f32[256] copy-done(move)
  ROOT all = (f32[256], f32[512], f32[256], f32[256]) tuple(reduced, gathered, permuted, moved)
}
)");
  const Analysis analysis = analyse(module);
  const auto bytesOf = [&](std::string_view name) { return analysis.own[nodeOf(module, name)].bytes; };
  EXPECT_EQ(bytesOf("reduce"), 4. * (256 + 256));
  EXPECT_EQ(bytesOf("gather"), 4. * (256 + 512));
  EXPECT_EQ(bytesOf("permute"), 4. * (256 + 256));
  EXPECT_EQ(bytesOf("move"), 4. * (256 + 256));
  for (const char* done : {"reduced", "gathered", "permuted", "moved"}) EXPECT_EQ(bytesOf(done), 0) << done;
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
