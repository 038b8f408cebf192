// Simulates what XLA:CPU does with the layouts of a configuration, which become layout constraints: it assigns layouts
// to all values, inserts copies, and fuses operations into loops. docs/simulation.md gives the rules and how often they
// agree with the compiler.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "shared/configs/layout_space.h"
#include "shared/graph/program.h"
#include "shared/hlo/module.h"
#include "shared/simulation/layouts.h"
#include "shared/simulation/loop.h"
#include "shared/simulation/rules.h"

namespace hlorank::simulation {

// A copy that layout assignment inserts for one reader of a value (an instruction that has it as an operand).
struct LayoutCopy {
  uint32_t instruction;      // node of graph::Program whose result is copied
  uint32_t consumer;         // node that reads the copy; Loop::kNoNode: the computation returns it
  double trips;              // executions per run of the program
  configs::Layout from, to;  // minor to major
};

// A step of the propagation of layout constraints: see Step in layouts.h. `instruction` is a node of graph::Program. If
// the step is at a layout constraint, as for kBegin, `slot` is the constrained slot and `instruction` the one it
// belongs to; else `slot` is kNoSlot.
struct LayoutStep {
  using Kind = Step::Kind;
  static constexpr uint32_t kNoSlot = UINT32_MAX;
  Kind kind;
  uint32_t instruction;
  uint32_t slot;
  configs::Layout layout;
};

// The simulated layouts of a configuration and how constraints led to them.
struct PropagatedLayouts {
  std::vector<LayoutStep> steps;
  // [instructions] layout of the result; kAbsent: not an array, or never executed
  std::vector<configs::Layout> results;
  std::vector<LayoutCopy> copies;
};

class Simulator {
 public:
  // `program` must be made from `module`. Keeps no reference to its arguments. O(instructions + operands + rows of
  // the layout table).
  Simulator(const hlo::Module& module, const graph::Program& program, const configs::Configurations& configurations,
            const Rules& rules = {});
  ~Simulator();
  Simulator(Simulator&&) noexcept;
  Simulator& operator=(Simulator&&) noexcept;

  // Replaces `loops` by the loops of a configuration: one row index per slot of the table. A slot whose row is kAbsent,
  // or whose index is beyond its last row, is left to the compiler; with an empty `choice`, all slots are. The order of
  // the loops is deterministic. A computation whose constraints are unchanged since the last call is not simulated
  // again. O(instructions + operands).
  void simulate(std::span<const uint8_t> choice, std::vector<Loop>& loops);
  // Calls `visit` with the loops that `simulate` returns, in the same order, without copying them.
  void visit(std::span<const uint8_t> choice, const std::function<void(const Loop&)>& visit);

  // Returns the layouts of all results, the steps by which constraints propagate to them, and the copies that layout
  // assignment inserts, before fusion.
  PropagatedLayouts propagate(std::span<const uint8_t> choice);

  // Returns the layout of each slot of the table in the compiler default; kAbsent for slots of instructions that are
  // not executed.
  std::vector<configs::Layout> compilerDefault();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hlorank::simulation
