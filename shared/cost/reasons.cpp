#include "shared/cost/reasons.h"

#include <algorithm>

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

std::span<const hlo::WindowDimension> windowOf(const Module& module, const Instruction& instruction) {
  if (instruction.details == hlo::kNone) return {};
  const hlo::Range window = module.details[instruction.details].window;
  return std::span(module.windowDimensions).subspan(window.begin, window.size);
}

// Returns the number of elements of padding that a window or a pad instruction adds on both sides, summed over
// dimensions.
double paddingOf(const Module& module, const Instruction& instruction) {
  if (instruction.details == hlo::kNone) return 0;
  const hlo::Details& details = module.details[instruction.details];
  double padding = 0;
  for (const hlo::WindowDimension& d : windowOf(module, instruction))
    padding += static_cast<double>(d.paddingLow) + static_cast<double>(d.paddingHigh);
  for (uint32_t i = 0; i < details.padding.size; ++i) {
    const hlo::PaddingDimension& d = module.paddingDimensions[details.padding.begin + i];
    padding += static_cast<double>(d.low) + static_cast<double>(d.high);
  }
  return padding;
}

// Returns "5x3", the values of a field of a window.
std::string windowText(std::span<const hlo::WindowDimension> window, int64_t hlo::WindowDimension::*field) {
  std::string text;
  for (const hlo::WindowDimension& d : window) text += (text.empty() ? "" : "x") + std::to_string(d.*field);
  return text;
}

double productOf(std::span<const hlo::WindowDimension> window, int64_t hlo::WindowDimension::*field) {
  double product = 1;
  for (const hlo::WindowDimension& d : window) product *= static_cast<double>(d.*field);
  return product;
}

// Returns the shape of operand number `tensor` of an instruction; -1 stands for the result.
ShapeId shapeOf(const Module& module, const Instruction& instruction, int tensor) {
  const auto operands = module.operandsOf(instruction);
  return tensor < 0 ? instruction.shape : module.instructions[operands[static_cast<size_t>(tensor)]].shape;
}

int countTensors(const Module& left, const Instruction& a, const Module& right, const Instruction& b) {
  return static_cast<int>(std::min(left.operandsOf(a).size(), right.operandsOf(b).size()));
}

// The same instruction in two versions of a program: `little` does less than `much`. `isIncrease` tells whether `much`
// is the later version.
struct Pair {
  const Report& less;
  InstructionId little;
  const Report& more;
  InstructionId much;
  bool isIncrease;

  const Module& lessModule() const { return less.module; }
  const Module& moreModule() const { return more.module; }
  const Instruction& a() const { return less.module.instructions[little]; }
  const Instruction& b() const { return more.module.instructions[much]; }
  // Returns a text about the change from the earlier to the later version: "grew from A to B" or "shrank from B to A".
  std::string change(const char* increase, const char* decrease, const std::string& ofLess,
                     const std::string& ofMore) const {
    return std::string(isIncrease ? increase : decrease) + " from " + (isIncrease ? ofLess : ofMore) + " to " +
           (isIncrease ? ofMore : ofLess);
  }
  // Returns a text about the later and the earlier version: "B instead of A" or "A instead of B".
  std::string instead(const std::string& ofLess, const std::string& ofMore, const char* unit = "") const {
    return (isIncrease ? ofMore : ofLess) + unit + " instead of " + (isIncrease ? ofLess : ofMore);
  }
};

// Describes a larger window or a smaller stride: "the window grew from 3x3 to 5x5", "the stride shrank from 2x2 to
// 1x1". Returns "" if a tensor grew by a larger factor.
std::string describeWindow(const Pair& pair, double tensorGrowth) {
  using Window = hlo::WindowDimension;
  const auto few = windowOf(pair.lessModule(), pair.a()), many = windowOf(pair.moreModule(), pair.b());
  if (few.size() != many.size()) return "";
  const double size = productOf(many, &Window::size) / std::max(1., productOf(few, &Window::size)),
               stride = productOf(few, &Window::stride) / std::max(1., productOf(many, &Window::stride));
  if (std::max(size, stride) <= 1 || std::max(size, stride) < tensorGrowth) return "";
  const auto field = size >= stride ? &Window::size : &Window::stride;
  const std::string ofLess = windowText(few, field), ofMore = windowText(many, field);
  return size >= stride ? "the window" + pair.change(" grew", " shrank", ofLess, ofMore)
                        : "the stride" + pair.change(" shrank", " grew", ofLess, ofMore);
}

