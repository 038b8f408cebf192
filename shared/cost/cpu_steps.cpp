#include "shared/cost/cpu_steps.h"

#include <algorithm>

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

// Steps, measured on a core of an AMD EPYC.
constexpr double kStrided = .85;             // of an element, in a loop that reads with a stride or joins operands
constexpr double kUnvectorizedFunction = 5;  // of a transcendental, at least, in a loop that joins operands
constexpr double kWindowed = .35;            // of an element in a window of a reduce-window
constexpr double kRow = 12;                  // of a result of a library that reduces the most minor dimension
constexpr double kLibraryElement = .08;      // of an element that a library reduces or computes
constexpr double kVariadicReduce = 4.4;      // of an element of a reduction of several arrays, such as argmax

struct Function {
  Opcode opcode;
  double narrow, wide;  // steps of an element of at most 32 bits, and of 64; 0: no slower than the peak rate
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

// Maps a dimension of an instruction's result to the dimension of an operand that the same loop walks; kUnknown if
// there is none.
int64_t mapToOperand(const Module& module, const Instruction& instruction, hlo::ShapeId operand, int64_t dimension) {
  const auto numbers = module.integersOf(instruction.dimensions);
  int64_t mapped = kUnknown;
  if (instruction.opcode == Opcode::kTranspose) {
    if (dimension < static_cast<int64_t>(numbers.size())) mapped = numbers[static_cast<size_t>(dimension)];
  } else if (instruction.opcode == Opcode::kBroadcast) {
    const auto found = std::find(numbers.begin(), numbers.end(), dimension);
    if (found != numbers.end()) mapped = found - numbers.begin();
  } else if (instruction.opcode == Opcode::kBitcast) {
    mapped = findDimension(module, operand, strideOf(module, instruction.shape, dimension));
  } else if (instruction.opcode == Opcode::kSlice || instruction.opcode == Opcode::kConcatenate ||
             instruction.opcode == Opcode::kCopy || instruction.opcode == Opcode::kPad ||
             instruction.opcode == Opcode::kReverse || hlo::workPerElement(instruction.opcode) != hlo::Work::kNone) {
    mapped = dimension;
  }
  return mapped >= 0 && mapped < static_cast<int64_t>(module.dimensionsOf(operand).size()) ? mapped : kUnknown;
}

// The loop over the elements of a fusion's result. For each it computes the values inside that it needs, again and
// again where elements need the same ones.
class Loop {
 public:
  Loop(const Module& module, const hlo::Computation& fused)
      : module_(module), first_(fused.instructions.begin), values_(fused.instructions.size) {
    if (fused.root != hlo::kNone) values_[fused.root - first_].isResult = true;
    for (size_t i = values_.size(); i-- > 0;) {
      if (values_[i].isResult) start(i);
      useOperands(i);
    }
  }

  double countSteps() const {
    double strided = 0, vectorized = 0, oneByOne = 0;
    bool joins = false;
    for (size_t i = 0; i < values_.size(); ++i) {
      const double times = values_[i].times, function = stepsOfFunction(module_, at(i));
      const bool isJoined = joinsElements(i);
      joins = joins || isJoined;
      if (isJoined || isStrided(i)) strided = std::max(strided, times);
      vectorized += times * function;
      if (function > 0 || hlo::workPerElement(at(i).opcode) == hlo::Work::kTranscendental)
        oneByOne += times * std::max(kUnvectorizedFunction, function);
    }
    return strided * kStrided + (joins ? oneByOne : vectorized);
  }

 private:
  struct Value {
    bool isResult = false;
    double times = 0;              // number of elements that the loop computes or reads
    int64_t innermost = kUnknown;  // dimension that the innermost loop walks
  };

  const Instruction& at(size_t i) const { return module_.instructions[first_ + i]; }

