// Finds how each simulated loop nest (loops.h) accesses memory: the strides of all arrays that it reads and writes.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "shared/simulation/access_inputs.h"
#include "shared/simulation/loop.h"
#include "shared/simulation/loops.h"
#include "shared/simulation/rules.h"

namespace hlorank::simulation {

// Limits for one nest: fused operations visited (an operation with several readers is visited for each) and arrays
// read.
inline constexpr size_t kMaxVisits = 150, kMaxLeaves = 25;

// Lists the memory accesses of the loop nests of one computation. Reuse one object for all configurations: it keeps its
// memory.
class Accesses {
 public:
  explicit Accesses(const PreparedComputation& computation, const Rules& rules = {})
      : computation_(computation), rules_(rules) {}

  // Calls `visit` with each memory access of all nests, as a Loop (loop.h). `layouts` and `loops` are the results of
  // Propagation::run and Fusion::run. O(nests · kMaxVisits).
  void run(const Layouts& layouts, const Loops& loops, const std::function<void(const Loop&)>& visit);

 private:
  // A value that a nest reads, and where: `points` has one vector of `rank` numbers per loop of the nest, which says
  // what one iteration of that loop adds to the indices into the value.
  struct Read {
    uint32_t node;
    size_t points;  // index in points_: [loops, rank]
    double share;   // fraction of the iterations that read it; below 1 for operands of a concatenate
  };
  // Pass the accesses of a nest to `visit_`: of any nest, and of each kind of nest.
  void appendNest(const Nest& nest);
  void appendFusion(const Nest& nest);
  void appendCopy(const Nest& nest);
  void appendUpdate(const Nest& nest);
  void appendMatrix(const Nest& nest);
  // Fills leaves_ with the values in memory that a nest reads, directly or through the operations fused into it.
  void findLeaves(const Nest& nest);
  void addLeaf(const Read& read);
  void visitOperands(const Read& read);
  size_t mapPoints(const Read& read, uint32_t operand);
  bool isRowMajorInMemory(uint32_t node) const;
  void emit(const Nest& nest, uint32_t operand, const Access& access);

  const PreparedComputation& computation_;
  Rules rules_;
  const Layouts* layouts_ = nullptr;
  const Loops* loops_ = nullptr;
  const std::function<void(const Loop&)>* visit_ = nullptr;
  // Of the current nest:
  std::vector<int64_t> sizes_;  // [loops] iterations of each loop, innermost first; reduced dimensions come first
  size_t reduced_ = 0;          // number of reduced dimensions
  std::vector<int64_t> points_;
  std::vector<Read> pending_;  // values that findLeaves has yet to visit
  std::vector<Read> leaves_;   // the values that the nest reads from memory
  size_t visits_ = 0;
  double heavyOperations_ = 0;
};

}  // namespace hlorank::simulation
