// Module fingerprint: a hash that is equal for modules that differ only in names and metadata.
#pragma once

#include <cstdint>

#include "shared/hlo/module.h"

namespace hlorank::hlo {

// FNV-1a-64 over computations and instructions in node order: opcodes, shapes with layouts, operands and called
// computations by index, literals and attributes. Excludes names, metadata and the attributes of the HloModule line.
// O(module).
uint64_t fingerprint(const Module& module);

}  // namespace hlorank::hlo
