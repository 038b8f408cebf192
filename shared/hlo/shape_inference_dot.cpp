// Shape inference of dot, ragged-dot and scaled-dot.

#include <initializer_list>

#include "shared/hlo/shape_inference_rules.h"

namespace hlorank::hlo::inference {
namespace {

struct DotNumbers {
  std::vector<int64_t> lhsContracting, rhsContracting, lhsBatch, rhsBatch;
};

bool readNumbers(Context& c, DotNumbers& out) {
  return c.integers("lhs_contracting_dims", out.lhsContracting) &&
         c.integers("rhs_contracting_dims", out.rhsContracting) && c.integers("lhs_batch_dims", out.lhsBatch) &&
         c.integers("rhs_batch_dims", out.rhsBatch);
}

// Fails unless all entries of `contracting` and `batch` are distinct dimension numbers of an array of rank `rank`.
// `side` names the operand in the error.
bool checkNumbers(Context& c, size_t rank, const std::vector<int64_t>& contracting, const std::vector<int64_t>& batch,
                  std::string_view side) {
  std::vector<bool> seen(rank);
  for (const std::vector<int64_t>* list : {&contracting, &batch}) {
    for (int64_t dimension : *list) {
      if (dimension < 0 || dimension >= static_cast<int64_t>(rank) || seen[static_cast<size_t>(dimension)]) {
        c.fail("the contracting and batch dimensions of the " + std::string(side) +
               " must be distinct dimensions of it, but " + std::to_string(dimension) + " is not or is given twice");
        return false;
      }
      seen[static_cast<size_t>(dimension)] = true;
    }
  }
  return true;
}

bool checkSizes(Context& c, const Array& lhs, const Array& rhs, const std::vector<int64_t>& lhsDimensions,
                const std::vector<int64_t>& rhsDimensions, std::string_view kind) {
  bool agree = lhsDimensions.size() == rhsDimensions.size();
  for (size_t i = 0; agree && i < lhsDimensions.size(); ++i) {
    agree =
        sizesAgree(lhs.sizes[static_cast<size_t>(lhsDimensions[i])], rhs.sizes[static_cast<size_t>(rhsDimensions[i])]);
  }
  if (!agree) c.fail("the " + std::string(kind) + " dimensions of the two sides of a product must have the same sizes");
  return agree;
}

bool checkDot(Context& c, const Array& lhs, const Array& rhs, const DotNumbers& n) {
  return checkNumbers(c, lhs.rank(), n.lhsContracting, n.lhsBatch, "left side") &&
         checkNumbers(c, rhs.rank(), n.rhsContracting, n.rhsBatch, "right side") &&
         checkSizes(c, lhs, rhs, n.lhsContracting, n.rhsContracting, "contracting") &&
         checkSizes(c, lhs, rhs, n.lhsBatch, n.rhsBatch, "batch");
}

// Appends the dimensions of a dot's result to `out`: the batch dimensions, the remaining ones of lhs, and the remaining
// ones of rhs. Leaves out the dimensions of rhs that are in `rhsGroups`.
void appendResult(const Array& lhs, const Array& rhs, const DotNumbers& n, const std::vector<int64_t>& rhsGroups,
                  Array& out) {
  for (int64_t batch : n.lhsBatch) {
    const auto i = static_cast<size_t>(batch);
    out.append(lhs.sizes[i], lhs.dynamic[i]);
  }
  const auto appendOthers = [&out](const Array& side, std::initializer_list<const std::vector<int64_t>*> used) {
    std::vector<bool> isUsed(side.rank());
    for (const std::vector<int64_t>* list : used) {
      for (int64_t i : *list) isUsed[static_cast<size_t>(i)] = true;
    }
    for (size_t i = 0; i < side.rank(); ++i) {
      if (!isUsed[i]) out.append(side.sizes[i], side.dynamic[i]);
    }
  };
  appendOthers(lhs, {&n.lhsContracting, &n.lhsBatch});
  appendOthers(rhs, {&n.rhsContracting, &n.rhsBatch, &rhsGroups});
}

ShapeId inferProduct(Context& c, size_t rhsOperand) {
  Array lhs, rhs, result;
  DotNumbers numbers;
  if (!c.array(0, lhs) || !c.array(rhsOperand, rhs) || !readNumbers(c, numbers)) return kNone;
  if (!checkDot(c, lhs, rhs, numbers)) return kNone;
  result.type = higherPrecision(lhs.type, rhs.type);
  appendResult(lhs, rhs, numbers, {}, result);
  return c.add(result);
}

}  // namespace

ShapeId inferDot(Context& c) {
  return inferProduct(c, 1);
}

// Infers scaled-dot. Its operands are lhs, rhs, scale of lhs, scale of rhs. In older XLA versions, the order is lhs,
// scale of lhs, rhs, scale of rhs; both are accepted.
ShapeId inferScaledDot(Context& c) {
  for (size_t rhs : {1, 2}) {
    std::string problem;
    Context attempt(c.module, c.instruction, problem);
    const ShapeId result = inferProduct(attempt, rhs);
    if (result != kNone) return result;
  }
  return inferProduct(c, 1);
}

// Infers ragged-dot. Its operand 2 has the sizes of the groups that split the ragged dimension of lhs. If that is a
// contracting dimension, each group gives a separate product. If it is a batch dimension, the result is that of a dot.
// Otherwise each group is multiplied by a separate matrix of rhs, selected by rhs_group_dims.
ShapeId inferRaggedDot(Context& c) {
  Array lhs, rhs, groupSizes, result;
  DotNumbers numbers;
  std::vector<int64_t> ragged, groups;
  if (!c.array(0, lhs) || !c.array(1, rhs) || !c.array(2, groupSizes) || !readNumbers(c, numbers) ||
      !c.integers("lhs_ragged_dims", ragged) || !c.integers("rhs_group_dims", groups)) {
    return kNone;
  }
  if (!checkDot(c, lhs, rhs, numbers)) return kNone;
  if (ragged.size() != 1 || ragged[0] < 0 || ragged[0] >= static_cast<int64_t>(lhs.rank())) {
    return c.fail("'ragged-dot' needs exactly one dimension of its left side in lhs_ragged_dims");
  }
  const auto raggedDimension = static_cast<size_t>(ragged[0]);
  const bool contracting = toMask(numbers.lhsContracting, lhs.rank())[raggedDimension];
  const bool free = !contracting && !toMask(numbers.lhsBatch, lhs.rank())[raggedDimension];
  if (free != (groups.size() == 1)) {
    return c.fail(
        "'ragged-dot' needs one dimension in rhs_group_dims where the ragged dimension is neither contracting "
        "nor batch, and none elsewhere");
  }
  if (free && (groups[0] < 0 || groups[0] >= static_cast<int64_t>(rhs.rank()))) {
    return c.fail("rhs_group_dims must be a dimension of the right side");
  }
  result.type = higherPrecision(lhs.type, rhs.type);
  if (contracting) {
    if (groupSizes.rank() == 0) return c.fail("the group sizes of 'ragged-dot' must have a dimension");
    result.append(groupSizes.sizes.back(), groupSizes.dynamic.back());
  }
  appendResult(lhs, rhs, numbers, groups, result);
  return c.add(result);
}

}  // namespace hlorank::hlo::inference
