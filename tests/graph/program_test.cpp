#include "shared/graph/program.h"

#include "shared/graph/call_context.h"
#include "tests/graph/module_of.h"

namespace hlorank::graph {
namespace {

using test::moduleOf;
using test::nodeOf;
using Dimensions = std::vector<int64_t>;

Program programOf(const hlo::Module& module) {
  return makeProgram(module, makeGraph(module));
}

template <class T>
std::vector<T> listed(std::span<const T> list) {
  return {list.begin(), list.end()};
}

// Returns HLO text with two nested while loops. The outer loop has trip count 5. `innerConfig` may state the trip count
// of the inner loop, which calls the computation `work`. The entry computation calls `work` too.
std::string nestedLoops(const std::string& innerConfig) {
  return R"(HloModule m
work { w = f32[] parameter(0)
  ROOT sine = f32[] sine(w) }
inner_body { ib = f32[] parameter(0)
  ROOT called = f32[] call(ib), to_apply=work }
inner_condition { ic = f32[] parameter(0)
  ROOT always = pred[] constant(true) }
outer_body { ob = f32[] parameter(0)
  ROOT inner = f32[] while(ob), condition=inner_condition, body=inner_body)" +
         innerConfig + R"(
}
outer_condition { oc = f32[] parameter(0)
  ROOT done = pred[] constant(true) }
fused { fp = f32[] parameter(0)
  ROOT cosine = f32[] cosine(fp) }
ENTRY e {
  p = f32[] parameter(0)
  f = f32[] fusion(p), kind=kLoop, calls=fused
  c = f32[] call(f), to_apply=work
  ROOT outer = f32[] while(c), condition=outer_condition, body=outer_body, backend_config={"known_trip_count":{"n":"5"}}
}
)";
}

