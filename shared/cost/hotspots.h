// Hotspots: the instructions that are executed by themselves (Part in analysis.h) with their cost and their estimated
// and measured time, and the sums of groups of them, by operation or scope.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "shared/cost/analysis.h"
#include "shared/cost/machine.h"
#include "shared/cost/measured.h"

namespace hlorank::cost {

// An executed instruction, or a group of them.
struct Hotspot {
  hlo::InstructionId id = hlo::kNone;  // kNone for a group
  Cost cost;                           // of all executions in one run
  double trips = 0;                    // executions in one run; for a group the sum
  double seconds = 0;                  // time of all executions as estimated by the roofline model
  double share = 0;                    // fraction of the estimated time of the program, 0 to 1
  Bound bound = Bound::kNone;
  double measured = 0;        // measured seconds of all executions in one run; 0: not measured
  double measuredShare = 0;   // fraction of the measured time of the program, 0 to 1
  double measuredSpread = 0;  // interquartile range / median of `measured` over the runs; 0 for a group
};

// Lists the executed instructions, largest share first, ties in node order, without measured times (see addMeasured).
// O(n log n).
std::vector<Hotspot> listHotspots(const hlo::Module& module, const Analysis& analysis, const Machine& machine);

// Fills in the measured times of `hotspots`. Appends a hotspot with 0 trips for each instruction that was measured but
// is not listed, for example in a branch that the analysis does not count. Sorts by measured time, then by estimated
// time, largest first.
void addMeasured(std::vector<Hotspot>& hotspots, const MeasuredTimes& measured);

// Returns the sum of the estimated times, which assumes that instructions run one after the other.
double sumSeconds(const std::vector<Hotspot>& hotspots);

// A group of executed instructions with the same operation, kind or scope (see Grouping).
struct Group {
  std::string name;
  size_t instructions = 0;
  Hotspot sum;         // over the group's own instructions, without nested scopes
  Hotspot inclusive;   // with nested scopes (kScope; else equal to `sum`); `bound` is the one with the most time
  uint32_t depth = 0;  // kScope: number of enclosing scopes; else 0
  std::array<double, kBounds> secondsOfBounds = {};  // seconds of `inclusive` by Bound
};

// How instructions are grouped.
enum class Grouping : uint8_t {
  kOperation,  // by opcode; fusions by their kind and the opcode of their root
  kKind,       // matmul & conv, elementwise, reduce, reshape & copy, gather & scatter, collective, call, other
  kScope,      // by the scopes in op_name, as a tree in preorder: each scope precedes the scopes nested in it
};

// Groups the hotspots whose cost is not 0. Sorts groups by measured share if there are measured times, else by
// estimated share, largest first; scopes are sorted among those with the same parent. The sums of all groups add up to
// that of the hotspots. Scopes nested deeper than 16 levels count as part of the one at level 16. O(n log n).
std::vector<Group> groupHotspots(const hlo::Module& module, const std::vector<Hotspot>& hotspots, Grouping grouping);

// Whether an instruction only moves data, to change a layout or the order of dimensions: a copy, transpose or reshape
// that is not a bitcast, or a fusion of only such instructions.
bool isLayoutChange(const hlo::Module& module, const hlo::Instruction& instruction);

// Returns the kind of an instruction: one of the names at Grouping::kKind. A fusion has the first kind in this list
// that one of its instructions has: matmul & conv, gather & scatter, reduce, elementwise, reshape & copy.
std::string_view kindOf(const hlo::Module& module, const hlo::Instruction& instruction);

}  // namespace hlorank::cost
