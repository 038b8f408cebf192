// Simulates what XLA:CPU does if the layouts of some tensors are given as constraints: it assigns layouts to all
// values, inserts copies, and fuses operations into loops. docs/simulation.md gives the rules and how often they agree
// with the compiler.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "shared/configs/layout_space.h"
#include "shared/graph/program.h"
#include "shared/hlo/module.h"
#include "shared/simulation/access_table.h"
#include "shared/simulation/layouts.h"
#include "shared/simulation/loop.h"
#include "shared/simulation/rules.h"

namespace hlorank::simulation {

// A copy that layout assignment inserts to convert a value to the layout that one reader requires.
struct LayoutCopy {
  uint32_t instruction;      // node of graph::Program whose result is copied
  uint32_t consumer;         // node that reads the copy; Loop::kNoNode if the computation returns the copy
  double trips;              // number of executions of the copy per run of the program
  configs::Layout from, to;  // layout before (from) and after (to) the copy, minor to major
};

// A step of layout propagation (see Step in layouts.h). `instruction` is the node of graph::Program at which the step
// happens. If the step is at a layout constraint, `slot` is the index of the constrained tensor among those whose
// layout can be chosen, and `instruction` is the node to which that tensor belongs. Otherwise `slot` is kNoSlot.
struct LayoutStep {
  using Kind = Step::Kind;
  static constexpr uint32_t kNoSlot = UINT32_MAX;
  Kind kind;
  uint32_t instruction;
  uint32_t slot;
  configs::Layout layout;
};

// The layouts that the simulated compiler assigns under given layout constraints, with the steps that led to them.
struct PropagatedLayouts {
  std::vector<LayoutStep> steps;
  // [instructions] Layout of each instruction's result; kAbsent if the result is not an array or is never computed.
  std::vector<configs::Layout> results;
  std::vector<LayoutCopy> copies;
};

// A loop nest of the simulated program, as it can be found in the compiled one.
struct SignedNest {
  std::string signature;  // signatureOf the nest (signature.h)
  double trips;           // number of executions per run of the program
};

class Simulator {
 public:
  // `program` must be made from `module`. The simulator keeps no reference to the arguments. O(instructions + operands
  // + layouts in the layout table).
  Simulator(const hlo::Module& module, const graph::Program& program, const configs::Configurations& configurations,
            const Rules& rules = {});
  ~Simulator();
  Simulator(Simulator&&) noexcept;
  Simulator& operator=(Simulator&&) noexcept;

  // Writes the loops that run with the layouts of `choice` to `loops`. `choice` has, for each tensor whose layout can
  // be chosen, the index of its layout. The compiler chooses a layout if it is kAbsent, if the index is past the last
  // layout, or if `choice` is empty. The order of loops is deterministic. Does nothing for computations whose
  // constraints did not change since the last call, and reuses the loops in other computations for which nothing
  // changed. O(instructions + operands).
  void simulate(std::span<const uint8_t> choice, std::vector<Loop>& loops);
  // Calls `visit` with parts of what `simulate` would return, in the same order, without copying the loops. A part is a
  // computation; Loop::nest counts from its first nest.
  void visit(std::span<const uint8_t> choice, const std::function<void(std::span<const Loop>)>& visit);
  // Returns the features of the memory accesses of all loops that were simulated so far.
  const AccessTable& accesses() const;

  // Returns the loop nests of the configuration that was simulated last, in the order to which Loop::nest refers.
  std::vector<SignedNest> nests() const;

  // Simulates layout assignment without fusion. Returns the layouts of all instructions' results, the steps by which
  // constraints propagate to them, and the inserted copies. `choice` has the same form as for `simulate`.
  PropagatedLayouts propagate(std::span<const uint8_t> choice);

  // Returns the layout that the simulated compiler chooses without constraints for each tensor whose layout can be
  // chosen. It is kAbsent if the tensor's instruction is not executed.
  std::vector<configs::Layout> compilerDefault();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hlorank::simulation
