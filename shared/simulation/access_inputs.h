// The inputs of the model of prices for one access of a loop nest.
#pragma once

#include <array>
#include <cstdint>

#include "shared/simulation/loop.h"
#include "shared/simulation/order.h"

namespace hlorank::simulation {

// The loops around an access, innermost first, with the stride of the array in elements at each.
struct Strides {
  static constexpr size_t kMost = 2 * kMaxRank;
  size_t count = 0;
  std::array<int64_t, kMost> sizes{}, strides{};

  // Adds the next outer loop. Merges it with the last one where the strides continue.
  void add(int64_t size, int64_t stride) {
    if (count > 0 && continues(stride)) {
      sizes[count - 1] *= size;
    } else {
      addApart(size, stride);
    }
  }
  void addApart(int64_t size, int64_t stride) {
    sizes[count] = size;
    strides[count++] = stride;
  }

 private:
  bool continues(int64_t stride) const {  // in floating point, so that nothing overflows
    return static_cast<double>(stride) ==
           static_cast<double>(strides[count - 1]) * static_cast<double>(sizes[count - 1]);
  }
};

struct Access {
  enum Pattern : uint8_t {
    kByStrides,   // as `strides` says
    kContiguous,  // as if the innermost loop were contiguous: concatenate
    kNoPattern,   // unknown: the matrix of a product with a vector
  };
  LoopKind kind;
  Pattern pattern = kByStrides;
  double elements;       // accesses
  int64_t elementBytes;  // of the array
  double bytes;          // size of the array
  bool writes = false;
  bool isMatrixVector = false;
  double heavyOperations = 0;  // of the nest, per element
  double operands = 1;         // arrays that the nest reads
  bool resultIsRowMajor, operandIsRowMajor, allAreRowMajor;
  bool readsConstraint = false, feedsConstraint = false, readsParameter = false;
  Strides strides;
};

// Computes the inputs of an access; without `conflicts`, as if cache lines never competed. O(loops).
std::array<float, kAccessFeatures> accessInputs(const Access& access, bool conflicts = true);

}  // namespace hlorank::simulation
