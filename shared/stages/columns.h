// Defines the feature columns of the stages of a Halide or TVM program: their order, names and number, and the schema
// made of them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hlorank::stages {

// The tool that a problem's files come from, on which the columns depend.
enum class Kind : uint8_t {
  kHalide,
  kMetaSchedule,  // tuning records alone
  kAnsor,
  kAutoTvm,
  kMetaScheduleStores,  // tuning records with the features that TVM computes from the scheduled programs
};
inline constexpr Kind kKinds[] = {Kind::kHalide, Kind::kMetaSchedule, Kind::kAnsor, Kind::kAutoTvm,
                                  Kind::kMetaScheduleStores};

std::string_view toString(Kind kind);  // "halide", "metaschedule", "ansor", "autotvm", "metaschedule_stores"
std::string_view titleOf(Kind kind);   // "Halide", "TVM MetaSchedule", "TVM Ansor", ...

inline constexpr int kTvmShapeColumns = 8;  // columns for the sizes of a TVM workload's arguments
inline constexpr int kTvmTileLevels = 5;    // levels of a split that have columns, outermost first
inline constexpr int kTvmTileColumns = 16;  // columns for the tile sizes of a stage, in the order of its splits

// Returns the names of the columns of Problem::algorithm. Halide: the 287 pipeline features of a stage (types in use,
// 24 operation counts and 16 access patterns, each for 7 types), then whether the stage is an update definition.
std::span<const std::string> algorithmColumns(Kind kind);
// Returns the names of the columns of Problem::schedules. Halide: the 39 members of Featurization.h's ScheduleFeatures,
// in its order. kMetaScheduleStores: those of storeColumns (tvm_stores.h).
std::span<const std::string> scheduleColumns(Kind kind);

// Returns the schema of the inputs, a text with one line per column; a model and a build must have the same one.
std::string schemaText(Kind kind);
// Returns the FNV-1a-64 hash of schemaText(kind) as 16 hexadecimal digits.
std::string schemaHash(Kind kind);

}  // namespace hlorank::stages
