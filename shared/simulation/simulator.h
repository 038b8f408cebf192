// Simulates what XLA:CPU does with the layouts of a configuration: it assigns layouts to all values, inserts copies,
// and fuses operations into loops. docs/simulation.md gives the rules and how often they agree with the compiler.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "shared/configs/layout_space.h"
#include "shared/graph/program.h"
#include "shared/hlo/module.h"
#include "shared/simulation/loop.h"
#include "shared/simulation/rules.h"

namespace hlorank::simulation {

// A copy that layout assignment inserts for one reader of a value.
struct LayoutCopy {
  uint32_t instruction;      // node of graph::Program whose result is copied
  uint32_t consumer;         // node that reads the copy; Loop::kNoNode: the computation returns it
  double trips;              // executions per run of the program
  configs::Layout from, to;  // minor to major
};

// An event while layout constraints propagate: see Step in layouts.h. `instruction` is a node of graph::Program; for
// kBegin it is the one whose tensor `slot` is constrained.
struct LayoutStep {
  enum class Kind : uint8_t { kBegin, kTake, kKeep, kStop };
  static constexpr uint32_t kNoSlot = UINT32_MAX;
  Kind kind;
  uint32_t instruction;
  uint32_t slot;
  configs::Layout layout;
};

// How the layouts of a configuration come about.
struct PropagatedLayouts {
  std::vector<LayoutStep> steps;
  std::vector<configs::Layout> results;  // [instructions] layout of the result; kAbsent: not an array, or not run
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
  // or whose index is beyond its last row, is left to the compiler. Deterministic order. A computation whose
  // constraints are unchanged since the last call is not simulated again. O(instructions + operands).
  void simulate(std::span<const uint8_t> choice, std::vector<Loop>& loops);
  // Calls `visit` with the loops that `simulate` returns, in the same order, without copying them.
  void visit(std::span<const uint8_t> choice, const std::function<void(const Loop&)>& visit);
  // The same for the compiler default: no constraint.
  void simulateUnconstrained(std::vector<Loop>& loops);

  // Returns the copies that layout assignment inserts, before loops are fused.
  std::vector<LayoutCopy> copies(std::span<const uint8_t> choice);
  std::vector<LayoutCopy> copiesUnconstrained();

  // Returns what `copies` returns, the layouts of all results, and how the constraints reach them.
  PropagatedLayouts propagate(std::span<const uint8_t> choice);

  // Returns the layout of each slot of the table in the compiler default; kAbsent for slots of instructions that are
  // not executed.
  std::vector<configs::Layout> compilerDefault();
  // Returns the layout of the result of each instruction in the compiler default; kAbsent: not an array, or not run.
  std::vector<configs::Layout> compilerDefaultResults();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hlorank::simulation
