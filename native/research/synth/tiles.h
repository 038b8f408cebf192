// Generates synthetic kernels and computes the ground-truth cost of their tile sizes. docs/synth.md has the formulas.
//
// A kernel computes its result tile by tile. A tile costs 200 ns plus the larger of its memory time (padded bytes, more
// if they exceed the cache) and its compute time. The cost is a function of the arrays of the npz file alone.
#pragma once

#include <string>
#include <vector>

#include "native/research/synth/collections.h"
#include "native/research/synth/truth.h"
#include "shared/configs/tile_space.h"
#include "shared/graph/program.h"

namespace hlorank::synth {

// Generates a fused kernel of at least `spec.nodes` instructions: elementwise operations, in most kernels after a dot,
// a convolution or a reduction. Ignores spec.family and spec.configurable. An error is a bug of HloBuilder.
Result<graph::Program> makeKernel(const NetworkSpec& spec, const std::string& name);

// The properties of a kernel on which the cost of its tiles depends.
struct KernelFacts {
  std::vector<int64_t> sizes;  // of the result
  double inputs = 0;           // bytes of the parameters with the sizes of the result, per element of the result
  int elementBytes = 4;        // bytes per element of the result
  double operations = 0;       // elementwise operations per element of the result
  int64_t contraction = 1;  // size of the contracted dimension (dot, convolution) or the reduced one (reduce); 1: none
  double window = 1;        // convolution: number of elements of its spatial window
};
// Computes the properties from the arrays of a kernel.
KernelFacts computeKernelFacts(const graph::Program& kernel);

// Computes the run time of a kernel in ns, without noise. `tile.output`: sizes of a tile of the result. `tile.kernel`:
// one number, how much of the contracted dimension a step computes; empty: the kernel has no contraction.
double tileCost(const KernelFacts& facts, const configs::TileSizes& tile);

// Samples tile sizes: those of the compiler default first (64 × 512, clipped), then up to `count` - 1 other distinct
// ones (half of the numbers are powers of two). None takes more than 12 times as long as the compiler default.
std::vector<configs::TileSizes> sampleTiles(const KernelFacts& facts, size_t count, uint64_t seed);

// Ground truth of the tile sizes that writeTiles() generated.
struct TileTruth {
  Times times;                       // [configurations] as if all ran on a machine of nominal speed
  std::vector<int64_t> normalizers;  // [configurations] ns, as in the npz
};

// Samples tile sizes and writes them with the kernel to the npz file `path`. Every 100 rows come from a machine of
// another speed; the normalizer of a row is the time of the compiler default on its machine. Run times of a test
// program are 0 (hidden). `noise`: relative standard deviation. Error: disk I/O fails.
Result<TileTruth> writeTiles(const graph::Program& kernel, const ProgramSpec& spec, double noise,
                             const std::string& path);

}  // namespace hlorank::synth
