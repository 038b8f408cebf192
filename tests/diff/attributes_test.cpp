// Tests which differences of attributes and literals count.
#include "tests/diff/compare_test.h"

namespace hlorank::diff {
namespace {

// An attribute or literal before and after, and whether the change counts.
class WrittenDifferently : public CompareTest {
 protected:
  // Compares two programs with these texts in place of `rhs_contracting_dims={0}` and `constant(0)`.
  std::string changeOfProduct(const std::string& before, const std::string& after) {
    const std::string place = "rhs_contracting_dims={0}";
    compareTexts(replaced(kText, place, place + ", " + before), replaced(kText, place, place + ", " + after));
    return change("product");
  }
  std::string changeOfConstant(const std::string& before, const std::string& after) {
    const auto text = [](const std::string& root) { return "HloModule m\nENTRY e {\n  ROOT c = " + root + "\n}\n"; };
    compareTexts(text(before), text(after));
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

}  // namespace
}  // namespace hlorank::diff
