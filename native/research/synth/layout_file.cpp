#include "native/research/synth/layout_file.h"

#include <cmath>
#include <map>
#include <numeric>

#include "native/research/synth/machine.h"
#include "native/research/synth/npz_writer.h"
#include "shared/configs/dataset.h"

namespace hlorank::synth {

namespace {

constexpr size_t kBuffer = size_t{4} << 20;  // bytes of configurations to compress at a time
// PairMaker tries this number of random changes of a configuration and takes the one with the largest cost difference.
constexpr int kChangeTries = 16;
constexpr uint64_t kTieSeed = 0x746965;  // random seed that selects the groups of nodes with equal layouts

// Serializes configurations as rows of TpuGraphs' array node_config_feat (float32).
class Rows {
 public:
  explicit Rows(const LayoutSpace& space) {
    for (const std::vector<Setting>& settings : space.settings) {
      begin_.push_back(values_.size());
      for (const Setting& setting : settings) values_.insert(values_.end(), setting.begin(), setting.end());
    }
  }
  void append(const Choice& choice, std::string& to) const {
    for (size_t i = 0; i < choice.size(); ++i) {
      const float* row = values_.data() + begin_[i] + size_t{choice[i]} * configs::kLayoutColumns;
      to.append(reinterpret_cast<const char*>(row), configs::kLayoutColumns * sizeof(float));
    }
  }

 private:
  std::vector<size_t> begin_;
  std::vector<float> values_;
};

// Makes transfer pairs (configurations that differ in one node). Changes the layouts of one configurable node whose
// layouts never varied in training.
class PairMaker {
 public:
  PairMaker(const LayoutProblem& problem, const std::vector<Fold>& folds, uint64_t seed)
      : problem_(problem), random_(seed) {
    for (size_t i = 0; i < folds.size(); ++i) {
      if (folds[i] == Fold::kTest && problem.space.settings[i].size() > 1) nodes_.push_back(i);
    }
  }

  // Tries kChangeTries random changes of the configuration `choice` and applies the one with the largest cost
  // difference. `index`: row of the changed configuration; the unchanged one is the row before. If no change makes a
  // difference, returns node -1.
  TransferPair change(Choice& choice, int64_t index) {
    const double before = problem_.base + problem_.costs.of(choice);
    TransferPair best{index - 1, index, -1, 0};
    Choice changed = choice, most = choice;
    for (int i = 0; i < kChangeTries && !nodes_.empty(); ++i) {
      const size_t node = nodes_[random_.below(nodes_.size())];
      changed[node] = static_cast<uint8_t>(random_.below(problem_.space.settings[node].size()));
      const double difference = (problem_.base + problem_.costs.of(changed) - before) / before;
      if (std::abs(difference) > std::abs(best.difference)) {
        best = {index - 1, index, problem_.space.nodes[node], difference};
        most = changed;
      }
      changed[node] = choice[node];
    }
    choice = most;
    return best;
  }

