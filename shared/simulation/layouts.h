// Simulates XLA's layout assignment on one computation: the layout of every value, the layouts that its readers want,
// and the copies between them. docs/simulation.md gives the rules.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/simulation/order.h"
#include "shared/simulation/prepared.h"
#include "shared/simulation/rules.h"

namespace hlorank::simulation {

// Layouts of a computation under one configuration. Reused, so that no memory is allocated per configuration.
struct Layouts {
  std::vector<uint32_t> operands;  // [entries of PreparedComputation::operands] the node read, constraints included
  std::vector<Order> result;       // [nodes] layout of the result; unset: not an array, or a constraint that is not set
  std::vector<Order> wanted;       // [entries of PreparedComputation::operands] layout wanted; unset: any
  std::vector<uint32_t> outputs;   // nodes that the computation returns row-major
};

// A value is copied to another layout for one reader.
struct Copy {
  uint32_t value;   // node that is copied
  uint32_t reader;  // node that reads the copy; kNone: the computation returns it
  Order from, to;
};

// An event while constraints propagate backwards.
struct Step {
  enum class Kind : uint8_t {
    kBegin,  // constraint `node` hands its layout to the value that it constrains
    kTake,   // `node` takes `order`
    kKeep,   // `node` was to take `order`, but has another layout already
    kStop,   // `node` took its layout, but does not hand it on to its operands
  };
  Kind kind;
  uint32_t node;
  Order order;
};

// Number of constraints of a value among which equal ones are found.
inline constexpr size_t kMaxMerged = 64;

class Propagation {
 public:
  // `computation` must outlive this object.
  explicit Propagation(const PreparedComputation& computation, const Rules& rules = {})
      : computation_(computation), rules_(rules) {}

  // Computes the layouts under `constraints`, [constraints of the computation]: the layout of each, complete; unset: no
  // constraint. O(nodes + operands).
  // Appends to `steps`, if given, what happens until all constraints are propagated.
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
  Layouts* layouts_ = nullptr;
  std::vector<uint32_t> read_;  // [instructions] node that readers of an instruction read: its constraint or itself
  std::vector<Order> used_;     // [constraints] unset: not set, or merged with another
  std::vector<Wish> pending_;   // values to which handBack will hand a layout, last first
};

// Lists the copies that layout assignment inserts, one per reader.
void listCopies(const PreparedComputation& computation, const Layouts& layouts, std::vector<Copy>& copies);

}  // namespace hlorank::simulation
