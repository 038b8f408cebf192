// Run times of a program's configurations.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::data {

// Returns a unique id of a program: "COLLECTION:NAME" (for example "layout:xla:random:NAME"), or NAME if it has no
// collection.
std::string idOf(const MeasuredProgram& program);

// Returns the number of loaded configurations: tile configurations for a tile kernel, else layout configurations.
size_t countOf(const MeasuredProgram& program);

// Returns the times of the configurations with the given indices, [configurations]. Layouts: ns. Tiles: time / time of
// the compiler default in the same tuning run, or ns if that was not measured. Lower is faster.
std::vector<double> timesOf(const MeasuredProgram& program, std::span<const uint32_t> configurations);
// Returns the times of the configurations with the given indices: of `stages` (in ms) or `tiles` if it is not null,
// else of `layouts`. Units as in timesOf(program, …).
std::vector<double> timesOf(const configs::Configurations* layouts, const configs::TileConfigurations* tiles,
                            std::span<const uint32_t> configurations, const stages::Problem* stages = nullptr);

}  // namespace hlorank::data
