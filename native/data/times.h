// Run times of a program's configurations.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::data {

// Returns a unique id of a program: "COLLECTION:NAME" (for example "layout:xla:random:NAME"), or NAME if it belongs to
// no TpuGraphs collection.
std::string idOf(const MeasuredProgram& program);

// Returns the number of loaded configurations (layouts, tile sizes or schedules).
size_t countOf(const MeasuredProgram& program);

// Returns the run times of the configurations with these indices, in their order; lower is faster. Layouts: in ns.
// Schedules: in ms. Tile sizes: time / time of the compiler default in the same tuning run, or ns if that is unknown.
std::vector<double> timesOf(const MeasuredProgram& program, std::span<const uint32_t> configurations);
// Does the same without a MeasuredProgram: `configurations` are indices into `stages` if it is not null, else into
// `tiles` if it is not null, else into `layouts`.
std::vector<double> timesOf(const configs::Configurations* layouts, const configs::TileConfigurations* tiles,
                            std::span<const uint32_t> configurations, const stages::Problem* stages = nullptr);

}  // namespace hlorank::data
