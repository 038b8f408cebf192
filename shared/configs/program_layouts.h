// Finds the configuration that has the layouts which the program itself writes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "shared/configs/layout_space.h"
#include "shared/graph/program.h"

namespace hlorank::configs {

// Returns the index in `among` (indices of configurations) of the first configuration with the layouts that the program
// writes; nullopt if there is none. Prefers one that names all dimensions. Otherwise a partial layout is completed as
// for scores, and a tensor that no configuration gives a layout has that of the program.
std::optional<size_t> findProgramLayouts(const graph::Program& program, const Configurations& configurations,
                                         std::span<const uint32_t> among);

}  // namespace hlorank::configs
