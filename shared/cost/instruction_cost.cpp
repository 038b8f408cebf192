// Cost of each opcode as in xla/service/hlo_cost_analysis.cc. Each handler there that differs from the default is one
// case here.
#include "shared/cost/instruction_cost.h"

#include <algorithm>
#include <cmath>

#include "shared/cost/arithmetic.h"
#include "shared/cost/cpu_product.h"
#include "shared/cost/custom_call.h"
#include "shared/cost/layouts.h"
#include "shared/cost/sizes.h"
#include "shared/cost/window.h"

namespace hlorank::cost {

using hlo::Instruction;
using hlo::InstructionId;
using hlo::Module;
using hlo::Opcode;
using hlo::ShapeId;
using hlo::Work;

namespace {

// Return the base-2 logarithm of n, rounded down (logFloor) or up (logCeiling) to an integer; −1 if n < 1.
double logFloor(double n) {
  return n < 1 ? -1 : std::floor(std::log2(n));
}
double logCeiling(double n) {
  return n < 1 ? -1 : std::ceil(std::log2(n));
}

// Computes the cost of one instruction. An operand that is missing counts as 0 bytes and 0 elements.
class Pricer {
 public:
  Pricer(const Context& context, const Instruction& instruction)
      : context_(context),
        module_(context.module),
        instruction_(instruction),
        operands_(module_.operandsOf(instruction)) {}

  Cost price() const;

 private:
  ShapeId shape(size_t operand) const { return module_.instructions[operands_[operand]].shape; }
  double bytes(size_t operand) const {
    return operand < operands_.size() ? countResultBytes(module_, module_.instructions[operands_[operand]]) : 0;
  }
  double elements(size_t operand) const {
    return operand < operands_.size() ? countElements(module_, shape(operand)) : 0;
  }
  double outBytes() const { return countBytes(module_, instruction_.shape); }
  double outElements() const { return countElements(module_, instruction_.shape); }
  double leafBytes(ShapeId id) const { return context_.contents.of(id).bytes; }
  double allOperandBytes() const {
    double sum = 0;
    for (size_t i = 0; i < operands_.size(); ++i) sum += bytes(i);
    return sum;
  }
  // Returns the bytes of the operands and the result. A tuple result counts as its arrays; a tuple operand counts only
  // as its table of pointers.
  double defaultBytes() const { return leafBytes(instruction_.shape) + allOperandBytes(); }
  double lastDimension(size_t operand) const {
    if (operand >= operands_.size()) return 0;
    const auto sizes = module_.dimensionsOf(shape(operand));
    return sizes.empty() ? 0 : static_cast<double>(std::max<int64_t>(0, sizes.back()));
  }

  // Returns the arithmetic (no bytes) of a called computation that is applied `times` times. `called` is its index
  // among the computations that the instruction calls.
  Cost applied(size_t called, double times) const {
    const auto computations = module_.calledBy(instruction_);
    if (called >= computations.size()) return {};
    Cost cost = context_.computations[computations[called]] * times;
    cost.bytes = 0;
    return cost;
  }

  // Returns how often a reduce-window applies its computation.
  double reducedByWindow() const {
    const double applications = countWindowReductions(module_, instruction_);
    return isAsXla() ? applications : std::min(applications, countScanReductions(module_, instruction_));
  }

  bool isAsXla() const { return context_.unknown == Unknown::kMinusOne; }
  // Whether the compiler will make a bitcast of an instruction. XLA's own costs do not look at that.
  bool movesNothing() const { return !isAsXla() && keepsPlaces(module_, instruction_); }

  double contractedElements() const;
  double raggedOutElements() const;
  double fftFlops() const;
  Cost sort() const;
  double reducedElements() const;
  double scanApplications() const;
  Cost scatter() const;
  Cost fusion() const;
  Cost customCall() const;
  double workspaceBytes() const;
  Cost transferStart(size_t result) const;
  // Return the cost of `flops` operations and `bytes` bytes of traffic, at the rate of vector operations or of matrix
  // products.
  Cost vectorCost(double flops, double bytes) const {
    return withVectorOperations({flops, 0, bytes}, module_, instruction_);
  }
  Cost matrixCost(double flops, double bytes) const {
    return withMatrixOperations({flops, 0, bytes}, module_, instruction_);
  }
  // The cost of a dot or convolution. On a CPU, a slow one counts as the operations at the peak rate that take as long.
  Cost productCost(double flops) const {
    Cost cost = matrixCost(flops, defaultBytes());
    if (!context_.steps) return cost;
    const double slowness = slownessOnCpu(module_, instruction_, context_.isInEntry);
    for (double& operations : cost.operations) operations *= slowness;
    return cost;
  }

