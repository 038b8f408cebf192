// The 140 columns of TpuGraphs' node_feat. node_features.cpp defines the name and the value of each column in one
// place.
//
// Values are not normalized: they are integers (int64) from the program, rounded to the nearest float32 (ties to even).
// Lists are truncated or zero-padded to a fixed length, but the columns of their sums and products include all elements
// and wrap as int64. The product of an empty list is 1.
#pragma once

#include <string>
#include <vector>

#include "shared/graph/graph.h"

namespace hlorank::graph {

// Returns the 140 column names, "is_root" to "layout_minor_to_major_5".
const std::vector<std::string>& nodeFeatureNames();

// Indices of the first columns of some groups of columns.
inline constexpr int kTypeColumn = 2;                   // kTypes columns: element type, one-hot
inline constexpr int kDimensionColumn = 21;             // 6 columns of dimension sizes, then sum and product
inline constexpr int kAttributeColumn = 31;             // 6 columns: the `dimensions` attribute
inline constexpr int kWindowColumn = 37;                // 6 columns of window sizes, then sum and product
inline constexpr int kKernelOutputFeatureColumn = 100;  // convolution_dim_numbers_kernel_output_feature_dim
inline constexpr int kLayoutColumn = 134;               // 6 columns: minor to major
inline constexpr int kTypes = 19;                       // number of element-type columns

// Returns the element type for which the one-hot column number kTypeColumn + `column` is 1; `column` < kTypes.
hlo::PrimitiveType typeOfColumn(int column);

// Computes the feature rows of all instructions of a module, [instructions, 140]. O(140 · instructions).
FeatureRows nodeFeatures(const hlo::Module& module);

}  // namespace hlorank::graph
