#include "shared/simulation/accesses.h"

#include <algorithm>

namespace hlorank::simulation {

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
  const bool mapsIndices =
      loops_->libraryFusion[leaf.reader] == kNone && canComputeOperand(computation_, *loops_, leaf.reader, leaf.node);
  const Order& wanted = layouts_->wanted[leaf.entry];
  return mapsIndices || !wanted.isSet() ? layouts_->result[leaf.node] : wanted;
}

void Accesses::emit(const Nest& nest, uint32_t operand, const Access& access) {
  const PreparedComputation& c = computation_;
  uint32_t value = nest.value;
  while (value >= c.instructions) value = layouts_->operands[c.nodes[value].operands];
  Loop loop{c.firstInstruction + value,
            nest.reader == kNone ? Loop::kNoNode : c.firstInstruction + c.instructionOf(nest.reader),
            operand == kNone ? Loop::kNoNode : operand,
            access.kind,
            access.feedsConstraint,
            access.elements,
            nest.trips,
            table_.indexOf(accessInputs(access, rules_)),
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

}  // namespace hlorank::simulation
