// What a change of a program costs: which instructions became more expensive from the left to the right module, and
// why.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/cost/report.h"
#include "shared/diff/diff.h"

namespace hlorank::cost {

// A changed cost: of an instruction, or of a fusion and the instructions that it fell apart into.
struct CostChange {
  hlo::InstructionId left = hlo::kNone, right = hlo::kNone;  // executed instructions; kNone: only in the other module
  Cost cost;                                                 // of all executions: right less left
  double extraBytes = 0;  // estimate of what strided access adds, right less left; not in `cost`
  double seconds = 0;     // estimated time, right less left; with extraBytes
  std::string reason;     // "copy.12 appeared in a loop of 24 trips (body): copies f32[8,4]{0,1} to f32[8,4]{1,0}"
};

struct CostComparison {
  std::vector<CostChange> changes;  // largest increase of time first; those without any difference are left out
};

// Pairs the executed instructions as shared/diff does and compares their costs on the machine of `right`. An
// instruction that is new, and computes what a fusion computed, counts with that fusion. O(n log n).
CostComparison compareCosts(const Report& left, const Report& right);

// The increases, one line each, at most `top`: time, share, instruction and reason, bytes and FLOPs. Then the totals,
// and the decreases. With no increase, the first line says so.
std::string formatCostChanges(const Report& left, const Report& right, size_t top);
// {version, machine, left: {file, seconds, flops, transcendentals, bytes}, right: {…},
//  changes: [{left, right, computation, seconds, flops, bytes, stridedBytes, reason}]}; null for a missing side.
std::string formatCostChangesJson(const Report& left, std::string_view leftFile, const Report& right,
                                  std::string_view rightFile);

}  // namespace hlorank::cost
