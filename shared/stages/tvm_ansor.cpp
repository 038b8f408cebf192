// Reads lines of tuning records of Ansor and AutoTVM. A line of Ansor is {"i": [[workload key, target, …], [[],
// [steps]]], "r": [[seconds], error, …]}. A step is a list such as ["SP", stage, iterator, extent, [lengths], …]. A
// line of AutoTVM is {"input": [target, template, arguments, …], "config": {"entity": [[knob, kind, value], …]},
// "result": [[seconds], error, …]}.
#include <algorithm>
#include <cmath>

#include "shared/base/json.h"
#include "shared/stages/tvm_rows.h"

namespace hlorank::stages {
namespace {

constexpr size_t kMaxStage = 256;  // greatest number of stages in a record of Ansor

// Collects sizes from nested lists. A list that has only numbers gives one size, their product.
void addSizes(const LogJson& json, std::vector<double>& sizes, int depth = 0) {
  constexpr int kDeepest = 8;
  if (!json.is_array() || depth > kDeepest) return;
  double size = 1;
  bool any = false;
  for (const LogJson& value : json) {
    if (value.is_number()) size *= value.get<double>(), any = true;
    addSizes(value, sizes, depth + 1);
  }
  if (any) sizes.push_back(size);
}

void setTime(const LogJson& result, Record& record) {
  const auto time = isList(result, 2) && result[1] == 0 ? meanMilliseconds(result[0]) : std::nullopt;
  record.failed = !time;
  record.milliseconds = time.value_or(0);
}

// Maps the current number of each stage to the number that it had before any stage was inserted.
class Numbers {
 public:
  size_t original(size_t stage) {
    while (numbers_.size() <= stage) numbers_.push_back(next_++);
    return numbers_[stage];
  }
  // Inserts a stage at index `at` that counts as part of stage `of`.
  void insert(size_t at, size_t of) {
    const size_t number = original(of);
    if (at > 0) original(at - 1);
    numbers_.insert(numbers_.begin() + std::ptrdiff_t(at), number);
  }

