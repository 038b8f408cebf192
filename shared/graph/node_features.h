// The 140 columns of TpuGraphs' node_feat. One definition, in node_features.cpp, gives value and name of each.
//
// Values are raw: int64 in the program, float32 (rounded to nearest, ties to even) here. Lists are cut or zero-padded
// to a fixed length; their sums and products run over all elements and wrap as int64 does. The product of an empty list
// is 1.
#pragma once

#include <string>
#include <vector>

#include "shared/graph/graph.h"

namespace hlorank::graph {

// Names of the columns, "is_root" to "layout_minor_to_major_5".
const std::vector<std::string>& nodeFeatureNames();

// First columns of some groups, for those who read a row by meaning.
inline constexpr int kTypeColumn = 2;        // 19 columns, one hot: see kTypes
inline constexpr int kDimensionColumn = 21;  // 6 columns, then sum and product
inline constexpr int kWindowColumn = 37;     // 6 columns of sizes, then sum and product
inline constexpr int kLayoutColumn = 134;    // 6 columns
inline constexpr int kTypes = 19;

// The element type behind a column of the one-hot group, 0 .. kTypes - 1.
hlo::PrimitiveType typeOfColumn(int column);

// The rows of all instructions, [instructions, 140]. Columns that depend on the shape alone are computed once a shape.
FeatureRows nodeFeatures(const hlo::Module& module);

}  // namespace hlorank::graph
