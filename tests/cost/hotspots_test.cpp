#include "shared/cost/hotspots.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <regex>

#include "shared/cost/conflicts.h"
#include "shared/cost/layouts.h"
#include "shared/cost/report.h"
#include "shared/cost/strides.h"
#include "tests/graph/module_of.h"
#include "tests/support/suite.h"

namespace hlorank::cost {
namespace {

using test::moduleOf;
using test::nodeOf;

constexpr char kText[] = R"(HloModule m
fused { p = f32[64,64]{1,0} parameter(0)
  t = f32[64,64]{0,1} transpose(p), dimensions={1,0}
  ROOT c = f32[64,64]{1,0} copy(t) }
ENTRY main {
  x = f32[64,64]{1,0} parameter(0)
  a = f32[64,64]{1,0} add(x, x), metadata={op_name="jit(f)/layer_0/mlp/add"}
  d = f32[64,64]{1,0} dot(a, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name="jit(f)/layer_0/dot"}
  e = f32[64,64]{1,0} exponential(d), metadata={op_name="jit(f)/layer_1/exp"}
  same = f32[64,64]{1,0} copy(e)
  other = f32[64,64]{0,1} copy(same)
  move = f32[64,64]{1,0} fusion(e), kind=kLoop, calls=fused
  flat = f32[4096]{0} reshape(other)
  ROOT r = (f32[64,64]{0,1}, f32[64,64]{1,0}, f32[4096]{0}) tuple(other, move, flat)
}
)";

const Machine& machine() {
  return *findMachine("cpu-1core");
}

TEST(Hotspots, AreSortedAndTheirSharesAddUpToOne) {
  const hlo::Module module = moduleOf(kText);
  const auto hotspots = listHotspots(module, analyse(module), machine());
  double share = 0;
  for (size_t i = 0; i < hotspots.size(); ++i) {
    share += hotspots[i].share;
    EXPECT_GE(hotspots[i == 0 ? 0 : i - 1].seconds, hotspots[i].seconds);
  }
  EXPECT_NEAR(share, 1, 1e-12);
}

TEST(Hotspots, NameWhatLimitsAnInstruction) {
  const hlo::Module module = moduleOf(kText);
  const auto boundOf = [&](std::string_view instruction) {
    for (const Hotspot& spot : listHotspots(module, analyse(module), machine()))
      if (spot.id == nodeOf(module, instruction)) return name(spot.bound);
    return std::string_view("absent");
  };
  EXPECT_EQ(boundOf("a"), "memory");
  EXPECT_EQ(boundOf("d"), "compute");
  EXPECT_EQ(boundOf("same"), "memory");
  EXPECT_EQ(boundOf("other"), "layout");
  EXPECT_EQ(boundOf("move"), "layout");
  EXPECT_EQ(boundOf("x"), "none");
}

TEST(Groups, AddUpToTheProgram) {
  const auto read =
      hlo::readModule(test::readFile(test::testData("../../data/layouts/train/conformer_train_2blocks.hlo.txt.gz")));
  ASSERT_TRUE(read.ok());
  // On a CPU, slow code counts more operations than FLOPs.
  for (const char* name : {"cpu-1core", "h200"}) {
    const Report report(read->module, *findMachine(name));
    for (const Grouping by : {Grouping::kOperation, Grouping::kKind, Grouping::kScope}) {
      Cost sum;
      double share = 0;
      for (const Group& group : groupHotspots(read->module, report.hotspots, by)) {
        sum += group.sum.cost;
        share += group.sum.share;
      }
      EXPECT_NEAR(sum.flops, report.analysis.total.flops, 1e-9 * sum.flops);
      EXPECT_NEAR(sum.transcendentals, report.analysis.total.transcendentals, 1e-9 * sum.transcendentals);
      EXPECT_NEAR(sum.bytes, report.analysis.total.bytes, 1e-9 * sum.bytes);
      for (size_t kind = 0; kind < kArithmetics; ++kind)
        EXPECT_NEAR(sum.operations[kind], report.analysis.total.operations[kind], 1e-9 * sum.operations[kind]);
      if (report.machine.platform != Platform::kCpu) {
        EXPECT_NEAR(std::accumulate(sum.operations.begin(), sum.operations.end(), 0.0), sum.flops, 1e-9 * sum.flops);
      }
      EXPECT_NEAR(share, 1, 1e-9);
    }
  }
}

TEST(Groups, NameScopesWithoutEscapes) {
  const hlo::Module module = moduleOf(R"(HloModule m
ENTRY main { p = f32[64]{0} parameter(0)
  ROOT n = f32[64]{0} negate(p), metadata={op_name="caf\303\251/neg"} }
)");
  const auto groups = groupHotspots(module, listHotspots(module, analyse(module), machine()), Grouping::kScope);
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].name, "café");
}

