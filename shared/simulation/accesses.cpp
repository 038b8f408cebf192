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
    differs = differs || loops_->isMaterialised[node] != lastMaterialised_[node] ||
              loops_->libraryFusion[node] != lastFusion_[node] || loops_->isHoisted[node] != lastHoisted_[node];
    for (uint32_t e = n.operands; e < n.operands + n.operandCount; ++e)
      differs = differs || layouts_->operands[e] != lastOperands_[e] || layouts_->wanted[e] != lastWanted_[e];
    isChanged_[node] = differs;
  }
  lastResult_ = layouts_->result;
  lastWanted_ = layouts_->wanted;
  lastOperands_ = layouts_->operands;
  lastMaterialised_ = loops_->isMaterialised;
  lastFusion_ = loops_->libraryFusion;
  lastHoisted_ = loops_->isHoisted;
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

// Returns the layout in which a value is stored that the loop nest reads. Loops read a value in the layout that it was
// computed in, by an index map. What cannot do that reads a copy in the layout that it requires.
const Order& Accesses::orderOf(const Read& leaf) const {
  const bool mapsIndices = loops_->libraryFusion[leaf.reader] == kNone &&
                           computation_.nodes[leaf.reader].kind != Kind::kConcatenate &&
                           loops_->isHoisted[leaf.reader] == loops_->isHoisted[leaf.node];
  const Order& wanted = layouts_->wanted[leaf.entry];
  return mapsIndices || !wanted.isSet() ? layouts_->result[leaf.node] : wanted;
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
            nest.trips,
            table_.indexOf(accessInputs(access, rules_.conflicts)),
            nestIndex_};
  if (operand != kNone) {
    while (operand >= c.instructions) operand = layouts_->operands[c.nodes[operand].operands];
    loop.operand = c.firstInstruction + operand;
  }
  now_.loops.push_back(loop);
}

void Accesses::appendCopy(const Nest& nest) {
  emitCopy(nest, startAt(nest), nest.from);
}

// Adds the access of a loop nest that copies the array `read`, which is stored in the layout `from`.
void Accesses::emitCopy(const Nest& nest, const Read& read, const Order& from) {
  const PreparedComputation& c = computation_;
  const Node& n = c.nodes[read.node];
  if (read.count == 0) return;
  Access access;
  measure(read, from, access);
  access.kind = LoopKind::kCopy;
  access.elements = static_cast<double>(n.elements);
  access.elementBytes = n.elementBytes;
  access.bytes = access.elements * n.elementBytes;
  access.resultIsRowMajor = isRowMajor(c.sizesOf(nest.root), nest.order);
  access.operandIsRowMajor = isRowMajor(c.sizesOf(read.node), from);
  access.allAreRowMajor = false;
  access.readsConstraint = n.kind == Kind::kConstraint;
  access.feedsConstraint = nest.feedsConstraint;
  access.readsParameter = n.kind == Kind::kParameter;
  emit(nest, read.node, access);
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
  // XLA updates the array in place, so only the elements of operand 1 are written.
  access.elements =
      static_cast<double>(n.operandCount > 1 ? c.nodes[layouts_->operands[n.operands + 1]].elements : n.elements);
  access.elementBytes = n.elementBytes;
  access.bytes = access.elements * n.elementBytes;
  access.operands = 2;
  access.resultIsRowMajor = access.operandIsRowMajor = access.allAreRowMajor =
      isRowMajor(sizes, layouts_->result[nest.value]);
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
  access.elementBytes = n.elementBytes;
  access.bytes = access.elements * n.elementBytes;
  access.isMatrixVector = true;
  access.resultIsRowMajor = access.operandIsRowMajor = access.allAreRowMajor =
      isRowMajor(sizes, layouts_->result[nest.operand]);
  emit(nest, nest.operand, access);
}

