// Synthetic kernels and the ground-truth cost of their tile sizes. docs/synth.md has the formulas.
//
// A kernel computes its result tile by tile. A tile costs 200 ns plus the larger of its memory time (padded bytes, more
// if they exceed the cache) and its compute time. The cost is a function of the arrays of the npz file alone.
#pragma once

#include <string>
#include <vector>

#include "native/synth/collections.h"
#include "native/synth/truth.h"
#include "shared/configs/tile_space.h"
#include "shared/graph/program.h"

namespace hlorank::synth {

// A fused kernel of at least `spec.nodes` instructions: elementwise operations, in most kernels after a dot, a
// convolution or a reduction.
Result<graph::Program> makeKernel(const NetworkSpec& spec, const std::string& name);

// The properties of a kernel on which the cost of its tiles depends.
struct KernelFacts {
  std::vector<int64_t> sizes;  // of the result
  double inputs = 0;           // bytes of elementwise inputs read per element of the result
  int elementBytes = 4;
  double operations = 0;    // elementwise operations per element of the result
  int64_t contraction = 1;  // size of the contracted dimension (dot, convolution) or the reduced one (reduce); 1: none
  double window = 1;        // convolution: number of elements of its spatial window
};
KernelFacts computeKernelFacts(const graph::Program& kernel);

// Run time in ns, without noise. `tile.output`: sizes of a tile of the result. `tile.kernel`: for a kernel with a
// contraction, the size of the part of the contracted dimension that one step computes.
double tileCost(const KernelFacts& facts, const configs::TileSizes& tile);

// Tile sizes to measure: the compiler default first, then up to `count` - 1 distinct random ones (half of the sizes are
// powers of two). Each takes at most 12 times as long as the compiler default.
std::vector<configs::TileSizes> sampleTiles(const KernelFacts& facts, size_t count, uint64_t seed);

struct TileTruth {
  Times times;                       // [configurations] on a machine of nominal speed
  std::vector<int64_t> normalizers;  // [configurations] ns, as in the file
};

// Writes the npz file of a kernel. Every 100 rows come from a machine of another speed; the normalizer of a row is the
// time of the compiler default on that machine. Run times are 0 (hidden) for a test program.
Result<TileTruth> writeTiles(const graph::Program& kernel, const ProgramSpec& spec, double noise,
                             const std::string& path);

}  // namespace hlorank::synth
