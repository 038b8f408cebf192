// Reads lines of tuning records of TVM MetaSchedule. A line is [workload, [[instructions, decisions], seconds, target,
// arguments]]. An instruction is [kind, inputs, attributes, outputs]. Names such as "b0", "l3" and "v7" connect inputs
// with the outputs of earlier instructions.
#include <algorithm>
#include <map>

#include "shared/stages/tvm_rows.h"

namespace hlorank::stages {
namespace {

constexpr const char* kRoot = "root";  // name of the block that contains all other blocks

// Follows the names of blocks and loops through the instructions of a trace.
class Trace {
 public:
  explicit Trace(Record& record) : record_(record) {}

  void read(const LogJson& instructions, const LogJson& decisions) {
    for (const LogJson& decision : decisions)
      if (isList(decision, 2) && decision[0].is_number_unsigned()) decisions_[decision[0].get<size_t>()] = &decision[1];
    for (size_t i = 0; i < instructions.size(); ++i)
      if (isList(instructions[i], 4) && instructions[i][0].is_string()) readInstruction(i, instructions[i]);
    for (auto& [stage, row] : record_.stages)
      for (size_t i = 0; i < row.counts.size(); ++i) row.counts[i] += program_.counts[i];
  }

 private:
  // Returns the stage that the instruction concerns, which is that of the first input with a known stage. Returns "" if
  // no input has one.
  std::string stageOf(const LogJson& inputs) const {
    for (const LogJson& input : inputs) {
      const auto found = input.is_string() ? blockOf_.find(input.get<std::string>()) : blockOf_.end();
      if (found != blockOf_.end()) return found->second;
    }
    return {};
  }
  void name(const LogJson& outputs, const std::string& stage) {
    for (const LogJson& output : outputs)
      if (output.is_string()) blockOf_[output.get<std::string>()] = stage;
  }
  // Returns the numbers for which the inputs of an instruction stand. They are literals, and decisions of earlier
  // samples.
  std::vector<double> tilesOf(const LogJson& inputs) const {
    std::vector<double> tiles;
    for (const LogJson& input : inputs) {
      if (input.is_number()) tiles.push_back(input.get<double>());
      const auto found = input.is_string() ? valueOf_.find(input.get<std::string>()) : valueOf_.end();
      if (found != valueOf_.end()) tiles.push_back(found->second);
    }
    return tiles;
  }

  void readInstruction(size_t number, const LogJson& instruction) {
    const std::string kind = instruction[0].get<std::string>();
    const LogJson &inputs = instruction[1], &attributes = instruction[2], &outputs = instruction[3];
    if (!inputs.is_array() || !attributes.is_array() || !outputs.is_array()) return;
    if (kind == "GetBlock" || kind == "GetSBlock") return addBlock(attributes, outputs);
    if (kind.starts_with("Sample")) return addSample(number, inputs, attributes, outputs);
    const std::string stage = stageOf(inputs);
    if (stage == kRoot && kind == "Annotate") return addAnnotation(program_, inputs, attributes);
    if (kind == "GetConsumers") return name(outputs, beside(stage, 1));
    if (kind == "GetProducers") return name(outputs, beside(stage, -1));
    if (stage.empty() || stage == kRoot) return;
    StageRow& row = record_.stages[stage];
    name(outputs, stage);
    if (kind == "Split" || kind == "LoopPartition") {
      row.add(Step::kSplit);
      row.tiles.push_back(tilesOf(inputs));
    } else if (kind == "Fuse") {
      row.add(Step::kFuse);
    } else if (kind == "Reorder") {
      row.add(Step::kReorder);
    } else if (kind == "Vectorize") {
      row.add(Step::kVectorize);
    } else if (kind == "Parallel") {
      row.add(Step::kParallel);
    } else if (kind == "Unroll") {
      row.add(Step::kUnroll);
    } else if (kind == "Bind") {
      row.add(Step::kThread);
    } else if (kind == "ComputeInline" || kind == "ReverseComputeInline") {
      row.add(Step::kInline);
    } else if (kind == "ComputeAt" || kind == "ReverseComputeAt") {
      row.add(Step::kComputeAt);
      addEdge(inputs, kind == "ComputeAt");
    } else if (kind == "CacheRead") {
      row.add(Step::kCacheRead);
    } else if (kind == "CacheWrite") {
      row.add(Step::kCacheWrite);
    } else if (kind == "RFactor" || kind == "DecomposeReduction") {
      row.add(Step::kReduction);
    } else if (kind == "SetScope" || kind == "StorageAlign") {
      row.add(Step::kStorage);
    } else if (kind == "Annotate") {
      addAnnotation(row, inputs, attributes);
    }
  }

