// The 140 columns of TpuGraphs' array node_feat. Name and value of each column are defined together in
// node_features.cpp.
//
// Values are integers (int64) of the program, not normalized, rounded to the nearest float32 (ties to even). Lists are
// truncated or zero-padded to a fixed length, but the columns with their sum and product include all elements and wrap
// as int64. The product of an empty list is 1.
#pragma once

#include <string>
#include <vector>

#include "shared/graph/graph.h"

namespace hlorank::graph {

// Returns the names of the 140 feature columns, "is_root" to "layout_minor_to_major_5".
const std::vector<std::string>& nodeFeatureNames();

// First column of some groups among the 140 node features of TpuGraphs.
inline constexpr int kTypeColumn = 2;        // first of kTypes columns: one-hot element type
inline constexpr int kDimensionColumn = 21;  // first of 8 columns: six dimension sizes, their sum, their product
inline constexpr int kAttributeColumn = 31;  // first of 6 columns: HLO attribute `dimensions`
inline constexpr int kWindowColumn = 37;     // first of 8 columns: six window sizes, their sum, their product
// Index of the column convolution_dim_numbers_kernel_output_feature_dim.
inline constexpr int kKernelOutputFeatureColumn = 100;
inline constexpr int kLayoutColumn = 134;  // first of 6 columns: layout of the result, minor to major
inline constexpr int kTypes = 19;          // number of one-hot columns for the element type

// Returns the element type whose one-hot column is kTypeColumn + `column`. `column` must be less than kTypes.
hlo::PrimitiveType typeOfColumn(int column);

// Computes the 140 features of every instruction of a module, [instructions, 140]. O(140 · instructions).
FeatureRows nodeFeatures(const hlo::Module& module);

}  // namespace hlorank::graph
