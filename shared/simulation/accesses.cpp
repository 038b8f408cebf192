#include "shared/simulation/accesses.h"

#include <algorithm>

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

void Accesses::run(const Layouts& layouts, const Loops& loops) {
  layouts_ = &layouts;
  loops_ = &loops;
  const bool keeps = loops.nests.size() <= kMostKeptNests;
  std::swap(now_, before_);
  now_.clear();
  if (!keeps) before_.clear();
  findChanges();
  size_t before = 0;  // index in before_.nests of the first nest of the current value
  nestIndex_ = 0;
  for (const Nest& nest : loops.nests) {
    if (!reuse(nest, before)) appendNest(nest);
    if (keeps) now_.nests.push_back({nest, now_.nodes.size(), now_.loops.size()});
    if (!keeps) now_.nodes.clear();
    ++nestIndex_;
  }
}

// Finds the nodes whose state differs from the last run, and remembers the state.
void Accesses::findChanges() {
  const PreparedComputation& c = computation_;
  const bool isFirst = lastResult_.empty();
  isChanged_.assign(c.nodes.size(), isFirst);
  for (uint32_t node = 0; node < c.nodes.size() && !isFirst; ++node) {
    const Node& n = c.nodes[node];
    bool differs = layouts_->result[node] != lastResult_[node];
    differs = differs || loops_->isMaterialised[node] != lastMaterialised_[node];
    for (uint32_t e = n.operands; e < n.operands + n.operandCount; ++e)
      differs = differs || layouts_->operands[e] != lastOperands_[e];
    isChanged_[node] = differs;
  }
  lastResult_ = layouts_->result;
  lastOperands_ = layouts_->operands;
  lastMaterialised_ = loops_->isMaterialised;
}

// Copies the accesses of a loop nest from the last run to now_, if the nest was in it and no node on which its accesses
// depend has changed. Returns whether it did. `before` advances to the first nest of the same value in the last run.
bool Accesses::reuse(const Nest& nest, size_t& before) {
  const std::vector<KnownNest>& nests = before_.nests;
  while (before < nests.size() && nests[before].nest.value < nest.value) ++before;
  size_t same = before;
  while (same < nests.size() && nests[same].nest.value == nest.value && nests[same].nest != nest) ++same;
  if (same == nests.size() || nests[same].nest.value != nest.value) return false;
  const auto part = [&](const auto& all, size_t KnownNest::*end) {
    return std::span(all)
        .subspan(same == 0 ? 0 : nests[same - 1].*end)
        .first(nests[same].*end - (same == 0 ? 0 : nests[same - 1].*end));
  };
  const auto nodes = part(before_.nodes, &KnownNest::nodesEnd);
  if (std::any_of(nodes.begin(), nodes.end(), [&](uint32_t node) { return isChanged_[node] != 0; })) return false;
  const auto loops = part(before_.loops, &KnownNest::loopsEnd);
  now_.nodes.insert(now_.nodes.end(), nodes.begin(), nodes.end());
  const size_t first = now_.loops.size();
  now_.loops.insert(now_.loops.end(), loops.begin(), loops.end());
  for (size_t i = first; i < now_.loops.size(); ++i) now_.loops[i].nest = nestIndex_;
  return true;
}

void Accesses::appendNest(const Nest& nest) {
  switch (nest.kind) {
    case NestKind::kCopy:
      return appendCopy(nest);
    case NestKind::kFusion:
      return appendFusion(nest);
    case NestKind::kUpdate:
      return appendUpdate(nest);
    case NestKind::kMatrixVector:
      return appendMatrix(nest);
  }
}

bool Accesses::isRowMajorInMemory(uint32_t node) const {
  return isRowMajor(computation_.sizesOf(node), layouts_->result[node]);
}

void Accesses::emit(const Nest& nest, uint32_t operand, const Access& access) {
  const PreparedComputation& c = computation_;
  // Returns the instruction of a node. If the node is a layout constraint, returns the instruction whose output or
  // operand is constrained.
  const auto instruction = [&](uint32_t node) {
    if (node == kNone) return Loop::kNoNode;
    return c.firstInstruction + (node < c.instructions ? node : c.owners[node - c.instructions]);
  };
  uint32_t value = nest.value;
  while (value >= c.instructions) value = layouts_->operands[c.nodes[value].operands];
  Loop loop{c.firstInstruction + value,
            instruction(nest.reader),
            operand == kNone ? Loop::kNoNode : operand,
            access.kind,
            access.feedsConstraint,
            access.elements,
            c.nodes[nest.value].isInvariant ? c.outerTrips : c.trips,
            table_.indexOf(accessInputs(access, rules_.conflicts)),
            nestIndex_};
  if (operand != kNone) {
    while (operand >= c.instructions) operand = layouts_->operands[c.nodes[operand].operands];
    loop.operand = c.firstInstruction + operand;
  }
  now_.loops.push_back(loop);
}

