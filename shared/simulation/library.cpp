#include "shared/simulation/library.h"

#include <algorithm>

namespace hlorank::simulation {

namespace {

constexpr int64_t kLeastLibraryElements = 4096;  // XLA leaves smaller operations to its own loops

}  // namespace

void LibraryFusions::run(const Layouts& layouts) {
  const PreparedComputation& c = computation_;
  layouts_ = &layouts;
  fusionOf_.assign(c.nodes.size(), kNone);
  readers_.assign(c.nodes.size(), 0);
  lastReader_.assign(c.nodes.size(), kNone);
  insideOf_.assign(c.nodes.size(), kNone);
  inside_.resize(c.nodes.size());
  isOutput_.assign(c.nodes.size(), 0);
  for (uint32_t node = 0; node < c.nodes.size(); ++node) {
    const Node& n = c.nodes[node];
    if (n.kind == Kind::kConstraint && !layouts.result[node].isSet()) continue;
    for (uint32_t e = n.operands; e < n.operands + n.operandCount; ++e) {
      ++readers_[layouts.operands[e]];
      lastReader_[layouts.operands[e]] = node;
    }
  }
  for (const uint32_t output : layouts.outputs) isOutput_[output] = 1;
  for (size_t i = c.order.size(); i-- > 0;) {
    const uint32_t node = c.order[i];
    if (c.nodes[node].kind == Kind::kReduce && fusionOf_[node] == kNone && isSupported(node)) grow(node);
  }
}

bool LibraryFusions::isLarge(uint32_t node) const {
  const Node& n = computation_.nodes[node];
  int64_t most = n.elements;
  for (uint32_t e = n.operands; e < n.operands + n.operandCount; ++e)
    most = std::max(most, computation_.nodes[layouts_->operands[e]].elements);
  return most >= kLeastLibraryElements;
}

bool LibraryFusions::isSupported(uint32_t node) const {
  const PreparedComputation& c = computation_;
  const Node& n = c.nodes[node];
  const auto isRowMajorArray = [&](uint32_t value) {
    return !c.nodes[value].isArray || isRowMajor(c.sizesOf(value), layouts_->result[value]);
  };
  if (!n.isLibraryOperation || !isRowMajorArray(node)) return false;
  if (n.kind == Kind::kBroadcast) return isRowMajorArray(layouts_->operands[n.operands]);
  if (n.kind == Kind::kReshape) return isRowMajorArray(layouts_->operands[n.operands]);
  return isLarge(node);
}

// Starts a fusion with a reduction, and takes over neighbours until there is none left that it may.
void LibraryFusions::grow(uint32_t start) {
  const PreparedComputation& c = computation_;
  const auto take = [&](uint32_t node) {
    fusionOf_[node] = start;
    pending_.push_back(node);
  };
  // Whether all readers of a value are in this fusion, now that one more is.
  const auto isReadInside = [&](uint32_t value) {
    if (insideOf_[value] != start) insideOf_[value] = start, inside_[value] = 0;
    return ++inside_[value] == readers_[value] && isOutput_[value] == 0;
  };
  uint32_t root = start;
  pending_.clear();
  take(start);
  while (!pending_.empty()) {
    const Node& n = c.nodes[pending_.back()];
    pending_.pop_back();
    for (uint32_t e = n.operands; e < n.operands + n.operandCount; ++e) {
      const uint32_t operand = layouts_->operands[e];
      if (isReadInside(operand) && fusionOf_[operand] == kNone && isSupported(operand)) take(operand);
    }
    const uint32_t reader = lastReader_[root];
    if (!pending_.empty() || readers_[root] != 1 || isOutput_[root] != 0) continue;
    if (fusionOf_[reader] == kNone && isSupported(reader)) take(root = reader);
  }
  // A reshape is free, so the fusion need not write its result.
  while (c.nodes[root].isPure && fusionOf_[layouts_->operands[c.nodes[root].operands]] == start) {
    fusionOf_[root] = kNone;
    root = layouts_->operands[c.nodes[root].operands];
  }
}

}  // namespace hlorank::simulation
