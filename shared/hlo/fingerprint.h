// Tells whether two modules are the same program under other names.
#pragma once

#include <cstdint>

#include "shared/hlo/module.h"

namespace hlorank::hlo {

// FNV-1a-64 over computations and instructions in node order: opcodes, shapes with layouts, operands and called
// computations by number, literals and attributes. Names, metadata and the attributes of the module line take no part.
// Linear in the module.
uint64_t fingerprint(const Module& module);

}  // namespace hlorank::hlo
