// Decodes the 140 TpuGraphs features of a graph node back to shape and attributes, for programs read from npz arrays
// instead of HLO.
#pragma once

#include "shared/graph/program.h"

namespace hlorank::graph {

// What the 140 features of a graph node tell about its HLO instruction.
struct DecodedRow {
  // Shape of the result. A layout entry that is not a dimension number is -1.
  TensorShape shape;
  // Whether the sizes after the sixth dimension are guessed. The features list only six sizes.
  bool guessedSizes = false;
  // Whether U8 is assumed as the element type because no element-type feature is set.
  bool guessedType = false;
  // HLO attribute `dimensions`, padded with 0. Negative entries are stored as -1.
  std::array<int64_t, 6> dimensions = {};
  // Number of the output feature dimension of a convolution's kernel (operand 1); -1 if invalid.
  int64_t kernelOutputFeature = -1;
  double windowElements = 1;  // product of the window sizes of a convolution or reduce-window
  bool isRoot = false;        // whether the node is the root of its computation
};

// Decodes the features of one node. `row` points to kNodeFeatures finite values. If the file is corrupt, they may
// contradict each other.
DecodedRow decodeRow(const float* row);

}  // namespace hlorank::graph
