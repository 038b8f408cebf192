#include "shared/cost/reasons.h"

#include <algorithm>
#include <numeric>

#include "shared/cost/arithmetic.h"
#include "shared/cost/layouts.h"
#include "shared/cost/sizes.h"
#include "shared/cost/strides.h"
#include "shared/cost/units.h"

namespace hlorank::cost {

using hlo::Instruction;
using hlo::InstructionId;
using hlo::Module;
using hlo::Opcode;
using hlo::ShapeId;

namespace {

constexpr size_t kLongestShape = 80;  // longest text of a shape, in bytes; a longer text, mostly of a tuple, is cut

std::string shapeText(const Module& module, ShapeId shape) {
  std::string text = toString(module, shape);
  if (text.size() > kLongestShape) text = text.substr(0, kLongestShape) + "…";
  return text;
}

std::string tensorText(int operand) {
  return operand < 0 ? "the result" : "operand " + std::to_string(operand);
}

// Returns the number of elements of padding that a window or a pad instruction adds on both sides, summed over
// dimensions.
double paddingOf(const Module& module, const Instruction& instruction) {
  if (instruction.details == hlo::kNone) return 0;
  const hlo::Details& details = module.details[instruction.details];
  double padding = 0;
  for (uint32_t i = 0; i < details.window.size; ++i) {
    const hlo::WindowDimension& d = module.windowDimensions[details.window.begin + i];
    padding += static_cast<double>(d.paddingLow) + static_cast<double>(d.paddingHigh);
  }
  for (uint32_t i = 0; i < details.padding.size; ++i) {
    const hlo::PaddingDimension& d = module.paddingDimensions[details.padding.begin + i];
    padding += static_cast<double>(d.low) + static_cast<double>(d.high);
  }
  return padding;
}

// Returns the shape of operand number `tensor` of an instruction; -1 stands for the result.
ShapeId shapeOf(const Module& module, const Instruction& instruction, int tensor) {
  const auto operands = module.operandsOf(instruction);
  return tensor < 0 ? instruction.shape : module.instructions[operands[static_cast<size_t>(tensor)]].shape;
}

int countTensors(const Module& left, const Instruction& a, const Module& right, const Instruction& b) {
  return static_cast<int>(std::min(left.operandsOf(a).size(), right.operandsOf(b).size()));
}

// Describes the operand or result that grew most from instruction `a` to `b`: "operand 0 grew from f32[8,100]{1,0} to
// f32[8,128]{1,0}".
std::string describeGrowth(const Module& left, const Instruction& a, const Module& right, const Instruction& b) {
  int grown = -2;
  double most = 0;
  for (int i = -1; i < countTensors(left, a, right, b); ++i) {
    const double growth =
        countElementsInside(right, shapeOf(right, b, i)) - countElementsInside(left, shapeOf(left, a, i));
    if (growth > most) most = growth, grown = i;
  }
  if (grown == -2) return "";
  return tensorText(grown) + " grew from " + shapeText(left, shapeOf(left, a, grown)) + " to " +
         shapeText(right, shapeOf(right, b, grown));
}

// Describes the operand or result whose wider elements add the most bytes to instruction `after`: "operand 0 widened
// from bf16 to f32". Returns "" if wider elements are less than half of the added bytes, or hardly matter.
std::string describeWidening(const Report& left, InstructionId before, const Report& right, InstructionId after) {
  constexpr double kLeastPart = .01;  // of the bytes of `after`
  const Instruction &a = left.module.instructions[before], &b = right.module.instructions[after];
  const int tensors = countTensors(left.module, a, right.module, b);
  double sum = 0, most = 0;
  std::string text;
  for (int i = 0; i <= tensors; ++i) {
    const int tensor = i == tensors ? -1 : i;  // -1, the result, is checked last
    const ShapeId shape = shapeOf(right.module, b, tensor);
    const auto narrow = left.module.shapes[shapeOf(left.module, a, tensor)].type,
               wide = right.module.shapes[shape].type;
    const double added = countElements(right.module, shape) * (hlo::bitWidth(wide) - hlo::bitWidth(narrow)) / 8;
    if (added <= 0 || hlo::bitWidth(narrow) == 0) continue;
    sum += added;
    if (added <= most) continue;
    most = added;
    text =
        tensorText(tensor) + " widened from " + std::string(hlo::name(narrow)) + " to " + std::string(hlo::name(wide));
  }
  const double bytes = right.analysis.own[after].bytes, increase = bytes - left.analysis.own[before].bytes;
  return sum >= std::max(increase / 2, kLeastPart * bytes) ? text : "";
}

// Describes why arithmetic takes longer in an instruction that it limits: "does f64 matrix products instead of f32
// matrix products", "multiplies in 6 passes instead of 3".
std::string describeArithmetic(const Report& left, InstructionId before, const Report& right, InstructionId after) {
  const Cost &a = left.analysis.own[before], &b = right.analysis.own[after];
  const Machine& machine = right.machine;
  const auto kindBefore = mainArithmetic(a, machine), kindAfter = mainArithmetic(b, machine);
  if (!kindBefore || !kindAfter || findBound(b, machine) != Bound::kCompute) return "";
  if (machine.rate(*kindAfter) < machine.rate(*kindBefore))
    return "does " + std::string(describe(*kindAfter)) + " instead of " + std::string(describe(*kindBefore));
  const auto passesOf = [](const Cost& cost) {
    return std::accumulate(cost.operations.begin(), cost.operations.end(), 0.0) / cost.flops;
  };
  if (*kindAfter != *kindBefore || passesOf(b) < 1.5 * passesOf(a)) return "";
  return "multiplies in " + formatCount(passesOf(b)) + " passes instead of " + formatCount(passesOf(a));
}

std::string describeStrides(const Module& left, const Instruction& a, const Module& right, const Instruction& b) {
  const auto before = findStridedTensors(left, a);
  for (const StridedTensor& tensor : findStridedTensors(right, b)) {
    const bool wasStrided = std::any_of(before.begin(), before.end(),
                                        [&](const StridedTensor& other) { return other.operand == tensor.operand; });
    if (!wasStrided)
      return tensorText(tensor.operand) + " went from contiguous to strided: " + tensor.walk + " are " +
             formatBytes(tensor.stride) + " apart in " + shapeText(right, shapeOf(right, b, tensor.operand));
  }
  return "";
}

// Describes the first operand or result whose layout differs between instructions `a` and `b`: "operand 1 changed its
// layout from {1,0} to {0,1}".
std::string describeLayout(const Module& left, const Instruction& a, const Module& right, const Instruction& b) {
  for (int i = 0; i <= countTensors(left, a, right, b); ++i) {
    const int tensor = i == countTensors(left, a, right, b) ? -1 : i;  // -1, the result, is checked last
    const ShapeId before = shapeOf(left, a, tensor), after = shapeOf(right, b, tensor);
    if (findMinorDimension(left, before) == findMinorDimension(right, after)) continue;
    return tensorText(tensor) + " changed its layout from " + shapeText(left, before) + " to " +
           shapeText(right, after);
  }
  return "";
}

// Describes a copy or transpose inside the new fusion `b` that the old fusion `a` does not have.
std::string describeInnerMove(const Module& left, const Instruction& a, const Module& right, const Instruction& b) {
  const auto count = [](const Module& module, const Instruction& fusion, InstructionId* last) {
    size_t moves = 0;
    const auto called = module.calledBy(fusion);
    if (fusion.opcode != Opcode::kFusion || called.empty()) return moves;
    const hlo::Range range = module.computations[called[0]].instructions;
    for (InstructionId i = range.begin; i < range.begin + range.size; ++i) {
      if (!isLayoutChange(module, module.instructions[i])) continue;
      ++moves;
      if (last) *last = i;
    }
    return moves;
  };
  InstructionId last = hlo::kNone;
  if (count(right, b, &last) <= count(left, a, nullptr) || last == hlo::kNone) return "";
  return std::string(right.instructions[last].name) + " appeared inside: it " + describeMove(right, last);
}

}  // namespace

std::string describeLoop(const Report& report, InstructionId id) {
  const double trips = report.analysis.trips[id];
  if (trips <= 1) return "";
  const hlo::ComputationId computation = report.module.instructions[id].computation;
  return " in a loop of " + formatTrips(trips) + " trips (" +
         std::string(report.module.computations[computation].name) + ")";
}

std::string describeMove(const Module& module, InstructionId id) {
  const Instruction& instruction = module.instructions[id];
  const auto operands = module.operandsOf(instruction);
  if (operands.empty()) return "";
  const bool isLayout = isLayoutChange(module, instruction);
  const auto before = module.dimensionsOf(module.instructions[operands[0]].shape),
             after = module.dimensionsOf(instruction.shape);
  const bool isPermuted = instruction.opcode == Opcode::kFusion && isLayout && before.size() == after.size() &&
                          !std::equal(before.begin(), before.end(), after.begin());
  const char* verb = instruction.opcode == Opcode::kTranspose || isPermuted ? "transposes "
                     : instruction.opcode == Opcode::kPad                   ? "pads "
                     : instruction.opcode == Opcode::kReshape               ? "reshapes "
                     : isLayout || instruction.opcode == Opcode::kCopy      ? "copies "
                                                                            : nullptr;
  if (!verb) return "";
  const ShapeId from = module.instructions[operands[0]].shape;
  return verb + shapeText(module, from) +
         (from == instruction.shape ? "" : " to " + shapeText(module, instruction.shape));
}

std::string describeIncrease(const Report& left, InstructionId before, const Report& right, InstructionId after) {
  const Instruction &a = left.module.instructions[before], &b = right.module.instructions[after];
  if (right.analysis.trips[after] > left.analysis.trips[before]) {
    const bool isUnknown =
        left.analysis.trips[before] == 1 && !left.analysis.unknownLoops.empty() && a.computation != left.module.entry;
    return "runs " + formatTrips(right.analysis.trips[after]) + " times instead of " +
           (isUnknown ? "an unknown number of times, counted as 1" : formatTrips(left.analysis.trips[before]));
  }
  const double paddingBefore = paddingOf(left.module, a), paddingAfter = paddingOf(right.module, b);
  if (paddingAfter > paddingBefore)
    return "pads more: " + formatCount(paddingAfter) + " positions instead of " + formatCount(paddingBefore);
  const std::string growth = describeGrowth(left.module, a, right.module, b);
  if (!growth.empty()) return growth;
  const std::string widening = describeWidening(left, before, right, after);
  if (!widening.empty()) return widening;
  const std::string arithmetic = describeArithmetic(left, before, right, after);
  if (!arithmetic.empty()) return arithmetic;
  const std::string strides = describeStrides(left.module, a, right.module, b);
  if (!strides.empty()) return strides;
  const std::string move = describeInnerMove(left.module, a, right.module, b);
  if (!move.empty()) return move;
  const std::string layout = describeLayout(left.module, a, right.module, b);
  if (!layout.empty()) return layout;
  if (left.analysis.own[before].bytes < right.analysis.own[after].bytes) return "reads or writes more";
  return "computes more";
}

}  // namespace hlorank::cost
