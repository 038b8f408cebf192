// What configurations of a program took.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::data {

// "layout:xla:random:NAME" in a collection, else the name: tells programs of several collections apart.
std::string idOf(const MeasuredProgram& program);

// How many configurations the program has in memory: layouts or tiles.
size_t countOf(const MeasuredProgram& program);

// In units that are the same within a program: ns, or for tiles times the default's.
std::vector<double> timesOf(const MeasuredProgram& program, std::span<const uint32_t> configurations);
// The same of layouts, or of tiles where there are any.
std::vector<double> timesOf(const configs::Configurations* layouts, const configs::TileConfigurations* tiles,
                            std::span<const uint32_t> configurations);

}  // namespace hlorank::data
