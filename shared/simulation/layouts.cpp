#include "shared/simulation/layouts.h"

#include <algorithm>

namespace hlorank::simulation {

Propagation::Propagation(const PreparedComputation& computation, const Rules& rules)
    : computation_(computation),
      rules_(rules),
      fixedResult_(computation.nodes.size()),
      fixedWanted_(computation.operands.size()) {
  const PreparedComputation& c = computation;
  for (uint32_t node = 0; node < c.instructions; ++node) {
    const Node& n = c.nodes[node];
    if (n.isArray &&
        (n.kind == Kind::kParameter || n.kind == Kind::kElement || n.kind == Kind::kDot || n.kind == Kind::kRowMajor))
      fixedResult_[node] = rowMajor(n.rank);
    if (n.isArray && n.kind == Kind::kTranspose)  // makes the transpose a bitcast of its row-major operand
      fixedResult_[node] = resultOfTranspose(c.dimensionsOf(node), rowMajor(n.rank));
    if (!n.isArray && n.kind != Kind::kReduce && n.kind != Kind::kPass) continue;
    for (uint32_t e = n.operands; e < n.operands + n.operandCount; ++e)
      if (c.nodes[c.operands[e]].isArray) fixedWanted_[e] = rowMajor(c.nodes[c.operands[e]].rank);
  }
}

void Propagation::run(std::span<const Order> constraints, Layouts& layouts, std::vector<Step>* steps) {
  layouts_ = &layouts;
  connect(constraints);
  fixLayouts();
  const PreparedComputation& c = computation_;
  // Propagates constraints in XLA's order: first those of the configuration, then the row-major outputs of the
  // computation, then the row-major operands of all operations.
  for (size_t i = c.bySource.size(); i-- > 0 && rules_.propagates;) {
    const uint32_t node = c.bySource[i];
    if (!used_[node - c.instructions].isSet()) continue;
    if (steps) steps->push_back({Step::Kind::kBegin, node, layouts.result[node]});
    handBack(layouts.operands[c.nodes[node].operands], layouts.result[node], steps);
  }
  for (const uint32_t output : layouts.outputs) handBack(output, rowMajor(c.nodes[output].rank));
  assignRest();
}

// Inserts the layout constraints between values and their readers. The readers then read the constraint node instead of
// the value.
void Propagation::connect(std::span<const Order> constraints) {
  const PreparedComputation& c = computation_;
  std::vector<uint32_t>& operands = layouts_->operands;
  read_.resize(c.instructions);
  for (uint32_t i = 0; i < c.instructions; ++i) read_[i] = i;
  for (uint32_t k = 0; k < constraints.size(); ++k)
    if (constraints[k].isSet() && c.tensors[k] == 0) read_[c.owners[k]] = c.instructions + k;
  operands.resize(c.operands.size());
  for (size_t e = 0; e < operands.size(); ++e) operands[e] = read_[c.operands[e]];
  // Merges constraints on the same value that require the same layout, as XLA does.
  used_.assign(constraints.size(), Order{});
  size_t group = 0;  // index in bySource of the first constraint on the current value
  for (size_t i = 0; i < c.bySource.size(); ++i) {
    const uint32_t node = c.bySource[i], k = node - c.instructions, source = c.operands[c.nodes[node].operands];
    if (c.operands[c.nodes[c.bySource[group]].operands] != source) group = i;
    if (!constraints[k].isSet()) continue;
    if (c.tensors[k] == 0) {
      operands[c.nodes[node].operands] = source;
      used_[k] = constraints[k];
      continue;
    }
    uint32_t same = node;
    for (size_t j = group; j < std::min(i, group + kMaxMerged) && same == node; ++j) {
      const uint32_t other = c.bySource[j] - c.instructions;
      if (c.tensors[other] > 0 && used_[other] == constraints[k]) same = c.bySource[j];
    }
    if (same == node) used_[k] = constraints[k];
    operands[c.nodes[c.owners[k]].operands + c.tensors[k] - 1] = same;
  }
  layouts_->outputs.clear();
  for (const uint32_t output : c.outputs) layouts_->outputs.push_back(read_[output]);
}

// Sets the layouts that do not depend on the layouts of other values.
void Propagation::fixLayouts() {
  const PreparedComputation& c = computation_;
  layouts_->result = fixedResult_;
  layouts_->wanted = fixedWanted_;
  for (uint32_t k = 0; k < used_.size(); ++k) {
    if (!used_[k].isSet()) continue;
    layouts_->result[c.instructions + k] = used_[k];
    layouts_->wanted[c.nodes[c.instructions + k].operands] = used_[k];
  }
}

// Gives `node` the layout `order`, if it has no layout yet. Passes the corresponding layouts on to its operands and,
// through them, further backwards.
void Propagation::handBack(uint32_t node, const Order& order, std::vector<Step>* steps) {
  const PreparedComputation& c = computation_;
  pending_.assign(1, {node, order});
  while (!pending_.empty()) {
    const Wish wish = pending_.back();
    pending_.pop_back();
    const Node& n = c.nodes[wish.node];
    Order& result = layouts_->result[wish.node];
    if (steps && n.isArray && result.isSet() && result != wish.order)
      steps->push_back({Step::Kind::kKeep, wish.node, wish.order});
    if (!n.isArray || result.isSet() || wish.order.rank != n.rank) continue;
    result = wish.order;
    if (steps) steps->push_back({Step::Kind::kTake, wish.node, wish.order});
    const size_t before = pending_.size();
    // Visits operands from last to first, so that the first is on top of the stack.
    for (uint32_t k = n.operandCount; k-- > 0;) {
      const uint32_t entry = n.operands + k;
      const uint32_t operand = layouts_->operands[entry];
      Order& wanted = layouts_->wanted[entry];
      if (!c.nodes[operand].isArray) continue;
      const Order order = operandOrder(wish.node, operand, wish.order);
      if (!order.isSet() || order == wanted) continue;  // like XLA, propagates only changes
      wanted = order;
      if (n.kind != Kind::kBroadcast && c.nodes[operand].kind != Kind::kConstraint)
        pending_.push_back({operand, wanted});
    }
    if (steps && pending_.size() == before && n.operandCount > 0)
      steps->push_back({Step::Kind::kStop, wish.node, wish.order});
  }
}

// Gives each value that has no layout yet the layout that its last reader requires.
void Propagation::assignRest() {
  const PreparedComputation& c = computation_;
  for (size_t i = c.order.size(); i-- > 0;) {
    const uint32_t node = c.order[i];
    const Node& n = c.nodes[node];
    if (n.kind == Kind::kConstraint) continue;
    for (uint32_t e = n.operands + n.operandCount; e-- > n.operands;) {
      const uint32_t operand = layouts_->operands[e];
      if (!layouts_->result[operand].isSet() && layouts_->wanted[e].isSet()) handBack(operand, layouts_->wanted[e]);
    }
  }
  for (uint32_t node = 0; node < c.instructions; ++node)
    if (c.nodes[node].isArray && !layouts_->result[node].isSet()) layouts_->result[node] = rowMajor(c.nodes[node].rank);
}

// Returns the layout that an operand of `node` must have if the result has layout `order`. Returns an unset order if
// the operation accepts any layout of the operand.
Order Propagation::operandOrder(uint32_t node, uint32_t operand, const Order& order) const {
  const PreparedComputation& c = computation_;
  switch (c.nodes[node].kind) {
    case Kind::kSame:
    case Kind::kConcatenate:
    case Kind::kUpdate:
    case Kind::kPass:
      return c.nodes[operand].rank == c.nodes[node].rank ? order : Order{};
    case Kind::kBroadcast:
      return operandOfBroadcast(c.dimensionsOf(node), order);
    default:
      return {};
  }
}

void listCopies(const PreparedComputation& c, const Layouts& layouts, std::vector<Copy>& copies) {
  const auto add = [&](uint32_t value, uint32_t reader, const Order& to) {
    const Order& from = layouts.result[value];
    if (from.isSet() && to.isSet() && !sameInMemory(c.sizesOf(value), from, to))
      copies.push_back({value, reader, from, to});
  };
  for (const uint32_t node : c.order) {
    const Node& n = c.nodes[node];
    if (n.kind == Kind::kConstraint && !layouts.result[node].isSet()) continue;
    for (uint32_t e = n.operands; e < n.operands + n.operandCount; ++e)
      add(layouts.operands[e], node, layouts.wanted[e]);
  }
  for (const uint32_t output : layouts.outputs) add(output, kNone, rowMajor(c.nodes[output].rank));
}

}  // namespace hlorank::simulation
