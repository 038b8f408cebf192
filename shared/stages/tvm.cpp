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
constexpr size_t kMostNames = 4;  // names of buffers per position

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

// Clamps a value to the range that read.h allows for every feature, 0 to kLargestFeature. NaN and infinities become 0.
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

// Name of the stage that is the buffer which scheduled programs write at this position.
std::string positionName(size_t position) {
  return "buffer " + std::to_string(position);
}

// Returns the names of the buffers of a record, in the order of their rows.
std::vector<WrittenBuffer> buffersOf(const Record& record, bool areNamed) {
  if (areNamed) return record.buffers;
  std::vector<WrittenBuffer> buffers;
  for (size_t i = 0; i < record.stages.size(); ++i)
    buffers.push_back({positionName(i), "buffer", {}, i > 0 ? std::vector{i - 1} : std::vector<size_t>()});
  return buffers;
}

// Returns what TVM's features tell about the loops around the stores of a buffer: "parallel 32, vectorize 8".
std::string loopsOf(const std::vector<float>& stores) {
  const auto columns = storeColumns();
  std::string text;
  for (const auto& [name, column] : {std::pair{"parallel", "parallel.prod"},
                                     {"vectorize", "vectorize.prod"},
                                     {"unroll", "unroll.prod"},
                                     {"auto_unroll_max_step", "auto_unroll_max_step"}}) {
    const float value = stores[size_t(std::find(columns.begin(), columns.end(), column) - columns.begin())];
    if (value < 1.5F) continue;
    text += (text.empty() ? "" : ", ") + std::string(name) + " " + std::to_string(int64_t(std::round(value)));
  }
  return text;
}

// Returns the decisions of a schedule about a buffer, as one text. `stores`: TVM's features of the buffer.
std::string stepsOf(const WrittenBuffer& buffer, const std::vector<float>& stores) {
  std::string text;
  for (const std::string& step : buffer.steps) text += (text.empty() ? "" : ", ") + step;
  const std::string loops = loopsOf(stores);
  return text + (text.empty() || loops.empty() ? "" : ", ") + loops;
}

// Whether the names of all buffers that the schedules write are certain, and not far more than the `stages` positions.
bool areBuffersNamed(const std::vector<const Record*>& records, size_t stages) {
  std::set<std::string> names;
  for (const Record* record : records) {
    if (record->buffers.size() != record->stages.size()) return false;
    for (const WrittenBuffer& buffer : record->buffers) names.insert(buffer.name);
    if (names.size() > kMostNames * stages) return false;
  }
  return true;
}

// Names the buffers that the schedules of a workload write, in the order of their last position in a schedule.
NamedStages nameStages(const std::vector<const Record*>& records, size_t stages) {
  const bool areNamed = areBuffersNamed(records, stages);
  std::vector<std::vector<WrittenBuffer>> all;
  std::map<std::string, size_t> last;  // greatest position of each buffer in a schedule
  std::map<std::string, std::string> originOf;
  for (const Record* record : records) {
    all.push_back(buffersOf(*record, areNamed));
    for (size_t i = 0; i < all.back().size(); ++i) {
      const WrittenBuffer& buffer = all.back()[i];
      last[buffer.name] = std::max(last[buffer.name], i);
      originOf[buffer.name] = buffer.origin;
    }
  }
  std::vector<std::pair<size_t, std::string>> order;
  order.reserve(last.size());
  for (const auto& [name, position] : last) order.emplace_back(position, name);
  std::sort(order.begin(), order.end());
  NamedStages named;
  std::map<std::string, uint32_t> placeOf;
  for (const auto& [position, name] : order) {
    placeOf[name] = uint32_t(named.names.size());
    named.names.push_back(name);
    named.origins.push_back(originOf[name]);
  }
  std::set<Edge> edges;
  named.rows.assign(records.size() * order.size(), kNoStage);
  named.steps.resize(named.rows.size());
  for (size_t c = 0; c < records.size(); ++c)
    for (size_t i = 0; i < all[c].size(); ++i) {
      const WrittenBuffer& buffer = all[c][i];
      const uint32_t place = placeOf[buffer.name];
      const size_t at = c * order.size() + place;
      named.rows[at] = uint32_t(i);
      named.steps[at] = stepsOf(buffer, records[c]->stages.at(positionName(i)).stores);
      for (const size_t read : buffer.reads) edges.insert({placeOf[all[c][read].name], place});
    }
  named.edges.assign(edges.begin(), edges.end());
  return named;
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
  std::vector<const Record*> measured;
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
    measured.push_back(record);
  }
  problem.count = problem.runtimes.size();
  if (problem.kind == Kind::kMetaScheduleStores) problem.named = nameStages(measured, order.size());
  if (problem.failed > 0)
    problem.notices.push_back("Failed measurements, left out: " + std::to_string(problem.failed) + ".");
  return problem;
}