TEST(Groups, NestScopes) {
  const hlo::Module module = moduleOf(kText);
  const auto groups = groupHotspots(module, listHotspots(module, analyse(module), machine()), Grouping::kScope);
  std::vector<std::string> lines;
  for (const Group& group : groups) lines.push_back(std::string(group.depth, ' ') + group.name);
  EXPECT_EQ(lines, (std::vector<std::string>{"jit(f)", " layer_0", "  mlp", " layer_1", "(no scope)"}));
  EXPECT_NEAR(groups[0].inclusive.share, groups[1].inclusive.share + groups[3].inclusive.share, 1e-12);
}

// JAX names the instructions of a function relative to its calls, and calls one function from several layers.
TEST(Groups, PlaceTheInstructionsOfAFunctionInTheScopesOfItsCalls) {
  const hlo::Module module = moduleOf(R"hlo(HloModule m
max { p = f32[64]{0} parameter(0)
  ROOT m = f32[64]{0} maximum(p, p), metadata={op_name="max"} }
relu { p = f32[64]{0} parameter(0)
  unnamed = f32[64]{0} add(p, p)
  ROOT c = f32[64]{0} call(unnamed), to_apply=max, metadata={op_name="jit(max)"} }
absolute { p = f32[64]{0} parameter(0)
  ROOT n = f32[64]{0} negate(p), metadata={op_name="jit(f)/layer_0/neg"} }
body { s = (s32[], f32[64]{0}) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  x = f32[64]{0} get-tuple-element(s), index=1
  one = s32[] constant(1)
  next = s32[] add(i, one)
  y = f32[64]{0} call(x), to_apply=relu, metadata={op_name="while/body/jit(relu)"}
  ROOT t = (s32[], f32[64]{0}) tuple(next, y) }
condition { s = (s32[], f32[64]{0}) parameter(0)
  i = s32[] get-tuple-element(s), index=0
  three = s32[] constant(3)
  ROOT less = pred[] compare(i, three), direction=LT }
loop { x = f32[64]{0} parameter(0)
  zero = s32[] constant(0)
  s = (s32[], f32[64]{0}) tuple(zero, x)
  w = (s32[], f32[64]{0}) while(s), condition=condition, body=body, metadata={op_name="while"}
  ROOT y = f32[64]{0} get-tuple-element(w), index=1 }
ENTRY main {
  x = f32[64]{0} parameter(0)
  a = f32[64]{0} call(x), to_apply=relu, metadata={op_name="jit(f)/layer_0/jit(relu)"}
  b = f32[64]{0} call(a), to_apply=absolute, metadata={op_name="jit(f)/layer_0/neg"}
  ROOT c = f32[64]{0} call(b), to_apply=loop, metadata={op_name="jit(f)/layer_1/jit(loop)"}
}
)hlo");
  const auto groups = groupHotspots(module, listHotspots(module, analyse(module), machine()), Grouping::kScope);
  std::vector<std::string> lines;
  for (const Group& group : groups)
    lines.push_back(std::string(group.depth, ' ') + group.name + " " +
                    std::to_string(std::lround(group.sum.cost.flops)));
  EXPECT_EQ(lines, (std::vector<std::string>{"jit(f) 0", " layer_1 0", "  jit(loop) 6", "   while 0", "    body 0",
                                             "     jit(relu) 192", "      jit(max) 192", " layer_0 64",
                                             "  jit(relu) 64", "   jit(max) 64"}));
}

TEST(Costs, DoNotDependOnNames) {
  const hlo::Module module = moduleOf(kText);
  const std::string renamed =
      std::regex_replace(std::string(kText), std::regex(R"(\b(a|d|e|move|fused|t)\b(?=[ ,)\n{]))"), "z_$1.7");
  const hlo::Module other = moduleOf(renamed);
  const Report before(module, machine()), after(other, machine());
  ASSERT_EQ(before.hotspots.size(), after.hotspots.size());
  for (size_t i = 0; i < before.hotspots.size(); ++i) {
    EXPECT_EQ(before.hotspots[i].seconds, after.hotspots[i].seconds);
    EXPECT_EQ(before.hotspots[i].cost.flops, after.hotspots[i].cost.flops);
  }
}

TEST(Conflicts, ListCopiesTransposesAndReshapesThatMoveData) {
  const hlo::Module module = moduleOf(kText);
  std::vector<std::string> lines;
  for (const Conflict& conflict : listConflicts(module, analyse(module)))
    lines.push_back(std::string(module.instructions[conflict.id].name) + " " + std::string(name(conflict.kind)) +
                    (conflict.isFused ? " fused" : ""));
  std::sort(lines.begin(), lines.end());
  EXPECT_EQ(lines, (std::vector<std::string>{"flat reshape", "move layout copy", "other layout copy", "same copy"}));
}

