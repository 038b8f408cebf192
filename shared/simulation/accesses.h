// Finds how each loop nest accesses memory: the strides of all arrays that it reads and writes.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "shared/simulation/access_inputs.h"
#include "shared/simulation/loop.h"
#include "shared/simulation/loops.h"
#include "shared/simulation/rules.h"

namespace hlorank::simulation {

// Limits on the operations that one nest visits, which share operands, and on the arrays that it reads.
inline constexpr size_t kMaxVisits = 150, kMaxLeaves = 25;

class Accesses {
 public:
  explicit Accesses(const PreparedComputation& computation, const Rules& rules = {})
      : computation_(computation), rules_(rules) {}

  // Calls `visit` with the accesses of all nests. O(nests · kMaxVisits).
  void run(const Layouts& layouts, const Loops& loops, const std::function<void(const Loop&)>& visit);

 private:
  // A value that a nest reads. Its points: for each loop of the nest, the index that one step of the loop adds.
  struct Leaf {
    uint32_t node;
    size_t points;  // index in points_: [loops, rank]
    double share;   // of the iterations that read it: below 1 for operands of a concatenate
  };
  struct Visit {
    uint32_t node;
    size_t points;
    double share;
  };

  void appendNest(const Nest& nest);
  void appendFusion(const Nest& nest);
  void appendCopy(const Nest& nest);
  void appendUpdate(const Nest& nest);
  void appendMatrix(const Nest& nest);
  void findLeaves(const Nest& nest);
  void addLeaf(const Visit& visit);
  void visitOperands(const Visit& visit);
  size_t mapPoints(const Visit& visit, uint32_t operand);
  bool isRowMajorInMemory(uint32_t node) const;
  void emit(const Nest& nest, uint32_t operand, const Access& access);

  const PreparedComputation& computation_;
  Rules rules_;
  const Layouts* layouts_ = nullptr;
  const Loops* loops_ = nullptr;
  const std::function<void(const Loop&)>* visit_ = nullptr;
  // Of the current nest:
  std::vector<int64_t> sizes_;  // [loops] innermost first; the reduced dimensions are inside
  size_t reduced_ = 0;          // number of reduced dimensions
  std::vector<int64_t> points_;
  std::vector<Visit> pending_;
  std::vector<Leaf> leaves_;
  size_t visits_ = 0;
  double heavyOperations_ = 0;
};

}  // namespace hlorank::simulation