// Describes the operand or result that grew or shrank most: "operand 0 grew from f32[8,100]{1,0} to f32[8,128]{1,0}";
// or the window, if that explains more.
std::string describeGrowth(const Pair& pair) {
  const Module &less = pair.lessModule(), &more = pair.moreModule();
  int grown = -2;
  double most = 0, factor = 0;
  for (int i = -1; i < countTensors(less, pair.a(), more, pair.b()); ++i) {
    const double after = countElementsInside(more, shapeOf(more, pair.b(), i)),
                 before = countElementsInside(less, shapeOf(less, pair.a(), i));
    if (after - before > most) most = after - before, grown = i;
    factor = std::max(factor, after / std::max(1., before));
  }
  if (std::string window = describeWindow(pair, factor); !window.empty()) return window;
  if (grown == -2) return "";
  return tensorText(grown) + pair.change(" grew", " shrank", shapeText(less, shapeOf(less, pair.a(), grown)),
                                         shapeText(more, shapeOf(more, pair.b(), grown)));
}

// Describes the operand or result whose wider or narrower elements change the bytes most: "operand 0 widened from bf16
// to f32". Returns "" if they are less than half of the changed bytes, or hardly matter.
std::string describeWidening(const Pair& pair) {
  constexpr double kLeastPart = .01;  // of the bytes of the instruction that does more
  const int tensors = countTensors(pair.lessModule(), pair.a(), pair.moreModule(), pair.b());
  double sum = 0, most = 0;
  std::string text;
  for (int i = 0; i <= tensors; ++i) {
    const int tensor = i == tensors ? -1 : i;  // -1, the result, is checked last
    const ShapeId shape = shapeOf(pair.moreModule(), pair.b(), tensor);
    const auto narrow = pair.lessModule().shapes[shapeOf(pair.lessModule(), pair.a(), tensor)].type,
               wide = pair.moreModule().shapes[shape].type;
    const double added = countElements(pair.moreModule(), shape) * (hlo::bitWidth(wide) - hlo::bitWidth(narrow)) / 8;
    if (added <= 0 || hlo::bitWidth(narrow) == 0) continue;
    sum += added;
    if (added <= most) continue;
    most = added;
    text = tensorText(tensor) +
           pair.change(" widened", " narrowed", std::string(hlo::name(narrow)), std::string(hlo::name(wide)));
  }
  const double bytes = pair.more.analysis.own[pair.much].bytes,
               difference = bytes - pair.less.analysis.own[pair.little].bytes;
  return sum >= std::max(difference / 2, kLeastPart * bytes) ? text : "";
}

// Describes the first tensor that only the slower instruction reads or writes with a stride: "operand 0 went from
// contiguous to strided: …".
std::string describeStrides(const Pair& pair) {
  const auto contiguous = findStridedTensors(pair.lessModule(), pair.a());
  for (const StridedTensor& tensor : findStridedTensors(pair.moreModule(), pair.b())) {
    const bool isStridedInBoth = std::any_of(contiguous.begin(), contiguous.end(), [&](const StridedTensor& other) {
      return other.operand == tensor.operand;
    });
    if (!isStridedInBoth)
      return tensorText(tensor.operand) + pair.change(" went", " went", "contiguous", "strided") +
             ": elements adjacent along " + tensor.walk + (pair.isIncrease ? " are " : " were ") +
             formatBytes(tensor.stride) + " apart in " +
             shapeText(pair.moreModule(), shapeOf(pair.moreModule(), pair.b(), tensor.operand));
  }
  return "";
}

