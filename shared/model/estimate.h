// How long a program and its parts take, roughly: what the weights of physics are relative to.
#pragma once

#include <cstdint>

#include "shared/graph/program.h"

namespace hlorank::model {

inline constexpr double kBytesPerSecond = 20e9;
inline constexpr double kOperationsPerSecond = 60e9;

// Bytes of a node's result, from its features; and how often a node runs per run of the program (1 when only arrays are
// known).
double bytesOf(const graph::Program& program, uint32_t node);
double tripsOf(const graph::Program& program, uint32_t node);

// Multiplications and additions of a dot or convolution, once; 0 of anything else.
double operationsOf(const graph::Program& program, uint32_t node);

// Seconds one run of the program takes on one core, roughly: every instruction that computes outside of a fusion needs
// the longer of moving its operands and result (at 20 GB/s) and, for a dot or convolution, its multiplications and
// additions (at 60 G/s), times its trip count. Within a factor of 3 of what was measured for most programs; only its
// order of magnitude matters.
double estimatedSeconds(const graph::Program& program);

// w of a node's result when `node` handles it: seconds to move it once per trip, as a share of the program's.
double weightOf(const graph::Program& program, uint32_t value, uint32_t node, double programSeconds);

}  // namespace hlorank::model
