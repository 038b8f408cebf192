// Simulates XLA:CPU's loop fusion on one computation: which loops run after layout assignment.
#pragma once

#include <cstdint>
#include <vector>

#include "shared/simulation/layouts.h"
#include "shared/simulation/prepared.h"

namespace hlorank::simulation {

// Largest number of different layouts of one value that are simulated; further readers use the first one.
inline constexpr uint32_t kMaxVersions = 64;

enum class NestKind : uint8_t {
  kCopy,          // stores a value in another layout
  kFusion,        // computes a value and all values fused into it
  kUpdate,        // dynamic-update-slice
  kMatrixVector,  // multiplies a matrix, the operand, by a vector
};

// A nest of loops that runs once per execution of the computation.
struct Nest {
  NestKind kind;
  uint32_t value;        // node that the nest computes, copies or reads
  uint32_t reader;       // first node that wants the result; kNone: the computation returns it, or none does
  uint32_t operand;      // kCopy, kMatrixVector: node that is read; kNone: several
  bool feedsConstraint;  // the result is written for a layout constraint
  Order from;            // kCopy: the layout that is read
  Order order;           // the layout that is written: the loops, innermost first
};

struct Loops {
  std::vector<Nest> nests;  // by node
  std::vector<uint8_t>
      isMaterialised;  // [nodes] 1: the value lies in memory; 0: computed inside the loops of its readers
};

class Fusion {
 public:
  explicit Fusion(const PreparedComputation& computation, const Rules& rules = {})
      : computation_(computation), rules_(rules) {}

  // Finds the loops that run with the given layouts. O(nodes + operands).
  void run(const Layouts& layouts, Loops& loops);

 private:
  // A layout of a value that readers outside fusions want.
  struct Version {
    Order order;
    uint32_t reader;
    uint32_t next;  // index in versions_; kNone: the last of its value
    bool feedsConstraint;
  };

  void want(uint32_t value, const Order& order, uint32_t reader, bool feedsConstraint);
  void listVersions();
  void findBitcasts();
  void findMaterialised();
  bool computesOperands(const Node& node) const;
  bool readsSeveralArrays(uint32_t node) const;
  void addNests(uint32_t node);
  void addMatrices(uint32_t node);
  template <class Visit>
  void forEachVersion(uint32_t node, Visit visit) const {
    for (uint32_t v = first_[node]; v != kNone; v = versions_[v].next) visit(versions_[v]);
  }

  const PreparedComputation& computation_;
  Rules rules_;
  const Layouts* layouts_ = nullptr;
  Loops* loops_ = nullptr;
  std::vector<Version> versions_;
  std::vector<uint32_t> first_, last_, count_;  // [nodes] in versions_; number of versions
  std::vector<uint32_t> fusedReaders_;          // [nodes] readers that can compute the value inside their loop
  std::vector<uint32_t> root_;                  // [nodes] the nest that computes the value, if only one does
  std::vector<uint8_t> isBitcast_;              // [nodes] reshapes and transposes that take no time
};

}  // namespace hlorank::simulation
