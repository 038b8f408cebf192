// Computes the features of one memory access of a loop nest, from which a network (shared/model/loop_prices.h) predicts
// the access's cost per element, its price.
#pragma once

#include <array>
#include <cstdint>

#include "shared/simulation/loop.h"
#include "shared/simulation/order.h"
#include "shared/simulation/rules.h"

namespace hlorank::simulation {

// The loops around a memory access, innermost first. `sizes` has the number of iterations of each loop. `strides` has
// the distance between the accesses of two consecutive iterations, in elements of the array.
struct Strides {
  static constexpr size_t kMost = 2 * kMaxRank;
  size_t count = 0;
  std::array<int64_t, kMost> sizes{}, strides{};

  // Adds the next outer loop, which has `size` iterations that access elements `stride` apart. If it continues the
  // previous loop without a gap in memory, merges the two loops into one.
  void add(int64_t size, int64_t stride) {
    if (count > 0 && continues(stride)) {
      sizes[count - 1] *= size;
    } else {
      addApart(size, stride);
    }
  }
  // The same without merging. Loops beyond kMost, which only contrived programs have, are left out.
  void addApart(int64_t size, int64_t stride) {
    if (count == kMost) return;
    sizes[count] = size;
    strides[count++] = stride;
  }

 private:
  bool continues(int64_t stride) const {  // computes in floating point, so that products cannot overflow
    return static_cast<double>(stride) ==
           static_cast<double>(strides[count - 1]) * static_cast<double>(sizes[count - 1]);
  }
};

// One memory access of a loop nest: the read of one operand, or the write of the result.
struct Access {
  enum Pattern : uint8_t {
    kByStrides,   // the accessed addresses are given by `strides`
    kContiguous,  // treated as contiguous in the innermost loop (used for concatenate and dynamic-update-slice)
    kNoPattern,   // unknown order of addresses (the matrix of a matrix-vector product)
  };
  LoopKind kind;
  Pattern pattern = kByStrides;
  double elements;       // number of elements accessed per execution of the loop nest
  int64_t elementBytes;  // size of an element of the array in bytes
  double bytes;          // size of the array in bytes
  bool writes = false;
  bool isMatrixVector = false;
  // Number of operations of the loop nest per element that take many cycles (division, exp, …).
  double heavyOperations = 0;
  double veryHeavyOperations = 0;  // the part of heavyOperations that take even longer (sine, …)
  bool isInLibrary = false;        // whether a library runs the loop nest (library.h)
  double operands = 1;             // number of arrays that the loop nest reads
  // Whether layouts are row-major: the result's, that of the array read, and those of the result and all arrays read.
  bool resultIsRowMajor, operandIsRowMajor, allAreRowMajor;
  bool readsConstraint = false;  // whether the array read has the layout that a layout constraint requires
  bool feedsConstraint = false;  // whether the result is written in the layout that a layout constraint requires
  bool readsParameter = false;   // whether the array read is a parameter of the computation
  // Divisions per element that compute the indices of an array that a reshape gave other dimensions. Without divisions
  // by powers of two, which are cheap.
  double divisions = 0;
  double unevenDivisions = 0;  // the part of them whose divisor is not a multiple of eight
  Strides strides;
};

// Computes the features of a memory access from which a network predicts its cost, for a machine with the caches
// rules.caches. If rules.conflicts is false, assumes that cache lines never compete for the same set of the cache.
// O(loops).
std::array<float, kAccessFeatures> accessInputs(const Access& access, const Rules& rules = {});

}  // namespace hlorank::simulation
