#include "native/collect/sampler.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tests/collect/subjects.h"

namespace hlorank::collect {
namespace {

class Samples : public testing::Test {
 protected:
  std::vector<Sample> take(size_t count, uint64_t seed, const Choice& excluded = {}) {
    Sampler sampler(subject_.configurations.table, subject_.analytical, seed);
    if (!excluded.empty()) sampler.exclude(excluded);
    std::vector<Sample> samples;
    while (samples.size() < count) {
      auto sample = sampler.next();
      if (!sample) break;
      samples.push_back(std::move(*sample));
    }
    return samples;
  }
  Subject subject_ = makeSubject(kProgram);
};

TEST_F(Samples, NeverRepeatAndAreNeverTheProgramLayouts) {
  std::set<std::string> seen{std::string(subject_.configurations.table.slots.size(), '0')};
  for (const Sample& sample : take(300, 1)) EXPECT_TRUE(seen.insert(digits(sample.choice)).second);
  EXPECT_EQ(seen.size(), 301u);
}

TEST_F(Samples, AreRowsOfTheirSlots) {
  const configs::LayoutTable& table = subject_.configurations.table;
  for (const Sample& sample : take(300, 2)) {
    ASSERT_EQ(sample.choice.size(), table.slots.size());
    for (size_t s = 0; s < sample.choice.size(); ++s)
      EXPECT_LT(sample.choice[s], table.rowBegin[s + 1] - table.rowBegin[s]);
  }
}

TEST_F(Samples, AreDeterminedByTheSeed) {
  const auto a = take(50, 7), b = take(50, 7), other = take(50, 8);
  size_t same = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].choice, b[i].choice);
    EXPECT_EQ(a[i].kind, b[i].kind);
    same += a[i].choice == other[i].choice;
  }
  EXPECT_LT(same, 25u);
}

TEST_F(Samples, HaveTheDocumentedNumberOfEachKind) {
  std::string text =
      "HloModule chain\n\nENTRY main {\n  x = f32[64,64]{1,0} parameter(0)\n  d0 = f32[64,64]{1,0} dot(x, x), "
      "lhs_contracting_dims={1}, rhs_contracting_dims={0}\n";
  for (int i = 1; i < 20; ++i)
    text += std::string(i == 19 ? "  ROOT d" : "  d") + std::to_string(i) + " = f32[64,64]{1,0} dot(d" +
            std::to_string(i - 1) + ", x), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n";
  subject_ = makeSubject(text + "}\n");
  std::map<std::string, int> count;
  for (const Sample& sample : take(40, 3)) ++count[sample.kind];
  EXPECT_EQ(count,
            (std::map<std::string, int>{{"sparse", 14}, {"together", 12}, {"likely", 10}, {"climb", 2}, {"dense", 2}}));
}

TEST_F(Samples, NeverContainExcludedChoices) {
  const Choice first = take(1, 4)[0].choice;
  for (const Sample& sample : take(200, 4, first)) EXPECT_NE(sample.choice, first);
}

TEST_F(Samples, EnumerateASmallSpaceAndThenEnd) {
  subject_ = makeSubject(kTinyProgram);
  ASSERT_EQ(subject_.configurations.table.rows(), 4u);
  std::set<std::string> found;
  for (const Sample& sample : take(100, 5)) found.insert(digits(sample.choice));
  EXPECT_EQ(found, (std::set<std::string>{"01", "10", "11"}));
}

TEST(Sampler, ReturnsNothingWithoutSlots) {
  const configs::LayoutTable table;
  const model::AnalyticalCosts analytical;
  EXPECT_FALSE(Sampler(table, analytical, 1).next());
}

}  // namespace
}  // namespace hlorank::collect