 private:
  std::vector<size_t> numbers_;
  size_t next_ = 0;
};

std::string stageName(size_t number) {
  return "stage " + std::to_string(number);
}

void addAnsorAnnotation(StageRow& row, const LogJson& step) {
  const int annotation = step.size() > 3 && step[3].is_number_integer() ? step[3].get<int>() : 0;
  constexpr int kUnroll = 1, kVectorize = 2, kParallel = 3;
  row.add(annotation == kUnroll      ? Step::kUnroll
          : annotation == kVectorize ? Step::kVectorize
          : annotation == kParallel  ? Step::kParallel
                                     : Step::kThread);
}

void addPragma(StageRow& row, const LogJson& step) {
  row.add(Step::kAnnotation);
  const std::string text = step.size() > 3 && step[3].is_string() ? step[3].get<std::string>() : "";
  const size_t at = text.find('$');
  if (at == std::string::npos || text.find("unroll") == std::string::npos) return;
  double steps = 0;
  for (const char c : text.substr(at + 1, 9))
    if (c >= '0' && c <= '9') steps = steps * 10 + (c - '0');
  row.add(Step::kUnrollSteps, steps);
}

void readStep(const LogJson& step, Numbers& numbers, Record& record) {
  if (!isList(step, 2) || !step[0].is_string() || !step[1].is_number_unsigned()) return;
  const std::string kind = step[0].get<std::string>();
  const size_t stage = step[1].get<size_t>();
  if (stage >= kMaxStage) return;
  const size_t number = numbers.original(stage);
  StageRow& row = record.stages[stageName(number)];
  row.position = int(number);
  const auto edgeTo = [&](const LogJson& other, bool fromOwn) {
    if (!other.is_number_unsigned() || other.get<size_t>() >= kMaxStage) return;
    const size_t target = numbers.original(other.get<size_t>());
    if (target == number) return;
    record.stages[stageName(target)].position = int(target);
    record.edges.emplace(stageName(fromOwn ? number : target), stageName(fromOwn ? target : number));
  };
  if (kind == "SP") {
    row.add(Step::kSplit);
    if (step.size() > 4) row.tiles.push_back(numbersOf(step[4]));
  } else if (kind == "FSP" || kind == "FFSP") {
    row.add(Step::kSplit);
  } else if (kind == "RE") {
    row.add(Step::kReorder);
  } else if (kind == "FU") {
    row.add(Step::kFuse);
  } else if (kind == "AN") {
    addAnsorAnnotation(row, step);
  } else if (kind == "PR") {
    addPragma(row, step);
  } else if (kind == "CI") {
    row.add(Step::kInline);
  } else if (kind == "CA") {
    row.add(Step::kComputeAt);
    if (step.size() > 2) edgeTo(step[2], /*fromOwn=*/true);
  } else if (kind == "SA") {
    row.add(Step::kStorage);
  } else if (kind == "CHR") {
    row.add(Step::kCacheRead);
    if (step.size() > 3 && step[3].is_array())
      for (const LogJson& reader : step[3]) edgeTo(reader, /*fromOwn=*/true);
    numbers.insert(stage + 1, stage);
  } else if (kind == "CHW") {
    row.add(Step::kCacheWrite);
    numbers.insert(stage, stage);
  } else if (kind == "RF") {
    row.add(Step::kReduction);
    numbers.insert(stage, stage);
  }
}

// Returns the numbers of an AutoTVM knob, which is a tiling, an order, or a single value.
std::vector<double> knobValues(const LogJson& value) {
  if (value.is_array()) {
    std::vector<double> numbers = numbersOf(value);
    for (double& number : numbers) number = std::max(0.0, number);  // −1 stands for the rest of the extent
    return numbers;
  }
  if (value.is_boolean()) return {value.get<bool>() ? 1.0 : 0.0};
  return value.is_number() ? std::vector<double>{value.get<double>()} : std::vector<double>();
}

}  // namespace

std::optional<Record> readAnsor(const LogJson& json) {
  if (!json.is_object() || !json.contains("i") || !json.contains("r")) return std::nullopt;
  const LogJson& input = json["i"];
  if (!isList(input, 2) || !isList(input[0], 1) || !input[0][0].is_string() || !isList(input[1], 2) ||
      !input[1][1].is_array())
    return std::nullopt;
  Record record;
  record.kind = Kind::kAnsor;
  record.workload = input[0][0].get<std::string>();
  addSizes(LogJson::parse(record.workload, nullptr, /*allow_exceptions=*/false), record.sizes);
  Numbers numbers;
  for (const LogJson& step : input[1][1]) readStep(step, numbers, record);
  setTime(json["r"], record);
  return record;
}

std::optional<Record> readAutoTvm(const LogJson& json) {
  if (!json.is_object() || !json.contains("input") || !json.contains("config") || !json.contains("result"))
    return std::nullopt;
  const LogJson &input = json["input"], &config = json["config"];
  if (!isList(input, 3) || !input[1].is_string() || !config.is_object() || !config.contains("entity") ||
      !config["entity"].is_array())
    return std::nullopt;
  Record record;
  record.kind = Kind::kAutoTvm;
  const std::string operation = input[1].get<std::string>();
  record.workload = operation + oneLine(input[2]);
  addSizes(input[2], record.sizes);
  record.stages[operation].position = 1;
  for (const LogJson& knob : config["entity"]) {
    if (!isList(knob, 3) || !knob[0].is_string() || knob[0] == operation) continue;
    StageRow& row = record.stages[knob[0].get<std::string>()];
    row.add(knob[1] == "sp" ? Step::kSplit : knob[1] == "re" ? Step::kReorder : Step::kAnnotation);
    row.tiles.push_back(knobValues(knob[2]));
    record.edges.emplace(knob[0].get<std::string>(), operation);
  }
  setTime(json["result"], record);
  return record;
}

}  // namespace hlorank::stages
