// Generates configurations (each assigns a layout to every tensor whose layout can be chosen) for programs without
// measured ones.
#include <algorithm>
#include <unordered_set>

#include "shared/base/random.h"
#include "shared/configs/orders.h"

namespace hlorank::configs {

namespace {

// Groups slots by the tensor that they refer to. A slot is an operand or output whose layout can be chosen. Several
// slots can refer to one tensor: the output of one node can be an operand of several others. Returns for each tensor
// the indices of its slots in table.slots.
std::vector<std::vector<uint32_t>> groupSlotsByValue(const graph::Program& program, const LayoutTable& table) {
  std::vector<std::pair<uint32_t, uint32_t>> order;
  for (uint32_t s = 0; s < table.slots.size(); ++s) {
    order.emplace_back(valueOf(program, table.nodes[table.slots[s].position], table.slots[s].tensor), s);
  }
  std::sort(order.begin(), order.end());
  std::vector<std::vector<uint32_t>> groups;
  for (size_t i = 0; i < order.size(); ++i) {
    if (i == 0 || order[i].first != order[i - 1].first) groups.emplace_back();
    groups.back().push_back(order[i].second);
  }
  return groups;
}

// Collects configurations (one layout choice per tensor) without duplicates, up to a limit.
class Collection {
 public:
  Collection(Configurations& configurations, size_t limit) : out_(configurations), limit_(limit) {}

  bool full() const { return out_.count >= limit_; }

  // Appends a configuration. `choice` has the index of the chosen layout for each tensor. Returns false if the
  // configuration is a duplicate or if the limit is reached.
  bool add(const std::vector<uint8_t>& choice) {
    // Duplicates are recognized by their hash. If two different configurations collide, only the second one is lost.
    uint64_t hash = 0;
    for (size_t s = 0; s < choice.size(); ++s) {
      if (choice[s] != 0) hash += Random(static_cast<uint64_t>(s) << 8 | choice[s]).next();
    }
    if (full() || !hashes_.insert(hash).second) return false;
    out_.choices.insert(out_.choices.end(), choice.begin(), choice.end());
    ++out_.count;
    return true;
  }

 private:
  Configurations& out_;
  size_t limit_;
  std::unordered_set<uint64_t> hashes_;
};

// Samples a configuration that differs from the program's own layouts in a random number of slots (operands or
// outputs), more often in few than in many. In half of the samples, an output and all operands that read it get the
// same layout, so that no copy between layouts is needed. `values` is the result of groupSlotsByValue.
std::vector<uint8_t> sampleMixture(const LayoutTable& table, const std::vector<std::vector<uint32_t>>& values,
                                   Random& random) {
  const size_t slots = table.slots.size();
  auto other = [&](uint32_t slot) {
    return static_cast<uint8_t>(1 + random.below(table.rowBegin[slot + 1] - table.rowBegin[slot] - 1));
  };
  std::vector<uint8_t> choice(slots, 0);
  size_t most = slots;
  while (most > 2 && random.below(2) == 0) most = (most + 1) / 2;
  size_t changes = 1 + random.below(most);
  bool together = random.below(2) == 0;
  for (size_t i = 0; i < changes; ++i) {
    uint32_t slot = static_cast<uint32_t>(random.below(slots));
    choice[slot] = other(slot);
  }
  if (!together) return choice;
  for (const std::vector<uint32_t>& group : values) {
    auto changed = std::find_if(group.begin(), group.end(), [&](uint32_t slot) { return choice[slot] != 0; });
    if (changed == group.end()) continue;
    for (uint32_t slot : group) choice[slot] = choice[*changed];
  }
  return choice;
}

}  // namespace

LayoutTable tableOf(const graph::Program& program) {
  LayoutTable table;
  table.nodes = program.graph.configurable;
  table.rowBegin.push_back(0);
  table.slots = findChangeableSlots(program, table.nodes);
  for (const Slot& slot : table.slots) {
    const uint32_t value = valueOf(program, table.nodes[slot.position], slot.tensor);
    const Layout own = ownLayout(program, value);
    const std::vector<Layout> others = listOtherLayouts(program.dimensions(value), own);
    table.layouts.push_back(own);
    table.layouts.insert(table.layouts.end(), others.begin(), others.end());
    table.rowBegin.push_back(static_cast<uint32_t>(table.layouts.size()));
  }
  return table;
}

Configurations candidates(const graph::Program& program, size_t count, uint64_t seed, size_t bytes) {
  Configurations configurations;
  configurations.table = tableOf(program);
  configurations.generated = true;
  const LayoutTable& table = configurations.table;
  const size_t slots = table.slots.size();
  configurations.reference.assign(slots, 0);
  count = std::min(std::max<size_t>(count, 1), maxCandidates(slots, bytes));
  configurations.choices.reserve(std::min<size_t>(count, 1 << 16) * slots);
  Collection collection(configurations, count);
  std::vector<uint8_t> choice(slots, 0);
  collection.add(choice);
  // Generates the configurations that change the layout of only one tensor: first each tensor to its second layout,
  // then each to its third, and so on. With this order, a small `count` still covers all tensors.
  bool more = slots > 0;
  for (uint32_t k = 1; more && !collection.full(); ++k) {
    more = false;
    for (size_t s = 0; s < slots && !collection.full(); ++s) {
      if (k >= table.rowBegin[s + 1] - table.rowBegin[s]) continue;
      more = true;
      choice[s] = static_cast<uint8_t>(k);
      collection.add(choice);
      choice[s] = 0;
    }
  }
  Random random(seed);
  std::vector<std::vector<uint32_t>> values = groupSlotsByValue(program, table);
  constexpr size_t kMaxMisses = 1000;  // number of duplicates in a row after which random sampling stops
  for (size_t misses = 0; slots > 0 && !collection.full() && misses < kMaxMisses;) {
    misses = collection.add(sampleMixture(table, values, random)) ? 0 : misses + 1;
  }
  return configurations;
}

}  // namespace hlorank::configs
