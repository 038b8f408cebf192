// Simulates XLA's layout assignment on one computation: the layout of every value, the layouts that its readers (the
// instructions that have it as an operand) require, and the copies between them. docs/simulation.md gives the rules.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/simulation/order.h"
#include "shared/simulation/prepared.h"
#include "shared/simulation/rules.h"

namespace hlorank::simulation {

// Layouts of a computation under one configuration. Reuse one object for all configurations: it keeps its memory.
struct Layouts {
  // [entries of PreparedComputation::operands] node that is read: the operand, or a constraint of it
  std::vector<uint32_t> operands;
  std::vector<Order> result;  // [nodes] layout of the result; unset: not an array, or an inactive constraint
  std::vector<Order> wanted;  // [entries of PreparedComputation::operands] layout that the reader requires; unset: any
  std::vector<uint32_t> outputs;  // nodes that the computation returns, row-major
};

// A copy of a value to another layout, for one reader.
struct Copy {
  uint32_t value;   // node that is copied
  uint32_t reader;  // node that reads the copy; kNone: the computation returns it
  Order from, to;
};

// A step of the propagation of layout constraints, which goes backwards, from readers to operands.
struct Step {
  enum class Kind : uint8_t {
    kBegin,  // the constraint `node` passes its layout `order` to the value that it constrains
    kTake,   // `node` takes the layout `order`
    kKeep,   // `node` should take `order`, but keeps the other layout that it already has
    kStop,   // `node` took the layout `order`, but passes no layout on to its operands
  };
  Kind kind;
  uint32_t node;
  Order order;
};

// Equal constraints of a value are merged, as in XLA; only the first kMaxMerged constraints of a value are compared.
inline constexpr size_t kMaxMerged = 64;

// Assigns the layouts of one computation. Reuse one object for all configurations: it keeps its memory.
class Propagation {
 public:
  // `computation` must outlive this object.
  explicit Propagation(const PreparedComputation& computation, const Rules& rules = {})
      : computation_(computation), rules_(rules) {}

  // Computes the layouts under `constraints`, [constraint nodes of the computation]: the layout that each requires,
  // with all dimensions; unset: inactive. Appends the steps of the propagation to `steps` unless it is null. O(nodes +
  // operands).
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
  // [instructions] node that readers of an instruction read: itself, or the constraint of its output
  std::vector<uint32_t> read_;
  std::vector<Order> used_;    // [constraints] layout of each; unset: inactive, or merged with another constraint
  std::vector<Wish> pending_;  // layouts that handBack has yet to assign, last first
};

// Lists the copies that layout assignment inserts, one per reader.
void listCopies(const PreparedComputation& computation, const Layouts& layouts, std::vector<Copy>& copies);

}  // namespace hlorank::simulation
