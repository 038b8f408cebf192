// Finds the reductions that XLA:CPU leaves to its YNN library, with the operations that it fuses into them. These
// fusions form before loops are fused, by other rules: XLA's pass library-rewriter and its YnnMatcher.
#pragma once

#include <cstdint>
#include <vector>

#include "shared/simulation/layouts.h"
#include "shared/simulation/prepared.h"

namespace hlorank::simulation {

// The library fusions of one computation. One object should serve all configurations, so that its buffers are allocated
// only once.
class LibraryFusions {
 public:
  explicit LibraryFusions(const PreparedComputation& computation) : computation_(computation) {}

  // Sets fusionOf, [nodes], to the fusion that computes each node: the number of the reduction with which the fusion
  // started. kNone for nodes outside library fusions. A reduction of at least 4,096 row-major elements to
  // a row-major result starts a fusion. It takes over supported operations before it that are read nowhere else, and
  // after it while the last one has a single reader. Reductions near the output start first. O(nodes + operands).
  // `isHoisted` is the result of findHoisted: a fusion is either in the `while` or before it.
  void run(const Layouts& layouts, const std::vector<uint8_t>& isHoisted, std::vector<uint32_t>& fusionOf);

 private:
  bool isSupported(uint32_t node) const;
  bool isLarge(uint32_t node) const;
  template <class Visit>
  void forEachOperand(uint32_t node, Visit visit) const;
  void grow(uint32_t start);

  const PreparedComputation& computation_;
  const Layouts* layouts_ = nullptr;
  const std::vector<uint8_t>* isHoisted_ = nullptr;
  std::vector<uint32_t>* fusionOf_ = nullptr;
  // [nodes] The number of readers of a node, and the last one.
  std::vector<uint32_t> readers_, lastReader_;
  // [nodes] The fusion that `grow` found last to read the node (insideOf_), and how many instructions of that fusion
  // read it (inside_).
  std::vector<uint32_t> insideOf_, inside_;
  std::vector<uint8_t> isOutput_;  // [nodes] whether the computation returns the node
  std::vector<uint32_t> pending_;  // scratch of grow
};

}  // namespace hlorank::simulation
