#include "shared/simulation/loops.h"

namespace hlorank::simulation {

bool canComputeOperand(const PreparedComputation& computation, const Loops& loops, uint32_t reader, uint32_t operand) {
  if (loops.isHoisted[operand] != loops.isHoisted[reader]) return false;
  const Node& n = computation.nodes[reader];
  const uint32_t fusion = loops.libraryFusion[reader];
  return fusion != kNone ? loops.libraryFusion[operand] == fusion
                         : n.isFusable || (n.isArray && n.kind == Kind::kReduce);
}

bool computesOperand(const PreparedComputation& computation, const Loops& loops, uint32_t reader, uint32_t operand) {
  return loops.isMaterialised[operand] == 0 && canComputeOperand(computation, loops, reader, operand);
}

void Fusion::run(const Layouts& layouts, Loops& loops) {
  layouts_ = &layouts;
  loops_ = &loops;
  const size_t nodes = computation_.nodes.size();
  versions_.clear();
  versions_.reserve(computation_.operands.size());
  first_.assign(nodes, kNone);
  last_.assign(nodes, kNone);
  count_.assign(nodes, 0);
  fusedReaders_.assign(nodes, 0);
  isBitcast_.assign(nodes, 0);
  loops.nests.clear();
  loops.nests.reserve(computation_.nodes.size());
  findHoisted(computation_, layouts, loops.isHoisted);
  if (rules_.fuses)
    library_.run(layouts, loops.isHoisted, loops.libraryFusion);
  else
    loops.libraryFusion.assign(nodes, kNone);
  listVersions();
  findBitcasts();
  findMaterialised();
  for (uint32_t node = 0; node < nodes; ++node)
    if (layouts.result[node].isSet() || loops.libraryFusion[node] == node)
      addNests(node);  // a reduction may return a scalar
}

// Records that `value` must be stored in the layout `wanted.order`, because `wanted.reader` reads it so.
void Fusion::want(uint32_t value, const Version& wanted) {
  for (uint32_t v = first_[value]; v != kNone; v = versions_[v].next) {
    Version& known = versions_[v];
    if (known.order != wanted.order) continue;
    known.feedsConstraint = known.feedsConstraint || wanted.feedsConstraint;
    known.isHoisted = known.isHoisted && wanted.isHoisted;
    if (known.root != wanted.root) known.root = value, known.rootOrder = known.order;
    return;
  }
  if (count_[value] == kMaxVersions) return;
  ++count_[value];
  const auto added = static_cast<uint32_t>(versions_.size());
  versions_.push_back(wanted);
  (first_[value] == kNone ? first_[value] : versions_[last_[value]].next) = added;
  last_[value] = added;
}

// Lists, for each value, the layouts in which its readers require it (versions_). Readers into which the value is fused
// do not count.
void Fusion::listVersions() {
  const PreparedComputation& c = computation_;
  for (uint32_t node = 0; node < c.nodes.size(); ++node) {
    const Node& n = c.nodes[node];
    const bool constrains = n.kind == Kind::kConstraint;
    if (constrains && !layouts_->result[node].isSet()) continue;
    for (uint32_t e = n.operands; e < n.operands + n.operandCount; ++e) {
      const uint32_t value = layouts_->operands[e];
      if (!c.nodes[value].isArray) continue;
      if (mayCompute(node, value)) {
        ++fusedReaders_[value];
      } else {
        const Order& order = layouts_->wanted[e].isSet() ? layouts_->wanted[e] : layouts_->result[value];
        const bool isHoisted = loops_->isHoisted[node] != 0, entersLoop = !isHoisted && loops_->isHoisted[value] != 0;
        const Order entered = rowMajor(c.nodes[value].rank);  // layout of what a `while` reads
        if (entersLoop) want(value, {entered, node, value, entered, kNone, false, true});
        if (!entersLoop || order != entered) want(value, {order, node, value, order, kNone, constrains, isHoisted});
      }
    }
  }
  for (const uint32_t output : layouts_->outputs) {
    const Order order = rowMajor(c.nodes[output].rank);
    want(output, {order, kNone, output, order, kNone, false, loops_->isHoisted[output] != 0});
  }
}

// Finds reshapes and transposes that move no data, but only give the memory of their operand another shape (bitcasts).
// The layouts that readers require of a bitcast are then required of its operand instead.
void Fusion::findBitcasts() {
  const PreparedComputation& c = computation_;
  for (size_t i = c.order.size(); i-- > 0;) {
    const uint32_t node = c.order[i];
    const Node& n = c.nodes[node];
    if (!n.isPure || first_[node] == kNone || loops_->libraryFusion[node] != kNone ||
        !layouts_->wanted[n.operands].isSet())
      continue;
    const uint32_t operand = layouts_->operands[n.operands];
    const Order& wanted = layouts_->wanted[n.operands];
    const Order mapped = n.kind == Kind::kReshape ? reshaped(c.sizesOf(operand), c.sizesOf(node), wanted)
                                                  : resultOfTranspose(c.dimensionsOf(node), wanted);
    if (!mapped.isSet() || !sameInMemory(c.sizesOf(node), mapped, layouts_->result[node])) continue;
    bool isWanted = false, feedsConstraint = false;
    forEachVersion(node, [&](const Version& version) {
      isWanted = isWanted || sameInMemory(c.sizesOf(node), version.order, layouts_->result[node]);
      feedsConstraint = feedsConstraint || version.feedsConstraint;
    });
    if (!isWanted && c.nodes[operand].isFusable && c.nodes[operand].operandCount > 0) continue;
    isBitcast_[node] = 1;
    const Version& first = versions_[first_[node]];
    const bool isOnly = isWanted && count_[node] == 1 && fusedReaders_[node] == 0 && first.bitcasts < kMaxBitcasts;
    Version version{wanted, first.reader, node, layouts_->result[node], kNone, feedsConstraint, first.isHoisted, 1};
    if (isOnly) version.root = first.root, version.rootOrder = first.rootOrder, version.bitcasts += first.bitcasts;
    if (fusedReaders_[node] == 0 && mayCompute(node, operand)) --fusedReaders_[operand];
    want(operand, version);
  }
}

// Decides which values are stored in memory. XLA computes a value again in every fusion that reads it. Exceptions,
// which are stored: values that are expensive to compute, and values computed from several arrays of the same size.
void Fusion::findMaterialised() {
  const PreparedComputation& c = computation_;
  constexpr uint32_t kSeveral = kNone - 1;
  loops_->isMaterialised.assign(c.nodes.size(), 1);
  root_.assign(c.nodes.size(), kNone);
  for (size_t i = c.order.size(); i-- > 0;) {
    const uint32_t node = c.order[i];
    const Node& n = c.nodes[node];
    if (n.kind == Kind::kConstraint && !layouts_->result[node].isSet()) continue;
    uint32_t root = node;  // the node whose loop nest computes the operands of `node`
    if (const uint32_t fusion = loops_->libraryFusion[node]; fusion != kNone) {
      // Stores what the readers outside the fusion read, and the results of reductions.
      const bool isRoot = n.kind == Kind::kReduce || root_[node] == kNone || root_[node] != fusion;
      loops_->isMaterialised[node] = isRoot;
      root = fusion;
    } else if (n.isFusable && rules_.fuses) {
      const bool isShared = root_[node] == kSeveral || (count_[node] > 0 && fusedReaders_[node] + count_[node] > 1);
      const bool isStored = isShared && (n.isExpensive || readsSeveralArrays(node));
      loops_->isMaterialised[node] = isStored;
      if (!isStored && isShared) root = kSeveral;
      if (!isShared && root_[node] != kNone) root = root_[node];
    }
    for (uint32_t e = n.operands; e < n.operands + n.operandCount; ++e) {
      if (!mayCompute(node, layouts_->operands[e])) continue;
      uint32_t& operandRoot = root_[layouts_->operands[e]];
      operandRoot = operandRoot == kNone || operandRoot == root ? root : kSeveral;
    }
  }
  for (const uint32_t node : c.order)
    if (isBitcast_[node] != 0)
      loops_->isMaterialised[node] = loops_->isMaterialised[layouts_->operands[c.nodes[node].operands]];
}

// Whether a value is computed from at least two arrays of its size. Computing such a value twice reads more memory than
// storing it.
bool Fusion::readsSeveralArrays(uint32_t node) const {
  const PreparedComputation& c = computation_;
  const Node& n = c.nodes[node];
  int arrays = 0;
  for (uint32_t e = n.operands; e < n.operands + n.operandCount; ++e) {
    const Node& operand = c.nodes[layouts_->operands[e]];
    arrays += operand.isArray && operand.elements >= n.elements && operand.kind != Kind::kBroadcast &&
              operand.kind != Kind::kIota;
  }
  return arrays > 1;
}

void Fusion::addNests(uint32_t node) {
  const PreparedComputation& c = computation_;
  const Node& n = c.nodes[node];
  const Order& result = layouts_->result[node];
  const auto add = [&](NestKind kind, const Version& version, const Order& from) {
    const bool copies = kind == NestKind::kCopy, isHoisted = copies ? version.isHoisted : loops_->isHoisted[node] != 0;
    loops_->nests.push_back({kind, node, version.reader, copies ? node : kNone, version.feedsConstraint,
                             trips(isHoisted), from, version.root, version.rootOrder});
  };
  const auto copyFrom = [&](const Order& from) {
    forEachVersion(node, [&](const Version& version) {
      if (!sameInMemory(c.sizesOf(node), version.order, from)) add(NestKind::kCopy, version, from);
    });
  };
  if (n.kind == Kind::kConstant) return;  // XLA stores the constant itself in the other layout
  if (isBitcast_[node] != 0) {
    copyFrom(result);
  } else if (n.isFusable && loops_->isMaterialised[node] == 0) {
    forEachVersion(node, [&](const Version& version) { add(NestKind::kFusion, version, Order{}); });
  } else if (n.isFusable || n.kind == Kind::kReduce || n.kind == Kind::kConcatenate) {
    // Computes the value once, in its first layout, and copies it to the other layouts in which it must be stored.
    const bool isFree = rules_.fuses && n.isFusable && count_[node] == 1 && fusedReaders_[node] == 0;
    const Order first = isFree ? versions_[first_[node]].order : result;
    Version computed{first, kNone, node, first, kNone, false, false};
    if (first_[node] != kNone) computed.reader = versions_[first_[node]].reader;
    if (count_[node] == 1 && fusedReaders_[node] == 0 && versions_[first_[node]].order == first) {
      computed.root = versions_[first_[node]].root;
      computed.rootOrder = versions_[first_[node]].rootOrder;
    }
    forEachVersion(node, [&](const Version& version) {
      if (version.feedsConstraint && sameInMemory(c.sizesOf(node), version.order, first))
        computed.feedsConstraint = true;
    });
    add(NestKind::kFusion, computed, Order{});
    copyFrom(first);
  } else {
    copyFrom(result);
  }
  if (n.kind == Kind::kDot) addMatrices(node);
  if (n.kind != Kind::kUpdate) return;
  Version updated{result, kNone, node, result, kNone, false, false};
  if (first_[node] != kNone) {
    updated.reader = versions_[first_[node]].reader;
    updated.feedsConstraint = versions_[first_[node]].feedsConstraint;
  }
  add(NestKind::kUpdate, updated, Order{});
}

// Adds the loop nest of a matrix-vector product, which reads the matrix once, in the layout in which it is stored.
void Fusion::addMatrices(uint32_t node) {
  const PreparedComputation& c = computation_;
  const Node& n = c.nodes[node];
  bool hasVector = false;
  for (uint32_t e = n.operands; e < n.operands + n.operandCount; ++e)
    hasVector = hasVector || c.nodes[layouts_->operands[e]].rank < 2;
  for (uint32_t e = n.operands; e < n.operands + n.operandCount && hasVector; ++e) {
    const uint32_t operand = layouts_->operands[e];
    if (c.nodes[operand].rank > 1)
      loops_->nests.push_back({NestKind::kMatrixVector, node, kNone, operand, false,
                               trips(loops_->isHoisted[node] != 0), Order{}, operand, layouts_->result[operand]});
  }
}

}  // namespace hlorank::simulation
