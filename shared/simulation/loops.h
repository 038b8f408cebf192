// Simulates XLA:CPU's loop fusion on one computation: finds the loop nests that run, given the assigned layouts. A
// value is materialised if it is stored in memory, and fused if it is computed inside the loops of its readers.
#pragma once

#include <cstdint>
#include <vector>

#include "shared/simulation/hoisting.h"
#include "shared/simulation/layouts.h"
#include "shared/simulation/library.h"
#include "shared/simulation/prepared.h"

namespace hlorank::simulation {

// Greatest number of different layouts in which one value is stored. A reader that requires yet another layout adds no
// loop nest.
inline constexpr uint32_t kMaxVersions = 64;
// Greatest number of bitcasts after a value that are assumed to be in the loop nest that computes it.
inline constexpr uint32_t kMaxBitcasts = 64;

enum class NestKind : uint8_t {
  kCopy,          // stores a value in another layout
  kFusion,        // computes a value and all values fused into it
  kUpdate,        // runs a dynamic-update-slice
  kMatrixVector,  // multiplies a matrix, which is `operand`, by a vector
};

// A loop nest that the compiled program runs.
struct Nest {
  NestKind kind;
  uint32_t value;        // node that the nest computes or copies
  uint32_t reader;       // first node that reads the result from memory; kNone if none does
  uint32_t operand;      // for a kCopy or kMatrixVector nest, the node that is read; kNone for other kinds
  bool feedsConstraint;  // whether the result is written in the layout that a layout constraint requires
  double trips;          // number of executions per run of the program
  Order from;            // for a kCopy nest, the layout of the array that is read
  // The nest writes this node: `value`, or a bitcast of it that all readers read. XLA:CPU fuses bitcasts into the nest.
  uint32_t root;
  Order order;  // layout of `root`; its dimensions are the loops, innermost first
  friend bool operator==(const Nest&, const Nest&) = default;
};

struct Loops {
  std::vector<Nest> nests;  // the loop nests of a computation, in the order of the nodes that they compute
  // [nodes] 0 if the value is computed in each loop nest that needs it, 1 if it is stored once in memory.
  std::vector<uint8_t> isMaterialised;
  std::vector<uint32_t> libraryFusion;  // [nodes] the result of LibraryFusions::run; kNone for all nodes without fusion
  std::vector<uint8_t> isHoisted;       // [nodes] findHoisted
};

// Whether `reader` can compute `operand` inside its own loop nest, which reads the operands of `operand` by an index
// map.
bool canComputeOperand(const PreparedComputation& computation, const Loops& loops, uint32_t reader, uint32_t operand);

// Whether the loop nest that computes `reader` computes `operand`, too. Otherwise it reads it from memory.
bool computesOperand(const PreparedComputation& computation, const Loops& loops, uint32_t reader, uint32_t operand);

// Decides which values of one computation are fused, and lists the loop nests that remain. One object should serve all
// configurations (assignments of layouts), so that its buffers are allocated only once.
class Fusion {
 public:
  explicit Fusion(const PreparedComputation& computation, const Rules& rules = {})
      : computation_(computation), rules_(rules), library_(computation) {}

  // Replaces `loops` by the loop nests that run with the given layouts. O(nodes + operands).
  void run(const Layouts& layouts, Loops& loops);

 private:
  // A layout in which a value must be stored in memory, because a reader into which the value is not fused requires
  // this layout.
  struct Version {
    Order order;
    uint32_t reader;
    // The bitcast of the value that all readers of this version read, and its layout; the value itself if they do not
    // all read the same bitcast.
    uint32_t root;
    Order rootOrder;
    uint32_t next;  // index in versions_ of the next layout of the same value; kNone if there is none
    bool feedsConstraint;
    bool isHoisted;         // whether all readers are moved out of the `while`
    uint32_t bitcasts = 0;  // number of bitcasts from the value to `root`
  };

  void want(uint32_t value, const Version& wanted);
  void listVersions();
  void findBitcasts();
  void findMaterialised();
  bool mayCompute(uint32_t reader, uint32_t operand) const {
    return rules_.fuses && canComputeOperand(computation_, *loops_, reader, operand);
  }
  double trips(bool isHoisted) const { return isHoisted ? computation_.outerTrips : computation_.trips; }
  bool readsSeveralArrays(uint32_t node) const;
  void addNests(uint32_t node);
  void addMatrices(uint32_t node);
  template <class Visit>
  void forEachVersion(uint32_t node, Visit visit) const {
    for (uint32_t v = first_[node]; v != kNone; v = versions_[v].next) visit(versions_[v]);
  }

  const PreparedComputation& computation_;
  Rules rules_;
  LibraryFusions library_;
  const Layouts* layouts_ = nullptr;
  Loops* loops_ = nullptr;
  std::vector<Version> versions_;
  // [nodes] The layouts in which each node's value must be stored: index in versions_ of the first one, of the last
  // one, and their number.
  std::vector<uint32_t> first_, last_, count_;
  // [nodes] number of readers that can compute the node's value inside their own loop.
  std::vector<uint32_t> fusedReaders_;
  std::vector<uint32_t> root_;      // [nodes] the node whose loop nest computes the value, if only one nest does
  std::vector<uint8_t> isBitcast_;  // [nodes] 1 if the node is a reshape or transpose that moves no data
};

}  // namespace hlorank::simulation
