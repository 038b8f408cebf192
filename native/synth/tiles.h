// Kernels and what their tile sizes cost in the world of `hlorank synth`. docs/synth.md has it in words and formulas.
//
// A kernel computes its result a tile at a time. A tile costs the larger of moving its padded bytes (dearer when they
// do not fit the cache) and computing it, and 200 ns to start. Everything follows from the arrays of the file.
#pragma once

#include <string>
#include <vector>

#include "native/synth/collections.h"
#include "native/synth/truth.h"
#include "shared/configs/tile_space.h"
#include "shared/graph/program.h"

namespace hlorank::synth {

// A small fused kernel of `spec.nodes` instructions at least: elementwise operations, with a dot, a convolution or a
// reduction at the heart of some.
Result<graph::Program> makeKernel(const NetworkSpec& spec, const std::string& name);

// What the cost of a kernel's tiles depends on.
struct KernelFacts {
  std::vector<int64_t> sizes;  // of the result
  double inputs = 0;           // bytes read for an element of the result
  int elementBytes = 4;
  double operations = 0;    // for an element of the result, without the contraction
  int64_t contraction = 1;  // dot, convolution: size of the contracted dimension; reduce: of the reduced ones
  double window = 1;        // convolution: positions of its window
};
KernelFacts factsOf(const graph::Program& kernel);

// ns of a run. `tile.output` are sizes of a tile of the result; `tile.kernel` is, if the kernel contracts, the part of
// the contraction done at once.
double tileCost(const KernelFacts& facts, const configs::TileSizes& tile);

// Tile sizes to measure: the compiler's default first, then different random ones (half of all sizes powers of two),
// as many as there are up to `count`. None is more than 12 times as slow as the default.
std::vector<configs::TileSizes> tilesOf(const KernelFacts& facts, size_t count, uint64_t seed);

struct TileTruth {
  Times times;                       // of a machine of nominal speed
  std::vector<int64_t> normalizers;  // of the file
};

// The file of a kernel. Rows come from machines of different speeds; the normalizer is the default's time on the same.
Result<TileTruth> writeTiles(const graph::Program& kernel, const ProgramSpec& spec, double noise,
                             const std::string& path);

}  // namespace hlorank::synth
