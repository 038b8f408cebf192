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
  std::vector<int64_t> sizes;  // sizes of the result
  double inputs = 0;           // bytes read per element of the result from parameters with the shape of the result
  int elementBytes = 4;        // bytes per element of the result
  double operations = 0;       // elementwise operations per element of the result
  int64_t contraction = 1;  // size of the contracted dimension (dot, convolution) or the reduced one (reduce); 1: none
  double window = 1;        // convolution: number of elements of its spatial window
};
// Computes these properties from the arrays of a kernel.
KernelFacts computeKernelFacts(const graph::Program& kernel);

// Computes the run time of a kernel in ns, without noise. `tile.output`: sizes of a tile of the result. `tile.kernel`:
// one number, how many elements of the contracted dimension a step covers; empty if the kernel has no contraction.
double tileCost(const KernelFacts& facts, const configs::TileSizes& tile);

// Samples tile sizes: first those of the compiler default (64 × 512, at most the sizes of the result), then up to
// `count` - 1 other distinct ones (half of the numbers are powers of two). None takes more than 12 times as long as the
// compiler default.
std::vector<configs::TileSizes> sampleTiles(const KernelFacts& facts, size_t count, uint64_t seed);

// Ground truth of the tile sizes that writeTiles() generated.
struct TileTruth {
  Times times;                       // [configurations] as if all ran on a machine of nominal speed
  std::vector<int64_t> normalizers;  // [configurations] time of the compiler default on the same machine, ns
};

// Samples tile sizes and writes them with the kernel to the npz file `path`. Simulates several machines: every 100
// configurations run at another speed; the normalizer is the time of the compiler default on the same machine. Writes 0
// instead of the run times of a test program, as TpuGraphs does. `noise`: relative standard deviation of the
// measurement noise. Error: disk I/O fails.
Result<TileTruth> writeTiles(const graph::Program& kernel, const ProgramSpec& spec, double noise,
                             const std::string& path);

}  // namespace hlorank::synth
