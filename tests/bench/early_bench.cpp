// Benchmark of training steps of an early-join network (as in TpuGraphs) on a synthetic graph. `hlorank_early_bench`
// (options: --help) prints a JSON object with seconds per step, peak memory, and the peak throughput of the machine.
// --dump writes arrays and weights, so that another implementation can repeat the computation.
#include <ATen/ATen.h>
#include <sys/resource.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fstream>
#include <random>

#include "native/model/torch_scores.h"
#include "native/train/trainer.h"
#include "shared/npz/npz.h"
#include "tests/bench/timing.h"

namespace hlorank::bench {
namespace {

constexpr uint32_t kLayouts = 8;  // number of layouts that each tensor can have
constexpr int kSlotFeatures = 64, kNodeFeatures = 144, kWindow = 60;

struct SyntheticProgram {
  graph::Program program;
  configs::Configurations configurations;
  model::AnalyticalCosts analytical;
  std::vector<model::Tensor> inputs;
};

// Builds a DAG that resembles HLO: the operands of a node are nearby nodes, and most nodes have one or two operands.
// `configurable` evenly spaced nodes each have three tensors whose layout can be chosen.
SyntheticProgram make(uint32_t nodes, uint32_t configurable, size_t count) {
  std::mt19937 random(1);
  const auto uniform = [&] { return float(random() % 10000) / 5000 - 1; };
  SyntheticProgram made;
  graph::Graph graph;
  std::vector<int64_t> opcodes, consumer, producer, rowNode;
  std::vector<float> node, slot;
  for (uint32_t i = 0; i < nodes; ++i) {
    opcodes.push_back(random() % 100);
    graph.opcodes.push_back(uint8_t(opcodes.back()));
    for (int k = 0; k < kNodeFeatures; ++k) node.push_back(uniform());
    const uint32_t operands = i == 0 ? 0 : 1 + random() % 2 + (random() % 4 == 0 ? 1 : 0);
    for (uint32_t k = 0; k < operands; ++k)
      graph.edges.push_back({i, uint32_t(i - 1 - random() % std::min<uint32_t>(i, kWindow))});
  }
  graph.features = graph::FeatureRows::fromDense(std::vector<float>(size_t(nodes) * graph::kNodeFeatures));
  for (const graph::Edge& edge : graph.edges) {
    consumer.push_back(edge.u);
    producer.push_back(edge.v);
  }
  configs::LayoutTable& table = made.configurations.table;
  for (uint32_t position = 0; position < configurable; ++position) {
    table.nodes.push_back(position * (nodes / configurable));
    for (uint8_t tensor = 0; tensor < configs::kTensors; ++tensor) {
      table.slots.push_back({position, tensor});
      table.rowBegin.push_back(uint32_t(table.layouts.size()));
      for (uint32_t k = 0; k < kLayouts; ++k) {
        table.layouts.push_back({int8_t(k), -1, -1, -1, -1, -1});
        rowNode.push_back(table.nodes.back());
        for (int f = 0; f < kSlotFeatures; ++f) slot.push_back(uniform());
      }
    }
  }
  table.rowBegin.push_back(uint32_t(table.layouts.size()));
  made.configurations.count = count;
  made.configurations.reference.assign(table.slots.size(), 0);
  made.analytical.valueOfSlot.assign(table.slots.size(), 0);
  made.analytical.values = 1;
  for (size_t c = 0; c < count; ++c) {
    for (size_t s = 0; s < table.slots.size(); ++s) made.configurations.choices.push_back(uint8_t(random() % kLayouts));
    made.configurations.runtimes.push_back(1'000'000 + int64_t(random() % 100'000));
  }
  const int64_t n = nodes, rows = int64_t(rowNode.size()), edges = int64_t(consumer.size());
  made.inputs = {{"slot", {rows, kSlotFeatures}, slot}, {"rowNode", {rows}, rowNode},
                 {"rowValue", {rows}, rowNode},         {"opcode", {n}, opcodes},
                 {"node", {n, kNodeFeatures}, node},    {"consumer", {edges}, consumer},
                 {"producer", {edges}, producer}};
  made.program = graph::makeProgram("made", std::move(graph));
  return made;
}

void dump(const std::string& path, const SyntheticProgram& made, const model::Parameters& parameters) {
  npz::Archive archive;
  for (const model::Tensor& input : made.inputs)
    std::visit(
        [&](const auto& data) {
          using T = typename std::decay_t<decltype(data)>::value_type;
          archive.arrays.push_back(npz::makeArray<T>("input/" + input.name, input.shape, std::span<const T>(data)));
        },
        input.data);
  for (const model::Parameter& parameter : parameters)
    archive.arrays.push_back(
        npz::makeArray<float>("weight/" + parameter.name, parameter.shape, std::span<const float>(parameter.values)));
  const auto& all = made.configurations;
  const int64_t slots = int64_t(all.table.slots.size());
  archive.arrays.push_back(
      npz::makeArray<uint8_t>("choices", {int64_t(all.count), slots}, std::span<const uint8_t>(all.choices)));
  archive.arrays.push_back(
      npz::makeArray<int64_t>("runtimes", {int64_t(all.count)}, std::span<const int64_t>(all.runtimes)));
  archive.arrays.push_back(
      npz::makeArray<uint32_t>("rowBegin", {slots + 1}, std::span<const uint32_t>(all.table.rowBegin)));
  std::ofstream(path, std::ios::binary) << npz::write(archive);
}

// Measures the peak throughput of the machine: GFLOP/s of a matrix product [rows, width] · [width, width], and GB/s of
// adding two arrays.
nlohmann::json machine(int64_t rows, int64_t width) {
  const at::Tensor x = at::rand({rows, width}), w = at::rand({width, width});
  at::Tensor y = at::empty({rows, width});
  const double product = measure([&] { at::mm_out(y, x, w); }).at("min").get<double>();
  const double sum = measure([&] { y.add_(x); }).at("min").get<double>();
  return {{"gflops", 2e-9 * double(rows * width * width) / product},
          {"gigabytes", 1e-9 * 3 * 4 * double(rows * width) / sum}};
}

double peakGigabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return double(usage.ru_maxrss) * 1024e-9;
}

int bench(int argc, char** argv) {
  uint32_t nodes = 8000, configurable = 400;
  int steps = 12, threads = 1, width = 64, layers = 3, together = 128, segment = 0;
  bool whole = false;
  std::string file;
  CLI::App app("Measure the training steps of an early-join network on a synthetic graph");
  app.add_option("--nodes", nodes, "Number of nodes of the graph");
  app.add_option("--configurable", configurable, "Number of nodes with slots");
  app.add_option("--steps", steps, "Number of training steps");
  app.add_option("--threads", threads, "Number of threads");
  app.add_option("--width", width, "Width of the network");
  app.add_option("--layers", layers, "Number of message passing layers");
  app.add_option("--configurations", together, "Configurations per step");
  app.add_option("--segment", segment, "Nodes per graph segment; 0: whole graph");
  app.add_flag("--whole", whole, "Compute all nodes instead of only the receptive field of the configurations");
  app.add_option("--dump", file, "Write the arrays and initial weights to this npz file");
  CLI11_PARSE(app, argc, argv);

  train::prepareLibTorch(threads);
  const SyntheticProgram made = make(nodes, configurable, size_t(together));
  model::Description description;
  description.join = model::Join::kEarly;
  description.tables = 0;
  description.slotFeatures = kSlotFeatures;
  description.nodeFeatures = kNodeFeatures;
  description.encoderLayers = layers;
  description.encoderWidth = width;
  std::vector<uint32_t> selected(made.configurations.count);
  for (size_t c = 0; c < selected.size(); ++c) selected[c] = uint32_t(c);
  const model::ScoringTask problem{"made",       &made.program, &made.configurations, &made.analytical, nullptr,
                                   &made.inputs, selected};
  train::Recipe recipe{.margin = 0, .epochs = steps, .dropout = 0, .batch = 1, .configurations = together};
  recipe.segment = segment;
  recipe.reduced = !whole;
  train::State state = train::startState(model::initialParameters(description, 1));
  if (!file.empty()) dump(file, made, state.parameters);
  std::vector<double> seconds;
  nlohmann::json losses = nlohmann::json::array();
  auto last = Clock::now();
  train::Trainer(description, recipe, {problem}, {}).train(state, [&](const train::Progress& progress) {
    if (progress.step > 1) seconds.push_back(secondsSince(last));
    last = Clock::now();
    losses.push_back(progress.loss);
    return true;
  });
  int64_t rows = 0, multiplied = 0;
  const auto levels =
      model::reach(made.program.graph, made.configurations.table.nodes, layers, model::Directions::kOperands);
  for (size_t l = 0; l < levels.size(); ++l) {
    rows += int64_t(levels[l].nodes.size());
    if (l + 1 < levels.size()) multiplied += int64_t(levels[l].nodes.size());
  }
  const double flop = 3.0 * 2 * 2 * double(multiplied) * together * width * width;
  const double peak = peakGigabytes();
  nlohmann::json figures = {{"nodes", nodes},
                            {"edges", made.program.graph.edges.size()},
                            {"configurable", configurable},
                            {"layers", layers},
                            {"width", width},
                            {"configurations", together},
                            {"rows", rows},
                            {"step", summary(std::move(seconds))},
                            {"peakGigabytes", peak},
                            {"gflop", 1e-9 * flop},
                            {"losses", losses},
                            {"machine", machine(multiplied * together / 4, width)}};
  std::printf("%s\n", figures.dump().c_str());
  return 0;
}

}  // namespace
}  // namespace hlorank::bench

int main(int argc, char** argv) {
  return hlorank::bench::bench(argc, argv);
}
