// Finds how each loop nest that the simulated compiler makes (loops.h) accesses memory: the strides of all arrays that
// the nest reads and writes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "shared/simulation/access_inputs.h"
#include "shared/simulation/access_table.h"
#include "shared/simulation/loop.h"
#include "shared/simulation/loops.h"
#include "shared/simulation/rules.h"

namespace hlorank::simulation {

// Limits for one loop nest. kMaxVisits is the greatest number of fused operations visited, where an operation counts
// once per reader. kMaxLeaves is the greatest number of arrays read.
inline constexpr size_t kMaxVisits = 150, kMaxLeaves = 25;

// Greatest number of loop nests of a computation whose accesses are kept for the next configuration.
inline constexpr size_t kMostKeptNests = 20'000;

// Lists the memory accesses of the loop nests of one computation. One object should serve all configurations
// (assignments of layouts), because it reuses the accesses of nests for which nothing changed.
class Accesses {
 public:
  // Adds the features of the accesses to `table`. Both arguments must outlive this object.
  Accesses(const PreparedComputation& computation, AccessTable& table, const Rules& rules = {})
      : computation_(computation), table_(table), rules_(rules) {}

  // Finds the memory accesses of all loop nests. `layouts` and `loops` are the results of Propagation::run and
  // Fusion::run. O(nodes + operands + new nests · kMaxVisits).
  void run(const Layouts& layouts, const Loops& loops);
  // Returns the accesses that the latest call of `run` found, those of one loop nest after another.
  std::span<const Loop> found() const { return now_.loops; }

 private:
  // A loop nest whose accesses are known: the ends of its parts of Known::nodes and Known::loops.
  struct KnownNest {
    Nest nest;
    size_t nodesEnd, loopsEnd;
  };
  // Loop nests in the order of Loops::nests, with the nodes whose state their accesses depend on, and the accesses.
  struct Known {
    std::vector<KnownNest> nests;
    std::vector<uint32_t> nodes;
    std::vector<Loop> loops;
    void clear() {
      nests.clear();
      nodes.clear();
      loops.clear();
    }
  };
  // A loop of a nest. Where a reshape maps one loop to several dimensions, the loop is split into one part for each of
  // them; `continues` marks all parts but the innermost. XLA's code then divides the loop's index at each boundary.
  struct Level {
    int64_t size;  // number of iterations
    bool continues;
  };
  // A value that a loop nest reads, and which of its elements the nest reads. `points` gives, for each loop of the
  // nest, what one iteration of that loop adds to each index into the value.
  struct Read {
    uint32_t node;
    size_t levels, count;  // index in levels_ of the innermost loop, and number of loops
    size_t points;         // index in points_ of the first of the [count, rank of the value] index steps
    uint32_t reader = kNone, entry = kNone;  // the operation that reads the value, and the entry of its operand list
    double share = 1;  // fraction of the iterations that read the value; below 1 for operands of a concatenate
  };
  void findChanges();
  bool reuse(const Nest& nest, size_t& before);
  // Append the memory accesses of a loop nest to now_. appendNest takes any nest. Each of the others takes one kind of
  // nest.
  void appendNest(const Nest& nest);
  void appendFusion(const Nest& nest);
  void appendCopy(const Nest& nest);
  void appendUpdate(const Nest& nest);
  void appendMatrix(const Nest& nest);
  // Returns the elements of nest.value that a loop nest computes or, if it copies, reads.
  Read startAt(const Nest& nest);
  Read reducedOperand(const Read& value);
  void findLeaves(const Read& value, const Read& top);
  void addOperation(const Read& read);
  void addLeaf(const Read& read);
  void visitOperands(const Read& read);
  Read mapPoints(const Read& read, uint32_t operand);
  Read mapReshape(const Read& read, uint32_t operand);
  void measure(const Read& leaf, const Order& order, Access& access) const;
  const Order& orderOf(const Read& leaf) const;
  void emitCopy(const Nest& nest, const Read& read, const Order& from);
  void emit(const Nest& nest, uint32_t operand, const Access& access);

  const PreparedComputation& computation_;
  AccessTable& table_;
  Rules rules_;
  const Layouts* layouts_ = nullptr;
  const Loops* loops_ = nullptr;
  Known now_, before_;  // of this run, and of the run before it
  // The state of the nodes in the last run: their layouts, what they read, and whether they are stored in memory.
  std::vector<Order> lastResult_, lastWanted_;
  std::vector<uint32_t> lastOperands_;
  std::vector<uint8_t> lastMaterialised_, lastHoisted_;
  std::vector<uint32_t> lastFusion_;
  std::vector<uint8_t> isChanged_;  // [nodes] 1 if the state of the node differs from the last run
  // The members from here to leaves_ describe the loop nest that is being handled.
  std::vector<Level> levels_;  // loops of all reads, innermost first; reduced dimensions are innermost
  std::vector<int64_t> points_;
  std::vector<Read> pending_;  // scratch of findLeaves: values that are still to be visited
  std::vector<Read> leaves_;   // the values that the loop nest reads from memory
  uint32_t nestIndex_ = 0;     // index in Loops::nests
  size_t visits_ = 0;
  double heavyOperations_ = 0, veryHeavyOperations_ = 0;
  bool onlyMoves_ = true;  // whether the nest computes nothing
};

}  // namespace hlorank::simulation
