// Defines the feature columns of the stages of a Halide or TVM program: their order, names and number, and the schema
// made of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hlorank::stages {

// The tool that wrote the files of a problem. The columns of the features depend on it.
enum class Kind : uint8_t {
  kHalide,
  kMetaSchedule,  // MetaSchedule's tuning records alone, without features of the scheduled programs
  kAnsor,
  kAutoTvm,
  kMetaScheduleStores,  // MetaSchedule's tuning records with the features that TVM computes from the scheduled programs
};
inline constexpr Kind kKinds[] = {Kind::kHalide, Kind::kMetaSchedule, Kind::kAnsor, Kind::kAutoTvm,
                                  Kind::kMetaScheduleStores};

std::string_view toString(Kind kind);  // returns "halide", "metaschedule", "ansor", "autotvm" or "metaschedule_stores"
// Returns the name to show to users: "Halide", "TVM MetaSchedule", "TVM Ansor", ...
std::string_view titleOf(Kind kind);

inline constexpr int kTvmShapeColumns = 8;  // number of columns for the sizes of a TVM workload's arguments
inline constexpr int kTvmTileLevels = 5;    // number of levels of a loop split that have columns, outermost first
// Number of columns for the tile sizes of a stage, in the order of its loop splits.
inline constexpr int kTvmTileColumns = 16;

// Returns the names of the columns of Problem::algorithm. For Halide, these are the 287 pipeline features of a stage,
// then whether the stage is an update definition. The pipeline features are the types in use, 24 operation counts and
// 16 access patterns, each for 7 types.
std::span<const std::string> algorithmColumns(Kind kind);
// Returns the names of the columns of Problem::schedules. For Halide, these are the 39 members of ScheduleFeatures in
// Featurization.h, in the same order. For kMetaScheduleStores, they are those of storeColumns (tvm_stores.h).
std::span<const std::string> scheduleColumns(Kind kind);

// Returns the schema of the model inputs, a text with one line per column. A build can run a model only if both have
// the same schema.
std::string schemaText(Kind kind);
// Returns the FNV-1a-64 hash of schemaText(kind) as 16 hexadecimal digits.
std::string schemaHash(Kind kind);

}  // namespace hlorank::stages
