// Computes the inputs of the price model (loop_prices.h) for one memory access of a loop nest. The price of an access
// is its estimated cost per element.
#pragma once

#include <array>
#include <cstdint>

#include "shared/simulation/loop.h"
#include "shared/simulation/order.h"

namespace hlorank::simulation {

// The loops around an access, innermost first: `sizes` are their numbers of iterations, `strides` how many elements of
// the array the accesses of two consecutive iterations are apart.
struct Strides {
  static constexpr size_t kMost = 2 * kMaxRank;
  size_t count = 0;
  std::array<int64_t, kMost> sizes{}, strides{};

  // Adds the next outer loop: `size` iterations, `stride` elements apart. If it continues the last loop without a gap,
  // the two become one loop.
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

// One memory access of a loop nest: the read of one operand, or the write of the result.
struct Access {
  enum Pattern : uint8_t {
    kByStrides,   // given by `strides`
    kContiguous,  // approximated by contiguous access in the innermost loop (concatenate, dynamic-update-slice)
    kNoPattern,   // unknown (the matrix of a matrix-vector product)
  };
  LoopKind kind;
  Pattern pattern = kByStrides;
  double elements;       // number of accessed elements per execution of the nest
  int64_t elementBytes;  // size of an element of the array in bytes
  double bytes;          // size of the array in bytes
  bool writes = false;
  bool isMatrixVector = false;
  double heavyOperations = 0;  // heavy operations (operation.h) of the nest per element
  double operands = 1;         // number of arrays that the nest reads
  // Whether layouts are row-major: the result's, that of this access's operand, those of the result and all operands.
  bool resultIsRowMajor, operandIsRowMajor, allAreRowMajor;
  bool readsConstraint = false;  // the operand has the layout that a layout constraint requires
  bool feedsConstraint = false;  // the result is written in the layout that a layout constraint requires
  bool readsParameter = false;   // the operand is a parameter of the computation
  Strides strides;
};

// Computes the inputs of an access. If `conflicts` is false, assumes that there are no cache conflicts (cache lines
// that compete for the same places in the cache). O(loops).
std::array<float, kAccessFeatures> accessInputs(const Access& access, bool conflicts = true);

}  // namespace hlorank::simulation
