#include "shared/simulation/simulator.h"

#include <algorithm>
#include <optional>

#include "shared/simulation/accesses.h"
#include "shared/simulation/hoisting.h"
#include "shared/simulation/layouts.h"
#include "shared/simulation/loops.h"
#include "shared/simulation/prepared.h"
#include "shared/simulation/signature.h"

namespace hlorank::simulation {

namespace {

// Converts a layout to the dimension order of node `value`. Returns an unset order if the layout is kAbsent or is not
// an order of the node's dimensions.
Order toOrder(const graph::Program& program, uint32_t value, const configs::Layout& layout) {
  const size_t rank = program.dimensions(value).size();
  if (layout == configs::kAbsent || rank > kMaxRank) return {};
  Order order = {0, {}};
  uint32_t seen = 0;
  const auto append = [&](int dimension) {
    if (dimension < 0 || static_cast<size_t>(dimension) >= rank || (seen >> dimension & 1) != 0) return false;
    seen |= uint32_t{1} << dimension;
    order.append(static_cast<size_t>(dimension));
    return true;
  };
  for (const int8_t dimension : configs::completed(program, value, layout))
    if (dimension >= 0 && !append(dimension)) return {};
  for (size_t d = rank; d-- > 0;) append(static_cast<int>(d));  // adds the dimensions for which a Layout has no room
  return order;
}

configs::Layout toLayout(const Order& order) {
  configs::Layout layout = configs::kAbsent;
  const std::span<const uint8_t> list = order.list();
  for (size_t i = 0; i < std::min(list.size(), layout.size()); ++i) layout[i] = static_cast<int8_t>(list[i]);
  return layout;
}

}  // namespace

struct Simulator::State {
  // A computation with the loops that were simulated for it last. They are reused while the constraints of the
  // computation are unchanged.
  struct Simulated {
    Simulated(const PreparedComputation& computation, AccessTable& table, const Rules& rules)
        : computation(computation),
          propagation(computation, rules),
          fusion(computation, rules),
          accesses(computation, table, rules) {}

    const PreparedComputation& computation;
    Propagation propagation;
    Fusion fusion;
    Accesses accesses;
    Layouts layouts;
    Loops loops;
    std::vector<Order> constraints;  // [constraints] layout that each constraint requires
    bool isKnown = false;            // whether `accesses` has the loops that belong to the current `constraints`
  };

  // The node of a tensor whose layout can be chosen (slot). `computation` is kNone if the tensor's computation is not
  // simulated.
  struct SlotPlace {
    uint32_t computation, node;  // computation: index in State::computations; node: node of that computation
    uint8_t tensor;
  };

  std::vector<PreparedComputation> computations;
  AccessTable accesses;
  std::vector<Simulated> simulated;  // [computations] the last simulated loops of each simulated computation
  // [slots + 1] index in `rows` of the first layout of each slot (output or operand whose layout can be chosen).
  std::vector<uint32_t> rowBegin;
  std::vector<Order> rows;       // layouts of all slots, one after another
  std::vector<SlotPlace> slots;  // tensors whose layout can be chosen
  size_t instructions = 0;

  // Returns the layout that `choice` requires of tensor number `slot`. Returns an unset order if the compiler chooses
  // the layout.
  Order constraintOf(std::span<const uint8_t> choice, uint32_t slot) const {
    if (slot >= choice.size()) return {};
    const uint32_t row = rowBegin[slot] + choice[slot];
    return row < rowBegin[slot + 1] ? rows[row] : Order{};
  }

  // Sets the layout constraints of a computation to those of `choice`. Returns whether the computation must be
  // simulated, because the constraints changed or it was not simulated yet.
  bool constrain(Simulated& s, std::span<const uint8_t> choice) const {
    bool differs = !s.isKnown;
    for (size_t k = 0; k < s.constraints.size(); ++k) {
      const Order order = constraintOf(choice, s.computation.slots[k]);
      differs = differs || order != s.constraints[k];
      s.constraints[k] = order;
    }
    return differs;
  }

  // Simulates layout assignment in all computations, with the layouts of `choice` as constraints.
  void assignLayouts(std::span<const uint8_t> choice) {
    for (Simulated& s : simulated) {
      constrain(s, choice);
      s.isKnown = false;
      s.propagation.run(s.constraints, s.layouts);
    }
  }

  // Returns the copies that are necessary with the layouts that were assigned last.
  std::vector<LayoutCopy> copies() const {
    std::vector<LayoutCopy> result;
    std::vector<Copy> copies;
    std::vector<uint8_t> isHoisted;
    for (const Simulated& s : simulated) {
      const PreparedComputation& c = s.computation;
      copies.clear();
      listCopies(c, s.layouts, copies);
      findHoisted(c, s.layouts, isHoisted);
      for (const Copy& copy : copies) {
        uint32_t value = copy.value;
        while (value >= c.instructions) value = s.layouts.operands[c.nodes[value].operands];
        // A `while` reads row-major values, so the copy of a hoisted value to this layout is hoisted, too.
        const bool entersLoop = isHoisted[copy.value] != 0 && isRowMajor(c.sizesOf(copy.value), copy.to);
        const bool runsOnce = entersLoop || (copy.reader != kNone && isHoisted[copy.reader] != 0);
        result.push_back({c.firstInstruction + value,
                          copy.reader == kNone ? Loop::kNoNode : c.firstInstruction + c.instructionOf(copy.reader),
                          runsOnce ? c.outerTrips : c.trips, toLayout(copy.from), toLayout(copy.to)});
      }
    }
    return result;
  }

