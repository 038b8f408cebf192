// Shape inference of gather and scatter.

#include <algorithm>

#include "shared/hlo/parse_shape.h"
#include "shared/hlo/shape_inference_rules.h"

namespace hlorank::hlo::inference {
namespace {

// Whether the entries of a list are strictly ascending and in [0, rank).
bool isAscendingWithin(const std::vector<int64_t>& list, size_t rank) {
  for (size_t i = 0; i < list.size(); ++i) {
    if (list[i] < 0 || list[i] >= static_cast<int64_t>(rank) || (i > 0 && list[i] <= list[i - 1])) return false;
  }
  return true;
}

// Whether the entries of a list are distinct and in [0, rank).
bool isUniqueWithin(std::vector<int64_t> list, size_t rank) {
  std::sort(list.begin(), list.end());
  return isAscendingWithin(list, rank);
}

// Decodes the indices operand of a gather or scatter. If the attribute index_vector_dim equals the rank of that
// operand, appends the implicit index vector dimension of size 1.
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

// Infers a gather, which takes one slice of the operand per index vector. Dimensions of the result that are listed in
// offset_dims run over a slice. All other dimensions run over the index vectors.
ShapeId inferGather(Context& c) {
  Array operand, indices, result;
  size_t vectorDimension;
  std::vector<int64_t> offsets, collapsed, map, sizes, batching, indexBatching;
  if (!c.array(0, operand) || !readIndices(c, 1, indices, vectorDimension) || !c.integers("offset_dims", offsets) ||
      !c.integers("collapsed_slice_dims", collapsed) || !c.integers("start_index_map", map) ||
      !c.integers("slice_sizes", sizes) || !c.integers("operand_batching_dims", batching) ||
      !c.integers("start_indices_batching_dims", indexBatching)) {
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
  if (!isUniqueWithin(map, operand.rank())) {
    return c.fail("start_index_map must name dimensions of the operand, each once at most");
  }
  if (batching.size() != indexBatching.size() || !isUniqueWithin(indexBatching, indices.rank())) {
    return c.fail("start_indices_batching_dims must name a dimension of the indices for each in operand_batching_dims");
  }
  if (sizes.size() != operand.rank() || sizes.size() != offsets.size() + collapsed.size() + batching.size()) {
    return c.fail(
        "slice_sizes must have an entry for every dimension of the operand, each either collapsed, batching "
        "or in offset_dims");
  }
  const std::vector<bool> isCollapsed = toMask(collapsed, operand.rank()),
                          isBatching = toMask(batching, operand.rank());
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < 0 || (operand.sizes[i] != kUnboundedDimension && sizes[i] > operand.sizes[i])) {
      return c.fail("the slice is larger than the operand in dimension " + std::to_string(i));
    }
    if ((isCollapsed[i] || isBatching[i]) && sizes[i] > 1) {
      return c.fail("the slice must have size 1 in dimension " + std::to_string(i) +
                    ", which is collapsed or a batching dimension, but has " + std::to_string(sizes[i]));
    }
  }
  result.type = operand.type;
  const std::vector<bool> isOffset = toMask(offsets, rank);
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

namespace {

struct ScatterNumbers {
  std::vector<int64_t> window, inserted, map, batching, indexBatching;
  size_t vectorDimension = 0;
};

bool readNumbers(Context& c, ScatterNumbers& out) {
  return c.integers("update_window_dims", out.window) && c.integers("inserted_window_dims", out.inserted) &&
         c.integers("scatter_dims_to_operand_dims", out.map) && c.integers("input_batching_dims", out.batching) &&
         c.integers("scatter_indices_batching_dims", out.indexBatching);
}

bool checkNumbers(Context& c, const Array& input, const Array& indices, const Array& updates, const ScatterNumbers& n) {
  std::string problem;
  if (!isAscendingWithin(n.window, updates.rank()) || !isAscendingWithin(n.inserted, input.rank()) ||
      !isAscendingWithin(n.batching, input.rank())) {
    problem = "update_window_dims, inserted_window_dims and input_batching_dims must be ascending dimension numbers";
  } else if (n.window.size() + n.inserted.size() + n.batching.size() != input.rank()) {
    problem = "every dimension of the input must be inserted, batching or in update_window_dims";
  } else if (!sizesAgree(indices.sizes[n.vectorDimension], static_cast<int64_t>(n.map.size())) ||
             !isUniqueWithin(n.map, input.rank())) {
    problem = "scatter_dims_to_operand_dims must name a dimension of the input for each number of an index vector";
  } else if (n.batching.size() != n.indexBatching.size() || !isUniqueWithin(n.indexBatching, indices.rank())) {
    problem = "scatter_indices_batching_dims must name a dimension of the indices for each in input_batching_dims";
  }
  if (!problem.empty()) c.fail(problem);
  return problem.empty();
}

// Checks the updates of a scatter. Their window dimensions must fit into the input. Their other dimensions must equal
// those of the indices. Fails otherwise.
bool checkUpdates(Context& c, const Array& input, const Array& indices, const Array& updates, const ScatterNumbers& n) {
  const std::vector<bool> isInserted = toMask(n.inserted, input.rank()), isBatching = toMask(n.batching, input.rank()),
                          isWindow = toMask(n.window, updates.rank());
  size_t windowDimension = 0, indexDimension = 0;
  for (size_t i = 0; i < updates.rank(); ++i) {
    if (isWindow[i]) {
      while (windowDimension < input.rank() && (isInserted[windowDimension] || isBatching[windowDimension])) {
        ++windowDimension;
      }
      if (windowDimension >= input.rank()) {
        c.fail("inserted_window_dims and input_batching_dims overlap");
        return false;
      }
      const int64_t size = input.sizes[windowDimension++];
      if (size == kUnboundedDimension || updates.sizes[i] <= size) continue;
    } else {
      if (indexDimension == n.vectorDimension) ++indexDimension;
      if (sizesAgree(updates.sizes[i], indices.sizes[indexDimension++])) continue;
    }
    c.fail("dimension " + std::to_string(i) + " of the updates has " + std::to_string(updates.sizes[i]) +
           " elements, which does not fit the input or the indices");
    return false;
  }
  return true;
}

}  // namespace

// Infers a scatter, whose result has the shapes of its N inputs. Its operands are N inputs, the indices and N updates.
ShapeId inferScatter(Context& c) {
  const size_t inputs = c.operandCount() / 2;
  if (inputs == 0 || c.operandCount() % 2 == 0) {
    return c.fail("'scatter' takes N inputs, the indices and N updates, but has " + std::to_string(c.operandCount()) +
                  " operands");
  }
  Array indices;
  ScatterNumbers numbers;
  if (!readIndices(c, inputs, indices, numbers.vectorDimension) || !readNumbers(c, numbers)) return kNone;
  std::vector<ShapeId> results, initial;
  std::vector<PrimitiveType> elements;
  for (size_t i = 0; i < inputs; ++i) {
    Array input, updates;
    if (!c.array(i, input) || !c.array(inputs + 1 + i, updates)) return kNone;
    if (updates.rank() != indices.rank() - 1 + numbers.window.size()) {
      return c.fail("the updates must have a dimension for each of the indices and of update_window_dims, but are " +
                    c.describe(c.operand(inputs + 1 + i)));
    }
    if (!checkNumbers(c, input, indices, updates, numbers) || !checkUpdates(c, input, indices, updates, numbers)) {
      return kNone;
    }
    results.push_back(c.operand(i));
    initial.push_back(addArrayShape(c.module, input.type, {}));
    elements.push_back(updates.type);
  }
  if (!c.calledReduces(0, initial, elements)) return kNone;
  return inputs == 1 ? results[0] : addTupleShape(c.module, results);
}

}  // namespace hlorank::hlo::inference
