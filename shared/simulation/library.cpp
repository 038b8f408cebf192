#include "shared/simulation/library.h"

#include <algorithm>

namespace hlorank::simulation {

namespace {

constexpr int64_t kLeastLibraryElements = 4096;  // XLA leaves smaller operations to its own loops
constexpr uint32_t kMostCompared = 8;            // operands before the current one that are checked for being the same

}  // namespace

// Calls `visit` with each value that a node reads, once.
template <class Visit>
void LibraryFusions::forEachOperand(uint32_t node, Visit visit) const {
  const Node& n = computation_.nodes[node];
  const uint32_t* const first = layouts_->operands.data() + n.operands;
  for (uint32_t k = 0; k < n.operandCount; ++k)
    if (std::find(first, first + std::min(k, kMostCompared), first[k]) == first + std::min(k, kMostCompared))
      visit(first[k]);
}

void LibraryFusions::run(const Layouts& layouts, const std::vector<uint8_t>& isHoisted,
                         std::vector<uint32_t>& fusionOf) {
  const PreparedComputation& c = computation_;
  layouts_ = &layouts;
  isHoisted_ = &isHoisted;
  fusionOf_ = &fusionOf;
  fusionOf.assign(c.nodes.size(), kNone);
  readers_.assign(c.nodes.size(), 0);
  lastReader_.assign(c.nodes.size(), kNone);
  insideOf_.assign(c.nodes.size(), kNone);
  inside_.resize(c.nodes.size());
  isOutput_.assign(c.nodes.size(), 0);
  for (uint32_t node = 0; node < c.nodes.size(); ++node) {
    const Node& n = c.nodes[node];
    if (n.kind == Kind::kConstraint && !layouts.result[node].isSet()) continue;
    forEachOperand(node, [&](uint32_t value) {
      ++readers_[value];
      lastReader_[value] = node;
    });
  }
  for (const uint32_t output : layouts.outputs) isOutput_[output] = 1;
  for (size_t i = c.order.size(); i-- > 0;) {
    const uint32_t node = c.order[i];
    if (c.nodes[node].kind == Kind::kReduce && fusionOf[node] == kNone && isSupported(node)) grow(node);
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
  if (n.kind == Kind::kBroadcast || n.kind == Kind::kReshape) return isRowMajorArray(layouts_->operands[n.operands]);
  return isLarge(node);
}

// Starts a fusion with a reduction, and takes over neighbours until there is none left that it may.
void LibraryFusions::grow(uint32_t start) {
  const PreparedComputation& c = computation_;
  std::vector<uint32_t>& fusionOf = *fusionOf_;
  const auto take = [&](uint32_t node) {
    fusionOf[node] = start;
    pending_.push_back(node);
  };
  const auto canTake = [&](uint32_t node) {
    return fusionOf[node] == kNone && (*isHoisted_)[node] == (*isHoisted_)[start] && isSupported(node);
  };
  // Counts a reader in this fusion. Returns whether all readers of the value are in it now.
  const auto countReader = [&](uint32_t value) {
    if (insideOf_[value] != start) insideOf_[value] = start, inside_[value] = 0;
    return ++inside_[value] == readers_[value] && isOutput_[value] == 0;
  };
  uint32_t root = start;
  pending_.clear();
  take(start);
  while (!pending_.empty()) {
    const uint32_t node = pending_.back();
    pending_.pop_back();
    forEachOperand(node, [&](uint32_t operand) {
      if (countReader(operand) && canTake(operand)) take(operand);
    });
    const uint32_t reader = lastReader_[root];
    if (!pending_.empty() || readers_[root] != 1 || isOutput_[root] != 0) continue;
    if (canTake(reader)) take(root = reader);
  }
  // A reshape is free, so the fusion need not write its result.
  while (c.nodes[root].isPure && fusionOf[layouts_->operands[c.nodes[root].operands]] == start) {
    fusionOf[root] = kNone;
    root = layouts_->operands[c.nodes[root].operands];
  }
}

}  // namespace hlorank::simulation
