// Decodes the 140 features of a node back to its shape and attributes, for programs that were read from npz arrays.
#pragma once

#include "shared/graph/program.h"

namespace hlorank::graph {

// The facts about a node that its feature row contains.
struct DecodedRow {
  TensorShape shape;          // of the result; an entry of the layout that is not a dimension number is -1
  bool guessedSizes = false;  // the tensor has more than six dimensions, and the sizes after the sixth are guessed
  bool guessedType = false;   // no element-type column is set: U8 is assumed
  std::array<int64_t, 6> dimensions = {};  // HLO's `dimensions` attribute, padded with 0; negative entries become -1
  int64_t kernelOutputFeature = -1;        // of a convolution: dimension number of the kernel (operand 1); -1: invalid
  double windowElements = 1;               // product of the window sizes
  bool isRoot = false;                     // root of its computation
};

// Decodes a feature row: kNodeFeatures finite values, which may be inconsistent (the file may be corrupt).
DecodedRow decodeRow(const float* row);

}  // namespace hlorank::graph
