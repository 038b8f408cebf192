#include "shared/diff/diff.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "shared/hlo/read.h"
#include "tests/support/suite.h"

namespace hlorank::diff {
namespace {

hlo::Module moduleOf(const std::string& text) {
  auto read = hlo::readModule(text);
  EXPECT_TRUE(read.ok()) << read.error().message;
  return read.ok() ? std::move(read->module) : hlo::Module{};
}

std::string replaced(std::string text, const std::string& pattern, const std::string& replacement) {
  size_t at = text.find(pattern);
  EXPECT_NE(at, std::string::npos) << pattern;
  for (; at != std::string::npos; at = text.find(pattern, at + replacement.size()))
    text.replace(at, pattern.size(), replacement);
  return text;
}

constexpr char kText[] = R"(HloModule m

sum {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}

ENTRY main {
  x = f32[4,8]{1,0} parameter(0)
  y = f32[8,2]{1,0} parameter(1)
  product = f32[4,2]{1,0} dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  positive = f32[4,2]{1,0} abs(product)
  root = f32[4,2]{1,0} sqrt(positive)
  zero = f32[] constant(0)
  ROOT total = f32[4]{0} reduce(root, zero), dimensions={1}, to_apply=sum
}
)";

// Describes what happened to the instruction `target` of the left program: kind of change and matching instruction,
// such as "layout -> product.1".
std::string changeOf(const hlo::Module& left, const hlo::Module& right, const Diff& diff, std::string_view target) {
  for (InstructionId id = 0; id < left.instructions.size(); ++id) {
    if (left.instructions[id].name != target) continue;
    const InstructionId partner = diff.rightOf[id];
    return std::string(name(diff.ofLeft(id))) +
           (partner == kNone ? "" : " -> " + std::string(right.instructions[partner].name));
  }
  return "absent";
}

class CompareTest : public testing::Test {
 protected:
  void compareTo(const std::string& other) {
    left = moduleOf(kText);
    right = moduleOf(other);
    diff = compare(left, right);
  }
  std::string change(std::string_view name) { return changeOf(left, right, diff, name); }
  size_t count(Change change) { return diff.counts()[static_cast<size_t>(change)]; }

  hlo::Module left, right;
  Diff diff;
};

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

// An attribute or literal before and after, and whether the change counts.
class WrittenDifferently : public CompareTest {
 protected:
  // Compares two programs with these texts in place of `rhs_contracting_dims={0}` and `constant(0)`.
  std::string changeOfProduct(const std::string& before, const std::string& after) {
    left = moduleOf(replaced(kText, "rhs_contracting_dims={0}", "rhs_contracting_dims={0}, " + before));
    right = moduleOf(replaced(kText, "rhs_contracting_dims={0}", "rhs_contracting_dims={0}, " + after));
    diff = compare(left, right);
    return change("product");
  }
  std::string changeOfConstant(const std::string& before, const std::string& after) {
    left = moduleOf("HloModule m\nENTRY e {\n  ROOT c = " + before + "\n}\n");
    right = moduleOf("HloModule m\nENTRY e {\n  ROOT c = " + after + "\n}\n");
    diff = compare(left, right);
    return change("c");
  }
};

TEST_F(WrittenDifferently, OrderAndSpacingOfJsonDoNotCount) {
  const std::string config = R"(backend_config={"known_trip_count":{"n":"64"},"sizes":[1,2],"note":"a b"})";
  EXPECT_EQ(
      changeOfProduct(config, R"(backend_config={ "note": "a b", "sizes": [1, 2], "known_trip_count":{"n":"64"} })"),
      "unchanged -> product");
  EXPECT_EQ(changeOfProduct(R"(backend_config={"a":"1"})", R"(backend_config="{\"a\": \"1\"}")"),
            "unchanged -> product");
  EXPECT_EQ(changeOfProduct(config, R"(backend_config={"known_trip_count":{"n":"64"},"sizes":[2,1],"note":"a b"})"),
            "attributes -> product");
  EXPECT_EQ(changeOfProduct(config, R"(backend_config={"known_trip_count":{"n":"64"},"sizes":[1,2],"note":"ab"})"),
            "attributes -> product");
  EXPECT_EQ(changeOfProduct(R"(backend_config="a b")", R"(backend_config="ab")"), "attributes -> product");
}

TEST_F(WrittenDifferently, DeeplyNestedJsonIsComparedAsText) {
  const auto nested = [](const std::string& inner) {
    return "backend_config=\"" + std::string(100'000, '[') + inner + std::string(100'000, ']') + "\"";
  };
  EXPECT_EQ(changeOfProduct(nested("1"), nested("1")), "unchanged -> product");
  EXPECT_EQ(changeOfProduct(nested("1"), nested("2")), "attributes -> product");
}

TEST_F(WrittenDifferently, SpacesInLiteralsAndAttributesDoNotCount) {
  EXPECT_EQ(changeOfConstant("f32[0,3]{1,0} constant({  })", "f32[0,3]{1,0} constant({})"), "unchanged -> c");
  EXPECT_EQ(changeOfConstant("s32[2]{0} constant({1, 2})", "s32[2]{0} constant({1,2})"), "unchanged -> c");
  EXPECT_EQ(changeOfConstant("s32[2]{0} constant({1, 2})", "s32[2]{0} constant({1, 12})"), "attributes -> c");
  EXPECT_EQ(changeOfProduct("operand_precision={high, high}", "operand_precision={high,high}"), "unchanged -> product");
}

// A program with two reductions over different dimensions, with the computations that they apply.
std::string reductions(const std::string& rows, const std::string& columns) {
  return R"(HloModule m
add { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] add(a, b) }
max { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT s = f32[] maximum(a, b) }
ENTRY main { p = f32[8,4] parameter(0)
  z = f32[] constant(0)
  r = f32[8] reduce(p, z), dimensions={1}, to_apply=)" +
         rows + R"(
  q = f32[4] reduce(p, z), dimensions={0}, to_apply=)" +
         columns + R"(
  ROOT t = (f32[8], f32[4]) tuple(r, q) }
)";
}

