#include "shared/diff/diff.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/diff/compare_test.h"
#include "tests/support/suite.h"

namespace hlorank::diff {
namespace {

TEST_F(CompareTest, EqualProgramsAreUnchanged) {
  compareTo(kText);
  EXPECT_EQ(count(Change::kUnchanged), left.instructions.size());
}

TEST_F(CompareTest, RenamedInstructionsAreUnchanged) {
  std::string text = kText;
  for (const char* name : {"product", "positive", "root", "zero", "total"})
    text = replaced(text, name, "z" + std::string(name) + ".9");
  compareTo(text);
  EXPECT_EQ(count(Change::kUnchanged), left.instructions.size());
  EXPECT_EQ(change("product"), "unchanged -> zproduct.9");
}

TEST_F(CompareTest, SwappedNamesAreMatchedByComputedExpression) {
  // Two instructions exchange their names. The diff must not match them by name, but by the expressions that they
  // compute.
  std::string text = replaced(kText, "positive", "tmp");
  text = replaced(text, "root", "positive");
  compareTo(replaced(text, "tmp", "root"));
  EXPECT_EQ(change("positive"), "unchanged -> root");
  EXPECT_EQ(change("root"), "unchanged -> positive");
}

TEST_F(CompareTest, AChangedLayoutIsTheOnlyChange) {
  compareTo(replaced(kText, "product = f32[4,2]{1,0}", "product = f32[4,2]{0,1}"));
  EXPECT_EQ(change("product"), "layout -> product");
  EXPECT_EQ(count(Change::kUnchanged), left.instructions.size() - 1);
}

TEST_F(CompareTest, AnInsertedCopyIsAddedAndChangesOperandsOfItsUser) {
  compareTo(replaced(kText, "positive = f32[4,2]{1,0} abs(product)",
                     "copy.1 = f32[4,2]{1,0} copy(product)\n  positive = f32[4,2]{1,0} abs(copy.1)"));
  EXPECT_EQ(change("positive"), "operands -> positive");
  EXPECT_EQ(change("product"), "unchanged -> product");
  EXPECT_EQ(count(Change::kAdded), 1u);
  EXPECT_EQ(count(Change::kRemoved), 0u);
}

TEST_F(CompareTest, ARemovedInstructionLeavesTheOthersMatched) {
  std::string text = replaced(kText, "  positive = f32[4,2]{1,0} abs(product)\n", "");
  compareTo(replaced(text, "sqrt(positive)", "sqrt(product)"));
  EXPECT_EQ(change("positive"), "removed");
  EXPECT_EQ(change("root"), "operands -> root");
  EXPECT_EQ(change("total"), "unchanged -> total");
}

TEST_F(CompareTest, ChangedShapesAttributesAndOpcodesAreClassified) {
  compareTo(replaced(kText, "constant(0)", "constant(1)"));
  EXPECT_EQ(change("zero"), "attributes -> zero");
  compareTo(replaced(kText, "abs(product)", "negate(product)"));
  EXPECT_EQ(change("positive"), "opcode -> positive");
  std::string text = replaced(kText, "f32[4,8]", "f32[6,8]");
  text = replaced(text, "f32[4,2]", "f32[6,2]");
  compareTo(replaced(text, "f32[4]", "f32[6]"));
  for (const char* name : {"x", "product", "positive", "root", "total"})
    EXPECT_EQ(change(name), "shape -> " + std::string(name));
  EXPECT_EQ(change("y"), "unchanged -> y");
}

TEST_F(CompareTest, AnotherRootIsAChangeOfBothInstructions) {
  std::string text = replaced(kText, "  root = ", "  ROOT root = ");
  compareTo(replaced(text, "  ROOT total = ", "  total = "));
  EXPECT_EQ(change("root"), "attributes -> root");
  EXPECT_EQ(change("total"), "attributes -> total");
  EXPECT_EQ(count(Change::kAttributes), 2u);
  text = replaced(kText, "  ROOT total = ", "  total = ");
  compareTo(replaced(text, "sum\n}", "sum\n  ROOT last = f32[4]{0} negate(total)\n}"));
  EXPECT_EQ(change("total"), "unchanged -> total") << "the new root is an added instruction";
}

TEST_F(CompareTest, ControlPredecessorsAreAttributes) {
  const std::string text = replaced(kText, "constant(0)", "constant(0), control-predecessors={product}");
  compareTo(text);
  EXPECT_EQ(change("zero"), "attributes -> zero");
  const InstructionId zero = test::nodeOf(left, "zero");
  EXPECT_EQ(linesOf(left, zero, right, diff.rightOf[zero]).second,
            "zero = f32[] constant(0), control-predecessors={product}");
  compareTexts(text, replaced(text, "product", "p"));
  EXPECT_EQ(change("zero"), "unchanged -> zero");
}

TEST_F(CompareTest, InstructionsThatAreFusedAreMoved) {
  compareTo(R"(HloModule m

sum {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}

fused {
  p = f32[4,2]{1,0} parameter(0)
  positive.1 = f32[4,2]{1,0} abs(p)
  ROOT root.1 = f32[4,2]{1,0} sqrt(positive.1)
}

ENTRY main {
  x = f32[4,8]{1,0} parameter(0)
  y = f32[8,2]{1,0} parameter(1)
  product = f32[4,2]{1,0} dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  fusion = f32[4,2]{1,0} fusion(product), kind=kLoop, calls=fused
  zero = f32[] constant(0)
  ROOT total = f32[4]{0} reduce(fusion, zero), dimensions={1}, to_apply=sum
}
)");
  EXPECT_EQ(change("positive"), "moved -> positive.1");
  EXPECT_EQ(change("product"), "unchanged -> product");
}

TEST_F(CompareTest, ABackendConfigDoesNotPreventMatching) {
  compareTo(replaced(kText, "rhs_contracting_dims={0}", "rhs_contracting_dims={0}, backend_config={\"a\":1}"));
  EXPECT_EQ(change("product"), "attributes -> product");
  EXPECT_EQ(count(Change::kUnchanged), left.instructions.size() - 1);
}

TEST_F(CompareTest, MetadataIsIgnored) {
  compareTo(replaced(kText, "rhs_contracting_dims={0}", "rhs_contracting_dims={0}, metadata={op_name=\"elsewhere\"}"));
  EXPECT_EQ(count(Change::kUnchanged), left.instructions.size());
}

TEST(Diff, MatchesAreOneToOne) {
  const hlo::Module left =
      moduleOf(test::readFile(test::testData("dump/module_0008.jit_net.before_optimizations.txt")));
  const hlo::Module right =
      moduleOf(test::readFile(test::testData("dump/module_0008.jit_net.cpu_after_optimizations.txt")));
  const Diff diff = compare(left, right);
  size_t pairs = 0;
  for (InstructionId id = 0; id < diff.rightOf.size(); ++id) {
    if (diff.rightOf[id] == kNone) continue;
    EXPECT_EQ(diff.leftOf[diff.rightOf[id]], id);
    ++pairs;
  }
  EXPECT_EQ(pairs, diff.leftOf.size() - std::count(diff.leftOf.begin(), diff.leftOf.end(), kNone));
}

TEST(Diff, LayoutAssignmentPassChangesLayoutsAndAddsCopies) {
  const std::string passes = "dump/module_0008.jit_net.00";
  const hlo::Module left = moduleOf(test::readFile(
      test::testData(passes + "16.HLO_passes_through_layout_assignment.after_cse.before_cse_barrier_expander.txt")));
  const hlo::Module right = moduleOf(test::readFile(test::testData(
      passes + "17.HLO_passes_through_layout_assignment.after_layout-assignment.before_sub-byte-size-setter.txt")));
  const Diff diff = compare(left, right);
  const auto counts = diff.counts();
  EXPECT_EQ(counts[static_cast<size_t>(Change::kAdded)], 2u);
  EXPECT_EQ(counts[static_cast<size_t>(Change::kLayout)], 3u);
  EXPECT_EQ(counts[static_cast<size_t>(Change::kOperands)], 1u);
  EXPECT_EQ(counts[static_cast<size_t>(Change::kRemoved)], 0u);
  EXPECT_EQ(changeOf(left, right, diff, "transpose"), "layout -> transpose");
}

TEST(Diff, SideBySideListsEveryInstructionOnce) {
  const hlo::Module left =
      moduleOf(test::readFile(test::testData("dump/module_0008.jit_net.before_optimizations.txt")));
  const hlo::Module right =
      moduleOf(test::readFile(test::testData("dump/module_0008.jit_net.cpu_after_optimizations.txt")));
  const SideBySide both = sideBySide(left, right, compare(left, right));
  std::vector<InstructionId> lefts, rights;
  for (const Row& row : both.rows) {
    if (row.left != kNone) lefts.push_back(row.left);
    if (row.right != kNone) rights.push_back(row.right);
  }
  EXPECT_EQ(lefts.size(), left.instructions.size());
  EXPECT_EQ(rights.size(), right.instructions.size());
  std::sort(lefts.begin(), lefts.end());
  std::sort(rights.begin(), rights.end());
  EXPECT_EQ(std::unique(lefts.begin(), lefts.end()), lefts.end());
  EXPECT_EQ(std::unique(rights.begin(), rights.end()), rights.end());
  EXPECT_EQ(both.sections.front().firstRow, 0u);
  EXPECT_EQ(both.sections.front().right, right.entry);
}

TEST(Diff, SideBySideKeepsTheOrderOfRemovedLines) {
  const hlo::Module left = moduleOf(kText);
  std::string text = replaced(kText, "  positive = f32[4,2]{1,0} abs(product)\n", "");
  const hlo::Module right = moduleOf(replaced(text, "sqrt(positive)", "sqrt(product)"));
  const SideBySide both = sideBySide(left, right, compare(left, right));
  std::string order;
  for (const Row& row : both.rows) {
    const hlo::Module& module = row.left != kNone ? left : right;
    order += std::string(module.instructions[row.left != kNone ? row.left : row.right].name) + " ";
  }
  EXPECT_EQ(order, "x y product positive root zero total a b c ");
}

TEST(Diff, LineOmitsMetadata) {
  const hlo::Module module = moduleOf(replaced(kText, "dimensions={1}", "dimensions={1}, metadata={op_name=\"n\"}"));
  const InstructionId root = module.computations[module.entry].root;
  EXPECT_EQ(lineOf(module, root), "ROOT total = f32[4]{0} reduce(root, zero), dimensions={1}, to_apply=sum");
}

TEST(Diff, LinesShowEveryDifferenceOfLongValues) {
  const auto moduleWith = [](const std::string& layout, char end) {
    const std::string config = "\"" + std::string(500, 'x') + end + std::string(500, 'y') + "\"";
    return moduleOf("HloModule m\n\nENTRY e {\n  x = f32[4,2]{1,0} parameter(0)\n  ROOT c = f32[4,2]" + layout +
                    " custom-call(x), custom_call_target=\"f\", backend_config=" + config + "\n}\n");
  };
  const hlo::Module left = moduleWith("{1,0}", 'a'), right = moduleWith("{0,1}", 'b');
  const auto [before, after] =
      linesOf(left, left.computations[left.entry].root, right, right.computations[right.entry].root);
  EXPECT_EQ(before.substr(0, 35), "ROOT c = f32[4,2]{1,0} custom-call(");
  EXPECT_NE(before.find("backend_config=…x"), std::string::npos) << before;
  EXPECT_NE(before.find("xay"), std::string::npos) << before;
  EXPECT_NE(after.find("xby"), std::string::npos) << after;
  EXPECT_LT(after.size(), 300u);
}

TEST(Diff, LinesShowTheOperandThatDiffersInALongList) {
  const auto moduleWith = [](const std::string& operand) {
    std::string list;
    for (int i = 0; i < 3000; ++i) list += i == 2000 ? operand + ", " : "x, ";
    return moduleOf(
        "HloModule m\n\nENTRY e {\n  x = f32[2]{0} parameter(0)\n  y = f32[2]{0} negate(x)\n  ROOT c = "
        "f32[2]{0} custom-call(" +
        list + "y), custom_call_target=\"f\"\n}\n");
  };
  const hlo::Module left = moduleWith("x"), right = moduleWith("y");
  const auto [before, after] =
      linesOf(left, left.computations[left.entry].root, right, right.computations[right.entry].root);
  EXPECT_NE(after.find("(…"), std::string::npos) << after;
  EXPECT_NE(after.find("x, y, x"), std::string::npos) << after;
  EXPECT_EQ(before.find("x, y, x"), std::string::npos) << before;
  EXPECT_LT(after.size(), 800u);
}

TEST(Diff, JsonListsChangedInstructions) {
  const hlo::Module left = moduleOf(kText);
  const hlo::Module right = moduleOf(replaced(kText, "product = f32[4,2]{1,0}", "product = f32[4,2]{0,1}"));
  const auto json = nlohmann::json::parse(formatDiffJson(left, "a.hlo", right, "b.hlo"));
  EXPECT_EQ(json["counts"]["layout"], 1);
  EXPECT_EQ(json["counts"]["unchanged"], left.instructions.size() - 1);
  ASSERT_EQ(json["changes"].size(), 1u);
  EXPECT_EQ(json["changes"][0]["differs"], nlohmann::json::array({"layout"}));
  EXPECT_EQ(json["changes"][0]["right"]["name"], "product");
  EXPECT_EQ(json["changes"][0]["right"]["computation"], "main");
}

// Thousands of equal instructions, each with thousands of equal neighbours, are the worst case for matching by
// neighbours.
TEST(Diff, ManyEqualInstructionsAreComparedInNearLinearTime) {
  constexpr int kSize = 20'000;
  const auto text = [](const std::string& stem, const std::string& literal) {
    std::string body =
        "HloModule m\n\nENTRY main {\n  x = f32[2]{0} parameter(0)\n  c = f32[2]{0} constant(" + literal + ")\n";
    std::string names, types;
    for (int i = 0; i < kSize; ++i) {
      const std::string name = stem + std::to_string(i);
      body += "  " + name + " = f32[2]{0} add(x, c)\n";
      names += (i ? ", " : "") + name;
      types += i ? ", f32[2]{0}" : "f32[2]{0}";
    }
    return body + "  ROOT all = (" + types + ") tuple(" + names + ")\n}\n";
  };
  const hlo::Module left = moduleOf(text("a.", "{1, 2}"));
  const hlo::Module right = moduleOf(text("b.", "{3, 4}"));
  const Diff diff = compare(left, right);
  EXPECT_EQ(diff.counts()[static_cast<size_t>(Change::kAdded)], 0u);
  EXPECT_EQ(diff.counts()[static_cast<size_t>(Change::kUnchanged)], static_cast<size_t>(kSize) + 2);
}

}  // namespace
}  // namespace hlorank::diff
