// The part of Accesses that finds which elements of each array a loop nest reads, and at which strides.
#include <algorithm>

#include "shared/simulation/accesses.h"

namespace hlorank::simulation {

namespace {

// Returns the stride of each dimension, in elements, of an array that is stored in the dimension order `order`.
std::array<int64_t, kMaxRank> stridesOf(Sizes sizes, const Order& order) {
  std::array<int64_t, kMaxRank> strides{};
  int64_t stride = 1;
  for (const uint8_t d : order.list()) {
    strides[d] = stride;
    stride *= sizes[d];
  }
  return strides;
}

// Returns by how many elements the position in memory changes if `point` is added to the indices of an array. The
// result is limited to kMaxElements, which only invalid programs exceed.
int64_t distance(const int64_t* point, const std::array<int64_t, kMaxRank>& strides, size_t rank) {
  double sum = 0;
  for (size_t d = 0; d < rank; ++d) sum += static_cast<double>(point[d]) * static_cast<double>(strides[d]);
  return static_cast<int64_t>(std::min(sum, static_cast<double>(kMaxElements)));
}

}  // namespace

Accesses::Read Accesses::startAt(const Nest& nest) {
  const PreparedComputation& c = computation_;
  levels_.clear();
  points_.clear();
  const Sizes sizes = c.sizesOf(nest.root);
  Read read{nest.root, 0, 0, 0};
  for (const uint8_t d : nest.order.list()) {
    if (sizes[d] == 1) continue;
    levels_.push_back({sizes[d], false});
    points_.resize(points_.size() + sizes.size(), 0);
    points_[read.count++ * sizes.size() + d] = 1;
  }
  now_.nodes.push_back(nest.root);
  while (read.node != nest.value) {
    read = mapPoints(read, layouts_->operands[c.nodes[read.node].operands]);
    now_.nodes.push_back(read.node);
  }
  return read;
}

// Returns the elements of the operand of a reduce that its loop nest reads: in each iteration for the result `value`,
// all elements that it reduces. Returns `value` itself if it is not a reduce.
Accesses::Read Accesses::reducedOperand(const Read& value) {
  const PreparedComputation& c = computation_;
  if (c.nodes[value.node].kind != Kind::kReduce) return value;
  const uint32_t top = layouts_->operands[c.nodes[value.node].operands];
  const Sizes sizes = c.sizesOf(top);
  const DimensionList list = c.dimensionsOf(value.node);
  const auto isReduced = [&](size_t d) { return std::find(list.begin(), list.end(), d) != list.end(); };
  Read read{top, levels_.size(), 0, points_.size(), value.node, c.nodes[value.node].operands};
  for (const uint8_t d : layouts_->result[top].list()) {
    if (!isReduced(d) || sizes[d] == 1) continue;
    levels_.push_back({sizes[d], false});
    points_.resize(points_.size() + sizes.size(), 0);
    points_[read.points + read.count++ * sizes.size() + d] = 1;
  }
  const size_t rank = c.nodes[value.node].rank;
  for (size_t i = 0; i < value.count; ++i, ++read.count) {
    const Level level = levels_[value.levels + i];
    levels_.push_back(level);
    size_t kept = 0;
    for (size_t d = 0; d < sizes.size(); ++d)
      points_.push_back(isReduced(d) ? 0 : int64_t{points_[value.points + i * rank + kept++]});
  }
  now_.nodes.push_back(top);
  return read;
}

// Sets the strides and divisions of an access to the elements `leaf` of an array that is stored in the layout `order`.
void Accesses::measure(const Read& leaf, const Order& order, Access& access) const {
  const Node& n = computation_.nodes[leaf.node];
  const std::array<int64_t, kMaxRank> strides = stridesOf(computation_.sizesOf(leaf.node), order);
  access.strides = {};
  access.divisions = access.unevenDivisions = 0;
  // Numbers of iterations: of all loops inside the current one (as it was before it was split), and so far.
  double inner = 1, iterations = 1;
  int64_t divisor = 1;  // iterations of the parts of the current loop so far
  for (size_t i = 0; i < leaf.count; ++i) {
    const Level& level = levels_[leaf.levels + i];
    if (!level.continues) inner = iterations, divisor = 1;
    access.strides.add(level.size, distance(points_.data() + leaf.points + i * n.rank, strides, n.rank));
    // A division by a power of two is cheap. The quotients of eight neighbours are equal if the divisor is a multiple
    // of eight, so that the loop can be vectorised.
    if (level.continues && (divisor & (divisor - 1)) != 0) {
      access.divisions += 1 / inner;
      if (divisor % 8 != 0) access.unevenDivisions += 1 / inner;
    }
    iterations *= static_cast<double>(level.size);
    divisor *= level.size;
  }
  // An array that is read from beginning to end needs no index of its own.
  if (access.strides.count == 1 && access.strides.strides[0] == 1) access.divisions = access.unevenDivisions = 0;
}

// Converts index steps per loop (Read::points), which are for the result of an operation such as a broadcast, transpose
// or reshape, to index steps for its operand.
Accesses::Read Accesses::mapPoints(const Read& read, uint32_t operand) {
  const PreparedComputation& c = computation_;
  const Node &n = c.nodes[read.node], &o = c.nodes[operand];
  if (n.kind == Kind::kReshape) return mapReshape(read, operand);
  const size_t mapped = points_.size();
  points_.resize(mapped + read.count * o.rank, 0);
  const DimensionList list = c.dimensionsOf(read.node);
  for (size_t i = 0; i < read.count; ++i) {
    const int64_t* const point = points_.data() + read.points + i * n.rank;
    int64_t* const target = points_.data() + mapped + i * o.rank;
    if (n.kind == Kind::kBroadcast) {
      for (size_t d = 0; d < o.rank; ++d) target[d] = point[list[d]];
    } else if (n.kind == Kind::kGather) {
      // Assumes that a gather reads equal or consecutive positions for consecutive indices.
      const bool isIndices = operand != layouts_->operands[n.operands];
      for (size_t d = 0; d < n.rank; ++d) {
        if (point[d] == 0) continue;
        if (isIndices && list[d] >= kGatherIndices) target[list[d] - kGatherIndices] = point[d];
        if (!isIndices) target[list[d] >= kGatherIndices ? list[n.rank] : list[d]] = point[d];
      }
    } else {  // a transpose
      for (size_t d = 0; d < o.rank; ++d) target[list[d]] = point[d];
    }
  }
  return {operand, read.levels, read.count, mapped, kNone, kNone, read.share};
}

// As mapPoints, for a reshape. Splits loops that iterate over several dimensions of the operand.
Accesses::Read Accesses::mapReshape(const Read& read, uint32_t operand) {
  const PreparedComputation& c = computation_;
  const size_t rank = c.nodes[read.node].rank;
  const Sizes to = c.sizesOf(operand);
  const std::array<int64_t, kMaxRank> from = stridesOf(c.sizesOf(read.node), rowMajor(rank)),
                                      strides = stridesOf(to, rowMajor(to.size()));
  Read mapped{operand, levels_.size(), 0, points_.size(), kNone, kNone, read.share};
  const auto add = [&](int64_t size, bool continues, int64_t step) {
    levels_.push_back({size, continues});
    points_.resize(points_.size() + to.size(), 0);
    int64_t* const target = points_.data() + mapped.points + mapped.count++ * to.size();
    for (size_t d = to.size(); d-- > 0; step /= to[d]) target[d] = step % to[d];
  };
  for (size_t i = 0; i < read.count; ++i) {
    auto [size, continues] = levels_[read.levels + i];
    int64_t step = distance(points_.data() + read.points + i * rank, from, rank);
    for (size_t d = to.size(); d-- > 0 && step > 0;) {
      const int64_t end = strides[d] * to[d];  // where dimension d begins again
      if (step >= end) continue;
      const int64_t part = end / step;  // number of iterations until then
      if (end % step != 0 || size <= part || size % part != 0 || mapped.count + read.count - i >= Strides::kMost) break;
      if (part > 1) add(part, continues, step), continues = true;
      size /= part;
      step = end;
    }
    add(size, continues, step);
  }
  return mapped;
}

}  // namespace hlorank::simulation
