// Compares the costs of two versions of a program, `left` (old) and `right` (new). Tells which instructions became more
// expensive, and why. Only instructions with a cost of their own are compared (Part::kExecuted in analysis.h).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "shared/cost/report.h"
#include "shared/diff/diff.h"

namespace hlorank::cost {

// The cost difference between an instruction and its counterpart in the other version of the program, or between
// fusions and the instructions that they replace or that replace them.
struct CostChange {
  // Instruction in the old (left) and the new (right) version, of several the most expensive; kNone if there is none.
  hlo::InstructionId left = hlo::kNone, right = hlo::kNone;
  Cost cost;  // cost difference new − old (right − left), over all executions
  // Estimated extra bytes due to strided access (see strides.h), new minus old version. Not included in `cost`.
  double extraBytes = 0;
  double seconds = 0;  // estimated time difference new − old, including that of extraBytes
  // Why the cost differs, such as "copy.12 appeared in a loop of 24 trips (body): it copies f32[8,4]{0,1} to
  // f32[8,4]{1,0}".
  std::string reason;
};

struct CostComparison {
  // Cost differences of instructions, largest increase of time first; empty if all costs are equal.
  std::vector<CostChange> changes;
  size_t changed = 0;  // number of instructions that differ in any way: changed, added, removed or moved
};

// What a cost comparison amounts to.
struct CostSummary {
  // Estimated time of the old version, without the cost of strided access. But if strided access costs the old version
  // more than the new one, the difference of the two costs is included. The time of the new version is before +
  // seconds.
  double before = 0;
  double seconds = 0;         // difference of the estimated time, new − old, including strided access
  double stridedSeconds = 0;  // the part of `seconds` that strided access adds
  // Numbers of changes whose time increases or decreases by more than 10⁻⁴ of `before`.
  size_t increases = 0, decreases = 0;
  // Index in CostComparison::changes of the change that explains much of the difference: at least a quarter of it, and
  // at most twice the difference (then other changes offset it). -1 if there is none, or if the time differs by less
  // than 1 %.
  ptrdiff_t cause = -1;
  // The summary as a text: the reason of the cause, or what changed if there is no cause.
  std::string text;
};

// Compares the costs of the instructions of two modules, estimated for the machine of `right`. `findCounterparts` in
// counterparts.h says which are compared with which. O(n log n), if each computation is fused once.
CostComparison compareCosts(const Report& left, const Report& right);

CostSummary summarizeChanges(const Report& left, const Report& right, const CostComparison& comparison);

// Formats a cost comparison as text. If no single change explains the difference, begins with the summary. Lists at
// most `top` increases, one per line, with time, share, instruction, reason, bytes and FLOPs. Then lists the totals and
// the decreases. If no cost increased, the first line says so.
std::string formatCostChanges(const Report& left, const Report& right, size_t top);
// Formats a cost comparison as JSON. `left` or `right` of a change is null if the instruction has no counterpart in
// that module:
//   {version, machine, left: {file, seconds, flops, transcendentals, bytes}, right: {…},
//    summary: {before, seconds, stridedSeconds, cause (index in changes) | null, text},
//    changes: [{left, right, computation, seconds, flops, bytes, stridedBytes, reason}]}
std::string formatCostChangesJson(const Report& left, std::string_view leftFile, const Report& right,
                                  std::string_view rightFile);

}  // namespace hlorank::cost