// Returns what identifies a workload: the structural hash that TVM computed, if `workloads` has it, or a hash of its
// key in the records. The key of MetaSchedule is only an index in the database.
std::string identityOf(Kind kind, const std::string& key, const std::vector<Workload>& workloads) {
  const bool isIndex = kind == Kind::kMetaSchedule || kind == Kind::kMetaScheduleStores;
  const size_t index = isIndex && key.size() < 10 ? size_t(std::stoul(key)) : workloads.size();
  if (index < workloads.size() && !workloads[index].hash.empty()) return workloads[index].hash;
  Fnv hash;
  hash.bytes(isIndex ? "workload " + key : key);
  return hexadecimal(hash.value());
}

// Replaces the stages of a record by the buffers that its scheduled program writes.
void useStores(Record& record, std::span<const float> stores) {
  record.kind = Kind::kMetaScheduleStores;
  record.stages.clear();
  record.edges.clear();
  const size_t columns = storeColumns().size();
  for (size_t i = 0; i < stores.size() / columns; ++i) {
    StageRow& row = record.stages[positionName(i)];
    row.position = int(i);
    const auto own = stores.subspan(i * columns, columns);
    row.stores.assign(own.begin(), own.end());
    if (i > 0) record.edges.emplace(positionName(i - 1), positionName(i));
  }
}

}  // namespace

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

Result<std::vector<Problem>> readTvmRecords(std::string_view text, const std::string& name, const StoreFeatures* stores,
                                            const std::vector<Workload>& workloads) {
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
    if (stores && kind == Kind::kMetaSchedule && json[0].get<uint64_t>() < workloads.size())
      if (auto buffers = writtenBuffers(workloads[json[0].get<size_t>()], json[1][0]))
        record->buffers = std::move(*buffers);
    records.push_back(std::move(*record));
  }
  if (stores && (kind != Kind::kMetaSchedule || stores->records() != records.size()))
    return Error{"store_features.npz has the features of " + std::to_string(stores->records()) +
                     " records of MetaSchedule, expected those of the " + std::to_string(records.size()) +
                     " records beside it",
                 "write it again with `npm run collect:tvm -- features FOLDER`, or remove it"};
  for (size_t i = 0; stores && i < records.size(); ++i) useStores(records[i], stores->of(i));
  std::map<std::string, std::vector<const Record*>> groups;
  for (const Record& record : records) groups[record.workload].push_back(&record);
  std::vector<Problem> problems;
  for (const auto& [key, own] : groups) {
    auto problem = gather(name + "/" + identityOf(own.front()->kind, key, workloads).substr(0, 8), own);
    if (!problem) return problem.error();
    if (problem->count > 0) problems.push_back(std::move(*problem));
  }
  if (problems.empty())
    return records.empty() ? Error{"the file has no record", "give a file with tuning records"}
                           : Error{"the measurements of all records (" + std::to_string(records.size()) + ") failed",
                                   "measure schedules again"};
  return problems;
}

}  // namespace hlorank::stages
