#include "shared/search/pbqp.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "shared/base/random.h"

namespace hlorank::search {
namespace {

std::vector<std::vector<double>> randomCosts(Random& random, size_t variables) {
  std::vector<std::vector<double>> costs(variables);
  for (auto& rows : costs) {
    rows.resize(1 + random.below(4));
    for (double& cost : rows) cost = random.uniform() * 2 - 1;
  }
  return costs;
}

Problem randomProblem(Random& random, size_t variables, size_t edges) {
  Problem problem{randomCosts(random, variables), {}};
  while (variables > 1 && edges-- > 0) {
    const auto a = static_cast<uint32_t>(random.below(variables)), b = static_cast<uint32_t>(random.below(variables));
    if (a == b) continue;
    std::vector<double> costs(problem.costs[a].size() * problem.costs[b].size());
    for (double& cost : costs) cost = random.uniform() * 2 - 1;
    problem.edges.push_back({a, b, costs});
  }
  return problem;
}

// Returns the costs of all assignments of a PBQP problem, in ascending order.
template <class AnyProblem>
std::vector<double> enumerateCosts(const AnyProblem& problem) {
  std::vector<uint8_t> rows(problem.costs.size(), 0);
  std::vector<double> all;
  for (;;) {
    all.push_back(computeCost(problem, rows));
    size_t v = 0;
    while (v < rows.size() && ++rows[v] == problem.costs[v].size()) rows[v++] = 0;
    if (v == rows.size()) break;
  }
  std::sort(all.begin(), all.end());
  return all;
}

template <class AnyProblem>
void expectTheBest(const AnyProblem& problem, size_t k) {
  const std::vector<double> all = enumerateCosts(problem);
  const Solutions found = solve(problem, k);
  EXPECT_TRUE(found.exact);
  ASSERT_EQ(found.best.size(), std::min(k, all.size()));
  EXPECT_NEAR(found.bound, all[0], 1e-9);
  std::set<std::string> distinct;
  for (size_t i = 0; i < found.best.size(); ++i) {
    EXPECT_NEAR(found.best[i].cost, all[i], 1e-9) << "place " << i;
    EXPECT_NEAR(computeCost(problem, found.best[i].rows), found.best[i].cost, 1e-9);
    distinct.insert({found.best[i].rows.begin(), found.best[i].rows.end()});
  }
  EXPECT_EQ(distinct.size(), found.best.size());
}

TEST(Pbqp, OneVariableGivesItsRowsByCost) {
  const Solutions found = solve(Problem{{{3, 1, 2}}, {}}, 5);
  ASSERT_EQ(found.best.size(), 3u);
  EXPECT_EQ(found.best[0].rows[0], 1);
  EXPECT_EQ(found.best[1].rows[0], 2);
  EXPECT_EQ(found.best[2].rows[0], 0);
}

TEST(Pbqp, AProblemWithoutVariablesHasOneSolution) {
  const Solutions found = solve(Problem{}, 3);
  ASSERT_EQ(found.best.size(), 1u);
  EXPECT_EQ(found.best[0].cost, 0);
  EXPECT_TRUE(solve(Problem{{{1, 2}}, {}}, 0).best.empty());
}

TEST(Pbqp, EdgeCostsCanOutweighRowCosts) {
  const Solutions found = solve(Problem{{{0, 1}, {0, 1}}, {{0, 1, {5, 5, 5, 0}}}}, 1);
  EXPECT_EQ(found.best[0].rows, (std::vector<uint8_t>{1, 1}));
  EXPECT_EQ(found.best[0].cost, 2);
}

TEST(Pbqp, KBestWithoutEdgesEqualBruteForce) {
  Random random(1);
  for (int trial = 0; trial < 100; ++trial) expectTheBest(randomProblem(random, 1 + random.below(7), 0), 20);
}

TEST(Pbqp, KBestOfTreesAndRingsEqualBruteForce) {
  Random random(2);
  for (int trial = 0; trial < 200; ++trial) {
    const size_t variables = 2 + random.below(6);
    expectTheBest(randomProblem(random, variables, variables), 12);
  }
}

TEST(Pbqp, KBestOfDenseGraphsEqualBruteForce) {
  Random random(3);
  for (int trial = 0; trial < 200; ++trial) {
    const size_t variables = 4 + random.below(4);
    expectTheBest(randomProblem(random, variables, variables * variables), 12);
  }
}

TEST(Pbqp, KBestOfGroupedProblemsEqualBruteForce) {
  Random random(4);
  for (int trial = 0; trial < 200; ++trial) {
    GroupedProblem problem{randomCosts(random, 1 + random.below(7)), {}, {}};
    problem.extra = problem.costs;
    for (auto& rows : problem.extra) {
      for (double& cost : rows) cost = trial % 2 == 0 ? 0 : random.uniform();
    }
    for (size_t v = 0; v < problem.costs.size(); ++v) problem.group.push_back(static_cast<uint32_t>(random.below(3)));
    expectTheBest(problem, 12);
  }
}

TEST(Pbqp, LimitedEffortGivesASolutionAndALowerBound) {
  Random random(5);
  for (int trial = 0; trial < 20; ++trial) {
    const Problem problem = randomProblem(random, 8, 60);
    const double best = enumerateCosts(problem)[0];
    const Solutions found = solve(problem, 3, 10);
    ASSERT_FALSE(found.best.empty());
    EXPECT_LE(found.bound, best + 1e-9);
    EXPECT_GE(found.best[0].cost, best - 1e-9);
  }
}

TEST(Pbqp, LongChainsWithManyRowsAreSolvedExactly) {
  Random random(6);
  Problem problem;
  for (int v = 0; v < 1000; ++v) {
    problem.costs.push_back(std::vector<double>(24));
    for (double& cost : problem.costs.back()) cost = random.uniform();
  }
  for (uint32_t v = 1; v < 1000; ++v) {
    problem.edges.push_back({v - 1, v, std::vector<double>(24 * 24)});
    for (double& cost : problem.edges.back().costs) cost = random.uniform();
  }
  const Solutions found = solve(problem, 32);
  EXPECT_TRUE(found.exact);
  EXPECT_EQ(found.best.size(), 32u);
}

}  // namespace
}  // namespace hlorank::search
