#include "shared/session/view.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "tests/session/programs.h"

namespace hlorank::session {
namespace {

struct ViewedProgram {
  Opened opened;
  model::AnalyticalCosts analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  Ranking ranking = rankAnalytically(opened, analytical);
  explicit ViewedProgram(Opened program) : opened(std::move(program)) { ranking.step(ranking.total()); }

  View view(const Query& query) const { return buildView(opened, ranking, query); }
};

Opened measured() {
  return *open({test::measured("capsule.hlo.txt.gz"), test::measured("capsule.npz")});
}

TEST(View, WithoutAFilterEqualsTheRanking) {
  const ViewedProgram program(test::opened(test::kDots));
  const View view = program.view({});
  EXPECT_EQ(view.indices, program.ranking.top(program.ranking.total()));
  for (size_t i = 0; i < view.ranks.size(); ++i) {
    const bool isTie = i > 0 && view.scores[i] == view.scores[i - 1];
    EXPECT_EQ(view.ranks[i], isTie ? view.ranks[i - 1] : i + 1);
    EXPECT_EQ(view.scores[i], program.ranking.scores()[view.indices[i]]);
    EXPECT_EQ(view.changed[i], program.ranking.explain(view.indices[i]).changes.size());
  }
  EXPECT_TRUE(view.times.empty());
}

TEST(View, IsSortedByTheKeyThenByScore) {
  const ViewedProgram program(test::opened(test::kDots));
  Query query;
  query.key = Query::Key::kChanged;
  query.descending = true;
  const View view = program.view(query);
  ASSERT_EQ(view.indices.size(), program.ranking.total());
  for (size_t i = 1; i < view.indices.size(); ++i) {
    EXPECT_TRUE(view.changed[i - 1] > view.changed[i] ||
                (view.changed[i - 1] == view.changed[i] && view.scores[i - 1] <= view.scores[i]));
  }
  query.key = Query::Key::kIndex;
  query.descending = false;
  query.limit = 10;
  EXPECT_EQ(program.view(query).indices, (std::vector<uint32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
  EXPECT_EQ(program.view(query).passed, program.ranking.total());
}

TEST(View, EveryWordMustOccurInAChange) {
  const ViewedProgram program(test::opened(test::kDots));
  Query query;
  query.text = "SECOND  {0,1}";
  const View view = program.view(query);
  EXPECT_GT(view.indices.size(), 0u);
  EXPECT_LT(view.indices.size(), program.ranking.total());
  std::vector<uint32_t> expected;
  for (uint32_t i = 0; i < program.ranking.total(); ++i) {
    bool name = false, layout = false;
    for (const configs::Change& change : program.ranking.explain(i).changes) {
      name = name || slotName(program.opened, change.slot).find("second") != std::string::npos;
      layout = layout || configs::toString(change.to) == "{0,1}";
    }
    if (name && layout) expected.push_back(i);
  }
  std::vector<uint32_t> found = view.indices;
  std::sort(found.begin(), found.end());
  EXPECT_EQ(found, expected);
}

TEST(View, ANumberFindsTheConfigurationWithThatNumber) {
  const ViewedProgram program(test::opened(test::kDots));
  Query query;
  query.text = "257";
  EXPECT_EQ(program.view(query).indices, (std::vector<uint32_t>{257}));
}

TEST(View, FilteringByNodeKeepsConfigurationsThatChangeIt) {
  const ViewedProgram program(test::opened(test::kDots));
  Query query;
  query.node = program.opened.configurations.table.nodes[1];
  const View view = program.view(query);
  EXPECT_GT(view.indices.size(), 0u);
  for (uint32_t i = 0; i < program.ranking.total(); ++i) {
    bool differs = false;
    for (const configs::Change& change : program.ranking.explain(i).changes)
      differs = differs || program.opened.configurations.table.slots[change.slot].position == 1;
    EXPECT_EQ(std::count(view.indices.begin(), view.indices.end(), i), differs);
  }
}

TEST(View, FiltersByRangesOfScoreAndTime) {
  const ViewedProgram program(measured());
  Query query;
  const View all = program.view(query);
  ASSERT_EQ(all.times.size(), all.indices.size());
  query.score.greatest = all.scores[20];
  query.time.least = 0;
  query.time.greatest = all.times[3];
  const View some = program.view(query);
  EXPECT_GT(some.indices.size(), 0u);
  EXPECT_LT(some.indices.size(), all.indices.size());
  for (size_t i = 0; i < some.indices.size(); ++i) {
    EXPECT_LE(some.scores[i], all.scores[20]);
    EXPECT_LE(some.times[i], all.times[3]);
  }
}

TEST(View, ConfigurationsOfOneProgramAreOneRow) {
  Opened opened = measured();
  configs::Configurations& all = opened.configurations;
  all.programs.clear();
  for (uint32_t c = 0; c < all.count; ++c) all.programs.push_back(c % 3 == 2 && c > 8 ? 8 : c);
  const ViewedProgram program(std::move(opened));
  const View view = program.view({});
  EXPECT_EQ(view.indices, program.ranking.topPrograms(program.ranking.total()));
  EXPECT_LT(view.indices.size(), program.ranking.top(program.ranking.total()).size());
  const auto row = static_cast<size_t>(std::find(view.indices.begin(), view.indices.end(), 8u) - view.indices.begin());
  ASSERT_LT(row, view.indices.size());
  EXPECT_EQ(view.copies[row], program.ranking.copiesOf(8));
  EXPECT_GT(view.copies[row], 1u);
  for (size_t i = 0; i < view.indices.size(); ++i)
    EXPECT_EQ(view.ranks[i], program.ranking.rankOfConfiguration(view.indices[i]));
}

TEST(View, UserConfigurationsAreRankedAmongTheOthersWithoutATime) {
  ViewedProgram program(measured());
  const auto first = program.opened.configurations.choice(5);
  program.ranking.setUserConfigurations({Choice(first.begin(), first.end())});
  const auto count = static_cast<uint32_t>(program.opened.configurations.count);
  const size_t ranked = program.ranking.topPrograms(count).size();
  EXPECT_EQ(program.ranking.top(count).size(), count - 2);  // excludes two that leave all layouts to the compiler
  EXPECT_LT(ranked, count - 2);                             // excludes duplicates of the compiled program
  Query query;
  const View view = program.view(query);
  ASSERT_EQ(view.indices.size(), ranked + 1);
  const auto at =
      static_cast<size_t>(std::find(view.indices.begin(), view.indices.end(), count) - view.indices.begin());
  ASSERT_LT(at, view.indices.size());
  EXPECT_EQ(view.scores[at], program.ranking.scores()[5]);
  EXPECT_EQ(view.ranks[at], program.ranking.rankOf(view.scores[at]));
  EXPECT_TRUE(std::isnan(view.times[at]));
  query.key = Query::Key::kTime;
  EXPECT_EQ(program.view(query).indices.back(), count);
  query.time.least = 0;
  EXPECT_EQ(program.view(query).indices.size(), ranked);
}

TEST(View, UserConfigurationsCountInTheRanksOfOthers) {
  const Opened opened = test::opened(test::kDots, 5);  // the program layouts and changes of single layouts
  const configs::LayoutTable& table = opened.configurations.table;
  model::Tables tables{std::vector<float>(table.rows(), -1), {}, {}};
  for (size_t slot = 0; slot < table.slots.size(); ++slot) tables.rows[table.rowBegin[slot]] = 0;
  Ranking ranking(opened, model::computeAnalyticalCosts(opened.program, opened.configurations), std::move(tables),
                  model::Aggregation::kSum, model::Scale::kIdentity);
  ranking.step(ranking.total());
  Choice best(table.slots.size());
  for (size_t slot = 0; slot < best.size(); ++slot) best[slot] = table.rowBegin[slot + 1] - table.rowBegin[slot] > 1;
  const float before = ranking.scores()[ranking.top(1)[0]];
  ASSERT_LT(ranking.score(best), before);
  EXPECT_EQ(ranking.rankOf(before), 1u);
  ranking.setUserConfigurations({best, best});  // twice the same program
  const View view = buildView(opened, ranking, {});
  EXPECT_EQ(view.ranks[0], 1u);
  EXPECT_EQ(view.ranks[1], 1u);
  EXPECT_EQ(view.ranks[2], 2u);
  EXPECT_EQ(ranking.rankOfConfiguration(view.indices[2]), 2u);
  ranking.setUserConfigurations({});
  EXPECT_EQ(ranking.rankOf(before), 1u);
}

TEST(View, AgreementCoversTheListedConfigurations) {
  const ViewedProgram program(measured());
  Query query;
  query.score.greatest = program.view({}).scores[30];
  const View view = program.view(query);
  const auto some = program.ranking.agreement(view.indices), all = program.ranking.agreement();
  ASSERT_TRUE(some.has_value());
  EXPECT_LT(some->configurations, all->configurations);
  EXPECT_EQ(program.ranking.agreement(program.view({}).indices)->tau, all->tau);
}

}  // namespace
}  // namespace hlorank::session
