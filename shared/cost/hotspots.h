// Hotspots: instructions with their cost, estimated time and measured time, and groups of instructions by operation or
// scope. Only instructions that are executed by themselves count (Part in analysis.h).
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "shared/cost/analysis.h"
#include "shared/cost/machine.h"
#include "shared/cost/measured.h"

namespace hlorank::cost {

// An executed instruction, or a group of instructions, with its cost and time.
struct Hotspot {
  hlo::InstructionId id = hlo::kNone;  // the instruction; kNone for a group
  Cost cost;                           // cost of all executions in one run of the program
  double trips = 0;                    // executions in one run of the program; summed for a group
  double seconds = 0;                  // time of all executions in one run, as estimated by the roofline model
  double share = 0;                    // fraction of the program's estimated time, 0 to 1
  Bound bound = Bound::kNone;
  double measured = 0;        // measured seconds of all executions in one run; 0: not measured
  double measuredShare = 0;   // fraction of the program's measured time, 0 to 1
  double measuredSpread = 0;  // interquartile range / median of `measured` over the runs; 0 for a group
};

// Lists the executed instructions with cost and estimated time, largest share of the time first, ties in ascending
// order. Measured times are not set (see addMeasured). O(n log n).
std::vector<Hotspot> listHotspots(const hlo::Module& module, const Analysis& analysis, const Machine& machine);

// Sets the measured times of `hotspots` and sorts by measured, then by estimated time, largest first. Instructions that
// were measured but are not listed, for example in a branch that the analysis does not count, are appended with 0
// trips.
void addMeasured(std::vector<Hotspot>& hotspots, const MeasuredTimes& measured);

// Returns the sum of all estimated times in seconds, which assumes that instructions run one after another.
double sumSeconds(const std::vector<Hotspot>& hotspots);

// A group of executed instructions with the same operation, kind or scope (see Grouping).
struct Group {
  std::string name;
  size_t instructions = 0;
  // Sum over the group's own instructions, without those of nested scopes.
  Hotspot sum;
  // Sum including nested scopes (kScope; otherwise equal to `sum`). Its `bound` is the one with the most time.
  Hotspot inclusive;
  uint32_t depth = 0;                                // for kScope: number of enclosing scopes; otherwise 0
  std::array<double, kBounds> secondsOfBounds = {};  // [Bound] seconds of `inclusive` that each resource limits
};

// How instructions are grouped in reports.
enum class Grouping : uint8_t {
  kOperation,  // by opcode; fusions also by the opcode of their root
  // By kind: matmul & conv, elementwise, reduce, reshape & copy, gather & scatter, collective, call, other.
  kKind,
  // By the scopes in op_name, as a tree in preorder: each scope precedes its nested scopes.
  kScope,
};

// Groups the hotspots whose cost is not 0; the sums of all groups add up to that of the hotspots. Sorts by share of the
// measured time or, without measured times, of the estimated time, largest first; scopes are sorted within their
// parent. A scope nested deeper than 16 levels counts as part of its ancestor at level 16. O(n log n).
std::vector<Group> groupHotspots(const hlo::Module& module, const std::vector<Hotspot>& hotspots, Grouping grouping);

// Whether an instruction only moves data to change a layout or the order of dimensions. True for copies, transposes and
// reshapes that are not bitcasts, and for fusions of only such instructions.
bool isLayoutChange(const hlo::Module& module, const hlo::Instruction& instruction);

// Returns the kind of an instruction, one of the names at Grouping::kKind. A fusion has the first kind of this list
// that one of its instructions has: matmul & conv, gather & scatter, reduce, elementwise, reshape & copy.
std::string_view kindOf(const hlo::Module& module, const hlo::Instruction& instruction);

}  // namespace hlorank::cost
