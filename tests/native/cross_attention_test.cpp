// Tests cross-configuration attention, which compares a configuration with a reference set, and the network form
// "parts", whose head reads sums of cost components.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/native/joined_case.h"

namespace hlorank {
namespace {

using test::Case, test::largestDifference, test::makeCase;

Case crossAttentionCase(model::Join join, int referenceSet) {
  Case c = makeCase(join, /*bothDirections=*/false, /*tables=*/join == model::Join::kParts);
  c.description.crossAttention = referenceSet;
  c.parameters = model::initialParameters(c.description, 2);
  for (const char* name : {"head.linear.weight", "head.weight"})
    for (float& value : model::find(c.parameters, name)->values) value = .1f;
  return c;
}

// Uses the first `members` configurations as reference set, because no reference set can be generated for the synthetic
// program, which has no shapes.
model::ScoringTask crossAttentionProblem(const Case& c, size_t members) {
  model::ScoringTask problem = c.problem();
  const auto& all = c.synthetic.configurations;
  for (size_t member = 0; member < members; ++member) {
    const auto choice = all.choice(member);
    problem.referenceSet.insert(problem.referenceSet.end(), choice.begin(), choice.end());
  }
  return problem;
}

class CrossAttention : public testing::TestWithParam<model::Join> {};

TEST_P(CrossAttention, AScoreDoesNotDependOnTheOtherConfigurationsScored) {
  const Case c = crossAttentionCase(GetParam(), 8);
  const auto weights = model::toTorch(c.parameters, false);
  const at::Tensor all = model::TorchScores(c.description, crossAttentionProblem(c, 8)).inferenceScores(weights);
  const at::Tensor few = at::tensor({17, 0, 2}, at::kLong);
  EXPECT_LT(
      largestDifference(model::TorchScores(c.description, crossAttentionProblem(c, 8)).inferenceScores(weights, few),
                        all.index_select(0, few)),
      1e-5);
  model::ScoringTask alone = crossAttentionProblem(c, 8);
  alone.selected = {17};
  EXPECT_LT(largestDifference(model::TorchScores(c.description, alone).inferenceScores(weights), all.narrow(0, 17, 1)),
            1e-5);
}

TEST_P(CrossAttention, AScoreDependsOnTheReferenceSet) {
  const Case c = crossAttentionCase(GetParam(), 8);
  const auto weights = model::toTorch(c.parameters, false);
  const model::ScoringTask other = crossAttentionProblem(c, 2);
  EXPECT_GT(largestDifference(model::TorchScores(c.description, other).inferenceScores(weights),
                              model::TorchScores(c.description, crossAttentionProblem(c, 8)).inferenceScores(weights)),
            1e-4);
}

TEST_P(CrossAttention, ALargeReferenceSetIsComputedInBatches) {
  const Case c = crossAttentionCase(GetParam(), 24);
  const std::vector<uint8_t> members = crossAttentionProblem(c, 24).referenceSet;
  model::ScoringTask problem = c.problem();
  for (int i = 0; i < 7; ++i) problem.referenceSet.insert(problem.referenceSet.end(), members.begin(), members.end());
  ASSERT_GT(7 * 24, model::kScoreBatch);
  const auto weights = model::toTorch(c.parameters, false);
  const at::Tensor inBatches = model::TorchScores(c.description, problem).referenceSet(weights);
  // Here the reference set contains each of its 24 configurations seven times, so the log-sum-exp is larger by log 7.
  const at::Tensor once = model::TorchScores(c.description, crossAttentionProblem(c, 24)).referenceSet(weights);
  EXPECT_LT(largestDifference(inBatches, once + std::log(7.f)), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Joins, CrossAttention,
                         testing::Values(model::Join::kEarly, model::Join::kLate, model::Join::kParts),
                         [](const auto& info) { return model::toString(info.param); });

// Checks the definition of the attention: x · e^(heat·x) / (e^(heat·x) + sum over the reference set), for each column
// x.
TEST(CrossAttentionNetwork, WeightsPooledColumnsByTheirSoftmax) {
  const Case c = crossAttentionCase(model::Join::kLate, 2);
  auto weights = model::toTorch(c.parameters, false);
  const int64_t width = model::pooledWidth(c.description);
  weights["head.heat"] = at::linspace(-1, 2, width);
  const at::Tensor x = at::linspace(-2, 2, 4 * width).view({4, width}).sin();
  const at::Tensor heated = (x * weights["head.heat"]).exp();
  const at::Tensor referenceSet = heated[0] + heated[1];
  const at::Tensor seen = at::cat({x, x * (heated / (heated + referenceSet))}, 1);
  const auto linear = [&](const at::Tensor& of, const std::string& name) {
    return at::linear(of, weights.at(name + ".weight"), weights.at(name + ".bias"));
  };
  const at::Tensor expected =
      (linear(seen, "head.linear") + linear(at::relu(linear(seen, "head.hidden")), "head")).squeeze(1);
  EXPECT_LT(largestDifference(model::scoresOfPooled(c.description, weights, {}, x, 0).scores, expected), 1e-5);
}

// Before training, the cost components of a layout are its analytical costs, so the test can compute the expected sums.
TEST(PartsJoin, GivesTheHeadSignedLogarithmsOfComponentSums) {
  Case c = crossAttentionCase(model::Join::kParts, 0);
  c.description.headWidth = 0;
  c.parameters = model::initialParameters(c.description, 2);
  for (float& value : model::find(c.parameters, "head.linear.weight")->values) value = 1;
  model::Description tables = c.description;
  tables.join = model::Join::kTables;
  const auto& all = c.synthetic.configurations;
  const at::Tensor joined =
      model::TorchScores(c.description, c.problem()).inferenceScores(model::toTorch(c.parameters, false)) -
      model::TorchScores(tables, c.problem())
          .inferenceScores(model::toTorch(model::initialParameters(tables, 2), false));
  for (uint32_t k = 0; k < all.count; ++k) {
    double expected = 0;
    for (size_t term = 0; term < 3; ++term) {  // the last term has no learned multiplier yet
      double sum = 0;
      for (size_t s = 0; s < all.table.slots.size(); ++s)
        sum +=
            c.description.gain * double(c.synthetic.analytical.terms[all.table.rowBegin[s] + all.choice(k)[s]][term]);
      expected += (sum < 0 ? -1 : 1) * std::log1p(std::abs(sum));
    }
    EXPECT_NEAR(joined[k].item<double>(), expected, 1e-3);
  }
}

}  // namespace
}  // namespace hlorank
