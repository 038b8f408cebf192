// Tests which loops the simulated compiler runs and what they access: the rules of "Loops" in docs/simulation.md, each
// on a small program.
#include "shared/simulation/simulator.h"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/simulation/pinned.h"

namespace hlorank::simulation {
namespace {

TEST(Simulator, CheapOperationsAreComputedInEveryReader) {
  const Pinned p(entry("  a = f32[8,16] parameter(0)\n  n = f32[8,16] negate(a)\n  x = f32[8,16] abs(n)\n"
                       "  y = f32[8,16] sign(n)\n  ROOT t = (f32[8,16], f32[8,16]) tuple(x, y)\n"),
                 {});
  EXPECT_EQ(p.accesses({}), (Set{"x reads a", "x writes", "y reads a", "y writes"}));
}

TEST(Simulator, ExpensiveSharedOperationsAreStored) {
  const Pinned p(entry("  a = f32[8,16] parameter(0)\n  n = f32[8,16] tanh(a)\n  x = f32[8,16] abs(n)\n"
                       "  y = f32[8,16] sign(n)\n  ROOT t = (f32[8,16], f32[8,16]) tuple(x, y)\n"),
                 {});
  EXPECT_EQ(p.accesses({}), (Set{"n reads a", "n writes", "x reads n", "x writes", "y reads n", "y writes"}));
}

TEST(Simulator, AReduceReadsEveryElementOnce) {
  const Pinned p(withAdd("  a = f32[8,16] parameter(0)\n  z = f32[] constant(0)\n  n = f32[8,16] abs(a)\n"
                         "  ROOT s = f32[8] reduce(n, z), dimensions={1}, to_apply=add\n"),
                 {});
  const auto [loops, features] = p.simulate({});
  ASSERT_EQ(loops.size(), 2u);
  EXPECT_EQ(loops[0].kind, LoopKind::kReduce);
  EXPECT_EQ(loops[0].elements, 128);
  EXPECT_EQ(features[0][inputIndex("inner stride is one element")], 1);
  EXPECT_EQ(p.accesses({}), (Set{"s reads a", "s writes"}));
}

TEST(Simulator, AConcatenateReadsItsOperandsInOneLoop) {
  const Pinned p(entry("  a = f32[8,16] parameter(0)\n  b = f32[8,48] parameter(1)\n  n = f32[8,16] negate(a)\n"
                       "  ROOT c = f32[8,64] concatenate(n, b), dimensions={1}\n"),
                 {});
  const std::vector<Loop> loops = p.loops({});
  ASSERT_EQ(loops.size(), 3u);
  EXPECT_EQ(loops[0].elements, 128);
  EXPECT_EQ(loops[1].elements, 384);
  EXPECT_EQ(loops[2].elements, 512);
}

// Also where layout assignment requires another layout of the operands: the loop reads them as they are stored.
TEST(Simulator, AFusedConcatenateReadsItsOperandsAsStored) {
  const Pinned p(entry("  a = f32[8,16] parameter(0)\n  b = f32[8,48] parameter(1)\n"
                       "  c = f32[8,64] concatenate(a, b), dimensions={1}\n  n = f32[8,64] negate(c)\n"
                       "  ROOT r = f32[512] reshape(n)\n"),
                 {{"r", 1, kColumns}});
  const auto [loops, features] = p.simulate(p.choice);
  size_t reads = 0;
  for (size_t i = 0; i < loops.size(); ++i) {
    if (loops[i].operand == Loop::kNoNode || loops[i].kind == LoopKind::kCopy) continue;
    ++reads;
    EXPECT_EQ(features[i][inputIndex("inner stride is one element")], 0) << p.name(loops[i].operand);
  }
  EXPECT_EQ(reads, 2u);
}

TEST(Simulator, AGatherReadsItsOperandInTheLoopOfItsReader) {
  const Pinned p(entry("  a = f32[100,16] parameter(0)\n  i = s32[32,1] parameter(1)\n"
                       "  g = f32[32,16] gather(a, i), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, "
                       "index_vector_dim=1, slice_sizes={1,16}\n  ROOT n = f32[32,16] negate(g)\n"),
                 {});
  EXPECT_EQ(p.accesses({}), (Set{"n reads a", "n reads i", "n writes"}));
  for (const Loop& loop : p.loops({})) EXPECT_EQ(loop.elements, 512);
}

TEST(Simulator, ALargePowerOfTwoStrideConflicts) {
  const Pinned p(entry("  a = f32[1024,1024] parameter(0)\n  ROOT r = f32[1048576] reshape(a)\n"),
                 {{"r", 1, kColumns}});
  const auto [loops, features] = p.simulate(p.choice);
  ASSERT_FALSE(loops.empty());
  EXPECT_EQ(loops[0].kind, LoopKind::kCopy);
  EXPECT_TRUE(loops[0].feedsConstraint);
  EXPECT_EQ(features[0][inputIndex("read conflict > 1")], 1);
  EXPECT_EQ(features[0][inputIndex("contiguous loop is second")], 1);
}

TEST(Simulator, CopiesOfLoopInvariantValuesRunOutsideTheLoop) {
  const Pinned p(
      "HloModule m\n\nbody {\n  p = (s32[], f32[8,16], f32[16,16]) parameter(0)\n  i = s32[] get-tuple-element(p), "
      "index=0\n"
      "  x = f32[8,16] get-tuple-element(p), index=1\n  w = f32[16,16] get-tuple-element(p), index=2\n"
      "  d = f32[8,16] dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
      "  ROOT t = (s32[], f32[8,16], f32[16,16]) tuple(i, d, w)\n}\n\n"
      "condition {\n  p = (s32[], f32[8,16], f32[16,16]) parameter(0)\n  ROOT c = pred[] constant(true)\n}\n\n"
      "ENTRY e {\n  q = (s32[], f32[8,16], f32[16,16]) parameter(0)\n"
      "  ROOT l = (s32[], f32[8,16], f32[16,16]) while(q), condition=condition, body=body, "
      "backend_config={\"known_trip_count\":{\"n\":\"24\"}}\n}\n",
      {{"d", 1, kColumns}, {"d", 2, kColumns}});
  for (const Loop& loop : p.loops(p.choice))
    EXPECT_EQ(loop.trips, p.name(loop.instruction) == "w" ? 1 : 24) << p.name(loop.instruction);
}

// XLA moves a transpose out of a `while` only for an operation that it moves, too.
TEST(Simulator, CopiesOfLoopInvariantTransposesStayInTheLoop) {
  const Pinned p(
      "HloModule m\n\nbody {\n  p = (f32[8,16], f32[16,16]) parameter(0)\n"
      "  x = f32[8,16] get-tuple-element(p), index=0\n  w = f32[16,16] get-tuple-element(p), index=1\n"
      "  v = f32[16,16] transpose(w), dimensions={1,0}\n"
      "  d = f32[8,16] dot(x, v), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
      "  ROOT t = (f32[8,16], f32[16,16]) tuple(d, w)\n}\n\n"
      "condition {\n  p = (f32[8,16], f32[16,16]) parameter(0)\n  ROOT c = pred[] constant(true)\n}\n\n"
      "ENTRY e {\n  q = (f32[8,16], f32[16,16]) parameter(0)\n"
      "  ROOT l = (f32[8,16], f32[16,16]) while(q), condition=condition, body=body, "
      "backend_config={\"known_trip_count\":{\"n\":\"24\"}}\n}\n",
      {{"d", 2, layoutOf({1, 0})}});
  const auto trips = [&](const std::vector<uint8_t>& rows) {
    double sum = 0;
    for (const Loop& loop : p.loops(rows)) sum += loop.trips;
    return sum;
  };
  EXPECT_EQ(trips(p.free), 24);
  EXPECT_EQ(trips(p.choice), 1) << "the constraint is moved, and the transpose and its copy with it";
}

// The constraint is computed before the `while`, but the addition reads the transpose in the loop and computes it
// there.
TEST(Simulator, ValuesThatAreAlsoReadInTheLoopStayInIt) {
  const Pinned p(
      "HloModule m\n\nbody {\n  p = (f32[16,16], f32[16,16]) parameter(0)\n"
      "  x = f32[16,16] get-tuple-element(p), index=0\n  w = f32[16,16] get-tuple-element(p), index=1\n"
      "  v = f32[16,16] transpose(w), dimensions={1,0}\n  a = f32[16,16] add(x, v)\n"
      "  d = f32[16,16] dot(a, v), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"
      "  ROOT t = (f32[16,16], f32[16,16]) tuple(d, w)\n}\n\n"
      "condition {\n  p = (f32[16,16], f32[16,16]) parameter(0)\n  ROOT c = pred[] constant(true)\n}\n\n"
      "ENTRY e {\n  q = (f32[16,16], f32[16,16]) parameter(0)\n"
      "  ROOT l = (f32[16,16], f32[16,16]) while(q), condition=condition, body=body, "
      "backend_config={\"known_trip_count\":{\"n\":\"24\"}}\n}\n",
      {{"d", 2, layoutOf({1, 0})}});
  EXPECT_EQ(p.accesses(p.choice).count("a reads v"), 1u) << "no copy of it is needed";
  for (const Loop& loop : p.loops(p.choice)) EXPECT_EQ(loop.trips, loop.kind == LoopKind::kCopy ? 1 : 24);
}

TEST(Simulator, ALoopWritesTheBitcastThatAllItsReadersRead) {
  const auto program = [](int outer, int inner, const std::string& merged) {
    const std::string o = std::to_string(outer), i = std::to_string(inner);
    return entry("  a = f32[" + o + ",16," + i + "] parameter(0)\n  t = f32[16," + o + "," + i +
                 "] transpose(a), dimensions={1,0,2}\n  r = f32[" + merged + "] reshape(t)\n  ROOT d = f32[" + merged +
                 "] custom-call(r), custom_call_target=\"any\"\n");
  };
  // Returns the divisions per element, all and uneven ones, after checking the signature.
  const auto divisions = [](const Pinned& p, const std::string& signature) {
    Simulator simulator = p.simulator();
    std::vector<Loop> loops;
    simulator.simulate({}, loops);
    EXPECT_EQ(simulator.nests().size(), 1u);
    EXPECT_EQ(simulator.nests().at(0).signature, signature);
    const auto of = [&](const char* input) {
      return std::exp2(2 * featuresOf(simulator, loops).at(0)[inputIndex(input)]) - 1;
    };
    return std::pair(of("log divisions per element"), of("log uneven divisions per element"));
  };
  const auto expect = [](std::pair<double, double> actual, double all, double uneven) {
    EXPECT_NEAR(actual.first, all, 1e-5);
    EXPECT_NEAR(actual.second, uneven, 1e-5);
  };
  // The inner loop of 30·6 visits two dimensions of a: divides by 6. In the second program the outer one does.
  expect(divisions(Pinned(program(30, 6, "16,180"), {}), "copy 180,16"), 1, 1);
  expect(divisions(Pinned(program(30, 6, "480,6"), {}), "copy 6,480"), 1. / 6, 1. / 6);
  expect(divisions(Pinned(program(30, 24, "16,720"), {}), "copy 720,16"), 1, 0);
  expect(divisions(Pinned(program(30, 8, "16,240"), {}), "copy 240,16"), 0, 0);
  // Divides by 3 and by 24 to index a shape that the loop does not write, although 3 and 8 are neighbours in memory.
  const std::string patches =
      "  a = f32[32,40,3] parameter(0)\n  s = f32[4,8,5,8,3] reshape(a)\n  t = f32[4,5,8,8,3] transpose(s), "
      "dimensions={0,2,1,3,4}\n  r = f32[20,192] reshape(t)\n  ROOT d = f32[20,192] custom-call(r), "
      "custom_call_target=\"any\"\n";
  expect(divisions(Pinned(entry(patches), {}), "copy 192,20"), 2 + 1. / 192, 1 + 1. / 192);
  // An array that is read from beginning to end is indexed as the result is.
  const std::string same =
      "  a = f32[16,30,6] parameter(0)\n  n = f32[16,30,6] negate(a)\n  r = f32[16,180] reshape(n)\n"
      "  ROOT d = f32[16,180] custom-call(r), custom_call_target=\"any\"\n";
  expect(divisions(Pinned(entry(same), {}), "loop 180,16"), 0, 0);
}

TEST(Simulator, ABitcastWithOtherReadersBesideItDoesNotChangeTheLoop) {
  const Pinned p(entry("  a = f32[32,16,8] parameter(0)\n  n = f32[32,16,8] tanh(a)\n  r = f32[512,8] reshape(n)\n"
                       "  d = f32[512,8] custom-call(r), custom_call_target=\"any\"\n"
                       "  ROOT t = (f32[512,8], f32[32,16,8]) tuple(d, n)\n"),
                 {});
  Simulator simulator = p.simulator();
  std::vector<Loop> loops;
  simulator.simulate({}, loops);
  EXPECT_EQ(simulator.nests()[0].signature, "loop 8,16,32");
}

TEST(Simulator, AFusionThatOnlyMovesDataIsACopy) {
  const Pinned p(entry("  a = f32[128] parameter(0)\n  r = f32[8,16] reshape(a)\n  t = f32[16,8] transpose(r), "
                       "dimensions={1,0}\n  ROOT d = f32[16,8] custom-call(t), custom_call_target=\"any\"\n"),
                 {});
  EXPECT_EQ(p.accesses({}), (Set{"t copies a"}));
}

TEST(Simulator, ALibraryComputesOnlySomeOperationsBeforeAReduction) {
  const auto accesses = [](const std::string& operation) {
    return Pinned(withAdd("  a = f32[64,128] parameter(0)\n  z = f32[] constant(0)\n  n = f32[64,128] " + operation +
                          "(a)\n  ROOT s = f32[64] reduce(n, z), dimensions={1}, to_apply=add\n"),
                  {})
        .accesses({});
  };
  EXPECT_EQ(accesses("exponential"), (Set{"s reads a", "s writes"}));
  EXPECT_EQ(accesses("cosine"), (Set{"n reads a", "n writes", "s reads n", "s writes"}));
}

TEST(Simulator, ALibraryComputesWhatOnlyItReads) {
  const std::string text =
      "  a = f32[64,128] parameter(0)\n  z = f32[] constant(0)\n  n = f32[64,128] exponential(a)\n"
      "  s = f32[64] reduce(n, z), dimensions={1}, to_apply=add\n  b = f32[64,128] broadcast(s), dimensions={0}\n";
  const Pinned alone(withAdd(text + "  ROOT q = f32[64,128] divide(n, b)\n"), {});
  EXPECT_EQ(alone.accesses({}), (Set{"q reads a", "q reads s", "q writes", "s reads a", "s writes"}));
  const Pinned shared(withAdd(text + "  q = f32[64,128] divide(n, b)\n"
                                     "  ROOT t = (f32[64,128], f32[64,128]) tuple(n, q)\n"),
                      {});
  EXPECT_EQ(shared.accesses({}),
            (Set{"n reads a", "n writes", "q reads n", "q reads s", "q writes", "s reads n", "s writes"}));
}

TEST(Simulator, AnUpdateInPlaceWritesOnlyTheUpdate) {
  const Pinned p(entry("  a = f32[64,16] parameter(0)\n  u = f32[1,16] parameter(1)\n  i = s32[] parameter(2)\n"
                       "  ROOT d = f32[64,16] dynamic-update-slice(a, u, i, i)\n"),
                 {});
  ASSERT_EQ(p.loops({}).size(), 1u);
  EXPECT_EQ(p.loops({})[0].elements, 16);
}

TEST(Simulator, UnconstrainedEqualsAChoiceOfNoConstraint) {
  const Pinned p(entry("  a = f32[8,16] parameter(0)\n  n = f32[8,16] negate(a)\n  ROOT r = f32[128] reshape(n)\n"),
                 {{"r", 1, kColumns}});
  Simulator simulator = p.simulator();
  std::vector<Loop> free, beyond, unconstrained;
  simulator.simulate(p.choice, free);  // fills the simulator's cache
  simulator.simulate(p.free, free);
  simulator.simulate(std::vector<uint8_t>{255}, beyond);
  simulator.simulate({}, unconstrained);
  EXPECT_EQ(featuresOf(simulator, free), featuresOf(simulator, unconstrained));
  EXPECT_EQ(beyond.size(), unconstrained.size());
  EXPECT_EQ(simulator.compilerDefault(), (std::vector<configs::Layout>{layoutOf({1, 0})}));
}

TEST(Simulator, NamesDoNotMatter) {
  const std::string text =
      entry("  a = f32[8,16] parameter(0)\n  n = f32[8,16] tanh(a)\n  ROOT r = f32[128] reshape(n)\n");
  const std::string renamed =
      entry("  zz = f32[8,16] parameter(0)\n  b = f32[8,16] tanh(zz)\n  ROOT r = f32[128] reshape(b)\n");
  const Pinned p(text, {{"r", 1, kColumns}}), q(renamed, {{"r", 1, kColumns}});
  EXPECT_EQ(p.features(p.choice), q.features(q.choice));
}

TEST(Simulator, WithoutFusionEveryOperationHasALoop) {
  Pinned p(entry("  a = f32[8,16] parameter(0)\n  b = f32[8,16] negate(a)\n  ROOT c = f32[8,16] abs(b)\n"), {});
  EXPECT_EQ(p.accesses({}), (Set{"c reads a", "c writes"}));
  p.rules.fuses = false;
  EXPECT_EQ(p.accesses({}), (Set{"b reads a", "b writes", "c reads b", "c writes"}));
}

TEST(Simulator, WithoutConflictsStridesDoNotCompete) {
  Pinned p(entry("  a = f32[1024,1024] parameter(0)\n  ROOT r = f32[1048576] reshape(a)\n"), {{"r", 1, kColumns}});
  const size_t conflict = inputIndex("read conflict");
  EXPECT_GT(p.features(p.choice).at(0)[conflict], 1);
  p.rules.conflicts = false;
  EXPECT_EQ(p.features(p.choice).at(0)[conflict], 0);
}

TEST(Simulator, TheCachesDecideWhatFitsAndWhichStridesCompete) {
  Pinned p(entry("  a = f32[1024,1024] parameter(0)\n  ROOT r = f32[1048576] reshape(a)\n"), {{"r", 1, kColumns}});
  const size_t fits = inputIndex("array > L2 cache"), competes = inputIndex("read conflict > 1"),
               useful = inputIndex("useful fraction of a line");
  const auto features = [&](const Caches& caches) {
    p.rules.caches = caches;
    return p.features(p.choice).at(0);
  };
  EXPECT_EQ(features({})[fits], 1);
  EXPECT_EQ(features({})[competes], 1);
  EXPECT_EQ(features({})[useful], 1);
  EXPECT_EQ(features({.level2KiB = 4096})[fits], 0);  // the array has 4 MiB
  EXPECT_EQ(features({.level1Ways = 1024})[competes], 0);
  EXPECT_EQ(features({.level1Sets = 1 << 16})[competes], 0);  // strides of 4 KiB are in 16 times as many sets
  EXPECT_EQ(features({.line = 8192})[useful], .5);            // a contiguous loop has 4 KiB
}

TEST(Simulator, InvalidAttributesAndLayoutsDoNotCrash) {
  const Pinned p(entry("  a = f32[8,0,16] parameter(0)\n  t = f32[8,16] transpose(a), dimensions={7,7}\n"
                       "  b = f32[8,16] broadcast(t), dimensions={1,1}\n  ROOT r = f32[128] reshape(b)\n"),
                 {{"r", 1, layoutOf({1, 1})}, {"r", 2, layoutOf({0, 1})}});
  EXPECT_TRUE(p.copies().empty());
  p.loops(p.choice);
}

TEST(Simulator, DeepAndWideProgramsTakeLinearTime) {
  std::string text = "  v0 = f32[8,16] parameter(0)\n";
  for (int i = 1; i < 20000; ++i)
    text += "  v" + std::to_string(i) + " = f32[8,16] add(v" + std::to_string(i - 1) + ", v" + std::to_string(i / 2) +
            ")\n";
  const Pinned p(entry(text + "  ROOT r = f32[128] reshape(v19999)\n"), {{"r", 1, kColumns}});
  EXPECT_FALSE(p.loops(p.choice).empty());
}

TEST(Simulator, ALongChainOfBitcastsTakesLinearTime) {
  std::string text = "  v0 = f32[1,64] parameter(0)\n";
  for (int i = 1; i < 20000; ++i) {
    const char* const shape = i % 2 != 0 ? "[64,1]" : "[1,64]";
    text +=
        "  v" + std::to_string(i) + " = f32" + shape + " transpose(v" + std::to_string(i - 1) + "), dimensions={1,0}\n";
  }
  const Pinned p(entry(text + "  ROOT r = f32[64] reshape(v19999)\n"), {});
  EXPECT_TRUE(p.loops({}).empty()) << "all of them are bitcasts";
}

TEST(Simulator, ABroadcastThatDoesNotFitIsNotLeftToALibrary) {
  const Pinned p(
      withAdd("  a = f32[4] parameter(0)\n  z = f32[] constant(0)\n  b = f32[64,128] broadcast(a), dimensions={1}\n"
              "  ROOT s = f32[64] reduce(b, z), dimensions={1}, to_apply=add\n"),
      {});
  EXPECT_EQ(p.accesses({}), (Set{"s reads b", "s writes"}));
}

TEST(Simulator, NamesOfInputsAreDistinct) {
  EXPECT_EQ(std::set<std::string_view>(kAccessFeatureNames.begin(), kAccessFeatureNames.end()).size(), kAccessFeatures);
}

}  // namespace
}  // namespace hlorank::simulation
