// Simulates XLA:CPU's loop fusion on one computation: which loop nests it runs, given the assigned layouts. A value is
// materialised if it is stored in memory, and fused if it is computed inside the loops of its readers.
#pragma once

#include <cstdint>
#include <vector>

#include "shared/simulation/layouts.h"
#include "shared/simulation/prepared.h"

namespace hlorank::simulation {

// A value is simulated in at most this many different layouts; readers that require another one read the first.
inline constexpr uint32_t kMaxVersions = 64;

enum class NestKind : uint8_t {
  kCopy,          // stores a value in another layout
  kFusion,        // computes a value and all values fused into it
  kUpdate,        // dynamic-update-slice
  kMatrixVector,  // multiplies a matrix (`operand`) by a vector
};

// A nest of loops that runs once per execution of the computation.
struct Nest {
  NestKind kind;
  uint32_t value;        // node that the nest computes or copies
  uint32_t reader;       // first node that reads the result; kNone: none, or the computation returns it
  uint32_t operand;      // kCopy, kMatrixVector: node that is read; else kNone
  bool feedsConstraint;  // the result is written in the layout that a layout constraint requires
  Order from;            // kCopy: layout of the array that is read
  Order order;           // layout of the result; its dimensions are the loops, innermost first
};

struct Loops {
  std::vector<Nest> nests;  // in the order of their nodes
  // [nodes] 1: the value is stored in memory; 0: it is computed inside the loops of its readers.
  std::vector<uint8_t> isMaterialised;
};

// Decides which values of one computation are fused and lists its loop nests. Reuse one object for all configurations:
// it keeps its memory.
class Fusion {
 public:
  explicit Fusion(const PreparedComputation& computation, const Rules& rules = {})
      : computation_(computation), rules_(rules) {}

  // Replaces `loops` by the loop nests that run with the given layouts. O(nodes + operands).
  void run(const Layouts& layouts, Loops& loops);

 private:
  // A layout of a value that some reader requires in memory: a reader into which the value is not fused.
  struct Version {
    Order order;
    uint32_t reader;
    uint32_t next;  // next version of the same value, an index in versions_; kNone: none
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
  // [nodes] first and last version of each node, indices in versions_; number of its versions.
  std::vector<uint32_t> first_, last_, count_;
  std::vector<uint32_t> fusedReaders_;  // [nodes] number of readers that can compute the value inside their loop
  std::vector<uint32_t> root_;          // [nodes] node whose nest computes the value, if only one nest does
  std::vector<uint8_t> isBitcast_;      // [nodes] 1: reshape or transpose that moves no data
};

}  // namespace hlorank::simulation
