// Tests that called computations are matched, and that other callees are changes of the callers.
#include "tests/diff/compare_test.h"
#include "tests/support/suite.h"

namespace hlorank::diff {
namespace {

// Returns a program with two reductions: over the rows by computation `rows`, over the columns by `columns`. It has the
// computations `add` and `max`.
std::string reductions(const std::string& rows, const std::string& columns) {
  const std::string text = test::readFile(test::testData("diff/reductions.hlo"));
  return replaced(replaced(text, "dimensions={1}, to_apply=add", "dimensions={1}, to_apply=" + rows),
                  "dimensions={0}, to_apply=max", "dimensions={0}, to_apply=" + columns);
}

class CallsTest : public CompareTest {
 protected:
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

}  // namespace
}  // namespace hlorank::diff
