// Hash of an HLO module that is equal for modules that differ only in names and metadata.
#pragma once

#include <cstdint>

#include "shared/hlo/module.h"

namespace hlorank::hlo {

// Hashes a module with FNV-1a-64. Takes O(module). The hash covers opcodes, shapes with layouts, operands and called
// computations (by index), literals, and attributes of all instructions. It ignores names, metadata and the attributes
// of the HloModule line.
uint64_t fingerprint(const Module& module);

}  // namespace hlorank::hlo
