// Helpers of the tests that compare two programs.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "shared/diff/diff.h"
#include "tests/graph/module_of.h"
#include "tests/support/replaced.h"

namespace hlorank::diff {

using test::moduleOf;
using test::replaced;

inline constexpr char kText[] = R"(HloModule m

sum {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}

ENTRY main {
  x = f32[4,8]{1,0} parameter(0)
  y = f32[8,2]{1,0} parameter(1)
  product = f32[4,2]{1,0} dot(x, y), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  positive = f32[4,2]{1,0} abs(product)
  root = f32[4,2]{1,0} sqrt(positive)
  zero = f32[] constant(0)
  ROOT total = f32[4]{0} reduce(root, zero), dimensions={1}, to_apply=sum
}
)";

// Describes what happened to the instruction `target` of the left program: kind of change and matching instruction,
// such as "layout -> product.1".
inline std::string changeOf(const hlo::Module& left, const hlo::Module& right, const Diff& diff,
                            std::string_view target) {
  for (InstructionId id = 0; id < left.instructions.size(); ++id) {
    if (left.instructions[id].name != target) continue;
    const InstructionId partner = diff.rightOf[id];
    return std::string(name(diff.ofLeft(id))) +
           (partner == kNone ? "" : " -> " + std::string(right.instructions[partner].name));
  }
  return "absent";
}

class CompareTest : public testing::Test {
 protected:
  void compareTexts(const std::string& before, const std::string& after) {
    left = moduleOf(before);
    right = moduleOf(after);
    diff = compare(left, right);
  }
  void compareTo(const std::string& other) { compareTexts(kText, other); }
  std::string change(std::string_view name) { return changeOf(left, right, diff, name); }
  size_t count(Change change) { return diff.counts()[static_cast<size_t>(change)]; }

  hlo::Module left, right;
  Diff diff;
};

}  // namespace hlorank::diff