TEST(ProgramTest, TripCountsMultiplyInNestedLoopsAndAddOverCalls) {
  const hlo::Module module = moduleOf(nestedLoops(R"(, backend_config="{\"known_trip_count\":{\"n\":\"3\"}}")"));
  const Program program = programOf(module);
  const auto trips = [&](const char* name) { return program.extras[nodeOf(module, name)].trips; };
  EXPECT_EQ(trips("outer"), 1);
  EXPECT_EQ(trips("inner"), 5);
  EXPECT_EQ(trips("done"), 5);
  EXPECT_EQ(trips("called"), 15);
  EXPECT_EQ(trips("sine"), 16);  // 15 executions in the loops, 1 from the entry computation
  EXPECT_EQ(trips("cosine"), 1);
}

// Modules from before optimisation record no trip counts.
TEST(ProgramTest, TripCountsFollowCountersWhereNoneIsRecorded) {
  const hlo::Module module = moduleOf(R"(HloModule m
body { s = (s32[], f32[8]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  one = s32[] constant(1)
  next = s32[] add(i, one)
  x = f32[8] get-tuple-element(s), index=1
  y = f32[8] sine(x)
  ROOT t = (s32[], f32[8]) tuple(next, y) }
condition { s = (s32[], f32[8]) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  ten = s32[] constant(10)
  ROOT less = pred[] compare(i, ten), direction=LT }
ENTRY e {
  x = f32[8] parameter(0)
  zero = s32[] constant(0)
  s = (s32[], f32[8]) tuple(zero, x)
  ROOT w = (s32[], f32[8]) while(s), condition=condition, body=body
}
)");
  EXPECT_EQ(programOf(module).extras[nodeOf(module, "y")].trips, 10);
}

TEST(ProgramTest, UnknownTripCountsAreSixteen) {
  const hlo::Module module = moduleOf(nestedLoops(""));
  EXPECT_EQ(programOf(module).extras[nodeOf(module, "called")].trips, 5 * kUnknownTripCount);
}

TEST(ProgramTest, LoopsAndFusionsMarkInstructionsTheyCall) {
  const hlo::Module module = moduleOf(nestedLoops(""));
  const Program program = programOf(module);
  const auto extras = [&](const char* name) { return program.extras[nodeOf(module, name)]; };
  EXPECT_FALSE(extras("outer").inLoop);
  EXPECT_TRUE(extras("done").inLoop);
  EXPECT_TRUE(extras("sine").inLoop);
  EXPECT_FALSE(extras("sine").fused);
  EXPECT_TRUE(extras("cosine").fused);
  EXPECT_FALSE(extras("cosine").inLoop);
  EXPECT_FALSE(extras("f").fused);
}

TEST(ProgramTest, DeepCallChainsDoNotOverflowTheStack) {
  const int depth = 200000;
  std::string text = "HloModule m\nlevel0 { ROOT p = f32[] parameter(0) }\n";
  for (int i = 1; i < depth; ++i)
    text += "level" + std::to_string(i) + " { p = f32[] parameter(0)\n ROOT r = f32[] call(p), to_apply=level" +
            std::to_string(i - 1) + " }\n";
  const hlo::Module module = moduleOf(text);
  EXPECT_EQ(computeCallContexts(module)[0].trips, 1);
}

TEST(ProgramTest, ExponentialCallCountsAreCapped) {
  std::string text = "HloModule m\nlevel0 { ROOT p = f32[] parameter(0) }\n";
  for (int i = 1; i < 3000; ++i) {
    const std::string callee = "level" + std::to_string(i - 1);
    text += "level" + std::to_string(i) + " { p = f32[] parameter(0)\n q = f32[] call(p), to_apply=" + callee +
            "\n ROOT r = f32[] call(q), to_apply=" + callee + " }\n";
  }
  EXPECT_EQ(computeCallContexts(moduleOf(text))[0].trips, 1e12);
}

TEST(ProgramTest, RolesOfADotWithBatchDimensions) {
  const hlo::Module module = moduleOf(
      "HloModule m\nENTRY e {\n  a = f32[2,3,4] parameter(0)\n  b = f32[4,2,5] parameter(1)\n"
      "  ROOT d = f32[2,3,5] dot(a, b), lhs_batch_dims={0}, rhs_batch_dims={1}, lhs_contracting_dims={2}, "
      "rhs_contracting_dims={0}\n}\n");
  const Program program = programOf(module);
  const DimensionRoles& roles = program.roles(nodeOf(module, "d"));
  using Roles = std::vector<Role>;
  EXPECT_EQ(roles[0], (Roles{Role::kBatch, Role::kFree, Role::kFree}));
  EXPECT_EQ(roles[1], (Roles{Role::kBatch, Role::kFree, Role::kContracting}));
  EXPECT_EQ(roles[2], (Roles{Role::kContracting, Role::kBatch, Role::kFree}));
}

TEST(ProgramTest, RolesOfAConvolution) {
  const hlo::Module module = moduleOf(
      "HloModule m\nENTRY e {\n  x = f32[2,9,3] parameter(0)\n  k = f32[3,3,16] parameter(1)\n"
      "  ROOT c = f32[16,7,2] convolution(x, k), window={size=3}, dim_labels=b0f_0io->f0b\n}\n");
  const Program program = programOf(module);
  const DimensionRoles& roles = program.roles(nodeOf(module, "c"));
  using Roles = std::vector<Role>;
  EXPECT_EQ(roles[0], (Roles{Role::kFeature, Role::kSpatial, Role::kBatch}));
  EXPECT_EQ(roles[1], (Roles{Role::kBatch, Role::kSpatial, Role::kFeature}));
  EXPECT_EQ(roles[2], (Roles{Role::kSpatial, Role::kInputFeature, Role::kOutputFeature}));
}

TEST(ProgramTest, OperandsKeepTheirOrderAndUsersAreDistinct) {
  const hlo::Module module = moduleOf(
      "HloModule m\nENTRY e {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  c = f32[] subtract(b, a)\n"
      "  ROOT d = f32[] add(c, c)\n}\n");
  const Program program = programOf(module);
  const uint32_t a = nodeOf(module, "a"), b = nodeOf(module, "b"), c = nodeOf(module, "c"), d = nodeOf(module, "d");
  EXPECT_EQ(listed(program.operands(c)), (std::vector<uint32_t>{b, a}));
  EXPECT_EQ(listed(program.operands(d)), (std::vector<uint32_t>{c, c}));
  EXPECT_EQ(listed(program.users(c)), (std::vector<uint32_t>{d}));
}

TEST(ProgramTest, ProgramsFromArraysHaveOperandsFromEdgesAndNoExtras) {
  const hlo::Module module = moduleOf(
      "HloModule m\nENTRY e {\n  a = f32[] parameter(0)\n  b = f32[] parameter(1)\n  ROOT c = f32[] subtract(b, "
      "a)\n}\n");
  Graph graph = makeGraph(module);
  graph.edges.push_back({7, 0});
  graph.edges.push_back({0, 7});
  const Program program = makeProgram("arrays", graph);
  EXPECT_FALSE(program.hasExtras());
  EXPECT_EQ(listed(program.operands(2)), (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(listed(program.users(0)), (std::vector<uint32_t>{2}));
}

TEST(ProgramTest, ArraysGiveTheShapesOfTheModuleTheyWereMadeFrom) {
  const hlo::Module module = moduleOf(
      "HloModule m\nENTRY e {\n  a = bf16[2,3] parameter(0)\n  b = f32[] parameter(1)\n  c = f64[0,5,0] parameter(2)\n"
      "  d = s4[9] parameter(3)\n  t = token[] after-all()\n  f = c64[3,0] parameter(4)\n"
      "  ROOT u = (bf16[2,3], f32[]) tuple(a, b)\n}\n");
  const Program program = makeProgram("arrays", makeGraph(module));
  const auto dimensions = [&](const char* name) { return listed(program.dimensions(nodeOf(module, name))); };
  const auto bytes = [&](const char* name) { return program.elementBytes(nodeOf(module, name)); };
  EXPECT_EQ(dimensions("a"), (Dimensions{2, 3}));
  EXPECT_EQ(dimensions("b"), Dimensions{});
  EXPECT_EQ(dimensions("c"), (Dimensions{0, 5, 0}));
  EXPECT_EQ(dimensions("d"), (Dimensions{9}));
  EXPECT_EQ(dimensions("f"), (Dimensions{3, 0}));
  EXPECT_EQ(dimensions("u"), Dimensions{});
  EXPECT_EQ(bytes("a"), 2);
  EXPECT_EQ(bytes("b"), 4);
  EXPECT_EQ(bytes("c"), 8);
  EXPECT_EQ(bytes("d"), 1);
  EXPECT_EQ(bytes("f"), 8);
  EXPECT_EQ(bytes("t"), 0);
  EXPECT_EQ(bytes("u"), 0);
}

TEST(ProgramTest, AModuleGivesShapesThatArraysCannotHold) {
  const hlo::Module module = moduleOf(
      "HloModule m\nENTRY e {\n  a = f32[2,3,4,5,6,7,8,9]{0,1,2,3,4,5,6,7} parameter(0)\n"
      "  b = f8e4m3fn[16777217] parameter(1)\n  ROOT c = c128[1,1,1,1,1,1,5]{6,5,4,3,2,1,0} parameter(2)\n}\n");
  const uint32_t a = nodeOf(module, "a"), b = nodeOf(module, "b"), c = nodeOf(module, "c");
  const Program exact = programOf(module);
  EXPECT_EQ(listed(exact.dimensions(a)), (Dimensions{2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(exact.shape(a).minorToMajor, (Dimensions{0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(listed(exact.dimensions(b)), Dimensions{16777217});
  EXPECT_EQ(exact.shape(b).elementType, hlo::PrimitiveType::kF8e4m3fn);
  EXPECT_EQ(exact.elementBytes(b), 1);
  EXPECT_EQ(listed(exact.dimensions(c)), (Dimensions{1, 1, 1, 1, 1, 1, 5}));
  EXPECT_TRUE(exact.guesses.empty());

  const Program decoded = makeProgram("arrays", makeGraph(module));
  // Expects the nearest float32, because a feature is a float32 with a significand of 24 bits.
  EXPECT_EQ(listed(decoded.dimensions(b)), Dimensions{16777216});
  ASSERT_EQ(decoded.guesses.size(), 2u);
  EXPECT_EQ(decoded.guesses[0].find("1 tensor has more than six dimensions"), 0u);
  EXPECT_EQ(decoded.guesses[1].find("1 tensor has an element type"), 0u);
}

TEST(ProgramTest, EqualFeatureRowsAreKeptOnce) {
  std::string text = "HloModule m\nENTRY e {\n  x0 = f32[4] parameter(0)\n";
  for (int i = 1; i < 1000; ++i)
    text += "  x" + std::to_string(i) + " = f32[4] negate(x" + std::to_string(i - 1) + ")\n";
  const Graph graph = makeGraph(moduleOf(text + "  ROOT r = f32[4] add(x999, x0)\n}\n"));
  EXPECT_EQ(graph.features.distinct().size(), size_t{2 * kNodeFeatures});  // the root has its own feature row
  EXPECT_EQ(graph.features.dense().size(), size_t{1001 * kNodeFeatures});
  EXPECT_EQ(FeatureRows::fromDense(graph.features.dense()), graph.features);
}

TEST(ProgramTest, ExtremeFeatureValuesDoNotCrash) {
  Graph graph;
  graph.opcodes = {1};
  graph.features = FeatureRows::fromDense(std::vector<float>(kNodeFeatures, -1e30f));
  const Program program = makeProgram("odd", graph);
  EXPECT_EQ(program.dimensions(0).size(), 0u);
  std::vector<float> huge(kNodeFeatures, 1e30f);
  huge[kTypeColumn] = 0;
  graph.features = FeatureRows::fromDense(huge);
  EXPECT_EQ(listed(makeProgram("odd", graph).dimensions(0)), Dimensions(6, 0));
}

}  // namespace
}  // namespace hlorank::graph
