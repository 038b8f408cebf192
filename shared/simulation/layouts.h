// Simulates XLA's layout assignment on one computation. Computes the layout of every value, the layouts that its
// readers (instructions with the value as an operand) require, and the copies between these. docs/simulation.md gives
// the rules.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/simulation/order.h"
#include "shared/simulation/prepared.h"
#include "shared/simulation/rules.h"

namespace hlorank::simulation {

// Layouts of all values of a computation, given layout constraints for some of them. An object should be reused, so
// that its buffers are allocated only once.
struct Layouts {
  // [entries of PreparedComputation::operands] The node whose result is read instead of each operand entry. It is the
  // operand itself, or a constraint on its layout.
  std::vector<uint32_t> operands;
  // [nodes] layout of each result; unset if it is not an array or the node is an inactive constraint.
  std::vector<Order> result;
  // [entries of PreparedComputation::operands] layout that the reader requires; unset if it accepts any.
  std::vector<Order> wanted;
  std::vector<uint32_t> outputs;  // nodes that the computation returns; their layouts are row-major
};

// A copy that layout assignment inserts to convert a value to the layout that one reader requires.
struct Copy {
  uint32_t value;   // node whose result is copied
  uint32_t reader;  // node that reads the copy; kNone if the computation returns the copy
  Order from, to;
};

// A step of layout propagation. Propagation passes the layouts that constraints require backwards from readers to
// operands.
struct Step {
  enum class Kind : uint8_t {
    kBegin,  // the constraint `node` passes its layout `order` to the value that it constrains
    kTake,   // `node` takes the layout `order`
    kKeep,   // `node` should take `order`, but keeps the different layout that it already has
    kStop,   // `node` took the layout `order`, but passes no layout on to its operands
  };
  Kind kind;
  uint32_t node;
  Order order;
};

// Greatest number of layout constraints on one value that are compared with each other. Constraints that require the
// same layout are merged, as in XLA.
inline constexpr size_t kMaxMerged = 64;

// Assigns a layout to every value of one computation. One object should serve all configurations (sets of layout
// constraints), so that its buffers are allocated only once.
class Propagation {
 public:
  // `computation` must outlive this object.
  explicit Propagation(const PreparedComputation& computation, const Rules& rules = {});

  // Computes the layouts of all values. `constraints` has, for each constraint node of the computation, the layout that
  // it requires, with all dimensions. The layout is unset if the constraint is inactive. If `steps` is not null,
  // appends the steps of the propagation to it. O(nodes + operands).
  void run(std::span<const Order> constraints, Layouts& layouts, std::vector<Step>* steps = nullptr);

 private:
  struct Wish {
    uint32_t node;
    Order order;
  };

  void connect(std::span<const Order> constraints);
  void fixLayouts();
  void handBack(uint32_t node, const Order& order, std::vector<Step>* steps = nullptr);
  void assignRest();
  Order operandOrder(uint32_t node, uint32_t operand, const Order& order) const;

  const PreparedComputation& computation_;
  Rules rules_;
  // [nodes] and [operand entries] Layouts that do not depend on other values or on constraints, as in Layouts.
  std::vector<Order> fixedResult_, fixedWanted_;
  Layouts* layouts_ = nullptr;
  // [instructions] The node that users of an instruction read: the layout constraint on its output if there is one
  // (constraints are nodes too), else the instruction itself.
  std::vector<uint32_t> read_;
  // [constraints] required layout; unset if the configuration does not use the constraint or it equals another one of
  // the same value.
  std::vector<Order> used_;
  std::vector<Wish> pending_;  // scratch of handBack: stack of the layouts that are still to be assigned
};

// Lists the copies that layout assignment inserts. There is one for each reader that requires another layout than the
// value has.
void listCopies(const PreparedComputation& computation, const Layouts& layouts, std::vector<Copy>& copies);

}  // namespace hlorank::simulation