// Describes why arithmetic takes another time in an instruction that it limits: "does f64 matrix products instead of
// f32 matrix products", "multiplies in 6 passes instead of 3", "XLA:CPU computes it at 700 MFLOP/s instead of 96
// GFLOP/s".
std::string describeArithmetic(const Pair& pair) {
  const Cost &a = pair.less.analysis.own[pair.little], &b = pair.more.analysis.own[pair.much];
  const Machine& machine = pair.more.machine;
  const auto fast = mainArithmetic(a, machine), slow = mainArithmetic(b, machine);
  if (!fast || !slow || *slow == Arithmetic::kStep || findBound(b, machine) != Bound::kCompute) return "";
  if (machine.rate(*slow) < machine.rate(*fast))
    return "does " + pair.instead(std::string(cost::describe(*fast)), std::string(cost::describe(*slow)));
  const double few = countPasses(a), many = countPasses(b);
  if (*slow != *fast || many < 1.5 * few) return "";
  if (machine.platform != Platform::kCpu)
    return "multiplies in " + pair.instead(formatCount(few), formatCount(many), " passes");
  const auto rateText = [&](double passes) { return formatCount(machine.rate(*slow) / passes, "FLOP/s"); };
  const std::string strides = pair.a().opcode == pair.b().opcode ? describeStrides(pair) : "";
  return strides + (strides.empty() ? "" : ", and ") + "XLA:CPU computes it at " +
         pair.instead(rateText(few), rateText(many));
}

std::string describeTranscendentals(const Pair& pair) {
  const Cost &a = pair.less.analysis.own[pair.little], &b = pair.more.analysis.own[pair.much];
  if (b.transcendentals <= a.transcendentals || findBound(b, pair.more.machine) != Bound::kTranscendental) return "";
  return "evaluates " + pair.instead(formatCount(a.transcendentals), formatCount(b.transcendentals)) +
         " transcendental functions";
}

// Describes the first operand or result whose layout differs: "operand 1 changed its layout from {1,0} to {0,1}".
std::string describeLayout(const Pair& pair) {
  const Module &less = pair.lessModule(), &more = pair.moreModule();
  const int tensors = countTensors(less, pair.a(), more, pair.b());
  for (int i = 0; i <= tensors; ++i) {
    const int tensor = i == tensors ? -1 : i;  // -1, the result, is checked last
    const ShapeId a = shapeOf(less, pair.a(), tensor), b = shapeOf(more, pair.b(), tensor);
    if (findMinorDimension(less, a) == findMinorDimension(more, b)) continue;
    constexpr const char* kVerb = " changed its layout";
    return tensorText(tensor) + pair.change(kVerb, kVerb, shapeText(less, a), shapeText(more, b));
  }
  return "";
}

// Describes a copy or transpose that only one of the two fusions has inside.
std::string describeInnerMove(const Pair& pair) {
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
  const Module& more = pair.moreModule();
  if (count(more, pair.b(), &last) <= count(pair.lessModule(), pair.a(), nullptr) || last == hlo::kNone) return "";
  return std::string(more.instructions[last].name) +
         (pair.isIncrease ? " appeared inside: it " : " disappeared inside: it ") + describeMove(more, last);
}

std::string describeTrips(const Pair& pair) {
  const double few = pair.less.analysis.trips[pair.little], many = pair.more.analysis.trips[pair.much];
  if (many <= few) return "";
  const bool isUnknown =
      few == 1 && !pair.less.analysis.unknownLoops.empty() && pair.a().computation != pair.lessModule().entry;
  if (isUnknown && !pair.isIncrease)
    return "runs an unknown number of times, counted as 1, instead of " + formatTrips(many);
  return "runs " + (isUnknown ? formatTrips(many) + " times instead of an unknown number of times, counted as 1"
                              : pair.instead(formatTrips(few), formatTrips(many), " times"));
}

