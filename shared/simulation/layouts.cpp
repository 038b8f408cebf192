#include "shared/simulation/layouts.h"

namespace hlorank::simulation {

void Propagation::run(std::span<const Order> constraints, Layouts& layouts) {
  layouts_ = &layouts;
  connect(constraints);
  fixLayouts(constraints);
  const PreparedComputation& c = computation_;
  // Constraints hand their layouts back first, in the order of the values that they pin; then fixed operations and the
  // computation's outputs do.
  for (const uint32_t node : c.bySource)
    if (constraints[node - c.instructions].isSet())
      handBack(layouts.operands[c.nodes[node].operands], layouts.result[node]);
  for (uint32_t node = 0; node < c.instructions; ++node) {
    const Node& n = c.nodes[node];
    if (n.kind != Kind::kDot && n.kind != Kind::kRowMajor) continue;
    for (uint32_t e = n.operands; e < n.operands + n.operandCount; ++e)
      if (layouts.wanted[e].isSet()) handBack(layouts.operands[e], layouts.wanted[e]);
  }
  for (const uint32_t output : layouts.outputs) handBack(output, rowMajor(c.nodes[output].rank));
  assignRest();
}

// Inserts the constraints between values and their readers.
void Propagation::connect(std::span<const Order> constraints) {
  const PreparedComputation& c = computation_;
  std::vector<uint32_t>& operands = layouts_->operands;
  read_.resize(c.instructions);
  for (uint32_t i = 0; i < c.instructions; ++i) read_[i] = i;
  for (uint32_t k = 0; k < constraints.size(); ++k)
    if (constraints[k].isSet() && c.tensors[k] == 0) read_[c.owners[k]] = c.instructions + k;
  operands.resize(c.operands.size());
  for (size_t e = 0; e < operands.size(); ++e) operands[e] = read_[c.operands[e]];
  for (uint32_t k = 0; k < constraints.size(); ++k) {
    const uint32_t node = c.instructions + k;
    if (!constraints[k].isSet()) continue;
    if (c.tensors[k] == 0) {
      operands[c.nodes[node].operands] = c.owners[k];
    } else {
      operands[c.nodes[c.owners[k]].operands + c.tensors[k] - 1] = node;
    }
  }
  layouts_->outputs.clear();
  for (const uint32_t output : c.outputs) layouts_->outputs.push_back(read_[output]);
}

// Sets the layouts that do not depend on others.
void Propagation::fixLayouts(std::span<const Order> constraints) {
  const PreparedComputation& c = computation_;
  layouts_->result.assign(c.nodes.size(), Order{});
  layouts_->wanted.assign(c.operands.size(), Order{});
  for (uint32_t k = 0; k < constraints.size(); ++k) {
    if (!constraints[k].isSet()) continue;
    layouts_->result[c.instructions + k] = constraints[k];
    layouts_->wanted[c.nodes[c.instructions + k].operands] = constraints[k];
  }
  for (uint32_t node = 0; node < c.instructions; ++node) {
    const Node& n = c.nodes[node];
    const bool fixesOperands = n.kind == Kind::kDot || n.kind == Kind::kRowMajor;
    if (!n.isArray || (!fixesOperands && n.kind != Kind::kParameter)) continue;
    layouts_->result[node] = rowMajor(n.rank);
    if (!fixesOperands) continue;
    bool wantsAny = false;  // the product of a matrix and a vector runs in any layout
    for (uint32_t e = n.operands; e < n.operands + n.operandCount; ++e)
      wantsAny = wantsAny || (n.kind == Kind::kDot && c.nodes[layouts_->operands[e]].rank < 2);
    for (uint32_t e = n.operands; e < n.operands + n.operandCount && !wantsAny; ++e)
      if (c.nodes[layouts_->operands[e]].isArray) layouts_->wanted[e] = rowMajor(c.nodes[layouts_->operands[e]].rank);
  }
}

// Gives `node` the layout `order` if it has none, and hands the layout on to the operands that it was computed from.
void Propagation::handBack(uint32_t node, const Order& order) {
  const PreparedComputation& c = computation_;
  pending_.assign(1, {node, order});
  while (!pending_.empty()) {
    const Wish wish = pending_.back();
    pending_.pop_back();
    const Node& n = c.nodes[wish.node];
    Order& result = layouts_->result[wish.node];
    if (!n.isArray || result.isSet() || wish.order.rank != n.rank) continue;
    if (n.kind == Kind::kElement) {
      result = rowMajor(n.rank);
      continue;
    }
    if (n.kind == Kind::kReduce || n.kind == Kind::kIota || n.kind == Kind::kRandom || n.kind == Kind::kTranspose)
      continue;
    result = wish.order;
    for (uint32_t k = n.operandCount; k-- > 0;) {  // the first operand is on top of the stack
      const uint32_t entry = n.operands + k;
      const uint32_t operand = layouts_->operands[entry];
      Order& wanted = layouts_->wanted[entry];
      if (wanted.isSet() || !c.nodes[operand].isArray) continue;
      wanted = operandOrder(wish.node, operand, wish.order);
      if (!wanted.isSet() && n.kind == Kind::kReshape) {  // no bitcast: both sides row-major
        result = rowMajor(n.rank);
        wanted = rowMajor(c.nodes[operand].rank);
      }
      if (wanted.isSet() && c.nodes[operand].kind != Kind::kConstraint) pending_.push_back({operand, wanted});
    }
  }
}

// Gives all other values their layouts, operands before users.
void Propagation::assignRest() {
  const PreparedComputation& c = computation_;
  for (const uint32_t node : c.order) {
    const Node& n = c.nodes[node];
    Order& result = layouts_->result[node];
    if (!n.isArray || result.isSet() || n.kind == Kind::kConstraint) continue;
    if (n.kind == Kind::kTranspose || n.kind == Kind::kReshape) result = resultOrder(node);
    if (!result.isSet()) result = rowMajor(n.rank);
    const bool mapsOrders = n.kind == Kind::kSame || n.kind == Kind::kJoin || n.kind == Kind::kBroadcast ||
                            n.kind == Kind::kTranspose || n.kind == Kind::kReshape;
    for (uint32_t e = n.operands; e < n.operands + n.operandCount; ++e) {
      const uint32_t operand = layouts_->operands[e];
      if (layouts_->wanted[e].isSet() || !c.nodes[operand].isArray) continue;
      layouts_->wanted[e] = mapsOrders ? operandOrder(node, operand, result) : rowMajor(c.nodes[operand].rank);
    }
  }
}

// Returns the layout of an operand that corresponds to layout `order` of the result; unset: any, or none.
Order Propagation::operandOrder(uint32_t node, uint32_t operand, const Order& order) const {
  const PreparedComputation& c = computation_;
  switch (c.nodes[node].kind) {
    case Kind::kSame:
    case Kind::kJoin:
      return c.nodes[operand].rank == c.nodes[node].rank ? order : Order{};
    case Kind::kTranspose:
      return operandOfTranspose(c.dimensionsOf(node), order);
    case Kind::kReshape:
      return reshaped(c.sizesOf(node), c.sizesOf(operand), order);
    case Kind::kBroadcast:
      return operandOfBroadcast(c.dimensionsOf(node), order);
    default:
      return {};
  }
}

// Returns the layout that makes a transpose or reshape a bitcast of its operand; unset if there is none.
Order Propagation::resultOrder(uint32_t node) const {
  const PreparedComputation& c = computation_;
  const uint32_t operand = layouts_->operands[c.nodes[node].operands];
  const Order& from = layouts_->result[operand];
  if (!from.isSet() || from.rank < 2) return {};
  if (c.nodes[node].kind == Kind::kTranspose) return resultOfTranspose(c.dimensionsOf(node), from);
  return reshaped(c.sizesOf(operand), c.sizesOf(node), from);
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
