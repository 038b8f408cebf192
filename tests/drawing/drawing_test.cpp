#include <gtest/gtest.h>

#include "shared/base/random.h"
#include "shared/hlo/read.h"
#include "tests/drawing/sound.h"
#include "tests/graph/module_of.h"
#include "tests/support/suite.h"

namespace hlorank::drawing {
namespace {

using test::moduleOf;
using test::nodeOf;

// Returns the text of a random HLO program with operations, fusions, and instructions that only pass data on (such as
// tuples).
std::string randomProgram(uint64_t seed) {
  Random random(seed);
  std::string text =
      "HloModule random\nfused {\n  q = f32[8] parameter(0)\n  v = f32[8] exponential(q)\n"
      "  ROOT w = f32[8] negate(v)\n}\nENTRY main {\n  i0 = f32[8] parameter(0)\n";
  const uint64_t count = 5 + random.below(150), reach = 1 + random.below(30);
  std::string last = "i0";
  std::vector<std::string> arrays{"i0"};
  int parameters = 1;
  for (uint64_t k = 1; k < count; ++k) {
    last = "i" + std::to_string(k);
    const auto any = [&] { return arrays[arrays.size() - 1 - random.below(std::min<uint64_t>(arrays.size(), reach))]; };
    switch (random.below(8)) {
      case 0:
        text += "  " + last + " = f32[8] fusion(" + any() + "), kind=kLoop, calls=fused\n";
        break;
      case 1:
        text += "  " + last + " = f32[8] parameter(" + std::to_string(parameters++) + ")\n";
        break;
      case 2:
        text += "  t" + last + " = (f32[8], f32[8]) tuple(" + any() + ", " + any() + ")\n  " + last +
                " = f32[8] get-tuple-element(t" + last + "), index=1\n";
        break;
      case 3:
        text += "  " + last + " = f32[8] negate(" + any() + ")\n";
        break;
      default:
        text += "  " + last + " = f32[8] add(" + any() + ", " + any() + ")\n";
    }
    arrays.push_back(last);
  }
  return text + "  ROOT root = f32[8] negate(" + last + ")\n}\n";
}

TEST(DrawingTest, RandomProgramsHaveValidDrawings) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const hlo::Module module = moduleOf(randomProgram(seed));
    const Outline outline = buildOutline(module);
    expectValidDrawing(outline, draw(module, outline));
    expectValidDrawing(outline, draw(module, outline, {.openAll = true}));
    const Drawing everything = draw(module, outline, {.openAll = true, .plumbing = true});
    expectBoxesApart(everything);
    expectLinesRunDown(everything);
    if (HasFatalFailure()) return;
  }
}

// Relative position of two boxes. `above`, `left`: 1 if the first box is above (left of) the second, -1 if below
// (right), 0 if neither.
struct Order {
  int above, left;
};
Order orderOf(Rect a, Rect b) {
  const bool beside = a.y < b.y + b.h && b.y < a.y + a.h, stacked = a.x < b.x + b.w && b.x < a.x + a.w;
  return {stacked && !beside ? (a.y < b.y ? 1 : -1) : 0, beside && !stacked ? (a.x < b.x ? 1 : -1) : 0};
}

TEST(DrawingTest, OpeningBoxesKeepsTheOrderOfOtherBoxes) {
  const hlo::Module module = moduleOf(residualNet(30));
  const Outline outline = buildOutline(module);
  const Drawing all = draw(module, outline, {.openAll = true});
  Random random(7);
  int compared = 0;
  for (int trial = 0; trial < 20; ++trial) {
    Options options;
    for (PlaceId p = 0; p < outline.places.size(); ++p)
      if (outline.openable(p) && random.below(2)) options.open.push_back(p);
    const Drawing some = draw(module, outline, options);
    expectValidDrawing(outline, some);
    for (const std::vector<PlaceId>& siblings : childrenInOrder(some)) {
      for (const PlaceId a : siblings) {
        for (const PlaceId b : siblings) {
          const Order now = orderOf(rectOf(some, some.boxOf[a]), rectOf(some, some.boxOf[b]));
          const Order then = orderOf(rectOf(all, all.boxOf[a]), rectOf(all, all.boxOf[b]));
          EXPECT_GE(now.above * then.above, 0) << a << " and " << b;
          EXPECT_GE(now.left * then.left, 0) << a << " and " << b;
          compared += now.above * then.above + now.left * then.left;
        }
      }
    }
  }
  EXPECT_GT(compared, 1000);
}

