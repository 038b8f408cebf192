// Run times of a program's configurations.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::data {

// Unique id of a program: "COLLECTION:NAME" (for example "layout:xla:random:NAME"), or NAME if it has no collection.
std::string idOf(const MeasuredProgram& program);

// Number of loaded configurations, layouts or tiles.
size_t countOf(const MeasuredProgram& program);

// Times of the given configurations: ns for layouts; for tiles, relative to the default tile size of the same run (ns
// if that was not measured).
std::vector<double> timesOf(const MeasuredProgram& program, std::span<const uint32_t> configurations);
// The same: reads `tiles` if it is not null, else `layouts`.
std::vector<double> timesOf(const configs::Configurations* layouts, const configs::TileConfigurations* tiles,
                            std::span<const uint32_t> configurations);

}  // namespace hlorank::data