void Accesses::appendCopy(const Nest& nest) {
  const PreparedComputation& c = computation_;
  const Node& n = c.nodes[nest.value];
  const Sizes sizes = c.sizesOf(nest.value);
  const std::array<int64_t, kMaxRank> strides = stridesOf(sizes, nest.from);
  Access access;
  for (const uint8_t d : nest.order.list())
    if (sizes[d] > 1) access.strides.add(sizes[d], strides[d]);
  if (access.strides.count == 0) return;
  access.kind = LoopKind::kCopy;
  access.elements = static_cast<double>(n.elements);
  access.elementBytes = n.elementBytes;
  access.bytes = access.elements * n.elementBytes;
  access.resultIsRowMajor = isRowMajor(sizes, nest.order);
  access.operandIsRowMajor = isRowMajor(sizes, nest.from);
  access.allAreRowMajor = false;
  access.readsConstraint = n.kind == Kind::kConstraint;
  access.feedsConstraint = nest.feedsConstraint;
  access.readsParameter = n.kind == Kind::kParameter;
  emit(nest, nest.value, access);
}

void Accesses::appendUpdate(const Nest& nest) {
  const PreparedComputation& c = computation_;
  const Node& n = c.nodes[nest.value];
  const Sizes sizes = c.sizesOf(nest.value);
  now_.nodes.push_back(nest.value);
  Access access;
  access.kind = LoopKind::kFused;
  access.pattern = Access::kContiguous;
  for (const uint8_t d : layouts_->result[nest.value].list())
    if (sizes[d] > 1) access.strides.addApart(sizes[d], 1);
  if (access.strides.count == 0) access.strides.addApart(1, 1);
  access.elements = static_cast<double>(n.elements);
  access.elementBytes = n.elementBytes;
  access.bytes = access.elements * 4;
  access.operands = 2;
  access.resultIsRowMajor = access.operandIsRowMajor = access.allAreRowMajor = isRowMajorInMemory(nest.value);
  emit(nest, kNone, access);
}

void Accesses::appendMatrix(const Nest& nest) {
  const PreparedComputation& c = computation_;
  const Node& n = c.nodes[nest.operand];
  const Sizes sizes = c.sizesOf(nest.operand);
  now_.nodes.push_back(nest.operand);
  Access access;
  access.kind = LoopKind::kFused;
  access.pattern = Access::kNoPattern;
  for (size_t d = sizes.size(); d-- > 0;) access.strides.addApart(sizes[d], 1);
  access.elements = static_cast<double>(n.elements);
  access.elementBytes = 4;
  access.bytes = access.elements * 4;
  access.isMatrixVector = true;
  access.resultIsRowMajor = access.operandIsRowMajor = access.allAreRowMajor = isRowMajorInMemory(nest.operand);
  emit(nest, nest.operand, access);
}

void Accesses::appendFusion(const Nest& nest) {
  const PreparedComputation& c = computation_;
  const Node& n = c.nodes[nest.value];
  findLeaves(nest);
  Access access;
  access.kind = n.kind == Kind::kReduce ? LoopKind::kReduce : LoopKind::kFused;
  access.heavyOperations = heavyOperations_;
  access.operands = static_cast<double>(leaves_.size());
  access.resultIsRowMajor = access.allAreRowMajor = isRowMajor(c.sizesOf(nest.value), nest.order);
  for (const Read& leaf : leaves_) access.allAreRowMajor = access.allAreRowMajor && isRowMajorInMemory(leaf.node);
  access.feedsConstraint = nest.feedsConstraint;
  double iterations = static_cast<double>(n.elements), most = iterations;
  for (size_t i = 0; i < reduced_; ++i) iterations *= static_cast<double>(sizes_[i]);
  if (sizes_.empty()) return;
  for (const Read& leaf : leaves_) {
    const Node& read = c.nodes[leaf.node];
    most = iterations;
    const std::array<int64_t, kMaxRank> strides = stridesOf(c.sizesOf(leaf.node), layouts_->result[leaf.node]);
    access.strides = {};
    for (size_t i = 0; i < sizes_.size(); ++i) {
      access.strides.add(sizes_[i], distance(points_.data() + leaf.points + i * read.rank, strides, read.rank));
    }
    access.elements = iterations * leaf.share;
    access.elementBytes = read.elementBytes;
    access.bytes = static_cast<double>(read.elements) * read.elementBytes;
    access.operandIsRowMajor = isRowMajorInMemory(leaf.node);
    access.readsConstraint = read.kind == Kind::kConstraint;
    access.readsParameter = read.kind == Kind::kParameter;
    emit(nest, leaf.node, access);
  }
  access.strides = {};
  int64_t stride = 1;
  for (size_t i = reduced_; i < sizes_.size(); ++i) {
    access.strides.addApart(sizes_[i], stride);
    stride *= sizes_[i];
  }
  if (access.strides.count == 0) return;
  access.elements = most;
  access.elementBytes = n.elementBytes;
  access.bytes = static_cast<double>(n.elements) * n.elementBytes;
  access.writes = true;
  access.operandIsRowMajor = true;
  access.readsConstraint = access.readsParameter = false;
  emit(nest, kNone, access);
}