// Describes more or less padding, if nothing but the padding can have changed the size of the result.
std::string describePadding(const Pair& pair) {
  const double few = paddingOf(pair.lessModule(), pair.a()), many = paddingOf(pair.moreModule(), pair.b());
  if (many <= few) return "";
  for (int i = 0; i < countTensors(pair.lessModule(), pair.a(), pair.moreModule(), pair.b()); ++i) {
    const auto a = pair.lessModule().dimensionsOf(shapeOf(pair.lessModule(), pair.a(), i)),
               b = pair.moreModule().dimensionsOf(shapeOf(pair.moreModule(), pair.b(), i));
    if (!std::equal(a.begin(), a.end(), b.begin(), b.end())) return "";
  }
  const auto a = windowOf(pair.lessModule(), pair.a()), b = windowOf(pair.moreModule(), pair.b());
  if (!std::equal(a.begin(), a.end(), b.begin(), b.end(),
                  [](const auto& x, const auto& y) { return x.size == y.size && x.stride == y.stride; }))
    return "";
  return std::string(pair.isIncrease ? "pads more: " : "pads less: ") +
         pair.instead(formatCount(few), formatCount(many), " positions");
}

// Returns the name of the instruction that the later version replaces, as in "than dot.3, which it replaces".
std::string replacedName(const Pair& pair) {
  return std::string((pair.isIncrease ? pair.a() : pair.b()).name) + ", which it replaces";
}

// Describes a difference that strided access makes between an instruction and one of another opcode that it replaces.
std::string describeStridesOfOther(const Pair& pair) {
  if (pair.a().opcode == pair.b().opcode) return "";
  const double extra = countStridedBytes(pair.moreModule(), pair.b()) - countStridedBytes(pair.lessModule(), pair.a()),
               own = pair.more.analysis.own[pair.much].bytes - pair.less.analysis.own[pair.little].bytes;
  if (extra <= 0 || extra < own) return "";
  return "reads or writes " + std::string(pair.isIncrease ? "with a stride" : "contiguously") + ", unlike " +
         replacedName(pair);
}

// Describes that an instruction takes more steps on a CPU (cpu_steps.h), if these limit it.
std::string describeSteps(const Pair& pair) {
  const auto steps = [](const Cost& cost) { return cost.operations[static_cast<size_t>(Arithmetic::kStep)]; };
  const Cost &a = pair.less.analysis.own[pair.little], &b = pair.more.analysis.own[pair.much];
  const Machine& machine = pair.more.machine;
  if (steps(b) < 1.5 * steps(a) || mainArithmetic(b, machine) != Arithmetic::kStep ||
      findBound(b, machine) != Bound::kCompute)
    return "";
  return pair.isIncrease ? "XLA:CPU computes it more slowly" : "XLA:CPU computes it faster";
}

std::string describe(const Pair& pair) {
  const bool isSame = pair.a().opcode == pair.b().opcode;  // else operands have no counterparts
  using Reason = std::string (*)(const Pair&);
  constexpr std::pair<Reason, bool> kReasons[] = {
      {describeTrips, false},          {describePadding, true},     {describeGrowth, true},
      {describeWidening, true},        {describeArithmetic, false}, {describeTranscendentals, false},
      {describeStrides, true},         {describeInnerMove, false},  {describeLayout, true},
      {describeStridesOfOther, false}, {describeSteps, false}};
  for (const auto& [reason, needsSame] : kReasons) {
    if (needsSame && !isSame) continue;
    if (std::string text = reason(pair); !text.empty()) return text;
  }
  const bool movesMore = pair.less.analysis.own[pair.little].bytes < pair.more.analysis.own[pair.much].bytes;
  const std::string text =
      std::string(movesMore ? "reads or writes " : "computes ") + (pair.isIncrease ? "more" : "less");
  return isSame ? text : text + " than " + replacedName(pair);
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

std::string describeChange(const Report& left, InstructionId before, const Report& right, InstructionId after,
                           bool isIncrease) {
  return isIncrease ? describe({left, before, right, after, true}) : describe({right, after, left, before, false});
}

}  // namespace hlorank::cost