  // Returns the layout that was assigned last to the result of each instruction of the module, [instructions].
  std::vector<configs::Layout> results() const {
    std::vector<configs::Layout> layouts(instructions, configs::kAbsent);
    for (const Simulated& s : simulated)
      for (uint32_t i = 0; i < s.computation.instructions; ++i)
        layouts[s.computation.firstInstruction + i] = toLayout(s.layouts.result[i]);
    return layouts;
  }
};

Simulator::Simulator(const hlo::Module& module, const graph::Program& program,
                     const configs::Configurations& configurations, const Rules& rules)
    : state_(std::make_unique<State>()) {
  const configs::LayoutTable& table = configurations.table;
  State& state = *state_;
  state.instructions = module.instructions.size();
  state.computations = prepare(module, program, table);
  state.simulated.reserve(state.computations.size());
  for (const PreparedComputation& computation : state.computations) {
    state.simulated.emplace_back(computation, state.accesses, rules);
    state.simulated.back().constraints.resize(computation.slots.size());
  }
  std::vector<uint32_t> computationOf(state.instructions, kNone);
  for (uint32_t i = 0; i < state.computations.size(); ++i) {
    const auto first = computationOf.begin() + state.computations[i].firstInstruction;
    std::fill(first, first + state.computations[i].instructions, i);
  }
  for (const configs::Slot& slot : table.slots) {
    const uint32_t instruction = table.nodes[slot.position];
    const uint32_t i = instruction < computationOf.size() ? computationOf[instruction] : kNone;
    state.slots.push_back({i, i == kNone ? 0 : instruction - state.computations[i].firstInstruction, slot.tensor});
  }
  state.rowBegin = table.rowBegin;
  state.rows.resize(table.rows());
  for (uint32_t slot = 0; slot < table.slots.size(); ++slot) {
    const uint32_t value = configs::valueOf(program, table.nodes[table.slots[slot].position], table.slots[slot].tensor);
    if (value == configs::kNoNode) continue;
    for (uint32_t row = table.rowBegin[slot]; row < table.rowBegin[slot + 1]; ++row)
      state.rows[row] = toOrder(program, value, table.layouts[row]);
  }
}

Simulator::~Simulator() = default;
Simulator::Simulator(Simulator&&) noexcept = default;
Simulator& Simulator::operator=(Simulator&&) noexcept = default;

void Simulator::simulate(std::span<const uint8_t> choice, std::vector<Loop>& loops) {
  loops.clear();
  uint32_t firstNest = 0;
  size_t computation = 0;
  visit(choice, [&](std::span<const Loop> part) {
    for (Loop loop : part) {
      loop.nest += firstNest;
      loops.push_back(loop);
    }
    firstNest += static_cast<uint32_t>(state_->simulated[computation++].loops.nests.size());
  });
}

std::vector<SignedNest> Simulator::nests() const {
  std::vector<SignedNest> nests;
  for (const State::Simulated& s : state_->simulated)
    for (const Nest& nest : s.loops.nests)
      nests.push_back({signatureOf(s.computation, s.layouts, s.loops, nest), nest.trips});
  return nests;
}

void Simulator::visit(std::span<const uint8_t> choice, const std::function<void(std::span<const Loop>)>& visit) {
  for (State::Simulated& s : state_->simulated) {
    if (state_->constrain(s, choice)) {
      s.propagation.run(s.constraints, s.layouts);
      s.fusion.run(s.layouts, s.loops);
      s.accesses.run(s.layouts, s.loops);
      s.isKnown = true;
    }
    visit(s.accesses.found());
  }
}

const AccessTable& Simulator::accesses() const {
  return state_->accesses;
}

PropagatedLayouts Simulator::propagate(std::span<const uint8_t> choice) {
  PropagatedLayouts propagated;
  std::vector<Step> steps;
  for (State::Simulated& s : state_->simulated) {
    const PreparedComputation& c = s.computation;
    steps.clear();
    state_->constrain(s, choice);
    s.isKnown = false;
    s.propagation.run(s.constraints, s.layouts, &steps);
    for (const Step& step : steps) {
      const bool isConstraint = step.node >= c.instructions;
      propagated.steps.push_back({step.kind, c.firstInstruction + c.instructionOf(step.node),
                                  isConstraint ? c.slots[step.node - c.instructions] : LayoutStep::kNoSlot,
                                  toLayout(step.order)});
    }
  }
  propagated.results = state_->results();
  propagated.copies = state_->copies();
  return propagated;
}

std::vector<configs::Layout> Simulator::compilerDefault() {
  state_->assignLayouts({});
  std::vector<configs::Layout> layouts;
  for (const State::SlotPlace& place : state_->slots) {
    layouts.push_back(configs::kAbsent);
    if (place.computation == kNone) continue;
    const State::Simulated& s = state_->simulated[place.computation];
    const Node& node = s.computation.nodes[place.node];
    if (place.tensor == 0) layouts.back() = toLayout(s.layouts.result[place.node]);
    if (place.tensor == 0 || place.tensor > node.operandCount) continue;
    const uint32_t entry = node.operands + place.tensor - 1;
    const Order& wanted = s.layouts.wanted[entry];
    layouts.back() = toLayout(wanted.isSet() ? wanted : s.layouts.result[s.layouts.operands[entry]]);
  }
  return layouts;
}

}  // namespace hlorank::simulation
