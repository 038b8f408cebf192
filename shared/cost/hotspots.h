// Hotspots: instructions with their cost, estimated time and measured time, and groups of instructions by operation or
// scope. Only instructions that are executed by themselves count (Part in analysis.h).
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/cost/analysis.h"
#include "shared/cost/machine.h"
#include "shared/cost/measured.h"

namespace hlorank::cost {

// Whether instructions with this opcode take no time and have no kernel of their own: parameter, constant, tuple,
// get-tuple-element, bitcast.
bool takesNoTime(hlo::Opcode opcode);

// An executed instruction, or a group of instructions, with its cost and time.
struct Hotspot {
  hlo::InstructionId id = hlo::kNone;  // the instruction; kNone if this is a group
  Cost cost;                           // cost of all executions in one run of the program
  double trips = 0;    // number of executions in one run of the program; for a group, the sum over its instructions
  double seconds = 0;  // time in seconds of all executions in one run, as estimated by the roofline model
  double share = 0;    // fraction of the program's estimated time, 0 to 1
  Bound bound = Bound::kNone;
  double measured = 0;        // measured seconds of all executions in one run; 0 if not measured
  double measuredShare = 0;   // fraction of the program's measured time, 0 to 1
  double measuredSpread = 0;  // interquartile range divided by median of `measured` over the runs; 0 for a group
};

// Lists the executed instructions with cost and estimated time, largest share of the time first. Instructions with
// equal times are in ascending order. Measured times are not set (see addMeasured). O(n log n).
std::vector<Hotspot> listHotspots(const hlo::Module& module, const Analysis& analysis, const Machine& machine);

// Sets the measured times of `hotspots` and sorts by measured time, then by estimated time, largest first. Some
// measured instructions may be missing from `hotspots`, for example those in a branch that the analysis does not count.
// They are appended with 0 executions.
void addMeasured(std::vector<Hotspot>& hotspots, const MeasuredTimes& measured);

// Returns the sum of all estimated times in seconds. This is the time of the program if its instructions run one after
// another.
double sumSeconds(const std::vector<Hotspot>& hotspots);

// A group of executed instructions with the same operation, kind or scope (see Grouping).
struct Group {
  std::string name;
  // The group's own instructions. For a group that is a scope, instructions of nested scopes are left out.
  std::vector<hlo::InstructionId> members;
  // Sum over `members`.
  Hotspot sum;
  // Sum over the instructions of the group and, for a scope, of its nested scopes. Its `bound` is the resource that
  // limits most of the time.
  Hotspot inclusive;
  uint32_t depth = 0;  // for a scope, the number of enclosing scopes; otherwise 0
  // [Bound] seconds of `inclusive` that each resource (compute, memory, …) limits.
  std::array<double, kBounds> secondsOfBounds = {};
};

// How instructions are grouped in reports.
enum class Grouping : uint8_t {
  kOperation,  // by opcode; a fusion also by the opcode of its root
  // By kind of operation: matmul & conv, elementwise, reduce, reshape & copy, gather & scatter, collective, call,
  // other.
  kKind,
  // By the scopes in op_name, as a tree in preorder: each scope comes before its nested scopes.
  kScope,
};

// Groups the hotspots whose cost is not 0. The sums of all groups add up to the sum of the hotspots. Sorts groups by
// share of the time, largest first, and scopes within their parent. The time is the measured one or, without measured
// times, the estimated one. A scope nested deeper than 16 levels counts as part of its ancestor at level 16. The scopes
// of an instruction in a function follow those of the calls of the function. O(n · (log n + scopes of a function)).
std::vector<Group> groupHotspots(const hlo::Module& module, const std::vector<Hotspot>& hotspots, Grouping grouping);

// Returns the instructions inside a fusion; an empty list for any other instruction.
std::span<const hlo::Instruction> fusedBy(const hlo::Module& module, const hlo::Instruction& fusion);

// Whether an instruction only moves data to change a layout or the order of dimensions. True for copies, transposes and
// reshapes that are not bitcasts, and for fusions of only such instructions.
bool isLayoutChange(const hlo::Module& module, const hlo::Instruction& instruction);

// Returns the kind of an instruction, one of the names at Grouping::kKind. For a fusion, returns the first kind of this
// list that one of its instructions has: matmul & conv, gather & scatter, reduce, elementwise, reshape & copy. A call
// of cuBLAS or cuDNN whose FLOPs are known is matmul & conv.
std::string_view kindOf(const hlo::Module& module, const hlo::Instruction& instruction);

}  // namespace hlorank::cost
