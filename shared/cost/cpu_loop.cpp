#include "shared/cost/cpu_loop.h"

#include <algorithm>
#include <vector>

#include "shared/cost/layouts.h"
#include "shared/cost/sizes.h"
#include "shared/cost/strides.h"
#include "shared/cost/window.h"

namespace hlorank::cost {
namespace {

using hlo::Instruction;
using hlo::InstructionId;
using hlo::Module;
using hlo::Opcode;

// Steps, each a nanosecond of a core, measured on an AMD EPYC.
constexpr double kStrided = .85;   // of an element, in a loop that reads with a stride or chooses between operands
constexpr double kFunction = 5;    // of a transcendental in a loop that chooses between operands for each element
constexpr double kWindowed = .35;  // of an element in a window of a reduce-window
constexpr double kRow = 12;        // of a sum along the most minor dimension
constexpr double kTiled = .08;     // of an elementwise operation that a library does
constexpr double kIndexed = 4.4;   // of an element of a reduction of several arrays, such as argmax

struct Function {
  Opcode opcode;
  double narrow, wide;  // steps in a vectorised loop, on at most 32 bits and on 64; 0: part of the peak rate
};
constexpr Function kFunctions[] = {
    {Opcode::kSine, 1.8, 7.9}, {Opcode::kCosine, 1.9, 8.7}, {Opcode::kTan, 5.1, 9.9},        {Opcode::kAtan2, 17, 26},
    {Opcode::kPower, 4.9, 16}, {Opcode::kCbrt, 8.6, 17},    {Opcode::kRsqrt, 1.9, 3.1},      {Opcode::kLog1p, 1.1, 7.8},
    {Opcode::kExpm1, 1, 2.4},  {Opcode::kLog, .6, 5.5},     {Opcode::kRemainder, 5.6, 14.5}, {Opcode::kErf, 0, 5.1},
    {Opcode::kExp, 0, 1.4},    {Opcode::kTanh, 0, 1.2},     {Opcode::kLogistic, 0, 2.2},
};

double stepsOfFunction(const Module& module, const Instruction& instruction) {
  const hlo::PrimitiveType type = module.shapes[instruction.shape].type;
  if (!hlo::isFloating(type)) return 0;
  for (const Function& function : kFunctions)
    if (function.opcode == instruction.opcode) return hlo::bitWidth(type) > 32 ? function.wide : function.narrow;
  return 0;
}

constexpr int64_t kUnknown = -1;  // in place of a dimension

// Returns the dimension of an operand along which a loop goes that goes along `dimension` of the result; kUnknown if
// there is none.
int64_t findOperandDimension(const Module& module, const Instruction& instruction, hlo::ShapeId operand,
                             int64_t dimension) {
  const auto sizes = module.dimensionsOf(operand);
  const auto numbers = module.integersOf(instruction.dimensions);
  int64_t found = kUnknown;
  if (instruction.opcode == Opcode::kTranspose) {
    if (dimension < static_cast<int64_t>(numbers.size())) found = numbers[static_cast<size_t>(dimension)];
  } else if (instruction.opcode == Opcode::kBroadcast) {
    const auto at = std::find(numbers.begin(), numbers.end(), dimension);
    if (at != numbers.end()) found = at - numbers.begin();
  } else if (instruction.opcode == Opcode::kBitcast) {
    const double stride = strideOf(module, instruction.shape, dimension);
    for (size_t i = 0; i < sizes.size(); ++i)
      if (sizes[i] > 1 && strideOf(module, operand, static_cast<int64_t>(i)) == stride) found = static_cast<int64_t>(i);
  } else if (instruction.opcode == Opcode::kSlice || instruction.opcode == Opcode::kConcatenate ||
             instruction.opcode == Opcode::kCopy || instruction.opcode == Opcode::kPad ||
             instruction.opcode == Opcode::kReverse || hlo::workPerElement(instruction.opcode) != hlo::Work::kNone) {
    found = dimension;
  }
  return found < static_cast<int64_t>(sizes.size()) ? found : kUnknown;
}

// The loop over the elements of a fusion's result. For each it computes the values inside that it needs, again and
// again where elements need the same ones.
class Loop {
 public:
  Loop(const Module& module, const hlo::Computation& fused)
      : module_(module), first_(fused.instructions.begin), values_(fused.instructions.size) {
    start(fused.root);
    for (size_t i = values_.size(); i-- > 0;) useOperands(i);
  }