  const Context& context_;
  const Module& module_;
  const Instruction& instruction_;
  std::span<const InstructionId> operands_;
};

// Returns the product of the sizes of a dot's contracted dimensions.
double Pricer::contractedElements() const {
  if (instruction_.details == hlo::kNone || operands_.empty()) return 1;
  const hlo::Range contracted = module_.details[instruction_.details].dot.lhsContracting;
  return multiplySizes(module_, shape(0), module_.integersOf(contracted));
}

// Returns the number of elements of a ragged-dot's result as XLA counts them. Leaves out as many dimensions as
// rhs_group_dims lists.
double Pricer::raggedOutElements() const {
  const hlo::Attribute* groups = module_.attribute(instruction_, "rhs_group_dims");
  const size_t removed = groups ? parseIntegers(groups->value).size() : 0;
  const auto sizes = module_.dimensionsOf(instruction_.shape);
  double product = 1;
  for (size_t i = 0; i < sizes.size(); ++i) {
    // XLA deletes dimension 0, then dimension 1 of the remaining ones, and so on. In total, it deletes every second
    // dimension.
    const bool isRemoved = i % 2 == 0 && i / 2 < removed;
    if (!isRemoved) product *= static_cast<double>(std::max<int64_t>(0, sizes[i]));
  }
  return product;
}

double Pricer::fftFlops() const {
  const hlo::Attribute* lengths = module_.attribute(instruction_, "fft_length");
  double product = 1, sum = 0;
  if (lengths) {
    for (const int64_t length : parseIntegers(lengths->value)) {
      product *= logFloor(static_cast<double>(length));
      sum += logFloor(static_cast<double>(length));
    }
  }
  // Two flops per multiply-add, four multiply-adds per complex multiplication. XLA multiplies the logarithms.
  return 8 * (context_.unknown == Unknown::kMinusOne || !lengths ? product : sum) * elements(0);
}

// Returns the cost of sorting along one dimension: n · log2(n) comparisons for each n elements. XLA counts the elements
// of the whole array as n.
Cost Pricer::sort() const {
  if (context_.unknown == Unknown::kMinusOne) return vectorCost(elements(0) * logCeiling(elements(0)), defaultBytes());
  const auto sizes = operands_.empty() ? std::span<const int64_t>{} : module_.dimensionsOf(shape(0));
  const auto sorted = module_.integersOf(instruction_.dimensions);
  const size_t dimension = sorted.empty() ? sizes.size() - 1 : static_cast<size_t>(sorted[0]);
  const double length = dimension < sizes.size() ? static_cast<double>(sizes[dimension]) : 1;
  Cost cost = {length > 1 ? elements(0) * std::log2(length) : 0, 0, defaultBytes()};
  cost.operations[static_cast<size_t>(Arithmetic::kComparison)] = cost.flops;
  return cost;
}

double Pricer::reducedElements() const {
  const auto results = listLeaves(module_, instruction_.shape, 64);
  return results.empty() ? 0 : elements(0) - countElements(module_, results[0]);
}

// Returns how often a scan applies its computation: once per step. When costs are counted as in XLA, it is once per
// element of the second result, or of the only result.
double Pricer::scanApplications() const {
  if (context_.unknown == Unknown::kMinusOne) {
    const auto results = module_.elementsOf(module_.shapes[instruction_.shape]);
    return results.size() < 2 ? outElements() : countElements(module_, results[1]);
  }
  const auto scanned = module_.integersOf(instruction_.dimensions);
  if (operands_.empty() || scanned.empty()) return 1;
  const auto sizes = module_.dimensionsOf(shape(0));
  if (scanned[0] < 0 || scanned[0] >= static_cast<int64_t>(sizes.size())) return 1;
  return static_cast<double>(std::max<int64_t>(0, sizes[static_cast<size_t>(scanned[0])]));
}

// Returns the cost of a scatter. Its operands are N arrays, the indices and N updates.
Cost Pricer::scatter() const {
  const size_t arrays = operands_.size() / 2;
  double updates = 0;
  for (size_t i = arrays + 1; i < operands_.size(); ++i) updates += bytes(i);
  Cost cost = applied(0, elements(arrays + 1));
  cost.bytes = 3 * updates + bytes(arrays);
  return cost;
}

Cost Pricer::fusion() const {
  const auto called = module_.calledBy(instruction_);
  if (called.empty()) return {0, 0, defaultBytes()};
  const hlo::Attribute* kind = module_.attribute(instruction_, "kind");
  const hlo::Range range = module_.computations[called[0]].instructions;
  if (kind && kind->value == "kCustom") {
    // A custom fusion is a hand-written kernel around a gather or scatter. If it has several, the first one in the text
    // determines its cost.
    for (const InstructionId id : std::span(module_.written).subspan(range.begin, range.size)) {
      const Instruction& inner = module_.instructions[id];
      if (inner.opcode == Opcode::kGather || inner.opcode == Opcode::kScatter) return Pricer(context_, inner).price();
    }
  }
  Cost cost = context_.fused[called[0]];
  cost.bytes = context_.fusionBytes.of(instruction_, called[0]);
  return cost;
}

Cost Pricer::customCall() const {
  if (isAsXla()) return {-1, 0, -1};
  if (isAnnotation(module_, instruction_)) return {};
  Cost cost = countLibraryWork(module_, instruction_).value_or(Cost{});
  cost.bytes = leafBytes(instruction_.shape) + allOperandBytes();
  const bool hasScratch = customCallTarget(module_, instruction_).starts_with("__cu");  // cuBLAS, cuDNN, cuSOLVER, CUB
  if (hasScratch) cost.bytes -= workspaceBytes();
  return cost;
}

// Returns the bytes of the scratch memory of a call of an NVIDIA library: the last array of its result if that is a
// list of bytes.
double Pricer::workspaceBytes() const {
  const auto results = listLeaves(module_, instruction_.shape, 64);
  if (results.size() < 2) return 0;
  const hlo::Shape& last = module_.shapes[results.back()];
  const bool isBytes = last.type == hlo::PrimitiveType::kS8 || last.type == hlo::PrimitiveType::kU8;
  return isBytes && last.dimensions.size == 1 ? countBytes(module_, results.back()) : 0;
}

// Returns the cost of an instruction that begins a transfer whose result is element `result` of its tuple. The other
// elements alias operands or are of the runtime.
Cost Pricer::transferStart(size_t result) const {
  const auto elements = module_.elementsOf(module_.shapes[instruction_.shape]);
  if (context_.unknown == Unknown::kMinusOne || result >= elements.size()) return {0, 0, defaultBytes()};
  return {0, 0, leafBytes(elements[result]) + allOperandBytes()};
}

Cost Pricer::price() const {
  switch (workPerElement(instruction_.opcode)) {
    case Work::kFlop:
      return vectorCost(outElements(), defaultBytes());
    case Work::kTranscendental:
      return {0, outElements(), defaultBytes()};
    case Work::kNone:
      break;
  }
  switch (instruction_.opcode) {
    case Opcode::kParameter:
    case Opcode::kConstant:
    case Opcode::kGetTupleElement:
    case Opcode::kBitcast:
    case Opcode::kDomain:
    case Opcode::kAfterAll:
    case Opcode::kAddDependency:
    case Opcode::kWhile:
    case Opcode::kCall:
    case Opcode::kConditional:
    case Opcode::kAsyncStart:
      return {};
    case Opcode::kTuple:
      return {0, 0, outBytes()};
    case Opcode::kOptimizationBarrier:  // XLA counts its operand and result
      return {0, 0, isAsXla() ? defaultBytes() : 0};
    case Opcode::kGetDimensionSize:  // XLA counts the array
      return {0, 0, isAsXla() ? defaultBytes() : outBytes()};
    case Opcode::kTranspose:
      return {0, 0, isBitcastTranspose(module_, instruction_) || movesNothing() ? 0 : defaultBytes()};
    case Opcode::kReshape:
      return {0, 0, movesNothing() ? 0 : defaultBytes()};
    case Opcode::kSlice:
      return {0, 0, 2 * outBytes()};
    case Opcode::kDynamicSlice:
      return {0, 0, 2 * outBytes() + bytes(1)};
    case Opcode::kDynamicUpdateSlice:
      return {0, 0, 2 * bytes(1) + bytes(2)};
    case Opcode::kGather:
      return {0, 0, 2 * outBytes() + bytes(1)};
    case Opcode::kScatter:
      return scatter();
    case Opcode::kDot:
      return productCost(2 * outElements() * contractedElements());
    case Opcode::kScaledDot:
      return matrixCost(2 * outElements() * contractedElements(), defaultBytes());
    case Opcode::kRaggedDot:
      return matrixCost(2 * raggedOutElements() * contractedElements(), defaultBytes());
    case Opcode::kConvolution:
      return productCost(countConvolutionFlops(module_, instruction_));
    case Opcode::kFft:
      return vectorCost(fftFlops(), defaultBytes());
    case Opcode::kTriangularSolve:
      return vectorCost(2 * lastDimension(0) * elements(1), outBytes() + bytes(0) / 2 + bytes(1));
    case Opcode::kCholesky:
      return vectorCost(std::floor(lastDimension(0) * elements(0) / 3), bytes(0));
    case Opcode::kSort:
      return sort();
    case Opcode::kRng:
      return {0, outElements(), defaultBytes()};
    case Opcode::kRngBitGenerator:
      return {0, context_.contents.of(instruction_.shape).elements, defaultBytes()};
    case Opcode::kScan:
      return applied(0, scanApplications()) + Cost{0, 0, defaultBytes()};
    case Opcode::kMap:
      return applied(0, outElements()) + Cost{0, 0, defaultBytes()};
    case Opcode::kReduce:
      return applied(0, reducedElements()) + Cost{0, 0, defaultBytes()};
    case Opcode::kReduceWindow:
      return applied(0, reducedByWindow()) + Cost{0, 0, defaultBytes()};
    case Opcode::kSelectAndScatter:
      return applied(0, elements(1) * (countWindowElements(module_, instruction_) - 1)) + applied(1, elements(1)) +
             Cost{0, 0, defaultBytes()};
    case Opcode::kAllReduce:
    case Opcode::kAllReduceStart:  // counts one addition per element, as for two replicas
      return vectorCost(context_.contents.of(instruction_.shape).elements,
                        leafBytes(instruction_.shape) + allOperandBytes());
    case Opcode::kCopyStart:
      return transferStart(0);
    case Opcode::kAllGatherStart:
    case Opcode::kCollectivePermuteStart:
      return transferStart(1);
    case Opcode::kAllGatherDone:
    case Opcode::kAllReduceDone:
    case Opcode::kAsyncDone:
    case Opcode::kAsyncUpdate:
    case Opcode::kCollectivePermuteDone:
    case Opcode::kCopyDone:  // the start counts; XLA counts both
      return context_.unknown == Unknown::kMinusOne ? Cost{0, 0, defaultBytes()} : Cost{};
    case Opcode::kInfeed:
      return {0, 0, leafBytes(instruction_.shape)};
    case Opcode::kOutfeed: {
      double read = 0;
      for (size_t i = 0; i < operands_.size(); ++i) read += leafBytes(shape(i));
      return {0, 0, read};
    }
    case Opcode::kFusion:
      return fusion();
    case Opcode::kCustomCall:
      return customCall();
    default:
      return {0, 0, defaultBytes()};
  }
}

}  // namespace

Cost computeOwnCost(const Context& context, const Instruction& instruction) {
  Cost cost = Pricer(context, instruction).price();
  // The steps of a fusion replace those of its instructions, which are no loops of their own.
  if (context.steps) cost.operations[static_cast<size_t>(Arithmetic::kStep)] = context.steps->of(instruction);
  return limited(cost);
}

Cost limited(const Cost& cost) {
  return mapped(cost, [](double x) { return std::isnan(x) ? 0 : std::clamp(x, -kLargestCount, kLargestCount); });
}

Calling callingOf(const Instruction& instruction) {
  if (instruction.calledComputations.empty()) return Calling::kNone;
  switch (instruction.opcode) {
    case Opcode::kWhile:
    case Opcode::kCall:
    case Opcode::kConditional:
    case Opcode::kAsyncStart:
      return Calling::kRuns;
    case Opcode::kFusion:
      return Calling::kFuses;
    default:
      return Calling::kApplies;
  }
}

}  // namespace hlorank::cost
