#include "shared/stages/halide.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "shared/base/text.h"
#include "shared/stages/read.h"

namespace hlorank::stages {
namespace {

constexpr size_t kSchedule = 39, kAlgorithm = 287;

template <class T>
T readNumber(std::string_view bytes, size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

Error errorAt(size_t offset, std::string message, std::string help) {
  Error error{std::move(message), std::move(help)};
  error.where.offset = static_cast<int64_t>(offset);
  return error;
}

// Reads the features of the stages in `bytes`. Other data may follow them.
Result<Sample> readStages(std::string_view bytes, const char* what) {
  Sample sample;
  sample.stages = bytes.size() / kStageBytes;
  if (sample.stages == 0 || bytes.size() % kStageBytes != 0)
    return errorAt(sample.stages * kStageBytes,
                   std::string(what) + " ends inside a stage: found " + std::to_string(bytes.size() % kStageBytes) +
                       " bytes of it, expected " + std::to_string(kStageBytes) + " per stage",
                   "the file is truncated, or of another version of Halide's features than 3: write it again");
  for (size_t stage = 0; stage < sample.stages; ++stage) {
    for (size_t i = 0; i < kSchedule + kAlgorithm; ++i) {
      const size_t offset = stage * kStageBytes + i * sizeof(float);
      const float value = readNumber<float>(bytes, offset);
      if (!(value >= 0 && value <= kLargestFeature))
        return errorAt(offset,
                       "feature " + std::to_string(i) + " of stage " + std::to_string(stage) + " is " +
                           std::to_string(value) + ", expected 0 to 1e14",
                       "the file is damaged, or of another version of Halide's features than 3");
      (i < kSchedule ? sample.schedule : sample.algorithm).push_back(value);
    }
  }
  return sample;
}

// Splits a text into lines without copying it.
class Lines {
 public:
  explicit Lines(std::string_view text) : rest_(text) {}
  bool next(std::string_view& line) {
    if (rest_.empty()) return false;
    line = takeLine(rest_);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    ++number_;
    return true;
  }
  int number() const { return number_; }

 private:
  std::string_view rest_;
  int number_ = 0;
};

bool skip(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

Error logError(int line, std::string message) {
  Error error{std::move(message), "use the whole text that the autoscheduler printed to stderr for this pipeline"};
  error.where.line = line;
  return error;
}

// A function (Func) of the pipeline, as listed in the log.
struct Function {
  std::string_view name;
  uint32_t stages = 0;
  bool input = false;
  uint32_t first = 0;  // row of the function's last update; its pure definition has the row first + stages - 1
};

struct LogEdge {
  std::string_view producer, consumer;
  int line = 0;
};

// The graph as the log prints it, before stages get row numbers.
struct Printed {
  std::vector<Function> functions;
  std::vector<LogEdge> edges;
};

Result<Printed> parsePrinted(std::string_view text) {
  Printed printed;
  std::vector<std::string_view> known;  // names of the functions seen so far, sorted
  Lines lines(text);
  std::string_view line;
  while (lines.next(line)) {
    if (skip(line, "Node: ")) {
      const auto at = std::lower_bound(known.begin(), known.end(), line);
      // The name occurs again: here begins the graph of another run of the autoscheduler.
      if (at != known.end() && *at == line) break;
      known.insert(at, line);
      printed.functions.push_back({line});
    } else if (skip(line, "  Stage ") && line.ends_with(':') && !printed.functions.empty() && printed.edges.empty()) {
      Function& function = printed.functions.back();
      if (line.substr(0, line.size() - 1) != std::to_string(function.stages))
        return logError(lines.number(), "expected stage " + std::to_string(function.stages) + " of " +
                                            std::string(function.name) + ", found stage " +
                                            std::string(line.substr(0, line.size() - 1)));
      ++function.stages;
    } else if (skip(line, "  pointwise: ") && !printed.functions.empty()) {
      printed.functions.back().input = line.find(" input: 1") != std::string_view::npos;
    } else if (skip(line, "Edge: ")) {
      const size_t arrow = line.find(" -> ");
      if (arrow == std::string_view::npos) return logError(lines.number(), "expected `Edge: PRODUCER -> CONSUMER`");
      printed.edges.push_back({line.substr(0, arrow), line.substr(arrow + 4), lines.number()});
    }
  }
  return printed;
}

// Finds functions by their name.
class FunctionIndex {
 public:
  explicit FunctionIndex(const std::vector<Function>& functions) : functions_(functions), order_(functions.size()) {
    std::iota(order_.begin(), order_.end(), size_t{0});
    std::sort(order_.begin(), order_.end(), [&](size_t a, size_t b) { return functions[a].name < functions[b].name; });
  }
  const Function* find(std::string_view name) const {
    const auto at = std::lower_bound(order_.begin(), order_.end(), name,
                                     [&](size_t i, std::string_view other) { return functions_[i].name < other; });
    return at != order_.end() && functions_[*at].name == name ? &functions_[*at] : nullptr;
  }

 private:
  const std::vector<Function>& functions_;
  std::vector<size_t> order_;
};

// Splits the name of a stage into its function and the number of the stage: "f.update(0)" into "f" and 1, "f" into "f"
// and 0. Does not split other texts.
std::pair<std::string_view, uint32_t> stageOf(std::string_view text) {
  const size_t at = text.rfind(".update(");
  if (at == std::string_view::npos || !text.ends_with(')')) return {text, 0};
  const std::string_view digits = text.substr(at + 8, text.size() - at - 9);
  if (digits.empty() || digits.size() > 6) return {text, 0};
  uint32_t number = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return {text, 0};
    number = number * 10 + static_cast<uint32_t>(c - '0');
  }
  return {text.substr(0, at), number + 1};
}

}  // namespace

Result<Sample> readFeaturization(std::string_view bytes) {
  return readStages(bytes, "the .featurization");
}

Result<Sample> readSample(std::string_view bytes) {
  if (bytes.size() < kStageBytes + kSampleTail || (bytes.size() - kSampleTail) % kStageBytes != 0)
    return errorAt(bytes.size(),
                   "the .sample has " + std::to_string(bytes.size()) + " bytes, expected a multiple of " +
                       std::to_string(kStageBytes) + " (stages) and " + std::to_string(kSampleTail) +
                       " (run time, pipeline, schedule)",
                   "the file is truncated, or of another version of Halide's features than 3: write it again");
  const size_t tail = bytes.size() - kSampleTail;
  auto sample = readStages(bytes.substr(0, tail), "the .sample");
  if (!sample) return sample.error();
  const auto milliseconds = readNumber<float>(bytes, tail);
  if (!(milliseconds > 0 && std::isfinite(milliseconds)))
    return errorAt(tail, "the run time is " + std::to_string(milliseconds) + " ms, expected a positive number",
                   "measure the schedule again");
  sample->milliseconds = double(milliseconds);
  sample->pipeline = readNumber<int32_t>(bytes, tail + 4);
  sample->number = readNumber<int32_t>(bytes, tail + 8);
  return sample;
}

Result<StageGraph> readHalideLog(std::string_view text) {
  auto printed = parsePrinted(text);
  if (!printed) return printed.error();
  StageGraph graph;
  size_t functions = 0;
  for (Function& function : printed->functions) {
    if (function.input) continue;
    ++functions;
    function.first = static_cast<uint32_t>(graph.stages.size());
    for (uint32_t stage = function.stages; stage-- > 0;)
      graph.stages.push_back({std::string(function.name) + ".s" + std::to_string(stage), stage > 0});
    for (uint32_t row = function.first; row + 1 < function.first + function.stages; ++row)
      graph.edges.push_back({row + 1, row});
  }
  if (graph.stages.empty())
    return Error{
        "the log has no stage of a pipeline",
        "run the autoscheduler with HL_DEBUG_AUTOSCHEDULE=2 (Halide 14: =1) and keep what it prints to stderr"};
  graph.hasEdges = functions < 2 || !printed->edges.empty();
  const FunctionIndex index(printed->functions);
  for (const LogEdge& edge : printed->edges) {
    const auto [consumerName, stage] = stageOf(edge.consumer);
    const Function* producer = index.find(edge.producer);
    const Function* consumer = index.find(consumerName);
    if (!producer || !consumer || stage >= consumer->stages || producer->stages == 0)
      return logError(edge.line, "the edge " + std::string(edge.producer) + " -> " + std::string(edge.consumer) +
                                     " joins a stage that the log does not list");
    if (producer->input || consumer->input) continue;
    graph.edges.push_back({producer->first, consumer->first + consumer->stages - 1 - stage});
  }
  std::sort(graph.edges.begin(), graph.edges.end());
  graph.edges.erase(std::unique(graph.edges.begin(), graph.edges.end()), graph.edges.end());
  return graph;
}

Result<Problem> makeHalideProblem(std::string name, const std::vector<Sample>& samples,
                                  const std::vector<std::string>& names, const StageGraph* graph) {
  if (samples.empty()) return Error{"found no sample of " + name, "give a folder with .sample files"};
  const Sample& first = samples.front();
  Problem problem;
  problem.name = std::move(name);
  if (graph && graph->stages.size() != first.stages)
    return Error{"the log lists " + std::to_string(graph->stages.size()) + " stages, " + names.front() + " has " +
                     std::to_string(first.stages),
                 "use the log of the same pipeline, or remove it to rank without edges"};
  const bool hasEdges = graph && graph->hasEdges;
  for (size_t stage = 0; stage < first.stages; ++stage) {
    problem.stages.push_back(graph ? graph->stages[stage].name : "stage " + std::to_string(stage));
    const auto row = first.algorithm.begin() + std::ptrdiff_t(stage * kAlgorithm);
    problem.algorithm.insert(problem.algorithm.end(), row, row + kAlgorithm);
    problem.algorithm.push_back(graph && graph->stages[stage].update ? 1.0F : 0.0F);
    if (!hasEdges && stage > 0) problem.edges.push_back({uint32_t(stage), uint32_t(stage - 1)});
  }
  if (hasEdges) problem.edges = graph->edges;
  if (!hasEdges)
    problem.notices.emplace_back(
        "There is no compile_log.txt with the edges of the pipeline, so its stages are taken as a chain. Run the "
        "autoscheduler with HL_DEBUG_AUTOSCHEDULE=2 (Halide 14: =1) and keep what it prints to stderr.");
  for (size_t i = 0; i < samples.size(); ++i) {
    const Sample& sample = samples[i];
    if (sample.stages != first.stages)
      return Error{names[i] + " has " + std::to_string(sample.stages) + " stages, " + names.front() + " has " +
                       std::to_string(first.stages),
                   "keep the samples of each pipeline in a folder of its own"};
    if (sample.algorithm != first.algorithm)
      return Error{names[i] + " has other operations than " + names.front(),
                   "keep the samples of each pipeline in a folder of its own"};
    problem.schedules.insert(problem.schedules.end(), sample.schedule.begin(), sample.schedule.end());
    problem.runtimes.push_back(sample.milliseconds);
    problem.ids.push_back(names[i]);
  }
  problem.count = samples.size();
  return problem;
}

}  // namespace hlorank::stages
