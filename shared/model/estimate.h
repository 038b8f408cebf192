// Rough estimates of the run time of a program and its instructions. The analytical cost model weights tensors by them.
#pragma once

#include <cstdint>

#include "shared/graph/program.h"

namespace hlorank::model {

inline constexpr double kBytesPerSecond = 20e9;       // assumed memory bandwidth of one core
inline constexpr double kOperationsPerSecond = 60e9;  // assumed multiplications plus additions per second of one core

// Returns the size in bytes of a node's result; 0 for tuples and tokens.
double bytesOf(const graph::Program& program, uint32_t node);
// Returns how often a node is executed per run of the program, by the trip counts of the loops around it. Returns 1 for
// a program read from npz arrays, which do not record trip counts.
double tripsOf(const graph::Program& program, uint32_t node);

// Returns the multiplications plus additions in one execution of a dot or convolution; 0 for any other node.
double countOperations(const graph::Program& program, uint32_t node);

// Estimates the run time of a program on one core in seconds; mostly within a factor of 3 of the measured time. Each
// instruction outside of fusions takes the longer of moving its operands and result (20 GB/s) and its dot or
// convolution arithmetic (60 G operations/s), times its trip count.
double estimateSeconds(const graph::Program& program);

// Computes the weight w of a tensor in the analytical cost model (analytical.h), a fraction of `programSeconds`. It is
// the time to move the result of node `value` once per execution of `node`, which reads or writes it; 0 if
// `programSeconds` is not positive.
double computeWeight(const graph::Program& program, uint32_t value, uint32_t node, double programSeconds);

}  // namespace hlorank::model
