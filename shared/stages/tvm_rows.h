// Tuning records of TVM before they are grouped into problems, and the features of a stage in a schedule, which are
// collected from the schedule's steps (splits, fusions, annotations, …) on that stage.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "shared/base/result.h"
#include "shared/stages/problem.h"
#include "shared/stages/tvm_workload.h"

namespace hlorank::stages {

using LogJson = nlohmann::json;  // a JSON value whose keys are kept in alphabetical order

// The first columns of scheduleColumns for TVM, in this order. They have counts of steps, and extents. Columns with
// tile sizes follow.
enum class Step : size_t {
  kSplit,
  kFuse,
  kReorder,
  kAnnotation,
  kVectorize,
  kParallel,
  kUnroll,
  kThread,
  kInline,
  kComputeAt,
  kCacheRead,
  kCacheWrite,
  kReduction,
  kStorage,
  kUnrollSteps,
  kParallelExtent,
  kVectorExtent,
  kCount
};

// The features of one stage in one schedule.
struct StageRow {
  int position = 0;  // index of the stage in its record
  std::vector<double> counts = std::vector<double>(size_t(Step::kCount));
  std::vector<std::vector<double>> tiles;  // sizes of each loop split, outermost first
  std::vector<float> stores;  // features of a buffer as in storeColumns(); only for Kind::kMetaScheduleStores

  void add(Step step, double amount = 1) { counts[size_t(step)] += amount; }
};

// One schedule of a workload with its measured time. Stages are identified by their names.
struct Record {
  Kind kind = Kind::kMetaSchedule;
  std::string workload;       // key of the workload in the file; equal for all schedules of a workload
  std::string id;             // id of the record, with its line in the file: "record 12"
  std::vector<double> sizes;  // number of elements of each argument
  std::map<std::string, StageRow> stages;
  std::set<std::pair<std::string, std::string>> edges;  // edges as pairs of stage names: producer, consumer
  double milliseconds = 0;                              // measured run time; 0 if not measured
  bool failed = false;                                  // whether the measurement failed
  // Buffers that the scheduled program writes, for Kind::kMetaScheduleStores; empty if their names are not certain.
  std::vector<WrittenBuffer> buffers;
};

// Convert one line of a file, parsed as JSON, to a record. Return nullopt if the line is not a record of the respective
// kind.
std::optional<Record> readMetaSchedule(const nlohmann::json& json);
std::optional<Record> readAnsor(const nlohmann::json& json);
std::optional<Record> readAutoTvm(const nlohmann::json& json);

// Returns the mean in ms of a JSON list of times in seconds. Returns nullopt if the list is empty, or if a time is not
// a number, not positive, or marks a failed run (TVM writes 1e9 s or more).
std::optional<double> meanMilliseconds(const nlohmann::json& seconds);
// Whether `json` is a list of at least `least` elements.
inline bool isList(const LogJson& json, size_t least) {
  return json.is_array() && json.size() >= least;
}
// Whether brackets nest deeper than they do in files of TVM. Such a text is rejected, because code that walks JSON
// recursively could run out of stack.
bool nestsTooDeep(std::string_view json);
// Returns those elements of a JSON list that are numbers. Returns an empty list if `list` is not a list.
std::vector<double> numbersOf(const nlohmann::json& list);

}  // namespace hlorank::stages
