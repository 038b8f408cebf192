#include "shared/model/analytical.h"

#include <algorithm>

#include "shared/configs/orders.h"
#include "shared/hlo/opcode.h"
#include "shared/model/estimate.h"
#include "shared/model/neighbours.h"

namespace hlorank::model {

using configs::Layout;
using graph::Program;

namespace {

// Layouts of the tensors near one output or operand whose layout can be chosen (a slot) in the data flow.
struct NeighbourLayouts {
  struct Entry {
    DimensionMap map;  // maps dimensions of the slot's tensor to those of the nearby tensor
    int minor;         // number of the most minor dimension of size other than 1 of the nearby tensor
  };
  std::vector<Entry> entries;

  // Returns the fraction (0 to 1) of nearby tensors whose most minor dimension does not correspond to dimension
  // `minor`. A conversion between such tensors copies element by element. Tensors in which `minor` has no counterpart
  // do not count. Returns 0 if `minor` is -1 (none).
  double conversions(int minor) const {
    if (minor < 0) return 0;
    int converting = 0, counted = 0;
    for (const Entry& entry : entries) {
      int there = entry.map[static_cast<size_t>(minor)];
      if (there < 0) continue;
      ++counted;
      converting += there != entry.minor;
    }
    return counted == 0 ? 0 : static_cast<double>(converting) / counted;
  }
};

// A slot (output or operand whose layout can be chosen) near another slot in the data flow.
struct Neighbour {
  uint32_t slot;
  Relation relation;
};

// Returns how two outputs or operands are connected in the data flow. `reached` is the tensor of `other`, as found by
// the search around the tensor of `slot`. `next` tells whether both have the same tensor and are adjacent in the list
// of its slots.
Relation relationOf(const configs::Slot& slot, const configs::Slot& other, const Reached& reached, bool next) {
  const bool reads = slot.tensor > 0, otherReads = other.tensor > 0;
  if (reads && otherReads && reached.steps == 0) return next ? Relation::kReadNext : Relation::kReadAsWell;
  if (!reads || otherReads || !reached.upstream)
    // This search found only a loose relation, but the search around the tensor of `other` may find a closer one.
    return Relation::kApart;
  return static_cast<Relation>(std::min<int>(reached.steps, static_cast<int>(Relation::kReadAfterMore)));
}

// The slots of one program, which are outputs and operands whose layout can be chosen. Holds their properties on which
// the analytical cost terms depend.
class Slots {
 public:
  Slots(const Program& program, const configs::Configurations& configurations)
      : program_(program), table_(configurations.table), around_(program) {
    const size_t slots = table_.slots.size();
    values_.resize(slots);
    references_.resize(slots);
    minors_.resize(slots);
    std::vector<uint32_t> counts(program.graph.nodes() + 1, 0);
    for (size_t s = 0; s < slots; ++s) {
      const configs::Slot& slot = table_.slots[s];
      values_[s] = configs::valueOf(program, table_.nodes[slot.position], slot.tensor);
      const Layout& layout = table_.layouts[table_.rowBegin[s] + configurations.reference[s]];
      if (values_[s] == configs::kNoNode) {
        references_[s] = layout;
        minors_[s] = -1;
        continue;
      }
      references_[s] = configs::completed(program, values_[s], layout);
      minors_[s] = configs::minorDimension(program.dimensions(values_[s]), references_[s]);
      ++counts[values_[s] + 1];
    }
    for (size_t node = 1; node < counts.size(); ++node) counts[node] += counts[node - 1];
    slotBegin_ = counts;
    slotsAt_.resize(counts.back());
    for (size_t s = 0; s < slots; ++s) {
      if (values_[s] != configs::kNoNode) slotsAt_[counts[values_[s]]++] = static_cast<uint32_t>(s);
    }
  }

  uint32_t value(size_t slot) const { return values_[slot]; }
  const Layout& reference(size_t slot) const { return references_[slot]; }
  int minor(size_t slot) const { return minors_[slot]; }
  // Returns the slots whose tensor is the result of `node`, in ascending order: the node's output, and operands that
  // read it.
  std::span<const uint32_t> at(uint32_t node) const {
    return {slotsAt_.data() + slotBegin_[node], slotBegin_[node + 1] - slotBegin_[node]};
  }

