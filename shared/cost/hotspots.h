// Hotspots: the executed instructions with their cost, time and share, and their sums by operation and scope.
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
  double trips = 0;                    // executions in one run, of a group the sum
  double seconds = 0;                  // estimate of the roofline model for all executions
  double share = 0;                    // of the estimated time of the program, 0 to 1
  Bound bound = Bound::kNone;
  double measured = 0;        // measured time of all executions in one run; 0: not measured
  double measuredShare = 0;   // of the measured time of the program
  double measuredSpread = 0;  // interquartile range / median of the runs; 0 for a group
};

// The executed instructions, largest share first; equals in node order. Nothing is measured. O(n log n).
std::vector<Hotspot> listHotspots(const hlo::Module& module, const Analysis& analysis, const Machine& machine);

// Adds measured times to hotspots of the module, and hotspots without trips for measured instructions of branches that
// the analysis does not count. Sorts by the measured time, then by the estimated one.
void addMeasured(std::vector<Hotspot>& hotspots, const MeasuredTimes& measured);

// Sum of the estimated times: one instruction after the other, nothing overlaps.
double sumSeconds(const std::vector<Hotspot>& hotspots);

// A group of executed instructions that have something in common.
struct Group {
  std::string name;
  size_t instructions = 0;
  Hotspot sum;         // without groups inside
  Hotspot inclusive;   // by scope: with the scopes inside; otherwise equal to `sum`. Its bound takes the most time
  uint32_t depth = 0;  // by scope: number of scopes around; otherwise 0
  std::array<double, kBounds> secondsOfBounds = {};  // of `inclusive`
};

// How instructions are grouped.
enum class Grouping : uint8_t {
  kOperation,  // by opcode; fusions by their kind and the opcode of their root
  kKind,       // matmul & conv, elementwise, reduce, reshape & copy, gather & scatter, collective, call, other
  kScope,      // by op_name scopes, a tree: each scope is followed by those inside it
};

// Groups the hotspots that cost anything. Largest share first, the measured one if there is one; scopes among those
// with the same parent. The sums of all groups add up to the sum of the hotspots. At most 16 scopes are nested; inner
// ones count to the sixteenth. O(n log n).
std::vector<Group> groupHotspots(const hlo::Module& module, const std::vector<Hotspot>& hotspots, Grouping grouping);

// Whether an instruction only moves data to change a layout or the order of dimensions: a copy, transpose or reshape
// that is no bitcast, or a fusion of nothing else.
bool isLayoutChange(const hlo::Module& module, const hlo::Instruction& instruction);

// The kind of an instruction, as Grouping::kKind names it. A fusion has the kind of its most expensive instruction:
// matmul & conv, then gather & scatter, reduce, elementwise, reshape & copy.
std::string_view kindOf(const hlo::Module& module, const hlo::Instruction& instruction);

}  // namespace hlorank::cost