class CallsTest : public CompareTest {
 protected:
  void compareTexts(const std::string& before, const std::string& after) {
    left = moduleOf(before);
    right = moduleOf(after);
    diff = compare(left, right);
  }
  std::string computationOf(std::string_view name) {
    for (ComputationId c = 0; c < left.computations.size(); ++c) {
      if (left.computations[c].name == name && diff.computationsOf[c] != kNone)
        return std::string(right.computations[diff.computationsOf[c]].name);
    }
    return "";
  }
};

TEST_F(CallsTest, ExchangedCallsAreAttributesOfTheCallers) {
  compareTexts(reductions("add", "max"), reductions("max", "add"));
  EXPECT_EQ(change("r"), "attributes -> r");
  EXPECT_EQ(change("q"), "attributes -> q");
  EXPECT_EQ(count(Change::kUnchanged), left.instructions.size() - 2);
  EXPECT_EQ(computationOf("add"), "add");
  EXPECT_EQ(computationOf("max"), "max");
}

TEST_F(CallsTest, ExchangedCallsAreFoundAlthoughTheirComputationsHaveOtherNames) {
  std::string after = replaced(reductions("max", "add"), "add {", "region_0 {");
  after = replaced(replaced(after, "max {", "region_1 {"), "to_apply=max", "to_apply=region_1");
  compareTexts(reductions("add", "max"), replaced(after, "to_apply=add", "to_apply=region_0"));
  EXPECT_EQ(change("r"), "attributes -> r");
  EXPECT_EQ(change("q"), "attributes -> q");
  EXPECT_EQ(count(Change::kUnchanged), left.instructions.size() - 2);
  EXPECT_EQ(computationOf("add"), "region_0");
}

TEST_F(CallsTest, ACallOfTheOtherComputationIsAnAttributeOfTheCaller) {
  compareTexts(reductions("add", "max"), reductions("max", "max"));
  EXPECT_EQ(change("r"), "attributes -> r");
  EXPECT_EQ(count(Change::kUnchanged), left.instructions.size() - 1);
}

TEST_F(CallsTest, EqualComputationsMayBeExchangedAndShared) {
  const std::string twice = replaced(reductions("add", "max"), "maximum", "add");
  compareTexts(twice, replaced(replaced(replaced(twice, "add {", "tmp {"), "max {", "add {"), "tmp {", "max {"));
  EXPECT_EQ(count(Change::kUnchanged), left.instructions.size());
  compareTexts(twice, replaced(twice, "to_apply=max", "to_apply=add"));
  EXPECT_EQ(count(Change::kUnchanged), left.instructions.size());
}