TEST(DrawingTest, LongChainsOfCopiesAreWrappedIntoColumns) {
  const hlo::Module module = moduleOf(residualNet(60));
  const Outline outline = buildOutline(module);
  PlaceId repeat = 0;
  while (outline.places[repeat].kind != Kind::kRepeat) ++repeat;
  const Drawing drawing = draw(module, outline, {.open = {repeat}});
  expectValidDrawing(outline, drawing);
  const Rect around = rectOf(drawing, drawing.boxOf[repeat]);
  EXPECT_LT(around.h, around.w);
  // While the copies of a repeated block are closed, the box around them is wide, but less than five times as wide as
  // high.
  EXPECT_LT(around.w, 5 * around.h);
  const Drawing all = draw(module, outline, {.openAll = true});
  const Rect opened = rectOf(all, all.boxOf[repeat]);
  EXPECT_LT(opened.h, 3 * opened.w);
  EXPECT_LT(opened.w, 3 * opened.h);
  int columns = 1;
  const Rect* above = nullptr;
  std::vector<Rect> copies;
  for (uint32_t box = 0; box < drawing.boxes(); ++box)
    if (drawing.parents[box] == drawing.boxOf[repeat]) copies.push_back(rectOf(drawing, box));
  EXPECT_GT(copies.size(), 50u);
  for (const Rect& copy : copies) {
    if (above != nullptr && copy.y < above->y) {
      ++columns;
      EXPECT_GT(copy.x, above->x + above->w);
      EXPECT_EQ(copy.y, copies[0].y);
    } else if (above != nullptr) {
      EXPECT_NEAR(copy.x + copy.w / 2, above->x + above->w / 2, 3);
    }
    above = &copy;
  }
  EXPECT_GT(columns, 2);
  const auto stubs = std::count_if(drawing.edgeFlags.begin(), drawing.edgeFlags.end(),
                                   [](uint8_t flags) { return (flags & kStub) != 0; });
  EXPECT_EQ(stubs, columns - 1);
}

TEST(DrawingTest, OpeningACopyDoesNotMoveOtherColumns) {
  const hlo::Module module = moduleOf(residualNet(60));
  const Outline outline = buildOutline(module);
  PlaceId repeat = 0;
  while (outline.places[repeat].kind != Kind::kRepeat) ++repeat;
  const PlaceId first = repeat + 1, second = outline.places[first].end;
  PlaceId last = first;
  while (outline.places[last].end < outline.places[repeat].end) last = outline.places[last].end;
  const Drawing closed = draw(module, outline, {.open = {repeat}});
  const Drawing opened = draw(module, outline, {.open = {repeat, first}});
  expectValidDrawing(outline, opened);
  const auto below = [&](const Drawing& drawing, PlaceId place) {
    return rectOf(drawing, drawing.boxOf[place]).y - rectOf(drawing, drawing.boxOf[repeat]).y;
  };
  EXPECT_GT(below(opened, second), below(closed, second) + 20);
  EXPECT_EQ(below(opened, last), below(closed, last));
}