TEST(Conflicts, ListAsynchronousCopies) {
  const hlo::Module module = moduleOf(R"(HloModule m
ENTRY main { x = f32[64,128]{1,0} parameter(0)
  s = (f32[64,128]{0,1}, f32[64,128]{1,0}, u32[]) copy-start(x)
  ROOT d = f32[64,128]{0,1} copy-done(s) }
)");
  const auto conflicts = listConflicts(module, analyse(module));
  ASSERT_EQ(conflicts.size(), 1u);
  EXPECT_EQ(conflicts[0].kind, ConflictKind::kLayoutCopy);
  EXPECT_EQ(conflicts[0].bytes, 2 * 64 * 128 * 4);
  EXPECT_EQ(toString(module, conflicts[0].to), "f32[64,128]{0,1}");
}

TEST(Conflicts, OfAFusionHaveTheShapesOfTheCopyInside) {
  const hlo::Module module = moduleOf(R"(HloModule m
moved { p = f32[64,128]{1,0} parameter(0)
  c = f32[64,128]{0,1} copy(p)
  ROOT b = f32[128,64]{1,0} bitcast(c) }
kept { q = f32[64,128]{1,0} parameter(0)
  ROOT d = f32[64,128]{1,0} copy(q) }
ENTRY main { x = f32[64,128]{1,0} parameter(0)
  f = f32[128,64]{1,0} fusion(x), kind=kLoop, calls=moved
  g = f32[64,128]{1,0} fusion(x), kind=kLoop, calls=kept
  ROOT r = (f32[128,64]{1,0}, f32[64,128]{1,0}) tuple(f, g) }
)");
  std::vector<std::string> lines;
  for (const Conflict& conflict : listConflicts(module, analyse(module)))
    lines.push_back(std::string(module.instructions[conflict.id].name) + " " + std::string(name(conflict.kind)) + " " +
                    toString(module, conflict.from) + " " + toString(module, conflict.to));
  EXPECT_EQ(lines, (std::vector<std::string>{"f layout copy f32[64,128]{1,0} f32[64,128]{0,1}",
                                             "g copy f32[64,128]{1,0} f32[64,128]{1,0}"}));
}

TEST(StridedTensors, AreOperandsOfAnyElementwiseOperationOnce) {
  const hlo::Module module = moduleOf(R"(HloModule m
ENTRY main { x = f32[64,128]{0,1} parameter(0)
  n = f32[64,128]{1,0} negate(x)
  ROOT s = f32[64,128]{1,0} add(x, x) }
)");
  for (const char* name : {"n", "s"}) {
    const auto strided = findStridedTensors(module, module.instructions[nodeOf(module, name)]);
    ASSERT_EQ(strided.size(), 1u) << name;
    EXPECT_EQ(strided[0].extraBytes, 64 * 128 * (64 - 4)) << name;  // a cache line for each element of 4 bytes
  }
}

TEST(Conflicts, AreMarkedInsideAFusionThatDoesMore) {
  std::string text = kText;
  const std::string copy = "ROOT c = f32[64,64]{1,0} copy(t)";
  text.replace(text.find(copy), copy.size(), "c = f32[64,64]{1,0} copy(t)\n  ROOT n = f32[64,64]{1,0} negate(c)");
  const hlo::Module module = moduleOf(text);
  for (const Conflict& conflict : listConflicts(module, analyse(module)))
    EXPECT_EQ(conflict.isFused, module.instructions[conflict.id].name == "c");
}

TEST(Layouts, TellWhetherAReshapeKeepsEveryElementInItsPlace) {
  const auto keeps = [](const std::string& from, const std::string& operation) {
    const hlo::Module module =
        moduleOf("HloModule m\nENTRY main {\n  x = " + from + " parameter(0)\n  ROOT y = " + operation + "\n}\n");
    return keepsPlaces(module, module.instructions[nodeOf(module, "y")]);
  };
  EXPECT_TRUE(keeps("f32[4,8]{1,0}", "f32[32]{0} reshape(x)"));
  EXPECT_FALSE(keeps("f32[4,8]{0,1}", "f32[32]{0} reshape(x)"));
  EXPECT_TRUE(keeps("f32[4,8]{0,1}", "f32[2,2,8]{1,0,2} reshape(x)"));
  EXPECT_TRUE(keeps("f32[4,1,8]{2,1,0}", "f32[4,8]{1,0} reshape(x)"));
  EXPECT_TRUE(keeps("f32[1,8]{1,0}", "f32[1,8]{0,1} copy(x)"));
  EXPECT_FALSE(keeps("f32[4,8]{1,0}", "f32[4,8]{0,1} copy(x)"));
  EXPECT_FALSE(keeps("f32[4,8]{1,0}", "f32[4,8]{1,0:S(1)} copy(x)"));
  EXPECT_TRUE(keeps("f32[4,8]{1,0}", "f32[8,4]{0,1} transpose(x), dimensions={1,0}"));
  EXPECT_FALSE(keeps("f32[4,8]{1,0}", "f32[8,4]{1,0} transpose(x), dimensions={1,0}"));
}

