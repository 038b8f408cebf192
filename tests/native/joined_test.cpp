// Joined networks: computing only the receptive field of a configuration, or graph segments, gives the same scores and
// gradients as a direct computation on the whole graph.
#include <gtest/gtest.h>

#include <cmath>

#include "native/model/delta_layer.h"
#include "native/model/device.h"
#include "native/model/torch_scores.h"
#include "native/onnx/network_onnx.h"
#include "tests/native/synthetic.h"

namespace hlorank {
namespace {

struct Case {
  test::Synthetic synthetic;
  graph::Program program;
  model::Description description;
  model::Parameters parameters;

  model::ScoringTask problem() const {
    model::ScoringTask problem = synthetic.example();
    problem.program = &program;
    return problem;
  }
};

graph::Program programOf(const test::Synthetic& synthetic) {
  graph::Graph graph;
  const auto integers = [&](const char* name) {
    for (const model::Tensor& input : synthetic.inputs)
      if (input.name == name) return std::get<std::vector<int64_t>>(input.data);
    return std::vector<int64_t>();
  };
  for (const int64_t opcode : integers("opcode")) graph.opcodes.push_back(uint8_t(opcode));
  graph.features = graph::FeatureRows::fromDense(std::vector<float>(graph.nodes() * graph::kNodeFeatures));
  const auto u = integers("consumer"), v = integers("producer");
  for (size_t i = 0; i < u.size(); ++i) graph.edges.push_back({uint32_t(u[i]), uint32_t(v[i])});
  return graph::makeProgram("synthetic", std::move(graph));
}

// A graph in which only some nodes have slots, so that the receptive field is not the whole graph. The weights are
// perturbed because the initial weights of the head are zero.
Case makeCase(model::Join join, bool bothDirections = false, bool tables = false, int layers = 3) {
  Case c{test::makeSynthetic(40, 24, 3, test::analyticalTime), {}, {}, {}};
  auto& table = c.synthetic.configurations.table;
  for (uint32_t& node : table.nodes) node = node * 7 % 20;
  std::sort(table.nodes.begin(), table.nodes.end());
  c.program = programOf(c.synthetic);
  c.description = test::syntheticDescription("calibrated");
  c.description.join = join;
  c.description.encoderLayers = layers;
  c.description.encoderWidth = 8;
  c.description.bothDirections = bothDirections;
  c.description.tables = tables;
  c.description.tableLayers = 2;  // this encoder always uses both directions
  c.description.tableWidth = 6;
  c.description.headWidth = 6;
  c.parameters = model::initialParameters(c.description, 7);
  uint32_t state = 1;
  for (model::Parameter& parameter : c.parameters)
    if (parameter.training != model::Training::kFixed)
      for (float& value : parameter.values) {
        state = state * 1664525 + 1013904223;
        value += .4f * (float(state >> 8) / float(1 << 24) - .5f);
      }
  return c;
}

// Reference implementation: scores [C] computed on all nodes, one configuration after the other.
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

double largestDifference(const at::Tensor& a, const at::Tensor& b) {
  return (a - b).abs().max().item<double>();
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
  model::NamedTensors weights;  // with gradients
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
  // Nothing is stale and nothing is dropped, so the first step gives the scores of the whole graph.
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

Case crossAttentionCase(model::Join join, int referenceSet) {
  Case c = makeCase(join, /*bothDirections=*/false, /*tables=*/join == model::Join::kParts);
  c.description.crossAttention = referenceSet;
  c.parameters = model::initialParameters(c.description, 2);
  for (const char* name : {"head.linear.weight", "head.weight"})
    for (float& value : model::find(c.parameters, name)->values) value = .1f;
  return c;
}

// Uses the first `members` configurations as reference set, because the synthetic program has no shapes from which a
// reference set could be generated.
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
  // Every member is contained seven times.
  const at::Tensor once = model::TorchScores(c.description, crossAttentionProblem(c, 24)).referenceSet(weights);
  EXPECT_LT(largestDifference(inBatches, once + std::log(7.f)), 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Joins, CrossAttention,
                         testing::Values(model::Join::kEarly, model::Join::kLate, model::Join::kParts),
                         [](const auto& info) { return model::toString(info.param); });

// Checks the definition: x · e^(heat·x) / (e^(heat·x) + Σ over the reference set), column by column.
TEST(JoinedNetwork, CrossAttentionWeightsPooledColumnsByTheirSoftmax) {
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

// Before training, the components of a row are the analytical costs.
TEST(JoinedNetwork, PartsJoinGivesTheHeadSignedLogarithmsOfComponentSums) {
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
    for (size_t term = 0; term < 3; ++term) {  // the last one has no multiplier yet
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
