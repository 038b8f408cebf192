// Compares the costs of two versions of a program, the left (old) and the right (new) module: which instructions became
// more expensive, and why. An instruction is executed if it has a cost of its own (Part::kExecuted in analysis.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/cost/report.h"
#include "shared/diff/diff.h"

namespace hlorank::cost {

// A difference in cost between an instruction and its counterpart, or between a fusion and the separate instructions
// that replace it.
struct CostChange {
  hlo::InstructionId left = hlo::kNone, right = hlo::kNone;  // kNone: no counterpart
  Cost cost;                                                 // right − left, all executions
  double extraBytes = 0;  // right − left: estimated extra bytes due to strided access (see strides.h); not in `cost`
  double seconds = 0;     // right − left: estimated time, including that of extraBytes
  std::string reason;     // "copy.12 appeared in a loop of 24 trips (body): copies f32[8,4]{0,1} to f32[8,4]{1,0}"
};

struct CostComparison {
  std::vector<CostChange> changes;  // largest increase of `seconds` first; none without a difference
};

// Matches the executed instructions of both modules as `compare` in shared/diff does and compares their costs on the
// machine of `right`. New instructions that compute what a fusion of the left module computed are compared, together,
// with that fusion. O(n log n).
CostComparison compareCosts(const Report& left, const Report& right);

// Formats a comparison as text: at most `top` increases with time, share, instruction, reason, bytes and FLOPs, one per
// line; then the totals and the decreases. If nothing increased, the first line says so.
std::string formatCostChanges(const Report& left, const Report& right, size_t top);
// Formats a comparison as JSON; `left` or `right` of a change is null if that module has no counterpart:
//   {version, machine, left: {file, seconds, flops, transcendentals, bytes}, right: {…},
//    changes: [{left, right, computation, seconds, flops, bytes, stridedBytes, reason}]}
std::string formatCostChangesJson(const Report& left, std::string_view leftFile, const Report& right,
                                  std::string_view rightFile);

}  // namespace hlorank::cost
