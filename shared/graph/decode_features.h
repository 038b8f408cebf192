// Decodes the 140 features of a node back to its shape and attributes, for programs that were read from npz arrays.
#pragma once

#include "shared/graph/program.h"

namespace hlorank::graph {

// The facts about a node that its feature row contains.
struct DecodedRow {
  TensorShape shape;                       // of the result; layout entries that are no dimension are -1
  bool guessedSizes = false;               // the tensor has more than six dimensions: further sizes are guessed
  bool guessedType = false;                // no element-type column is set: U8 is assumed
  std::array<int64_t, 6> dimensions = {};  // HLO's `dimensions` attribute, padded with 0; negative entries become -1
  int64_t kernelOutputFeature = -1;        // of a convolution: dimension of operand 1; -1: invalid
  double windowElements = 1;               // product of the window sizes
  bool isRoot = false;                     // root of its computation
};

// Decodes a feature row: kNodeFeatures finite values, which need not be valid (the file may be corrupt).
DecodedRow decodeRow(const float* row);

}  // namespace hlorank::graph