  // Collects the most minor dimensions, as written in the program, of slots and of the program's parameters that are
  // near a slot in the data flow. `around`: the tensors near the slot, nearest first. `others` receives the nearby
  // slots. Stops at kMaxSlotsAround neighbours, or kMaxSlotsExamined examined slots.
  NeighbourLayouts findNeighbours(uint32_t slot, const std::vector<Reached>& around,
                                  std::vector<Neighbour>& others) const {
    static const uint8_t kParameter = hlo::tpuGraphsId(hlo::Opcode::kParameter);
    NeighbourLayouts layouts;
    others.clear();
    size_t examined = 0;
    for (const Reached& reached : around) {
      const std::span<const uint32_t> here = at(reached.node);
      for (size_t i = 0; i < here.size(); ++i) {
        const uint32_t other = here[i];
        if (layouts.entries.size() >= kMaxSlotsAround || ++examined > kMaxSlotsExamined) return layouts;
        if (other == slot || minors_[other] < 0) continue;
        layouts.entries.push_back({reached.map, minors_[other]});
        const bool next = (i > 0 && here[i - 1] == slot) || (i + 1 < here.size() && here[i + 1] == slot);
        others.push_back({other, relationOf(table_.slots[slot], table_.slots[other], reached, next)});
      }
      if (program_.graph.opcodes[reached.node] != kParameter || layouts.entries.size() >= kMaxSlotsAround) continue;
      int minor =
          configs::minorDimension(program_.dimensions(reached.node), configs::ownLayout(program_, reached.node));
      if (minor >= 0 && minor < configs::kMaxRank) layouts.entries.push_back({reached.map, minor});
    }
    return layouts;
  }

  Surroundings& surroundings() { return around_; }

 private:
  const Program& program_;
  const configs::LayoutTable& table_;
  Surroundings around_;
  std::vector<uint32_t> values_;    // [slots] node that computes the slot's tensor; kNoNode if unknown
  std::vector<Layout> references_;  // [slots] layout that the program writes for the slot's tensor
  // [slots] most minor dimension of size other than 1 in the program's layout; -1 if there is none.
  std::vector<int> minors_;
  // [nodes + 1] For each node, the index in slotsAt_ of the first slot whose tensor the node computes.
  std::vector<uint32_t> slotBegin_;
  std::vector<uint32_t> slotsAt_;  // all slots, grouped by the node that computes their tensor
};

}  // namespace

AnalyticalCosts computeAnalyticalCosts(const Program& program, const configs::Configurations& configurations) {
  const configs::LayoutTable& table = configurations.table;
  AnalyticalCosts analytical;
  analytical.terms.assign(table.rows(), {});
  Slots slots(program, configurations);
  const double seconds = estimateSeconds(program);
  analytical.valueOfSlot.resize(table.slots.size());
  std::vector<Neighbour> others;
  std::vector<std::pair<std::array<uint32_t, 2>, Relation>> found;
  for (uint32_t node = 0; node < program.graph.nodes(); ++node) {
    std::span<const uint32_t> here = slots.at(node);
    if (here.empty()) continue;
    const std::span<const int64_t> dimensions = program.dimensions(node);
    const int rowMajorMinor =
        configs::minorDimension(dimensions, configs::rowMajor(static_cast<int>(dimensions.size())));
    const std::vector<Reached>& around = slots.surroundings().around(node);
    for (uint32_t s : here) {
      analytical.valueOfSlot[s] = analytical.values;
      const NeighbourLayouts neighbourLayouts = slots.findNeighbours(s, around, others);
      for (const auto& [other, relation] : others)
        found.push_back({{std::min(s, other), std::max(s, other)}, relation});
      const double weight = computeWeight(program, node, table.nodes[table.slots[s].position], seconds);
      const int reference = slots.minor(s);
      const double referenceConversions = neighbourLayouts.conversions(reference);
      for (uint32_t row = table.rowBegin[s]; row < table.rowBegin[s + 1]; ++row) {
        Layout layout = configs::completed(program, node, table.layouts[row]);
        if (layout == slots.reference(s)) continue;
        const int minor = configs::minorDimension(dimensions, layout);
        analytical.terms[row] = {
            static_cast<float>(weight * (minor != reference)),
            static_cast<float>(weight * ((minor != rowMajorMinor) - (reference != rowMajorMinor))),
            static_cast<float>(weight * (neighbourLayouts.conversions(minor) - referenceConversions)),
            static_cast<float>(.1 * weight),
        };
      }
    }
    ++analytical.values;
  }
  // If the tensor of a slot is unknown, the slot gets an index of its own as its tensor, and its cost terms stay 0.
  for (size_t s = 0; s < table.slots.size(); ++s) {
    if (slots.value(s) == configs::kNoNode) analytical.valueOfSlot[s] = analytical.values++;
  }
  // The same pair of slots can be found by the searches around both slots. Only the relation that comes first in the
  // enumeration is kept.
  std::sort(found.begin(), found.end());
  for (const auto& [pair, relation] : found) {
    if (!analytical.neighbours.empty() && analytical.neighbours.back() == pair) continue;
    analytical.neighbours.push_back(pair);
    analytical.relations.push_back(relation);
  }
  return analytical;
}

}  // namespace hlorank::model