  void addBlock(const LogJson& attributes, const LogJson& outputs) {
    if (attributes.empty() || !attributes[0].is_string()) return;
    const std::string stage = attributes[0].get<std::string>();
    name(outputs, stage);
    if (stage == kRoot) return;
    const auto [at, added] = record_.stages.try_emplace(stage);
    if (!added) return;
    at->second.position = int(record_.stages.size()) - 1;
    if (!order_.empty()) record_.edges.emplace(order_.back(), stage);
    order_.push_back(stage);
  }
  // Returns the block before (step −1) or after (step 1) block `stage` in the order of the program; "" if there is
  // none. It stands in for the producer or consumer, which the record does not name.
  std::string beside(const std::string& stage, int step) const {
    const auto at = std::find(order_.begin(), order_.end(), stage);
    if (at == order_.end() || (step < 0 && at == order_.begin()) || (step > 0 && at + 1 == order_.end())) return {};
    return *(at + step);
  }

  // Gives each output of a sampling instruction its value. The value is the decision itself or an element of it. For a
  // categorical sample, the decision is an index, and the value is the candidate with this index.
  void addSample(size_t number, const LogJson& inputs, const LogJson& attributes, const LogJson& outputs) {
    const auto found = decisions_.find(number);
    const std::string stage = stageOf(inputs);
    for (size_t i = 0; i < outputs.size(); ++i) {
      if (!outputs[i].is_string()) continue;
      const std::string name = outputs[i].get<std::string>();
      if (!stage.empty()) blockOf_[name] = stage;
      if (found == decisions_.end()) continue;
      const LogJson& decision = *found->second;
      if (decision.is_number()) valueOf_[name] = decision.get<double>();
      const auto candidates = attributes.empty() ? std::vector<double>() : numbersOf(attributes[0]);
      if (decision.is_number_unsigned() && decision.get<size_t>() < candidates.size())
        valueOf_[name] = candidates[decision.get<size_t>()];
      if (isList(decision, i + 1) && decision[i].is_number()) valueOf_[name] = decision[i].get<double>();
    }
  }

  void addEdge(const LogJson& inputs, bool computesEarlier) {
    if (inputs.size() < 2) return;
    const std::string own = stageOf(LogJson::array({inputs[0]})), other = stageOf(LogJson::array({inputs[1]}));
    if (own.empty() || other.empty() || own == other) return;
    record_.edges.emplace(computesEarlier ? own : other, computesEarlier ? other : own);
  }

  void addAnnotation(StageRow& row, const LogJson& inputs, const LogJson& attributes) {
    row.add(Step::kAnnotation);
    const std::string key = !attributes.empty() && attributes[0].is_string() ? attributes[0].get<std::string>() : "";
    std::vector<double> values;
    if (inputs.size() > 1) values = tilesOf(LogJson::array({inputs[1]}));
    const double value = values.empty() ? 0 : values[0];
    if (key.find("parallel") != std::string::npos) row.add(Step::kParallelExtent, value);
    if (key.find("vectorize") != std::string::npos) row.add(Step::kVectorExtent, value);
    if (key.find("unroll") != std::string::npos) row.add(Step::kUnrollSteps, value);
  }

  Record& record_;
  std::map<size_t, const LogJson*> decisions_;
  std::map<std::string, std::string> blockOf_;  // maps the name of a block, loop or sample to its stage
  std::map<std::string, double> valueOf_;       // maps the name of a sample to its value
  std::vector<std::string> order_;              // names of the blocks in the order of the program
  StageRow program_;                            // annotations of the root block, which concern every stage
};

}  // namespace

std::optional<Record> readMetaSchedule(const LogJson& json) {
  if (!isList(json, 2) || !json[0].is_number_unsigned() || !isList(json[1], 4)) return std::nullopt;
  const LogJson &trace = json[1][0], &arguments = json[1][3];
  if (!isList(trace, 2) || !trace[0].is_array() || !trace[1].is_array()) return std::nullopt;
  Record record;
  record.kind = Kind::kMetaSchedule;
  record.workload = std::to_string(json[0].get<uint64_t>());
  Trace(record).read(trace[0], trace[1]);
  if (arguments.is_array())
    for (const LogJson& argument : arguments) {
      if (!isList(argument, 3)) continue;
      double size = 1;
      for (const double extent : numbersOf(argument[2])) size *= extent;
      record.sizes.push_back(size);
    }
  const auto time = meanMilliseconds(json[1][1]);
  record.failed = !time && !json[1][1].is_null();  // null: not measured yet
  record.milliseconds = time.value_or(0);
  return record;
}

}  // namespace hlorank::stages
