// gather and scatter

#include "shared/hlo/parse_shape.h"
#include "shared/hlo/shape_inference_rules.h"

namespace hlorank::hlo::inference {
namespace {

// Strictly ascending, and all in [0, rank).
bool isAscendingWithin(const std::vector<int64_t>& list, size_t rank) {
  for (size_t i = 0; i < list.size(); ++i) {
    if (list[i] < 0 || list[i] >= static_cast<int64_t>(rank) || (i > 0 && list[i] <= list[i - 1])) return false;
  }
  return true;
}

// Indices with the dimension that holds index vectors made explicit: a last one of size 1 when it is the rank.
bool readIndices(Context& c, size_t operand, Array& indices, size_t& vectorDimension) {
  int64_t dimension;
  if (!c.array(operand, indices) || !c.integer("index_vector_dim", dimension)) return false;
  if (!isInteger(indices.type)) {
    c.fail("indices must be integers, but are " + c.describe(c.operand(operand)));
    return false;
  }
  if (dimension < 0 || dimension > static_cast<int64_t>(indices.rank())) {
    c.fail("index_vector_dim must be a dimension of the indices, or their rank");
    return false;
  }
  vectorDimension = static_cast<size_t>(dimension);
  if (vectorDimension == indices.rank()) indices.append(1, false);
  return true;
}

}  // namespace

// One slice of the operand for every index vector. Dimensions of the result in offset_dims run over the slice, the
// others over the indices.
ShapeId inferGather(Context& c) {
  Array operand, indices, result;
  size_t vectorDimension;
  std::vector<int64_t> offsets, collapsed, map, sizes, batching;
  if (!c.array(0, operand) || !readIndices(c, 1, indices, vectorDimension) || !c.integers("offset_dims", offsets) ||
      !c.integers("collapsed_slice_dims", collapsed) || !c.integers("start_index_map", map) ||
      !c.integers("slice_sizes", sizes) || !c.integers("operand_batching_dims", batching)) {
    return kNone;
  }
  const size_t rank = offsets.size() + indices.rank() - 1;
  if (!isAscendingWithin(offsets, rank) || !isAscendingWithin(collapsed, operand.rank()) ||
      !isAscendingWithin(batching, operand.rank())) {
    return c.fail("offset_dims, collapsed_slice_dims and operand_batching_dims must be ascending dimension numbers");
  }
  if (!sizesAgree(indices.sizes[vectorDimension], static_cast<int64_t>(map.size()))) {
    return c.fail("start_index_map must have an entry for each of the " +
                  std::to_string(indices.sizes[vectorDimension]) + " numbers of an index vector");
  }
  if (sizes.size() != operand.rank() || sizes.size() != offsets.size() + collapsed.size() + batching.size()) {
    return c.fail(
        "slice_sizes must have an entry for every dimension of the operand, each either collapsed, batching "
        "or in offset_dims");
  }
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < 0 || (operand.sizes[i] != kUnboundedDimension && sizes[i] > operand.sizes[i])) {
      return c.fail("the slice is larger than the operand in dimension " + std::to_string(i));
    }
  }
  result.type = operand.type;
  const std::vector<bool> isOffset = marks(offsets, rank), isCollapsed = marks(collapsed, operand.rank()),
                          isBatching = marks(batching, operand.rank());
  size_t sliceDimension = 0, indexDimension = 0;
  for (size_t i = 0; i < rank; ++i) {
    if (isOffset[i]) {
      while (sliceDimension < sizes.size() && (isCollapsed[sliceDimension] || isBatching[sliceDimension])) {
        ++sliceDimension;
      }
      if (sliceDimension >= sizes.size()) return c.fail("collapsed_slice_dims and operand_batching_dims overlap");
      const int64_t size = sizes[sliceDimension];
      result.append(size, size == operand.sizes[sliceDimension] && operand.dynamic[sliceDimension]);
      ++sliceDimension;
    } else {
      if (indexDimension == vectorDimension) ++indexDimension;
      result.append(indices.sizes[indexDimension], indices.dynamic[indexDimension]);
      ++indexDimension;
    }
  }
  return c.add(result);
}

// inputs, indices, and as many updates as inputs
ShapeId inferScatter(Context& c) {
  const size_t inputs = c.operandCount() / 2;
  if (inputs == 0 || c.operandCount() % 2 == 0) {
    return c.fail("'scatter' takes inputs, indices and as many updates as inputs, but has " +
                  std::to_string(c.operandCount()) + " operands");
  }
  Array indices;
  size_t vectorDimension;
  std::vector<int64_t> windowDimensions;
  if (!readIndices(c, inputs, indices, vectorDimension) || !c.integers("update_window_dims", windowDimensions)) {
    return kNone;
  }
  std::vector<ShapeId> results;
  for (size_t i = 0; i < inputs; ++i) {
    Array input, updates;
    if (!c.array(i, input) || !c.array(inputs + 1 + i, updates)) return kNone;
    if (updates.rank() != indices.rank() - 1 + windowDimensions.size()) {
      return c.fail("the updates must have a dimension for each of the indices and of update_window_dims, but are " +
                    c.describe(c.operand(inputs + 1 + i)));
    }
    results.push_back(c.operand(i));
  }
  return inputs == 1 ? results[0] : addTupleShape(c.module, results);
}

}  // namespace hlorank::hlo::inference
