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

namespace hlorank::stages {

using LogJson = nlohmann::json;  // keeps keys in alphabetical order

// The first columns of scheduleColumns for TVM, in this order: counts of steps, and extents. The tile sizes follow.
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
  std::vector<std::vector<double>> tiles;  // sizes of each split, outermost first
  std::vector<float> stores;               // storeColumns() features of a buffer, of Kind::kMetaScheduleStores alone

  void add(Step step, double amount = 1) { counts[size_t(step)] += amount; }
};

// One schedule of a workload with its measured time. Stages are identified by their names.
struct Record {
  Kind kind = Kind::kMetaSchedule;
  std::string workload;       // as the file names it; equal for all schedules of a workload
  std::string id;             // "record 12": its line in the file
  std::vector<double> sizes;  // number of elements of each argument
  std::map<std::string, StageRow> stages;
  std::set<std::pair<std::string, std::string>> edges;  // producer, consumer
  double milliseconds = 0;
  bool failed = false;
};

// Convert one line of a file, parsed as JSON, to a record; nullopt if it is not a record of this kind.
std::optional<Record> readMetaSchedule(const nlohmann::json& json);
std::optional<Record> readAnsor(const nlohmann::json& json);
std::optional<Record> readAutoTvm(const nlohmann::json& json);

// Returns the mean in ms of a JSON list of times in seconds. Returns nullopt if the list is empty or one of them is not
// a number, not positive, or marks a failed run (TVM writes 1e9 s or more).
std::optional<double> meanMilliseconds(const nlohmann::json& seconds);
// Whether `json` is a list of at least `least` elements.
inline bool isList(const LogJson& json, size_t least) {
  return json.is_array() && json.size() >= least;
}
// Returns the elements of a JSON list that are numbers; empty if `list` is not a list.
std::vector<double> numbersOf(const nlohmann::json& list);

}  // namespace hlorank::stages
