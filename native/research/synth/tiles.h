// Generates synthetic kernels (fused computations) and computes the ground-truth cost of their tile sizes.
// docs/synth.md has the formulas.
//
// A kernel computes its result tile by tile. A tile costs 200 ns plus the larger of its memory time (padded bytes, more
// if they exceed the cache) and its compute time. The cost uses only data that the arrays of the npz file contain.
#pragma once

#include <string>
#include <vector>

#include "native/research/synth/collections.h"
#include "native/research/synth/truth.h"
#include "shared/configs/tile_space.h"
#include "shared/graph/program.h"

namespace hlorank::synth {

// Generates a fused kernel of at least `spec.nodes` instructions: elementwise operations, in most kernels after a dot,
// a convolution or a reduction. Ignores spec.family and spec.configurable. Fails only if HloBuilder has a bug.
Result<graph::Program> makeKernel(const NetworkSpec& spec, const std::string& name);

// The properties of a kernel on which the cost of its tiles depends.
struct KernelFacts {
  std::vector<int64_t> sizes;  // sizes of the result of the kernel
  double inputs = 0;           // bytes read per element of the result from parameters with the shape of the result
  int elementBytes = 4;        // bytes per element of the result
  double operations = 0;       // number of elementwise operations per element of the result
  // Size of the contracted dimension (dot, convolution) or of the reduced one (reduce); 1 if there is none.
  int64_t contraction = 1;
  double window = 1;  // number of elements of a convolution's spatial window; 1 without a convolution
};
// Computes the properties of a kernel (sizes, bytes, operations) from its arrays.
KernelFacts computeKernelFacts(const graph::Program& kernel);

// Computes the run time of a kernel in ns, without noise. `tile.output`: sizes of a tile of the result. `tile.kernel`:
// how many elements of the contracted dimension a step covers, as one number; empty if the kernel has no contraction.
double tileCost(const KernelFacts& facts, const configs::TileSizes& tile);

// Samples tile sizes. First come those of the compiler default (64 × 512, at most the sizes of the result), then up to
// `count` - 1 other distinct ones (half of the numbers are powers of two). Skips tile sizes that take more than 12
// times as long as the compiler default.
std::vector<configs::TileSizes> sampleTiles(const KernelFacts& facts, size_t count, uint64_t seed);

// Ground truth of the tile sizes that writeTiles() generated for a kernel.
struct TileTruth {
  Times times;  // run times of the configurations, as if all ran on a machine of nominal speed
  // For each configuration, the time of the compiler default on the same machine, ns.
  std::vector<int64_t> normalizers;
};

// Samples tile sizes and writes them with the kernel to the npz file `path`. Simulates several machines: every 100
// configurations run on a machine of another speed. The normalizer of a configuration is the time of the compiler
// default on the same machine. As in TpuGraphs, the run times of a test program are written as 0. `noise`: relative
// standard deviation of the measurement noise. Error: disk I/O fails.
Result<TileTruth> writeTiles(const graph::Program& kernel, const ProgramSpec& spec, double noise,
                             const std::string& path);

}  // namespace hlorank::synth