  void start(size_t i) {
    if (at(i).opcode == Opcode::kTuple)
      for (const InstructionId element : module_.operandsOf(at(i))) values_[element - first_].isResult = true;
    else
      values_[i] = {true, countFirstArray(module_, at(i).shape), findMinorDimension(module_, at(i).shape)};
  }

  void useOperands(size_t i) {
    const Value& value = values_[i];
    for (const InstructionId id : module_.operandsOf(at(i))) {
      const hlo::ShapeId shape = module_.instructions[id].shape;
      const double times = std::min(kLargestCount, countUses(at(i), countElements(module_, shape), value.times));
      if (times <= values_[id - first_].times) continue;
      values_[id - first_].times = times;
      values_[id - first_].innermost =
          value.innermost == kUnknown ? kUnknown : mapToOperand(module_, at(i), shape, value.innermost);
    }
  }

  // Returns how many elements of an operand, which has `elements`, `times` elements of a result need.
  double countUses(const Instruction& instruction, double elements, double times) const {
    switch (instruction.opcode) {
      case Opcode::kConcatenate:
      case Opcode::kDynamicUpdateSlice:
      case Opcode::kPad:
      case Opcode::kScatter:
        return std::min(times, elements);
      case Opcode::kReduce:
        return times * elements / std::max(1., countFirstArray(module_, instruction.shape));
      case Opcode::kReduceWindow:
        return times * countWindowElements(module_, instruction);
      default:
        return times;
    }
  }

  // Whether neighbours in the result of the innermost loop come from different operands.
  bool joinsElements(size_t i) const {
    if (at(i).opcode != Opcode::kConcatenate || values_[i].innermost == kUnknown) return false;
    const auto joined = module_.integersOf(at(i).dimensions);
    return !joined.empty() && joined[0] == values_[i].innermost;
  }

  bool isStrided(size_t i) const {
    if (at(i).opcode != Opcode::kParameter || values_[i].innermost == kUnknown) return false;
    const int minor = findMinorDimension(module_, at(i).shape);
    return minor >= 0 && values_[i].innermost != minor;
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
  const double results = countFirstArray(module, reduction.shape);
  if (reduction.opcode == Opcode::kReduce) {
    if (operands.size() > 2) return kVariadicReduce * countElements(module, operand);
    const auto reduced = module.integersOf(reduction.dimensions);
    const bool isRow = std::find(reduced.begin(), reduced.end(), minor) != reduced.end();
    return isLibrary ? std::max(isRow ? kRow * results : 0, kLibraryElement * countElements(module, operand)) : 0;
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

double stepsOfFusion(const Module& module, const hlo::Computation& fused, bool isLibrary) {
  double steps = isLibrary ? 0 : Loop(module, fused).countSteps();
  for (const Instruction& inner : module.instructionsOf(fused)) {
    if (isReduction(inner)) steps += stepsOfReduction(module, inner, isLibrary);
    if (!isLibrary || hlo::workPerElement(inner.opcode) == hlo::Work::kNone) continue;
    steps += countElements(module, inner.shape) * std::max(kLibraryElement, stepsOfFunction(module, inner));
  }
  return steps;
}

}  // namespace

CpuSteps::CpuSteps(const Module& module)
    : module_(module), ofLoop_(module.computations.size(), -1), ofLibrary_(module.computations.size(), -1) {}

double CpuSteps::of(const Instruction& instruction) {
  const auto called = module_.calledBy(instruction);
  if (isReduction(instruction)) return stepsOfReduction(module_, instruction, /*isLibrary=*/true);
  if (instruction.opcode != Opcode::kFusion || called.empty())
    return countElements(module_, instruction.shape) * stepsOfFunction(module_, instruction);
  const hlo::Attribute* kind = module_.attribute(instruction, "kind");
  const bool isLibrary = kind && kind->value == "kCustom";
  double& steps = (isLibrary ? ofLibrary_ : ofLoop_)[called[0]];
  if (steps < 0) steps = stepsOfFusion(module_, module_.computations[called[0]], isLibrary);
  return steps;
}

}  // namespace hlorank::cost
