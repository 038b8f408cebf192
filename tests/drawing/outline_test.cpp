// Tests the outline of a program: the tree of nested groups of instructions that is drawn as boxes.

#include <gtest/gtest.h>

#include "tests/drawing/sound.h"
#include "tests/graph/module_of.h"

namespace hlorank::drawing {
namespace {

using test::moduleOf;
using test::nodeOf;

std::vector<std::string> titlesBeneath(const hlo::Module& module, const Outline& outline, PlaceId place) {
  std::vector<std::string> titles;
  for (PlaceId p = place + 1; p < outline.places[place].end; p = outline.places[p].end)
    if (!outline.places[p].folded) titles.push_back(title(module, outline, p));
  return titles;
}

TEST(OutlineTest, RepeatedBlocksBecomeOneRepeatBox) {
  const hlo::Module module = moduleOf(residualNet(12));
  const Outline outline = buildOutline(module);
  EXPECT_EQ(titlesBeneath(module, outline, 0), (std::vector<std::string>{"block × 12", "out"}));
  EXPECT_EQ(subtitle(module, outline, 1), "each dot, exponential");
  EXPECT_EQ(outline.places[1].repeats, 12u);
  const PlaceId block = 2;
  EXPECT_EQ(title(module, outline, block), "block 1");
  EXPECT_EQ(titlesBeneath(module, outline, block), (std::vector<std::string>{"h0", "r0", "e0", "m0", "o0", "x1"}));
}

TEST(OutlineTest, OpNameScopesNameTheBlocks) {
  const hlo::Module module = moduleOf(residualNet(4, true));
  const Outline outline = buildOutline(module);
  EXPECT_EQ(title(module, outline, 1), "layer_* × 4");
  EXPECT_EQ(title(module, outline, 2), "layer_0");
}

TEST(OutlineTest, InstructionCountsIncludeCombinersAndTheRootCountsEachOnce) {
  const hlo::Module module = moduleOf(residualNet(12));
  const Outline outline = buildOutline(module);
  ASSERT_EQ(outline.places[1].kind, Kind::kRepeat);
  EXPECT_EQ(outline.places[1].instructions,
            3 + 12 * (7 + 3u));  // each block counts the parameters that no earlier block uses
  EXPECT_EQ(outline.places[0].instructions, module.instructions.size());
}

TEST(OutlineTest, LoopsContainComputationsAndFusionsContainInstructions) {
  const hlo::Module module = moduleOf(R"(HloModule m
fused {
  p = f32[8] parameter(0)
  e = f32[8] exponential(p)
  ROOT n = f32[8] negate(e)
}
body {
  b = f32[8] parameter(0)
  ROOT f = f32[8] fusion(b), kind=kLoop, calls=fused
}
cond {
  c = f32[8] parameter(0)
  ROOT t = pred[] constant(true)
}
ENTRY main {
  x = f32[8] parameter(0)
  ROOT w = f32[8] while(x), condition=cond, body=body
}
)");
  const Outline outline = buildOutline(module);
  const PlaceId loop = outline.placeOf[nodeOf(module, "w")];
  EXPECT_EQ(titlesBeneath(module, outline, loop), (std::vector<std::string>{"body: body", "condition: cond"}));
  const PlaceId fusion = outline.placeOf[nodeOf(module, "f")];
  EXPECT_EQ(titlesBeneath(module, outline, fusion), (std::vector<std::string>{"e", "n"}));
  const PlaceId body = outline.places[fusion].parent;
  EXPECT_EQ(outline.places[body].parent, loop);
  const Drawing drawing = draw(module, outline, {.open = {loop, body, fusion}});
  EXPECT_EQ(drawing.places[drawing.boxOf[fusion + 2]], fusion + 2) << "contents of open boxes are boxes";
}

TEST(OutlineTest, ComputationsWithTooManyPlacesOpenOnlyAtTheirFirstCall) {
  std::string text = "HloModule m\nc0 {\n  p0 = f32[8] parameter(0)\n  ROOT e0 = f32[8] exponential(p0)\n}\n";
  for (int i = 1; i <= 40; ++i) {  // if every call could be opened, the outline would have 2^40 nodes
    const std::string n = std::to_string(i), callee = "c" + std::to_string(i - 1);
    text += "c" + n + " {\n  p" + n + " = f32[8] parameter(0)\n  a" + n + " = f32[8] call(p" + n +
            "), to_apply=" + callee + "\n  ROOT b" + n + " = f32[8] call(a" + n + "), to_apply=" + callee + "\n}\n";
  }
  const hlo::Module module =
      moduleOf(text + "ENTRY main {\n  x = f32[8] parameter(0)\n  ROOT r = f32[8] call(x), to_apply=c40\n}\n");
  const Outline outline = buildOutline(module);
  EXPECT_LE(outline.places.size(), module.instructions.size() + module.computations.size());
  EXPECT_TRUE(outline.openable(outline.placeOf[nodeOf(module, "a7")]));
  EXPECT_FALSE(outline.openable(outline.placeOf[nodeOf(module, "b7")]));
  EXPECT_EQ(outline.places[outline.placeOf[nodeOf(module, "r")]].instructions, UINT32_MAX - 1) << "counts are capped";
  EXPECT_EQ(outline.places[0].instructions, module.instructions.size());
  expectValidDrawing(outline, draw(module, outline, {.openAll = true}));
}

}  // namespace
}  // namespace hlorank::drawing
