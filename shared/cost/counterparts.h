// Finds which instructions of two versions of a program do the same work.
#pragma once

#include <vector>

#include "shared/cost/report.h"
#include "shared/diff/diff.h"

namespace hlorank::cost {

// Instructions of the old (left) and the new (right) version that together do the same work. Mostly one of each.
struct Counterparts {
  std::vector<hlo::InstructionId> lefts, rights;
};

// Assigns each instruction that has a cost of its own (Part::kExecuted) to counterparts. Joins
// - instructions that `diff` matches, unless their opcodes differ and only one of them has a cost or multiplies
//   matrices;
// - other matrix multiplications and convolutions that have the same FLOPs, in the order of the programs;
// - a fusion and the separate instructions of the other version that do part of its work.
// Returns those with instructions of the right module first, in their order. O(n log n).
std::vector<Counterparts> findCounterparts(const Report& left, const Report& right, const diff::Diff& diff);

}  // namespace hlorank::cost