// The graph has five interleaved chains of repeated blocks, wrapped into columns. Expects that no boxes overlap when a
// block is open, although rows of different columns then share heights.
TEST(DrawingTest, OpenCopiesDoNotOverlapOtherColumns) {
  constexpr int kChains = 5, kCopies = 100;
  std::string text = "HloModule m\nENTRY main {\n", ends, shapes;
  const std::string to = " = f32[8] ";
  for (int i = 0; i < kCopies; ++i) {
    const std::string n = std::to_string(i), in = i < kChains ? "p" + n : "a" + std::to_string(i - kChains);
    text += "  p" + n + to + "parameter(" + n + ")\n  m" + n + to + "multiply(p" + n + ", " + in + ")\n";
    text += "  e" + n + to + "exponential(m" + n + ")\n  t" + n + to + "tanh(e" + n + ")\n";
    text += "  a" + n + to + "add(t" + n + ", m" + n + ")\n";
    if (i + kChains < kCopies) continue;
    ends += (ends.empty() ? "a" : ", a") + n;
    shapes += shapes.empty() ? "f32[8]" : ", f32[8]";
  }
  const hlo::Module module = moduleOf(text + "  ROOT all = (" + shapes + ") tuple(" + ends + ")\n}\n");
  const Outline outline = buildOutline(module);
  PlaceId repeat = 0;
  while (repeat < outline.places.size() && outline.places[repeat].kind != Kind::kRepeat) ++repeat;
  ASSERT_LT(repeat, outline.places.size());
  int opened = 0;
  for (PlaceId copy = repeat + 1; copy < outline.places[repeat].end; copy = outline.places[copy].end) {
    if (!outline.openable(copy)) continue;
    expectValidDrawing(outline, draw(module, outline, {.open = {repeat, copy}}));
    ++opened;
  }
  EXPECT_EQ(opened, kCopies);
}

TEST(DrawingTest, DrawingsAreDeterministic) {
  const hlo::Module a = moduleOf(randomProgram(11)), b = moduleOf(randomProgram(11));
  const Drawing first = draw(a, buildOutline(a), {.openAll = true}),
                second = draw(b, buildOutline(b), {.openAll = true});
  EXPECT_EQ(first.rects, second.rects);
  EXPECT_EQ(first.points, second.points);
  EXPECT_EQ(first.from, second.from);
}

TEST(DrawingTest, StepsGrowNearLinearlyWithTheProgram) {
  const auto steps = [](int blocks) {
    const hlo::Module module = moduleOf(residualNet(blocks));
    return draw(module, buildOutline(module), {.openAll = true}).steps;
  };
  EXPECT_LE(steps(4000), 5 * steps(1000));
}

TEST(DrawingTest, PlumbingIsPinnedToItsFirstUser) {
  const hlo::Module module = moduleOf(R"(HloModule m
ENTRY main {
  x = f32[8] parameter(0)
  c = f32[] constant(2)
  twos = f32[8] broadcast(c), dimensions={}
  e = f32[8] exponential(x)
  m = f32[8] multiply(e, twos)
  a = f32[8] add(m, twos)
  t = (f32[8], f32[8]) tuple(m, a)
  g = f32[8] get-tuple-element(t), index=1
  ROOT n = f32[8] negate(g)
}
)");
  const Outline outline = buildOutline(module);
  const auto box = [&, drawing = draw(module, outline)](const char* name) {
    return title(module, outline, drawing.places[drawing.boxOf[outline.placeOf[nodeOf(module, name)]]]);
  };
  EXPECT_EQ(box("x"), "e");
  EXPECT_EQ(box("twos"), "m");
  EXPECT_EQ(box("c"), "m");
  const Drawing drawing = draw(module, outline);
  EXPECT_EQ(drawing.boxes(), 5u) << "the program and e, m, a, n";
  EXPECT_EQ(drawing.edges(), 3u) << "e to m, m to a, and a to n through the tuple";
  EXPECT_EQ(drawing.pinX.size(), 5u) << "x, c, twos, t, g";
  EXPECT_EQ(draw(module, outline, {.plumbing = true}).boxes(), 10u);
}

TEST(DrawingTest, ProgramsOfTheConformanceSuiteHaveValidDrawings) {
  const auto suite = test::suite();
  if (!suite) GTEST_SKIP() << "the conformance suite is missing";
  int count = 0;
  for (const char* folder : {"valid", "real_text"}) {
    for (const auto& entry : std::filesystem::directory_iterator(*suite / folder)) {
      auto read = hlo::readModule(test::readFile(entry.path()));
      if (!read) continue;
      SCOPED_TRACE(entry.path().filename().string());
      const Outline outline = buildOutline(read->module);
      expectValidDrawing(outline, draw(read->module, outline));
      expectValidDrawing(outline, draw(read->module, outline, {.openAll = true}));
      if (HasFatalFailure()) return;
      ++count;
    }
  }
  EXPECT_GT(count, 10'000);
}

}  // namespace
}  // namespace hlorank::drawing
