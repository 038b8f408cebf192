// Names of the feature columns of stages, and their schema: one definition gives order, name and number of columns.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace hlorank::stages {

// Which compiler's files a problem comes from; the columns depend on it.
enum class Kind : uint8_t { kHalide, kMetaSchedule, kAnsor, kAutoTvm };
inline constexpr Kind kKinds[] = {Kind::kHalide, Kind::kMetaSchedule, Kind::kAnsor, Kind::kAutoTvm};

std::string_view toString(Kind kind);  // "halide", "metaschedule", "ansor", "autotvm"
std::string_view titleOf(Kind kind);   // "Halide", "TVM MetaSchedule", "TVM Ansor", "TVM AutoTVM"

inline constexpr int kTvmShapeColumns = 8;  // sizes of the arguments of a TVM workload that have a column
inline constexpr int kTvmTileLevels = 5;    // levels of a tiling that have columns
inline constexpr int kTvmTileColumns = 16;  // tile sizes of a stage that have a column, in the order of its splits

// Columns of Problem::algorithm. Halide: the 287 pipeline features of a stage (types in use, 24 operation counts and 16
// access patterns, each for 7 types), then whether the stage is an update definition.
std::span<const std::string> algorithmColumns(Kind kind);
// Columns of Problem::schedules. Halide: the 39 members of Featurization.h's ScheduleFeatures, in its order.
std::span<const std::string> scheduleColumns(Kind kind);

// Returns the schema of the inputs, a text with one line per column; a model and a build must have the same one.
std::string schemaText(Kind kind);
// Returns its FNV-1a-64 hash as 16 hexadecimal digits.
std::string schemaHash(Kind kind);

}  // namespace hlorank::stages