 private:
  const LayoutProblem& problem_;
  Random random_;
  std::vector<size_t> nodes_;
};

// Makes Sampling::fixed for a program of `split`: marks the configurable nodes whose layouts vary only in other splits.
std::vector<uint8_t> fixedNodes(const std::vector<Fold>& folds, Split split) {
  std::vector<uint8_t> fixed;
  const Fold hidden = split == Split::kTest ? Fold::kTrain : Fold::kTest;
  fixed.reserve(folds.size());
  for (Fold fold : folds) fixed.push_back(fold == hidden);
  return fixed;
}

// Rounds a time to whole ns, at least 1, because a time of 0 means that the time is hidden.
int64_t nanoseconds(double time) {
  return std::max<int64_t>(1, std::llround(time));
}

}  // namespace

Result<LayoutProblem> makeProblem(const ProgramSpec& spec) {
  Result<graph::Program> program = makeNetwork(spec.network, spec.name);
  if (!program) return program.error();
  LayoutSpace space = makeLayoutSpace(*program);
  LayoutCosts costs(*program, space, spec.law);
  const double base = computeBase(space, costs, spec.law, spec.network.seed);
  return LayoutProblem{std::move(*program), std::move(space), std::move(costs), base};
}

namespace {

// Groups the configurable nodes that have the same opcode, element size and sizes of all tensors. Each group lists
// indices among the configurable nodes.
std::vector<std::vector<size_t>> groupLikeNodes(const LayoutProblem& problem) {
  const graph::Program& program = problem.program;
  using Kind = std::vector<int64_t>;
  const auto kindOf = [&](uint32_t node) {
    Kind kind = {program.graph.opcodes[node]};
    for (uint8_t t = 0; t < configs::kTensors; ++t) {
      const uint32_t value = configs::valueOf(program, node, t);
      if (value == configs::kNoNode) continue;
      const std::span<const int64_t> sizes = program.dimensions(value);
      kind.push_back(-program.elementBytes(value));
      kind.insert(kind.end(), sizes.begin(), sizes.end());
    }
    return kind;
  };
  std::map<Kind, std::vector<size_t>> alike;
  for (size_t i = 0; i < problem.space.nodes.size(); ++i) alike[kindOf(problem.space.nodes[i])].push_back(i);
  std::vector<std::vector<size_t>> groups;
  groups.reserve(alike.size());
  for (auto& [kind, positions] : alike) groups.push_back(std::move(positions));
  return groups;
}

// Makes Sampling::tiedTo for the option LayoutOptions::tied. In a random half of the groups of nodes with equal opcode
// and sizes, every node copies the layouts of the first node of its group.
std::vector<uint32_t> tieLikeNodes(const LayoutProblem& problem, uint64_t seed) {
  Random random(seed ^ kTieSeed);
  std::vector<uint32_t> tiedTo(problem.space.nodes.size());
  std::iota(tiedTo.begin(), tiedTo.end(), 0u);
  for (const std::vector<size_t>& positions : groupLikeNodes(problem)) {
    if (random.below(2) == 0) continue;
    for (const size_t position : positions)
      if (problem.space.settings[position] == problem.space.settings[positions.front()])
        tiedTo[position] = static_cast<uint32_t>(positions.front());
  }
  return tiedTo;
}

}  // namespace

std::vector<Fold> assignFolds(const LayoutProblem& problem) {
  std::vector<Fold> folds(problem.space.nodes.size(), Fold::kAlways);
  for (const std::vector<size_t>& positions : groupLikeNodes(problem)) {
    if (positions.size() < 2) continue;
    for (size_t i = 0; i < positions.size(); ++i) folds[positions[i]] = i % 2 == 0 ? Fold::kTrain : Fold::kTest;
  }
  return folds;
}

Result<LayoutTruth> writeLayouts(const LayoutProblem& problem, const ProgramSpec& spec, const LayoutOptions& options,
                                 const std::string& path) {
  const auto count = static_cast<int64_t>(spec.configurations);
  const auto nodes = static_cast<int64_t>(problem.space.nodes.size());
  Sampling sampling = {options.genetic, spec.configurations, spec.repeats, spec.distinct, {}, {}, spec.seed};
  if (options.tied) sampling.tiedTo = tieLikeNodes(problem, spec.seed);
  std::vector<Fold> folds;
  if (options.transfer) {
    folds = assignFolds(problem);
    sampling.fixed = fixedNodes(folds, spec.split);
  }
  const bool paired = options.transfer && spec.split == Split::kTest;
  PairMaker pairs(problem, folds, spec.seed);
  const std::unique_ptr<Sampler> sampler = makeSampler(problem.space, sampling);
  Noise noise(options.noise, spec.seed ^ kNoiseSeed);
  const Rows rows(problem.space);

  NpzWriter file(path);
  file.begin("node_config_feat", "<f4", {count, nodes, configs::kLayoutColumns});
  LayoutTruth truth;
  Choice choice;
  std::string buffer;
  for (int64_t c = 0; c < count; ++c) {
    if (paired && c % 2 == 1) {
      const TransferPair pair = pairs.change(choice, c);
      if (pair.node >= 0) truth.pairs.push_back(pair);
    } else {
      choice = sampler->next();
    }
    const double terms = problem.costs.withoutCopies(choice);
    const double time = problem.base + problem.costs.of(choice), measured = time * noise.factor();
    sampler->report(measured);
    truth.terms.push_back(terms);
    truth.times.noiseless.push_back(nanoseconds(time));
    truth.times.noisy.push_back(nanoseconds(measured));
    rows.append(choice, buffer);
    if (buffer.size() < kBuffer && c + 1 < count) continue;
    file.append(buffer);
    buffer.clear();
  }

  const graph::Graph& graph = problem.program.graph;
  for (const npz::Array& array : configs::makeGraphArchive(graph).arrays) file.add(array);
  file.add(npz::makeArray("node_config_ids", {nodes},
                          std::vector<int64_t>(problem.space.nodes.begin(), problem.space.nodes.end())));
  const bool hidden = spec.split == Split::kTest;
  file.add(npz::makeArray("config_runtime", {count},
                          hidden ? std::vector<int64_t>(spec.configurations) : truth.times.noisy));
  file.add(npz::makeArray("node_splits", {1, static_cast<int64_t>(graph.splits.size())}, graph.splits));
  Result<bool> written = file.finish();
  if (!written) return written.error();
  return truth;
}

}  // namespace hlorank::synth
