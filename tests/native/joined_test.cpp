// Tests early- and late-join networks: computing only the receptive field of a configuration, or graph segments, must
// give the same scores and gradients as a direct computation on the whole graph.
#include <gtest/gtest.h>

#include <cmath>

#include "native/model/delta_layer.h"
#include "native/model/device.h"
#include "native/model/torch_scores.h"
#include "native/onnx/network_onnx.h"
#include "tests/native/joined_case.h"

namespace hlorank {
namespace {

using test::Case, test::largestDifference, test::makeCase;

// Reference implementation: computes the scores on all nodes, one configuration after the other. Shape:
// [configurations].
at::Tensor directScores(const Case& c, const model::NamedTensors& w, const at::Tensor& choices) {
  const model::NamedTensors in = model::toTorch(c.synthetic.inputs);
  const auto& table = c.synthetic.configurations.table;
  const auto linear = [&](const at::Tensor& x, const std::string& name) {
    return at::linear(x, w.at(name + ".weight"), w.at(name + ".bias"));
  };
  const at::Tensor features = (in.at("node") - w.at("encoder.node.shift")) * w.at("encoder.node.scale");
  const at::Tensor start =
      linear(at::cat({w.at("encoder.opcode").index_select(0, in.at("opcode")), features}, 1), "encoder.in");
  const at::Tensor slot = (in.at("slot") - w.at("slot.shift")) * w.at("slot.scale");
  const at::Tensor states = at::relu(start);
  const at::Tensor rows = linear(
      at::relu(linear(
          at::cat({slot, states.index_select(0, in.at("rowNode")), states.index_select(0, in.at("rowValue"))}, 1),
          "join.hidden")),
      "join");
  const auto mean = [&](const at::Tensor& x, const char* target, const char* source) {
    const at::Tensor sum = at::zeros_like(x).index_add(0, in.at(target), x.index_select(0, in.at(source)));
    return sum / at::bincount(in.at(target), {}, x.size(0)).clamp_min(1).unsqueeze(1);
  };
  const auto pooledFor = [&](const at::Tensor& encodings) {
    at::Tensor x = at::relu(start + encodings);
    std::vector<at::Tensor> pooled = {x.sum(0)};
    for (int layer = 1; layer <= c.description.encoderLayers; ++layer) {
      const std::string step = "encoder." + std::to_string(layer);
      at::Tensor next = at::linear(x, w.at(step + ".own.weight"), w.at(step + ".bias")) +
                        mean(at::mm(x, w.at(step + ".operands.weight").t()), "consumer", "producer");
      if (c.description.bothDirections)
        next = next + mean(at::mm(x, w.at(step + ".users.weight").t()), "producer", "consumer");
      x = at::relu(next);
      pooled.push_back(x.sum(0));
    }
    return at::cat(pooled);
  };
  const at::Tensor nothing = at::zeros({start.size(0), start.size(1)});
  std::vector<at::Tensor> pooled;
  for (int64_t k = 0; k < choices.size(0); ++k) {
    at::Tensor encodings = nothing;
    for (size_t s = 0; s < table.slots.size(); ++s) {
      const int64_t row = table.rowBegin[s] + choices[k][int64_t(s)].item<int64_t>();
      const int64_t node = table.nodes[table.slots[s].position];
      encodings = encodings.index_add(0, at::tensor({node}, at::kLong), rows.narrow(0, row, 1));
    }
    pooled.push_back(pooledFor(encodings) - pooledFor(nothing));
  }
  std::vector<int64_t> nodesWithSlots;
  for (const auto& s : table.slots) nodesWithSlots.push_back(table.nodes[s.position]);
  std::sort(nodesWithSlots.begin(), nodesWithSlots.end());
  nodesWithSlots.erase(std::unique(nodesWithSlots.begin(), nodesWithSlots.end()), nodesWithSlots.end());
  const at::Tensor all = at::stack(pooled) / std::sqrt(float(nodesWithSlots.size()));
  return model::scoresOfPooled(c.description, w, {}, all, 0).scores;
}

at::Tensor choicesOf(const Case& c) {
  const auto& all = c.synthetic.configurations;
  at::Tensor choices = at::empty({int64_t(all.count), int64_t(all.table.slots.size())}, at::kByte);
  std::copy(all.choices.begin(), all.choices.end(), choices.data_ptr<uint8_t>());
  return choices;
}

class EarlyJoin : public testing::TestWithParam<bool> {};

TEST_P(EarlyJoin, ScoresOfTheReceptiveFieldEqualThoseOfTheWholeGraph) {
  const Case c = makeCase(model::Join::kEarly, GetParam());
  const auto weights = model::toTorch(c.parameters, false);
  const at::Tensor expected = directScores(c, weights, choicesOf(c));
  ASSERT_GT(expected.std().item<double>(), 1e-3);
  EXPECT_LT(
      largestDifference(model::TorchScores(c.description, c.problem(), true).trainingScores(weights, {}, 0), expected),
      1e-4);
  EXPECT_LT(
      largestDifference(model::TorchScores(c.description, c.problem(), false).trainingScores(weights, {}, 0), expected),
      1e-4);
}

TEST_P(EarlyJoin, ScoresOfGraphSegmentsEqualThoseOfTheWholeGraph) {
  const Case c = makeCase(model::Join::kEarly, GetParam());
  const auto weights = model::toTorch(c.parameters, false);
  const model::TorchScores parts(c.description, c.problem(), true, {.nodes = 6});
  ASSERT_TRUE(parts.hasSegments());
  EXPECT_LT(largestDifference(parts.trainingScores(weights, {}, 0),
                              model::TorchScores(c.description, c.problem()).trainingScores(weights, {}, 0)),
            1e-4);
}

TEST_P(EarlyJoin, ScoresOfTheLayoutTableDoNotDependOnTheReductionOfTheGraph) {
  Case c = makeCase(model::Join::kEarly, GetParam(), /*tables=*/true, /*layers=*/1);
  const auto scoresOf = [&](bool reduced, int64_t nodes) {
    return model::TorchScores(c.description, c.problem(), reduced, {.nodes = nodes})
        .trainingScores(model::toTorch(c.parameters, false), {}, 0);
  };
  const at::Tensor whole = scoresOf(false, 0);
  EXPECT_LT(largestDifference(scoresOf(true, 0), whole), 1e-4);
  EXPECT_LT(largestDifference(scoresOf(true, 6), whole), 1e-4);
  for (const char* weight : {"tables.encoder.1.weight", "encoder.1.own.weight"}) {
    model::find(c.parameters, weight)->values.assign(model::find(c.parameters, weight)->values.size(), 0);
    EXPECT_GT(largestDifference(scoresOf(true, 0), whole), 1e-3) << weight << " must affect the scores";
  }
}

TEST_P(EarlyJoin, GradientsOfTheReceptiveFieldEqualThoseOfTheWholeGraph) {
  const Case c = makeCase(model::Join::kEarly, GetParam());
  const auto own = model::toTorch(c.parameters, true), reference = model::toTorch(c.parameters, true);
  const at::Tensor outputGradient = at::arange(int64_t(c.synthetic.configurations.count), at::kFloat).sin();
  (model::TorchScores(c.description, c.problem()).trainingScores(own, {}, 0) * outputGradient).sum().backward();
  (directScores(c, reference, choicesOf(c)) * outputGradient).sum().backward();
  for (const auto& [name, weight] : reference) {
    if (!weight.grad().defined()) continue;
    ASSERT_TRUE(own.at(name).grad().defined()) << name;
    EXPECT_LT(largestDifference(own.at(name).grad(), weight.grad()),
              1e-3 * (1 + weight.grad().abs().max().item<double>()))
        << name;
  }
}

struct ScoresAndGradients {
  at::Tensor scores;
  model::NamedTensors weights;  // weights that receive gradients
};
ScoresAndGradients computeOn(const Case& c, at::Device device) {
  ScoresAndGradients result{{}, model::toTorch(c.parameters, true, device)};
  const at::Tensor outputGradient = at::arange(int64_t(c.synthetic.configurations.count), at::kFloat).sin().to(device);
  result.scores =
      model::TorchScores(c.description, c.problem(), true, {}, device).trainingScores(result.weights, {}, 0);
  (result.scores * outputGradient).sum().backward();
  return result;
}
void expectClose(const ScoresAndGradients& a, const ScoresAndGradients& b) {
  EXPECT_LT(largestDifference(a.scores.cpu(), b.scores.cpu()), 1e-4);
  for (const auto& [name, weight] : a.weights) {
    const at::Tensor &one = weight.grad(), &other = b.weights.at(name).grad();
    ASSERT_EQ(one.defined(), other.defined()) << name;
    if (!one.defined()) continue;
    EXPECT_LT(largestDifference(one.cpu(), other.cpu()), 1e-3 * (1 + one.abs().max().item<double>())) << name;
  }
}

TEST_P(EarlyJoin, UnfusedOperationsGiveTheSameScoresAndGradients) {
  const Case c = makeCase(model::Join::kEarly, GetParam());
  const ScoresAndGradients fused = computeOn(c, at::kCPU);
  model::useUnfusedOperations(true);
  const ScoresAndGradients unfused = computeOn(c, at::kCPU);
  model::useUnfusedOperations(false);
  expectClose(fused, unfused);
}

INSTANTIATE_TEST_SUITE_P(, EarlyJoin, testing::Bool(), [](const auto& test) {
  return std::string(test.param ? "MessagesInBothDirections" : "MessagesFromOperands");
});

TEST(JoinedNetwork, SegmentTrainingCachesEmbeddingsAndHeadOnlyStepsRecomputeThem) {
  const Case c = makeCase(model::Join::kEarly);
  const auto weights = model::toTorch(c.parameters, true);
  const model::TorchScores parts(c.description, c.problem(), true, {.nodes = 6, .dropped = 0});
  model::CachedEmbeddings cachedEmbeddings = parts.emptyEmbeddings();
  at::manual_seed(1);
  // In the first step no cached embedding is outdated or dropped, so the scores must be those of the whole graph.
  const at::Tensor whole = parts.trainingScores(weights, {}, 0);
  EXPECT_LT(largestDifference(parts.segmentTrainingScores(weights, {}, 0, false, cachedEmbeddings), whole), 1e-4);
  EXPECT_TRUE(cachedEmbeddings.known.all().item<bool>());
  const at::Tensor head = parts.segmentTrainingScores(weights, {}, 0, true, cachedEmbeddings);
  EXPECT_LT(largestDifference(head, whole), 1e-4);
  head.sum().backward();
  EXPECT_TRUE(weights.at("head.linear.weight").grad().defined());
  EXPECT_FALSE(weights.at("encoder.in.weight").grad().defined());
}

TEST(JoinedNetwork, AGpuGivesTheSameScoresAndGradients) {
  const auto gpu = model::parseDevice("cuda");
  if (!gpu) GTEST_SKIP() << gpu.error().message;
  for (const model::Join join : {model::Join::kEarly, model::Join::kLate, model::Join::kTables}) {
    const Case c = makeCase(join, false, /*tables=*/true, join == model::Join::kTables ? -1 : 3);
    expectClose(computeOn(c, at::kCPU), computeOn(c, *gpu));
  }
}

TEST(JoinedNetwork, AnUnknownDeviceIsAnErrorThatNamesIt) {
  EXPECT_TRUE(model::parseDevice("cpu"));
  const auto unknown = model::parseDevice("tpu");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message, "unknown device 'tpu'");
  EXPECT_FALSE(model::parseDevice("cuda:"));
  EXPECT_FALSE(model::parseDevice("cuda:999"));
}

TEST(JoinedNetwork, LateJoinScoresDependOnTheConfigurationOnly) {
  const Case c = makeCase(model::Join::kLate, false, true);
  const auto weights = model::toTorch(c.parameters, false);
  const model::TorchScores scores(c.description, c.problem());
  const at::Tensor all = scores.inferenceScores(weights);
  EXPECT_GT(all.std().item<double>(), 1e-3);
  EXPECT_LT(largestDifference(scores.trainingScores(weights, at::tensor({5, 2}, at::kLong), 0),
                              all.index_select(0, at::tensor({5, 2}, at::kLong))),
            1e-5);
}

TEST(JoinedNetwork, StoppedScoringReturnsTheScoresSoFar) {
  const Case c = makeCase(model::Join::kLate);
  model::ScoringTask problem = c.problem();
  for (uint32_t i = 0; i < 3 * model::kScoreBatch; ++i)
    problem.selected.push_back(i % uint32_t(problem.configurations->count));
  const model::TorchScores scores(c.description, problem);
  const auto weights = model::toTorch(c.parameters, false);
  int calls = 0;
  const at::Tensor some = scores.inferenceScores(weights, {}, [&] { return ++calls == 2; });
  ASSERT_EQ(some.size(0), 2 * model::kScoreBatch);
  EXPECT_TRUE(at::equal(some, scores.inferenceScores(weights).slice(0, 0, some.size(0))));
}

TEST(JoinedNetwork, ScoresOfTilesDependOnTheConfiguration) {
  Case c = makeCase(model::Join::kEarly);
  c.description.slotFeatures = 0;
  c.description.tileFeatures = model::kTileInputs;
  c.parameters = model::initialParameters(c.description, 1);
  for (float& value : model::find(c.parameters, "head.linear.weight")->values) value = .1f;
  configs::TileConfigurations tiles;
  for (int i = 0; i < 3; ++i)
    for (int k = 0; k < configs::kTileColumns; ++k) tiles.columns.push_back(float((i * 37 + k) % 300));
  std::vector<model::Tensor> inputs = c.synthetic.inputs;
  std::erase_if(inputs, [](const model::Tensor& input) {
    return input.name == "slot" || input.name == "terms" || input.name == "rowNode" || input.name == "rowValue";
  });
  const model::ScoringTask problem{"kernel", &c.program, nullptr, nullptr, &tiles, &inputs, {0, 1, 2}};
  for (const model::Join join : {model::Join::kEarly, model::Join::kLate}) {
    c.description.join = join;
    c.parameters = model::initialParameters(c.description, 1);
    for (float& value : model::find(c.parameters, "head.linear.weight")->values) value = .1f;
    const at::Tensor scores =
        model::TorchScores(c.description, problem).inferenceScores(model::toTorch(c.parameters, false));
    EXPECT_EQ(scores.size(0), 3);
    EXPECT_GT(scores.std().item<double>(), 1e-4);
  }
}

}  // namespace
}  // namespace hlorank