TEST(Layouts, TellWhetherAReshapeOfTiledArraysKeepsEveryElementInItsPlace) {
  const auto keeps = [](const std::string& from, const std::string& to, const std::string& tile = "T(8,128)") {
    const auto tiled = [&](std::string shape) { return shape.insert(shape.size() - 1, ":" + tile); };
    const hlo::Module module = moduleOf("HloModule m\nENTRY main {\n  x = " + tiled(from) +
                                        " parameter(0)\n  ROOT y = " + tiled(to) + " reshape(x)\n}\n");
    return keepsPlaces(module, module.instructions[nodeOf(module, "y")]);
  };
  EXPECT_TRUE(keeps("f32[64,64,128]{2,1,0}", "f32[4096,128]{1,0}"));
  EXPECT_TRUE(keeps("f32[4,5,256]{2,1,0}", "f32[2,2,5,256]{3,2,1,0}"));
  EXPECT_FALSE(keeps("f32[4,4,256]{2,1,0}", "f32[16,256]{1,0}"));  // rows are padded from 4 to 8
  EXPECT_FALSE(keeps("f32[64,64,128]{2,1,0}", "f32[64,64,1,128]{3,2,1,0}"));
  EXPECT_FALSE(keeps("f32[256,256]{1,0}", "f32[512,128]{1,0}"));
  EXPECT_FALSE(keeps("f32[32,6400]{1,0}", "f32[32,5,5,256]{3,2,1,0}"));
  EXPECT_TRUE(
      keeps("f32[12,200]{1,0}", "f32[1,12,200]{2,1,0}"));  // its padding is in the middle, but in the same place
  EXPECT_FALSE(keeps("f32[12,200]{1,0}", "f32[2,6,200]{2,1,0}"));
  EXPECT_TRUE(keeps("bf16[64,256]{1,0}", "bf16[4,16,256]{2,1,0}", "T(8,128)(2,1)"));
  EXPECT_TRUE(keeps("f32[2048]{0}", "f32[2048]{0}", "T(1024)"));
}

TEST(Layouts, OfACopyChangeOnlyIfOrderOrTilesDo) {
  const auto kindOf = [](const std::string& from, const std::string& to) {
    const hlo::Module module = moduleOf("HloModule m\nENTRY main {\n  x = f32[64,128]{1,0" + from +
                                        "} parameter(0)\n  ROOT y = f32[64,128]" + to + " copy(x)\n}\n");
    const auto conflicts = listConflicts(module, analyse(module));
    const auto hotspots = listHotspots(module, analyse(module), machine());
    return std::string(name(conflicts.at(0).kind)) + ", " + std::string(name(hotspots.at(0).bound));
  };
  EXPECT_EQ(kindOf("", "{1,0}"), "copy, memory");
  EXPECT_EQ(kindOf("", "{0,1}"), "layout copy, layout");
  EXPECT_EQ(kindOf(":T(8,128)", "{1,0:T(8,128)S(1)}"), "memory copy, memory");
  EXPECT_EQ(kindOf(":T(8,128)", "{0,1:T(8,128)S(1)}"), "layout copy, layout");
  EXPECT_EQ(kindOf(":T(8,128)", "{1,0:T(4,128)}"), "memory copy, layout");
}

TEST(Strides, AreFoundInOperandsWithAnotherMinorDimension) {
  const hlo::Module module = moduleOf(R"(HloModule m
ENTRY main {
  x = f32[64,32]{1,0} parameter(0)
  y = f32[64,32]{0,1} parameter(1)
  ROOT z = f32[64,32]{1,0} add(x, y)
}
)");
  const auto strided = findStridedTensors(module, module.instructions[nodeOf(module, "z")]);
  ASSERT_EQ(strided.size(), 1u);
  EXPECT_EQ(strided[0].operand, 1);
  EXPECT_EQ(strided[0].stride, 256);
  EXPECT_EQ(strided[0].extraBytes, 64 * 32 * 60);
}

}  // namespace
}  // namespace hlorank::cost