TEST_F(CallsTest, AChangeInsideOneOfThreeEqualComputationsIsShownThere) {
  const auto text = [](const std::string& operation) {
    std::string all = "HloModule m\n";
    for (const std::string name : {"f", "g", "h"})
      all += name + " { " + name + "x = f32[8] parameter(0)\n  " + name + "y = f32[8] negate(" + name + "x)\n  ROOT " +
             name + "z = f32[8] " + (name == "f" ? operation : "sqrt") + "(" + name + "y) }\n";
    return all +
           "ENTRY main { p = f32[8] parameter(0)\n  c = f32[8] call(p), to_apply=f\n  d = f32[8] call(c), to_apply=g\n "
           " "
           "ROOT e = f32[8] call(d), to_apply=h }\n";
  };
  compareTexts(text("sqrt"), text("cosine"));
  EXPECT_EQ(computationOf("f"), "f");
  EXPECT_EQ(change("fy"), "unchanged -> fy");
  for (const char* call : {"c", "d", "e"}) EXPECT_EQ(change(call), "unchanged -> " + std::string(call));
}

TEST_F(CallsTest, ExchangedBranchesAreAttributesOfTheConditional) {
  const auto text = [](const std::string& branches) {
    return "HloModule m\n"
           "f { fx = f32[8] parameter(0)\n  ROOT fy = f32[8] sine(fx) }\n"
           "g { gx = f32[8] parameter(0)\n  ROOT gy = f32[8] negate(gx) }\n"
           "ENTRY main { i = s32[] parameter(0)\n  x = f32[8] parameter(1)\n"
           "  ROOT c = f32[8] conditional(i, x, x), branch_computations={" +
           branches + "} }\n";
  };
  compareTexts(text("f, g"), text("g, f"));
  EXPECT_EQ(change("c"), "attributes -> c");
  EXPECT_EQ(count(Change::kUnchanged), left.instructions.size() - 1);
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

std::string withHeader(const std::string& attributes) {
  return "HloModule m" + attributes + "\n\nENTRY main {\n  ROOT x = f32[4,2]{1,0} parameter(0)\n}\n";
}

std::vector<ModuleAttribute> attributesOf(const std::string& left, const std::string& right) {
  static std::vector<hlo::Module> modules;  // static, because the names in the result point into the modules
  modules = {moduleOf(withHeader(left)), moduleOf(withHeader(right))};
  return compareAttributes(modules[0], modules[1]);
}

TEST(Diff, ComparesModuleAttributes) {
  const auto changes =
      attributesOf(", is_scheduled=true, replica_count=2", ", replica_count=4, input_output_alias={ {}: (0, {}) }");
  ASSERT_EQ(changes.size(), 3u);
  EXPECT_EQ(linesOf(changes[0]), std::make_pair(std::string("is_scheduled=true"), std::string()));
  EXPECT_EQ(linesOf(changes[1]), std::make_pair(std::string("replica_count=2"), std::string("replica_count=4")));
  EXPECT_EQ(linesOf(changes[2]), std::make_pair(std::string(), std::string("input_output_alias={{}:(0,{})}")));
}

TEST(Diff, WrittenDefaultsOfModuleAttributesAreEqualToOmittedOnes) {
  const std::string own = ", entry_computation_layout={(f32[4,2]{1,0}) -> /*result*/ f32[4,2]{1,0}}";
  EXPECT_TRUE(attributesOf(", is_scheduled=false, num_partitions=1" + own, "").empty());
  EXPECT_TRUE(attributesOf("", ", replica_count=1, alias_passthrough_params=false").empty());
  EXPECT_EQ(attributesOf("", ", entry_computation_layout={(f32[4,2]{0,1})->f32[4,2]{1,0}}").size(), 1u);
}

TEST(Diff, LongModuleAttributesAreCutAroundTheirDifference) {
  const auto noted = [](char end) { return ", frontend_attributes={note=\"" + std::string(500, 'x') + end + "\"}"; };
  const auto changes = attributesOf(noted('a'), noted('b'));
  ASSERT_EQ(changes.size(), 1u);
  const auto [left, right] = linesOf(changes[0]);
  EXPECT_LT(left.size(), 240u);
  EXPECT_EQ(left.substr(0, 23), "frontend_attributes=…");
  EXPECT_EQ(left.substr(left.size() - 4), "xa\"}");
  EXPECT_EQ(right.substr(right.size() - 4), "xb\"}");
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
