#include "shared/graph/decode_features.h"

#include <algorithm>

#include "shared/graph/node_features.h"

namespace hlorank::graph {

namespace {

// Number of feature columns for the entries of each list (sizes, layout, `dimensions`, window).
constexpr int kListed = 6;
constexpr int kMaxRank = 15;  // largest rank of a tensor that is decoded

// Truncates a feature value to an integer. Returns 0 if its magnitude is 2^62 or more.
int64_t toInteger(float value) {
  return value > -0x1p62f && value < 0x1p62f ? static_cast<int64_t>(value) : 0;
}

// Returns the index of the first one-hot element-type column that is set in a feature row. Returns -1 if none is set.
int typeColumn(const float* row) {
  for (int i = 0; i < kTypes; ++i)
    if (row[kTypeColumn + i] != 0) return i;
  return -1;
}

// Returns the first six dimension sizes of a node's result. Size columns are padded with 0, so the rank must be
// inferred: a trailing size of 0 counts as a dimension only if the layout columns name that dimension or a later one.
std::vector<int64_t> listedSizes(const float* row) {
  int rank = 0;
  for (int i = 0; i < kListed; ++i) {
    if (row[kDimensionColumn + i] != 0) rank = std::max(rank, i + 1);
    if (row[kLayoutColumn + i] > 0)
      rank = std::max(rank, static_cast<int>(std::min(row[kLayoutColumn + i], float{kListed - 1})) + 1);
  }
  std::vector<int64_t> sizes;
  sizes.reserve(rank);
  for (int i = 0; i < rank; ++i) sizes.push_back(toInteger(row[kDimensionColumn + i]));
  return sizes;
}

// Appends guessed sizes to `sizes` if the layout columns name a dimension beyond the sixth. The last guess is the
// product column divided by all other sizes. Every guess before it is 2. Returns whether it appended any.
bool addUnlistedSizes(const float* row, std::vector<int64_t>& sizes) {
  double unlisted = row[kDimensionColumn + kListed + 1];
  for (int64_t size : sizes) unlisted /= static_cast<double>(size);
  int rank = kListed;
  for (int i = 0; i < kListed; ++i) {
    const float dimension = row[kLayoutColumn + i];
    if (dimension > 0 && dimension < kMaxRank) rank = std::max(rank, static_cast<int>(dimension) + 1);
  }
  for (; static_cast<int>(sizes.size()) + 1 < rank; unlisted /= 2) sizes.push_back(2);
  if (static_cast<int>(sizes.size()) == rank) return false;
  sizes.push_back(unlisted > 1 && unlisted < 1e15 ? static_cast<int64_t>(unlisted) : 1);
  return true;
}

}  // namespace

DecodedRow decodeRow(const float* row) {
  DecodedRow decoded;
  TensorShape& shape = decoded.shape;
  const int type = typeColumn(row);
  decoded.guessedType = type < 0;
  // If no element-type column is set, the type is one for which TpuGraphs has no column. Such types have at most one
  // byte, so U8 is a good guess.
  shape.elementType = type < 0 ? hlo::PrimitiveType::kU8 : typeOfColumn(type);
  if (hlo::bitWidth(shape.elementType) > 0) {
    shape.dimensions = listedSizes(row);
    if (shape.dimensions.size() == size_t{kListed}) decoded.guessedSizes = addUnlistedSizes(row, shape.dimensions);
    const auto rank = static_cast<float>(shape.dimensions.size());
    for (size_t i = 0; i < std::min<size_t>(shape.dimensions.size(), kListed); ++i) {
      const float dimension = row[kLayoutColumn + static_cast<int>(i)];
      shape.minorToMajor.push_back(dimension >= 0 && dimension < rank ? static_cast<int64_t>(dimension) : -1);
    }
  }
  for (int i = 0; i < kListed; ++i) {
    const float dimension = row[kAttributeColumn + i];
    decoded.dimensions[static_cast<size_t>(i)] = dimension >= 0 ? toInteger(dimension) : -1;
  }
  const float feature = row[kKernelOutputFeatureColumn];
  decoded.kernelOutputFeature = feature >= 0 ? toInteger(feature) : -1;
  decoded.windowElements = row[kWindowColumn + kListed + 1];
  decoded.isRoot = row[0] != 0;
  return decoded;
}

}  // namespace hlorank::graph