  double countSteps() const {
    double strided = 0, vectorised = 0, evaluations = 0;
    bool chooses = false;
    for (size_t i = 0; i < values_.size(); ++i) {
      const Instruction& instruction = at(i);
      const bool isChoice = choosesOperand(i);
      chooses = chooses || isChoice;
      if (isChoice || isStrided(i)) strided = std::max(strided, values_[i].times);
      vectorised += values_[i].times * stepsOfFunction(module_, instruction);
      if (hlo::workPerElement(instruction.opcode) == hlo::Work::kTranscendental) evaluations += values_[i].times;
    }
    return strided * kStrided + (chooses ? evaluations * kFunction : vectorised);
  }

 private:
  struct Value {
    double times = 0;              // number of elements that the loop computes or reads
    int64_t innermost = kUnknown;  // dimension along which the innermost loop goes
  };

  const Instruction& at(size_t i) const { return module_.instructions[first_ + i]; }

  void start(InstructionId result) {
    if (result == hlo::kNone) return;
    const Instruction& root = module_.instructions[result];
    if (root.opcode == Opcode::kTuple)
      for (const InstructionId element : module_.operandsOf(root)) start(element);
    else
      values_[result - first_] = {countElements(module_, root.shape), findMinorDimension(module_, root.shape)};
  }

  void useOperands(size_t i) {
    const Value value = values_[i];
    for (const InstructionId id : module_.operandsOf(at(i))) {
      const hlo::ShapeId shape = module_.instructions[id].shape;
      Value used = value;
      if (value.innermost != kUnknown) used.innermost = findOperandDimension(module_, at(i), shape, value.innermost);
      if (at(i).opcode == Opcode::kConcatenate) used.times = std::min(used.times, countElements(module_, shape));
      if (used.times > values_[id - first_].times) values_[id - first_] = used;
    }
  }

  // Whether neighbours in the result of the innermost loop come from different operands.
  bool choosesOperand(size_t i) const {
    if (at(i).opcode != Opcode::kConcatenate || values_[i].innermost == kUnknown) return false;
    const auto joined = module_.integersOf(at(i).dimensions);
    return !joined.empty() && joined[0] == values_[i].innermost;
  }

  bool isStrided(size_t i) const {
    return at(i).opcode == Opcode::kParameter && values_[i].innermost != kUnknown &&
           values_[i].innermost != findMinorDimension(module_, at(i).shape);
  }

  const Module& module_;
  const InstructionId first_;
  std::vector<Value> values_;  // [instructions of the fusion]
};

// `isLibrary`: whether a library computes it and not a loop of the compiler.
double stepsOfReduction(const Module& module, const Instruction& reduction, bool isLibrary) {
  const auto operands = module.operandsOf(reduction);
  if (operands.empty()) return 0;
  const hlo::ShapeId operand = module.instructions[operands[0]].shape;
  const int minor = findMinorDimension(module, operand);
  const double results = countElements(module, reduction.shape);
  if (reduction.opcode == Opcode::kReduce) {
    if (operands.size() > 2) return kIndexed * countElements(module, operand);
    const auto reduced = module.integersOf(reduction.dimensions);
    const bool isRow = std::find(reduced.begin(), reduced.end(), minor) != reduced.end();
    return isLibrary ? std::max(isRow ? kRow * results : 0, kTiled * countElements(module, operand)) : 0;
  }
  double elements = countWindowElements(module, reduction);
  const auto window = module.windowOf(reduction);
  for (const hlo::WindowDimension& d : window) elements /= static_cast<double>(std::max<int64_t>(1, d.baseDilation));
  const bool isRow =
      minor >= 0 && minor < static_cast<int>(window.size()) && window[static_cast<size_t>(minor)].size > 1;
  return std::max(kWindowed * elements, isRow && isLibrary ? kRow : 0) * results;
}

bool isReduction(const Instruction& instruction) {
  return instruction.opcode == Opcode::kReduce || instruction.opcode == Opcode::kReduceWindow;
}

}  // namespace

double countScalarSteps(const Module& module, const Instruction& instruction) {
  const auto called = module.calledBy(instruction);
  if (isReduction(instruction)) return stepsOfReduction(module, instruction, /*isLibrary=*/true);
  if (instruction.opcode != Opcode::kFusion || called.empty())
    return countElements(module, instruction.shape) * stepsOfFunction(module, instruction);
  const hlo::Computation& fused = module.computations[called[0]];
  const hlo::Attribute* kind = module.attribute(instruction, "kind");
  const bool isLoop = kind && kind->value == "kLoop";
  double steps = isLoop ? Loop(module, fused).countSteps() : 0;
  for (const Instruction& inner : module.instructionsOf(fused)) {
    if (isReduction(inner)) steps += stepsOfReduction(module, inner, !isLoop);
    if (!isLoop && hlo::workPerElement(inner.opcode) == hlo::Work::kFlop)
      steps += kTiled * countElements(module, inner.shape);
  }
  return steps;
}

}  // namespace hlorank::cost
