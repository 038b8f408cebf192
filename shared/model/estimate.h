// Rough estimates of the run time of a program and its instructions, by which the analytical cost model weights
// tensors.
#pragma once

#include <cstdint>

#include "shared/graph/program.h"

namespace hlorank::model {

inline constexpr double kBytesPerSecond = 20e9;       // assumed memory bandwidth of one core
inline constexpr double kOperationsPerSecond = 60e9;  // assumed multiplications plus additions of one core per second

// Returns the size of a node's result in bytes; 0 for tuples and tokens.
double bytesOf(const graph::Program& program, uint32_t node);
// Returns how often the node runs per run of the program, by the trip counts of the loops around it; 1 if they are
// unknown because the program was read from arrays.
double tripsOf(const graph::Program& program, uint32_t node);

// Returns the multiplications plus additions of one run of a dot or convolution; 0 for any other node.
double countOperations(const graph::Program& program, uint32_t node);

// Estimates the seconds of one run of the program on one core. Each instruction outside of fusions takes the longer of
// moving its operands and result (at 20 GB/s) and the arithmetic of a dot or convolution (at 60 G operations/s), times
// its trip count. For most programs within a factor of 3 of the measured time.
double estimateSeconds(const graph::Program& program);

// Computes the weight w of the analytical cost model (analytical.h): the seconds to move the result of node `value`
// once for each run of `node`, which reads or writes it, as a fraction of `programSeconds`; 0 if that is not positive.
double computeWeight(const graph::Program& program, uint32_t value, uint32_t node, double programSeconds);

}  // namespace hlorank::model
