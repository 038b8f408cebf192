// Reads back from a feature row what a graph made of arrays alone says about a tensor.
#pragma once

#include "shared/graph/program.h"

namespace hlorank::graph {

struct DecodedRow {
  TensorShape shape;
  bool guessedSizes = false;               // the tensor has more than six dimensions: later sizes are guesses
  bool guessedType = false;                // no type column is set
  std::array<int64_t, 6> dimensions = {};  // the `dimensions` attribute; entries that are no dimension are -1
  int64_t kernelOutputFeature = -1;
  double windowElements = 1;
  bool isRoot = false;
};

// `row` has kNodeFeatures finite values, which may come from a damaged file.
DecodedRow decodeRow(const float* row);

}  // namespace hlorank::graph