// Finds the arrays that a loop nest reads. Follows operands through fused operations until it reaches values stored in
// memory.
void Accesses::findLeaves(const Nest& nest) {
  const PreparedComputation& c = computation_;
  const Node& root = c.nodes[nest.value];
  sizes_.clear();
  points_.clear();
  leaves_.clear();
  visits_ = 1;
  heavyOperations_ = root.isHeavy;
  reduced_ = 0;
  const bool reduces = root.kind == Kind::kReduce;
  const uint32_t top = reduces ? layouts_->operands[root.operands] : nest.value;
  const Sizes sizes = c.sizesOf(nest.value), topSizes = c.sizesOf(top);
  now_.nodes.insert(now_.nodes.end(), {nest.value, top});
  const auto addLoop = [&](int64_t size, size_t dimension) {
    sizes_.push_back(size);
    points_.resize(points_.size() + topSizes.size(), 0);
    points_[points_.size() - topSizes.size() + dimension] = 1;
  };
  std::array<uint8_t, kMaxRank> kept{};  // [dimensions of the result] the dimension of `top` that corresponds to each
  for (size_t d = 0; d < sizes.size(); ++d) kept[d] = static_cast<uint8_t>(d);
  if (reduces) {
    const DimensionList list = c.dimensionsOf(nest.value);
    size_t next = 0;
    for (size_t d = 0; d < topSizes.size(); ++d)
      if (std::find(list.begin(), list.end(), d) == list.end()) kept[next++] = static_cast<uint8_t>(d);
    for (const uint8_t d : layouts_->result[top].list())
      if (std::find(list.begin(), list.end(), d) != list.end() && topSizes[d] > 1) addLoop(topSizes[d], d);
    reduced_ = sizes_.size();
  }
  for (const uint8_t d : nest.order.list())
    if (sizes[d] > 1) addLoop(sizes[d], kept[d]);
  pending_.clear();
  if (reduces) {
    pending_.push_back({top, 0, 1});
  } else {
    visitOperands({top, 0, 1});
  }
  while (!pending_.empty()) {
    const Read read = pending_.back();
    pending_.pop_back();
    if (++visits_ > kMaxVisits || leaves_.size() >= kMaxLeaves) break;
    now_.nodes.push_back(read.node);
    if (loops_->isMaterialised[read.node] != 0) {
      addLeaf(read);
    } else {
      heavyOperations_ += c.nodes[read.node].isHeavy;
      visitOperands(read);
    }
  }
}

// Adds a value that the loop nest reads from memory. Does nothing if the same elements of the value are already in the
// list.
void Accesses::addLeaf(const Read& read) {
  const Node& n = computation_.nodes[read.node];
  if (n.kind == Kind::kConstant && n.rank == 0) return;
  const auto points = points_.begin() + static_cast<std::ptrdiff_t>(read.points);
  const auto length = static_cast<std::ptrdiff_t>(sizes_.size() * n.rank);
  for (const Read& leaf : leaves_) {
    if (leaf.node == read.node &&
        std::equal(points, points + length, points_.begin() + static_cast<std::ptrdiff_t>(leaf.points)))
      return;
  }
  leaves_.push_back(read);
}

void Accesses::visitOperands(const Read& read) {
  const PreparedComputation& c = computation_;
  const Node& n = c.nodes[read.node];
  if (n.kind == Kind::kIota) return;
  const bool joins = n.kind == Kind::kConcatenate, isSame = joins || n.kind == Kind::kSame;
  const bool readsAll = isSame || n.kind == Kind::kGather;
  for (uint32_t k = readsAll ? n.operandCount : std::min(n.operandCount, 1u); k-- > 0;) {
    const uint32_t operand = layouts_->operands[n.operands + k];
    if (isSame && c.nodes[operand].rank != n.rank) continue;
    const double share = joins ? static_cast<double>(c.nodes[operand].elements) / static_cast<double>(n.elements) : 1;
    pending_.push_back({operand, isSame ? read.points : mapPoints(read, operand), read.share * share});
  }
}

// Converts index steps per loop (Read::points), which are for the result of an operation such as a broadcast, transpose
// or reshape, to index steps for its operand. Returns the index of the new steps in points_.
size_t Accesses::mapPoints(const Read& read, uint32_t operand) {
  const PreparedComputation& c = computation_;
  const Node &n = c.nodes[read.node], &o = c.nodes[operand];
  const size_t mapped = points_.size();
  points_.resize(mapped + sizes_.size() * o.rank, 0);
  const DimensionList list = c.dimensionsOf(read.node);
  const Sizes to = c.sizesOf(operand);
  const std::array<int64_t, kMaxRank> rowMajorStrides = stridesOf(c.sizesOf(read.node), rowMajor(n.rank));
  for (size_t i = 0; i < sizes_.size(); ++i) {
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
    } else if (n.kind == Kind::kTranspose) {
      for (size_t d = 0; d < o.rank; ++d) target[list[d]] = point[d];
    } else {
      int64_t address = distance(point, rowMajorStrides, n.rank);
      for (size_t d = o.rank; d-- > 0; address /= to[d]) target[d] = address % to[d];
    }
  }
  return mapped;
}

}  // namespace hlorank::simulation
