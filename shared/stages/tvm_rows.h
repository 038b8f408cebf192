// The features of one stage in a schedule of TVM, collected from the steps that concern it, and the records of a file
// before they are gathered into problems.
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

using Json = nlohmann::json;

// Counted columns of scheduleColumns for TVM, in its order; then the columns of the tiles.
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

// One stage of one schedule.
struct StageRow {
  int position = 0;  // among the stages of its record
  std::vector<double> counts = std::vector<double>(size_t(Step::kCount));
  std::vector<std::vector<double>> tiles;  // sizes of each split, outermost first

  void add(Step step, double amount = 1) { counts[size_t(step)] += amount; }
};

// One measured schedule of a workload; stages by name.
struct Record {
  Kind kind = Kind::kMetaSchedule;
  std::string workload;
  std::string id;
  std::vector<double> sizes;  // number of elements of each argument
  std::map<std::string, StageRow> stages;
  std::set<std::pair<std::string, std::string>> edges;  // producer, consumer
  double milliseconds = 0;
  bool failed = false;
};

// Read one parsed line. nullopt: the value is not such a record.
std::optional<Record> readMetaSchedule(const nlohmann::json& json);
std::optional<Record> readAnsor(const nlohmann::json& json);
std::optional<Record> readAutoTvm(const nlohmann::json& json);

// Mean of the times in a JSON list of seconds, as ms; nullopt if one is not a number, is not positive or stands for a
// failed run (TVM writes 1e9 s and more), or the list is empty.
std::optional<double> meanMilliseconds(const nlohmann::json& seconds);
// Whether `json` is a list of at least `least` elements.
inline bool isList(const Json& json, size_t least) {
  return json.is_array() && json.size() >= least;
}
// Numbers among the elements of a list; empty if it is not one.
std::vector<double> numbersOf(const nlohmann::json& list);

}  // namespace hlorank::stages