void Accesses::appendFusion(const Nest& nest) {
  const PreparedComputation& c = computation_;
  const Node& n = c.nodes[nest.value];
  const Read value = startAt(nest), top = reducedOperand(value);
  findLeaves(value, top);
  if (top.count == 0) return;
  if (onlyMoves_ && leaves_.size() == 1) return emitCopy(nest, leaves_[0], orderOf(leaves_[0]));
  Access access;
  access.kind = n.kind == Kind::kReduce ? LoopKind::kReduce : LoopKind::kFused;
  access.heavyOperations = heavyOperations_;
  access.veryHeavyOperations = veryHeavyOperations_;
  access.isInLibrary = loops_->libraryFusion[nest.value] != kNone;
  access.operands = static_cast<double>(leaves_.size());
  access.resultIsRowMajor = access.allAreRowMajor = isRowMajor(c.sizesOf(nest.root), nest.order);
  for (const Read& leaf : leaves_)
    access.allAreRowMajor = access.allAreRowMajor && isRowMajor(c.sizesOf(leaf.node), orderOf(leaf));
  access.feedsConstraint = nest.feedsConstraint;
  const auto iterations = static_cast<double>(c.nodes[top.node].elements);
  for (const Read& leaf : leaves_) {
    const Node& read = c.nodes[leaf.node];
    measure(leaf, orderOf(leaf), access);
    access.elements = iterations * leaf.share;
    access.elementBytes = read.elementBytes;
    access.bytes = static_cast<double>(read.elements) * read.elementBytes;
    access.operandIsRowMajor = isRowMajor(c.sizesOf(leaf.node), orderOf(leaf));
    access.readsConstraint = read.kind == Kind::kConstraint;
    access.readsParameter = read.kind == Kind::kParameter;
    emit(nest, leaf.node, access);
  }
  const Sizes sizes = c.sizesOf(nest.root);
  access.strides = {};
  access.divisions = access.unevenDivisions = 0;
  int64_t stride = 1;
  for (const uint8_t d : nest.order.list()) {
    if (sizes[d] > 1) access.strides.addApart(sizes[d], stride);
    stride *= sizes[d];
  }
  if (access.strides.count == 0) return;
  access.elements = leaves_.empty() ? static_cast<double>(n.elements) : iterations;
  access.elementBytes = n.elementBytes;
  access.bytes = static_cast<double>(n.elements) * n.elementBytes;
  access.writes = true;
  access.operandIsRowMajor = true;
  access.readsConstraint = access.readsParameter = false;
  emit(nest, kNone, access);
}

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
  Read read{top, levels_.size(), 0, points_.size()};
  read.reader = value.node;
  read.entry = c.nodes[value.node].operands;
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
    const size_t before = access.strides.count;
    access.strides.add(level.size, distance(points_.data() + leaf.points + i * n.rank, strides, n.rank));
    // A division by a power of two is cheap. The quotients of eight neighbours are equal if the divisor is a multiple
    // of eight, so that the loop can be vectorised.
    if (level.continues && access.strides.count > before && (divisor & (divisor - 1)) != 0) {
      access.divisions += 1 / inner;
      if (divisor % 8 != 0) access.unevenDivisions += 1 / inner;
    }
    iterations *= static_cast<double>(level.size);
    divisor *= level.size;
  }
}

// Fills leaves_ with the values in memory that a loop nest reads, directly or through operations fused into the nest,
// when it computes `value`. `top` is the same or, for a reduce, its operand.
void Accesses::findLeaves(const Read& value, const Read& top) {
  leaves_.clear();
  visits_ = 1;
  heavyOperations_ = veryHeavyOperations_ = 0;
  onlyMoves_ = true;
  addOperation(value);
  pending_.clear();
  if (top.node != value.node) {
    pending_.push_back(top);
  } else {
    visitOperands(value);
  }
  while (!pending_.empty()) {
    const Read read = pending_.back();
    pending_.pop_back();
    if (++visits_ > kMaxVisits || leaves_.size() >= kMaxLeaves) break;
    now_.nodes.push_back(read.node);
    if (!computesOperand(computation_, *loops_, read.reader, read.node)) {
      addLeaf(read);
    } else {
      addOperation(read);
      visitOperands(read);
    }
  }
}

// Counts an operation that the loop nest computes.
void Accesses::addOperation(const Read& read) {
  onlyMoves_ = onlyMoves_ && computation_.nodes[read.node].isPure;
  heavyOperations_ += computation_.nodes[read.node].isHeavy ? read.share : 0;
  veryHeavyOperations_ += computation_.nodes[read.node].isVeryHeavy ? read.share : 0;
}

// Adds a value that the loop nest reads from memory. Does nothing if the same elements of the value are already in the
// list.
void Accesses::addLeaf(const Read& read) {
  const Node& n = computation_.nodes[read.node];
  if (n.kind == Kind::kConstant && n.rank == 0) return;
  const auto points = points_.begin() + static_cast<std::ptrdiff_t>(read.points);
  const auto length = static_cast<std::ptrdiff_t>(read.count * n.rank);
  for (const Read& leaf : leaves_) {
    if (leaf.node == read.node && leaf.count == read.count &&
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
    Read next = isSame ? read : mapPoints(read, operand);
    next.node = operand;
    next.reader = read.node;
    next.entry = n.operands + k;
    if (joins) next.share *= static_cast<double>(c.nodes[operand].elements) / static_cast<double>(n.elements);
    pending_.push_back(next);
  }
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
  return {operand, read.levels, read.count, mapped, read.node, kNone, read.share};
}

// As mapPoints, for a reshape. Splits loops that iterate over several dimensions of the operand.
Accesses::Read Accesses::mapReshape(const Read& read, uint32_t operand) {
  const PreparedComputation& c = computation_;
  const size_t rank = c.nodes[read.node].rank;
  const Sizes to = c.sizesOf(operand);
  const std::array<int64_t, kMaxRank> from = stridesOf(c.sizesOf(read.node), rowMajor(rank)),
                                      strides = stridesOf(to, rowMajor(to.size()));
  Read mapped{operand, levels_.size(), 0, points_.size(), read.node, kNone, read.share};
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
