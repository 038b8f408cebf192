// Rough estimates of the run time of a program and its instructions. The analytical cost model weights tensors by them.
#pragma once

#include <cstdint>

#include "shared/graph/program.h"

namespace hlorank::model {

inline constexpr double kBytesPerSecond = 20e9;       // assumed memory bandwidth of one core
inline constexpr double kOperationsPerSecond = 60e9;  // assumed multiplications plus additions per second of one core

// Returns the size in bytes of a node's result. Returns 0 for tuples and tokens.
double bytesOf(const graph::Program& program, uint32_t node);
// Returns how often a node is executed per run of the program, from the trip counts of the loops around it. Returns 1
// for a program read from npz arrays, which do not record trip counts.
double tripsOf(const graph::Program& program, uint32_t node);

// Returns the number of multiplications plus additions in one execution of a dot or convolution. Returns 0 for any
// other node.
double countOperations(const graph::Program& program, uint32_t node);

// Estimates the run time of a program on one core in seconds. The estimate is mostly within a factor of 3 of the
// measured time. For each instruction outside of fusions, it takes the longer of two times: moving operands and result
// (20 GB/s), and the arithmetic of a dot or convolution (60 G operations/s). The time is multiplied by the
// instruction's trip count.
double estimateSeconds(const graph::Program& program);

// Computes the weight w of a tensor in the analytical cost model (analytical.h). It is the time to move the result of
// node `value` once per execution of `node`, which reads or writes that result, as a fraction of `programSeconds`.
// Returns 0 if `programSeconds` is not positive.
double computeWeight(const graph::Program& program, uint32_t value, uint32_t node, double programSeconds);

}  // namespace hlorank::model
