// Describes a loop nest by what both the simulation and the compiler's optimised module know of it, so that measured
// times of the compiler's loops can be assigned to simulated ones.
#pragma once

#include <string>
#include <string_view>

#include "shared/hlo/module.h"
#include "shared/simulation/loops.h"

namespace hlorank::simulation {

// A signature is "copy SIZES" for a loop nest that only moves data, "loop SIZES" for any other, or kProductSignature.
// SIZES are the sizes of the loops, innermost first, without 1s, such as "64,128". The signature is "" for nests that
// cannot be recognised in both modules: those of fewer than kLeastElements elements, dynamic-update-slices,
// concatenates that stand alone, and nests in library fusions.
inline constexpr int64_t kLeastElements = 65;
// Signature of dots and convolutions, fused or not.
inline constexpr std::string_view kProductSignature = "product";

// Returns the signature of a simulated loop nest. `layouts` and `loops` are the results of Propagation::run and
// Fusion::run, and `loops` contains `nest`. O(operations fused into the nest).
std::string signatureOf(const PreparedComputation& computation, const Layouts& layouts, const Loops& loops,
                        const Nest& nest);

// Returns the signature of an instruction of an optimised module of XLA:CPU; "" if it is not one loop nest. O(size of
// the fused computation).
std::string signatureOf(const hlo::Module& module, hlo::InstructionId instruction);

}  // namespace hlorank::simulation
