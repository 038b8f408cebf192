// Tests how the simulated compiler propagates layouts: each rule of "Layouts" in docs/simulation.md on a small program.
#include <gtest/gtest.h>

#include "tests/simulation/pinned.h"

namespace hlorank::simulation {
namespace {

TEST(Propagation, AConstraintTravelsBackwardsThroughElementwiseOperations) {
  const Pinned p(entry("  a = f32[8,16] parameter(0)\n  b = f32[8,16] parameter(1)\n  v = f32[8,16] add(a, b)\n"
                       "  ROOT r = f32[128] reshape(v)\n"),
                 {{"r", 1, kColumns}});
  EXPECT_EQ(p.copies(), (Texts{"a v {1,0} {0,1}", "b v {1,0} {0,1}", "v r {0,1} {1,0}"}));
}

TEST(Propagation, PropagationIsListedStepByStep) {
  const Pinned p(entry("  a = f32[8,16] parameter(0)\n  b = f32[8,16] parameter(1)\n  v = f32[8,16] add(a, b)\n"
                       "  ROOT r = f32[128] reshape(v)\n"),
                 {{"r", 1, kColumns}});
  EXPECT_EQ(p.steps(), (std::vector<std::string>{"begin r", "take v", "keep a", "keep b"}));
  Simulator simulator = p.simulator();
  EXPECT_EQ(simulator.propagate(p.choice).results[p.node("v")], kColumns);
  EXPECT_EQ(simulator.propagate(p.free).results, simulator.propagate({}).results);
}

TEST(Propagation, AConstraintDoesNotTravelForwards) {
  const Pinned p(entry("  a = f32[8,16] parameter(0)\n  r = f32[16,8] reshape(a)\n  ROOT n = f32[16,8] negate(r)\n"),
                 {{"r", 0, kColumns}});
  EXPECT_EQ(p.copies(), (Texts{"r n {0,1} {1,0}"}));
}

TEST(Propagation, AReshapeChangesTheLayoutItself) {
  const Pinned p(entry("  a = f32[8,16] parameter(0)\n  ROOT r = f32[16,8] reshape(a)\n"), {{"r", 0, kColumns}});
  EXPECT_EQ(p.copies(), (Texts{"r output {0,1} {1,0}"}));
}

TEST(Propagation, ATransposeIsABitcastOfItsRowMajorOperand) {
  const Pinned p(entry("  a = f32[8,16] parameter(0)\n  t = f32[16,8] transpose(a), dimensions={1,0}\n"
                       "  ROOT n = f32[16,8] negate(t)\n"),
                 {});
  EXPECT_EQ(p.copies(), (Texts{"t n {0,1} {1,0}"}));
  EXPECT_EQ(p.accesses({}), (Set{"n reads a", "n writes"}));  // the loop of n does the copy, by its index map
}

TEST(Propagation, AReduceTakesTheLayoutThatItsReaderWants) {
  const Pinned p(withAdd("  a = f32[8,16,4] parameter(0)\n  z = f32[] constant(0)\n"
                         "  s = f32[8,16] reduce(a, z), dimensions={2}, to_apply=add\n"
                         "  ROOT r = f32[128] reshape(s)\n"),
                 {{"r", 1, kColumns}});
  EXPECT_EQ(p.copies(), (Texts{"s r {0,1} {1,0}"}));
}

TEST(Propagation, TheLastConstraintOfAValueWins) {
  const std::string text = entry(
      "  a = f32[8,16,4] parameter(0)\n  n = f32[8,16,4] negate(a)\n  r = f32[512] reshape(n)\n"
      "  s = f32[8,64] reshape(n)\n  ROOT t = (f32[512], f32[8,64]) tuple(r, s)\n");
  const Pinned p(text, {{"r", 1, layoutOf({0, 1, 2})}, {"s", 1, layoutOf({2, 0, 1})}});
  EXPECT_EQ(p.copies(),
            (Texts{"a n {2,1,0} {2,0,1}", "n r {0,1,2} {2,1,0}", "n r {2,0,1} {0,1,2}", "n s {2,0,1} {2,1,0}"}));
}

TEST(Propagation, EqualConstraintsOfAValueAreOne) {
  const std::string text = entry(
      "  a = f32[8,16] parameter(0)\n  r = f32[128] reshape(a)\n  s = f32[4,32] reshape(a)\n"
      "  ROOT t = (f32[128], f32[4,32]) tuple(r, s)\n");
  const Pinned p(text, {{"r", 1, kColumns}, {"s", 1, kColumns}});
  EXPECT_EQ(p.copies(), (Texts{"a r {0,1} {1,0}", "a r {1,0} {0,1}", "a s {0,1} {1,0}"}));
}

TEST(Propagation, DotsAreRowMajor) {
  const Pinned p(entry("  a = f32[8,16] parameter(0)\n  b = f32[16,4] parameter(1)\n"
                       "  ROOT d = f32[8,4] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n"),
                 {{"d", 0, kColumns}, {"d", 1, kColumns}});
  EXPECT_EQ(p.copies(), (Texts{"a d {1,0} {0,1}", "a d {0,1} {1,0}", "d d {1,0} {0,1}", "d output {0,1} {1,0}"}));
}

TEST(Propagation, WithoutPropagationAConstraintIsACopy) {
  Pinned p(entry("  a = f32[8,16] parameter(0)\n  b = f32[8,16] parameter(1)\n  v = f32[8,16] add(a, b)\n"
                 "  ROOT r = f32[128] reshape(v)\n"),
           {{"r", 1, kColumns}});
  p.rules.propagates = false;
  EXPECT_EQ(p.copies(), (Texts{"v r {0,1} {1,0}", "v r {1,0} {0,1}"}));
}

}  // namespace
}  // namespace hlorank::simulation
