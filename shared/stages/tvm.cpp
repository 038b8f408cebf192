#include "shared/stages/tvm.h"

#include <algorithm>
#include <cmath>
#include <functional>

#include "shared/base/fnv.h"
#include "shared/base/text.h"
#include "shared/stages/read.h"
#include "shared/stages/tvm_rows.h"

namespace hlorank::stages {
namespace {

// Limits of memory: number of stages of a record, and number of features of a problem.
constexpr size_t kMaxStages = 512, kMaxSize = size_t{1} << 26;

Error lineError(int line, std::string message) {
  Error error{std::move(message), "expected one record per line, as written by MetaSchedule, Ansor or AutoTVM of TVM"};
  error.where.line = line;
  return error;
}

double product(std::span<const double> values) {
  double all = 1;
  for (const double value : values) all *= value;
  return all;
}

// Clamps a value to the range that the readers of Halide accept, so that every feature is finite.
float feature(double value) {
  return float(std::clamp(std::isfinite(value) ? value : 0.0, 0.0, double(kLargestFeature)));
}

void appendSchedule(const StageRow* row, Kind kind, std::vector<float>& values) {
  static const StageRow kAbsent;
  if (!row) row = &kAbsent;
  if (kind == Kind::kMetaScheduleStores) {
    values.insert(values.end(), row->stores.begin(), row->stores.end());
    values.resize(values.size() + storeColumns().size() - row->stores.size());
    return;
  }
  for (const double count : row->counts) values.push_back(feature(count));
  std::vector<double> products(kTvmTileLevels, 1), largest(kTvmTileLevels), flat;
  for (const auto& tiles : row->tiles)
    for (size_t level = 0; level < tiles.size(); ++level) {
      flat.push_back(tiles[level]);
      if (level >= kTvmTileLevels) continue;
      products[level] *= tiles[level];
      largest[level] = std::max(largest[level], tiles[level]);
    }
  for (size_t level = 0; level < kTvmTileLevels; ++level) {
    values.push_back(feature(products[level]));
    values.push_back(feature(largest[level]));
  }
  flat.resize(kTvmTileColumns);
  for (const double size : flat) values.push_back(feature(size));
}

void appendAlgorithm(std::vector<double> sizes, size_t stage, size_t stages, std::vector<float>& values) {
  const auto [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  const bool none = sizes.empty();
  for (const double value : {double(sizes.size()), none ? 0 : *most, none ? 0 : *least, none ? 0 : product(sizes),
                             double(stage), double(stage == 0), double(stage + 1 == stages)})
    values.push_back(feature(value));
  sizes.resize(kTvmShapeColumns);
  for (const double size : sizes) values.push_back(feature(size));
}

// Collects the records of one workload into a problem.
Result<Problem> gather(const std::string& name, const std::vector<const Record*>& records) {
  Problem problem;
  problem.kind = records.front()->kind;
  problem.name = name;
  std::map<std::string, int> positions;  // maps each stage to its lowest position in a record
  std::set<std::pair<std::string, std::string>> edges;
  for (const Record* record : records) {
    for (const auto& [stage, row] : record->stages) {
      const auto [at, added] = positions.emplace(stage, row.position);
      if (!added) at->second = std::min(at->second, row.position);
    }
    edges.insert(record->edges.begin(), record->edges.end());
  }
  std::vector<std::pair<int, std::string>> order;
  order.reserve(positions.size());
  for (const auto& [stage, position] : positions) order.emplace_back(position, stage);
  std::sort(order.begin(), order.end());
  if (order.empty() || order.size() > kMaxStages)
    return Error{"the steps of " + name + " mention " + std::to_string(order.size()) + " stages, expected 1 to " +
                     std::to_string(kMaxStages),
                 "leave this workload out"};
  std::map<std::string, uint32_t> rowOf;
  for (const auto& [position, stage] : order) {
    rowOf[stage] = uint32_t(problem.stages.size());
    appendAlgorithm(records.front()->sizes, problem.stages.size(), order.size(), problem.algorithm);
    problem.stages.push_back(stage);
  }
  for (const auto& [producer, consumer] : edges) problem.edges.push_back({rowOf.at(producer), rowOf.at(consumer)});
  std::sort(problem.edges.begin(), problem.edges.end());
  for (const Record* record : records) {
    if (record->failed) {
      ++problem.failed;
      continue;
    }
    for (const std::string& stage : problem.stages) {
      const auto found = record->stages.find(stage);
      appendSchedule(found == record->stages.end() ? nullptr : &found->second, problem.kind, problem.schedules);
    }
    if (problem.schedules.size() > kMaxSize)
      return Error{"the records of " + name + " have over " + std::to_string(kMaxSize) + " features",
                   "split the file into several"};
    problem.runtimes.push_back(record->milliseconds);
    problem.ids.push_back(record->id);
  }
  problem.count = problem.runtimes.size();
  if (problem.failed > 0)
    problem.notices.push_back("Failed measurements, left out: " + std::to_string(problem.failed) + ".");
  return problem;
}

// Replaces the stages of a record by the buffers that its scheduled program writes.
void useStores(Record& record, std::span<const float> stores) {
  record.kind = Kind::kMetaScheduleStores;
  record.stages.clear();
  record.edges.clear();
  const size_t columns = storeColumns().size();
  const auto name = [](size_t buffer) { return "buffer " + std::to_string(buffer); };
  for (size_t i = 0; i < stores.size() / columns; ++i) {
    StageRow& row = record.stages[name(i)];
    row.position = int(i);
    const auto own = stores.subspan(i * columns, columns);
    row.stores.assign(own.begin(), own.end());
    if (i > 0) record.edges.emplace(name(i - 1), name(i));
  }
}

// Whether brackets nest deeper than they do in tuning records. Such a text is rejected, because code that walks JSON
// recursively could run out of stack.
bool nestsTooDeep(std::string_view json) {
  constexpr int kDeepest = 64;
  int depth = 0;
  for (const char c : json) {
    if (c == '[' || c == '{') ++depth;
    if (c == ']' || c == '}') --depth;
    if (depth > kDeepest) return true;
  }
  return false;
}

}  // namespace

std::optional<double> meanMilliseconds(const nlohmann::json& seconds) {
  constexpr double kFailed = 1e9;
  double sum = 0;
  if (!seconds.is_array() || seconds.empty()) return std::nullopt;
  for (const auto& value : seconds) {
    const double time = value.is_number() ? value.get<double>() : 0;
    if (!(time > 0 && time < kFailed)) return std::nullopt;
    sum += time;
  }
  return 1e3 * sum / double(seconds.size());
}

std::vector<double> numbersOf(const nlohmann::json& list) {
  std::vector<double> numbers;
  if (list.is_array())
    for (const auto& value : list)
      if (value.is_number()) numbers.push_back(value.get<double>());
  return numbers;
}

Result<std::vector<Problem>> readTvmRecords(std::string_view text, const std::string& name,
                                            const StoreFeatures* stores) {
  std::vector<Record> records;
  std::optional<Kind> kind;
  for (int line = 1; !text.empty(); ++line) {
    const std::string_view own = takeLine(text);
    if (own.find_first_not_of(" \t\r") == std::string_view::npos) continue;
    if (nestsTooDeep(own)) return lineError(line, "the brackets of this line nest too deep");
    const auto json = nlohmann::json::parse(own, nullptr, /*allow_exceptions=*/false);
    if (json.is_discarded()) return lineError(line, "this line is not JSON");
    std::optional<Record> record;
    for (const auto& read : {readMetaSchedule, readAnsor, readAutoTvm})
      if (!record) record = read(json);
    if (!record) return lineError(line, "this line is not a tuning record");
    if (kind.value_or(record->kind) != record->kind)
      return lineError(line, "this record is of " + std::string(titleOf(record->kind)) + ", those before are of " +
                                 std::string(titleOf(*kind)));
    kind = record->kind;
    record->id = "record " + std::to_string(line);
    records.push_back(std::move(*record));
  }
  if (stores && (kind != Kind::kMetaSchedule || stores->records() != records.size()))
    return Error{"store_features.npz has the features of " + std::to_string(stores->records()) +
                     " records of MetaSchedule, expected those of the " + std::to_string(records.size()) +
                     " records beside it",
                 "write it again with `npm run collect:tvm -- features FOLDER`, or remove it"};
  for (size_t i = 0; stores && i < records.size(); ++i) useStores(records[i], stores->of(i));
  std::map<std::string, std::vector<const Record*>> workloads;
  for (const Record& record : records) workloads[record.workload].push_back(&record);
  std::vector<Problem> problems;
  for (const auto& [workload, own] : workloads) {
    Fnv hash;
    hash.bytes(workload);
    auto problem = gather(name + "/" + hexadecimal(hash.value()).substr(0, 8), own);
    if (!problem) return problem.error();
    if (problem->count > 0) problems.push_back(std::move(*problem));
  }
  if (problems.empty())
    return Error{"none of the " + std::to_string(records.size()) + " records was measured", "measure schedules again"};
  return problems;
}

}  // namespace hlorank::stages
