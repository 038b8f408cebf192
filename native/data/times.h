// Measured run times of a program's configurations (layouts, tile sizes or schedules).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::data {

// Returns a unique id of a program: "COLLECTION:NAME" (for example "layout:xla:random:NAME"). If the program belongs to
// no TpuGraphs collection, returns NAME.
std::string idOf(const MeasuredProgram& program);

// Returns the number of loaded configurations (layouts, tile sizes or schedules).
size_t countOf(const MeasuredProgram& program);

// Returns the run times of the configurations with these indices, in the order of the indices; lower is faster.
// Layouts: in ns. Schedules: in ms. Tile sizes: time / time of the compiler default in the same tuning run; in ns if
// the time of the compiler default is unknown.
std::vector<double> timesOf(const MeasuredProgram& program, std::span<const uint32_t> configurations);
// Returns the run times of the configurations with these indices. The indices refer to `stages` if that is not null,
// else to `tiles` if that is not null, else to `layouts`. Units: ms for stages, ns for layouts; tiles as in the
// overload for a MeasuredProgram.
std::vector<double> timesOf(const configs::Configurations* layouts, const configs::TileConfigurations* tiles,
                            std::span<const uint32_t> configurations, const stages::Problem* stages = nullptr);

}  // namespace hlorank::data
