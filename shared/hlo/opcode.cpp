#include "shared/hlo/opcode.h"

#include <array>

#include "shared/hlo/name_table.h"

namespace hlorank::hlo {
namespace {

struct OpcodeEntry {
  Opcode opcode;
  std::string_view name;
  uint8_t tpuGraphsId;
  int8_t operandCount;  // number of operands that an instruction must list in HLO text; kVaries means any number
  Work work = Work::kNone;
};

constexpr int8_t kVaries = -1;

// One entry per opcode, in the order of the enumeration. Opcode names are from xla/hlo/ir/hlo_opcode.h, TpuGraphs ids
// from tpu_graphs/process_data/xla/hlo_opcode.h, operand counts from xla/hlo/parser/hlo_parser.cc, work from
// xla/service/hlo_cost_analysis.cc.
constexpr OpcodeEntry kOpcodes[] = {
    {Opcode::kInvalid, "", 0, kVaries},
    {Opcode::kAbs, "abs", 1, 1, Work::kFlop},
    {Opcode::kAcos, "acos", 0, 1, Work::kTranscendental},
    {Opcode::kAcosh, "acosh", 0, 1, Work::kTranscendental},
    {Opcode::kAdd, "add", 2, 2, Work::kFlop},
    {Opcode::kAddDependency, "add-dependency", 3, 2},
    {Opcode::kAfterAll, "after-all", 4, kVaries},
    {Opcode::kAllGather, "all-gather", 104, kVaries},
    {Opcode::kAllGatherDone, "all-gather-done", 113, 1},
    {Opcode::kAllGatherStart, "all-gather-start", 112, kVaries},
    {Opcode::kAllReduce, "all-reduce", 5, kVaries},
    {Opcode::kAllReduceDone, "all-reduce-done", 110, 1},
    {Opcode::kAllReduceStart, "all-reduce-start", 109, kVaries},
    {Opcode::kAllToAll, "all-to-all", 6, kVaries},
    {Opcode::kAnd, "and", 52, 2, Work::kFlop},
    {Opcode::kAsin, "asin", 0, 1, Work::kTranscendental},
    {Opcode::kAsinh, "asinh", 0, 1, Work::kTranscendental},
    {Opcode::kAsyncDone, "async-done", 117, kVaries},
    {Opcode::kAsyncStart, "async-start", 115, kVaries},
    {Opcode::kAsyncUpdate, "async-update", 116, kVaries},
    {Opcode::kAtan2, "atan2", 7, 2, Work::kTranscendental},
    {Opcode::kAtanh, "atanh", 0, 1, Work::kTranscendental},
    {Opcode::kBatchNormGrad, "batch-norm-grad", 8, 5},
    {Opcode::kBatchNormInference, "batch-norm-inference", 9, 5},
    {Opcode::kBatchNormTraining, "batch-norm-training", 10, 3},
    {Opcode::kBitcast, "bitcast", 11, 1},
    {Opcode::kBitcastConvert, "bitcast-convert", 12, 1, Work::kFlop},
    {Opcode::kBroadcast, "broadcast", 13, 1},
    {Opcode::kCall, "call", 14, kVaries},
    {Opcode::kCbrt, "cbrt", 103, 1, Work::kTranscendental},
    {Opcode::kCeil, "ceil", 15, 1, Work::kFlop},
    {Opcode::kCholesky, "cholesky", 16, 1},
    {Opcode::kClamp, "clamp", 17, 3, Work::kFlop},
    {Opcode::kCountLeadingZeros, "count-leading-zeros", 19, 1, Work::kFlop},
    {Opcode::kCollectiveBroadcast, "collective-broadcast", 0, kVaries},
    {Opcode::kCollectivePermute, "collective-permute", 18, kVaries},
    {Opcode::kCollectivePermuteDone, "collective-permute-done", 106, 1},
    {Opcode::kCollectivePermuteStart, "collective-permute-start", 105, kVaries},
    {Opcode::kCompare, "compare", 20, 2, Work::kFlop},
    {Opcode::kComplex, "complex", 21, 2, Work::kFlop},
    {Opcode::kConcatenate, "concatenate", 22, kVaries},
    {Opcode::kConditional, "conditional", 23, kVaries},
    {Opcode::kConstant, "constant", 24, 0},
    {Opcode::kConvert, "convert", 25, 1, Work::kFlop},
    {Opcode::kConvolution, "convolution", 26, kVaries},
    {Opcode::kCopy, "copy", 27, 1},
    {Opcode::kCopyDone, "copy-done", 28, 1},
    {Opcode::kCopyStart, "copy-start", 29, 1},
    {Opcode::kCosine, "cosine", 30, 1, Work::kTranscendental},
    {Opcode::kCosh, "cosh", 0, 1, Work::kTranscendental},
    {Opcode::kCustomCall, "custom-call", 31, kVaries},
    {Opcode::kDivide, "divide", 32, 2, Work::kFlop},
    {Opcode::kDomain, "domain", 33, 1},
    {Opcode::kDot, "dot", 34, 2},
    {Opcode::kDynamicReshape, "dynamic-reshape", 108, kVaries},
    {Opcode::kDynamicSlice, "dynamic-slice", 35, kVaries},
    {Opcode::kDynamicUpdateSlice, "dynamic-update-slice", 36, kVaries},
    {Opcode::kErf, "erf", 0, 1, Work::kTranscendental},
    {Opcode::kExp, "exponential", 37, 1, Work::kTranscendental},
    {Opcode::kExpm1, "exponential-minus-one", 38, 1, Work::kTranscendental},
    {Opcode::kFft, "fft", 39, 1},
    {Opcode::kFloor, "floor", 40, 1, Work::kFlop},
    {Opcode::kFusion, "fusion", 41, kVaries},
    {Opcode::kGather, "gather", 42, 2},
    {Opcode::kGetDimensionSize, "get-dimension-size", 43, 1},
    {Opcode::kGetTupleElement, "get-tuple-element", 45, 1},
    {Opcode::kImag, "imag", 46, 1, Work::kFlop},
    {Opcode::kInfeed, "infeed", 47, 1},
    {Opcode::kIota, "iota", 48, 0},
    {Opcode::kIsFinite, "is-finite", 49, 1, Work::kFlop},
    {Opcode::kLog, "log", 50, 1, Work::kTranscendental},
    {Opcode::kLog1p, "log-plus-one", 51, 1, Work::kTranscendental},
    {Opcode::kLogistic, "logistic", 107, 1, Work::kTranscendental},
    {Opcode::kMap, "map", 56, kVaries},
    {Opcode::kMaximum, "maximum", 57, 2, Work::kFlop},
    {Opcode::kMinimum, "minimum", 58, 2, Work::kFlop},
    {Opcode::kMulhi, "mulhi", 0, 2, Work::kFlop},
    {Opcode::kMultiply, "multiply", 59, 2, Work::kFlop},
    {Opcode::kNegate, "negate", 60, 1, Work::kFlop},
    {Opcode::kNot, "not", 53, 1, Work::kFlop},
    {Opcode::kOptimizationBarrier, "opt-barrier", 114, 1},
    {Opcode::kOr, "or", 54, 2, Work::kFlop},
    {Opcode::kOutfeed, "outfeed", 61, 2},
    {Opcode::kPad, "pad", 62, 2},
    {Opcode::kParameter, "parameter", 63, 0},
    {Opcode::kPartitionId, "partition-id", 64, 0},
    {Opcode::kPopulationCount, "popcnt", 65, 1, Work::kFlop},
    {Opcode::kPower, "power", 66, 2, Work::kTranscendental},
    {Opcode::kRaggedAllToAll, "ragged-all-to-all", 0, kVaries},
    {Opcode::kRaggedDot, "ragged-dot", 0, 3},
    {Opcode::kReal, "real", 67, 1, Work::kFlop},
    {Opcode::kRecv, "recv", 68, 1},
    {Opcode::kRecvDone, "recv-done", 69, 1},
    {Opcode::kReduce, "reduce", 70, kVaries},
    {Opcode::kReducePrecision, "reduce-precision", 71, 1, Work::kFlop},
    {Opcode::kReduceScatter, "reduce-scatter", 111, kVaries},
    {Opcode::kReduceWindow, "reduce-window", 72, kVaries},
    {Opcode::kRemainder, "remainder", 73, 2, Work::kFlop},
    {Opcode::kReplicaId, "replica-id", 74, 0},
    {Opcode::kReshape, "reshape", 75, 1},
    {Opcode::kReverse, "reverse", 76, 1},
    {Opcode::kRng, "rng", 77, kVaries},
    {Opcode::kRngBitGenerator, "rng-bit-generator", 79, 1},
    {Opcode::kRngGetAndUpdateState, "rng-get-and-update-state", 78, 0},
    {Opcode::kRoundNearestAfz, "round-nearest-afz", 80, 1, Work::kFlop},
    {Opcode::kRoundNearestEven, "round-nearest-even", 118, 1, Work::kFlop},
    {Opcode::kRsqrt, "rsqrt", 81, 1, Work::kTranscendental},
    {Opcode::kScaledDot, "scaled-dot", 0, 4},
    {Opcode::kScan, "scan", 0, kVaries},
    {Opcode::kScatter, "scatter", 82, kVaries},
    {Opcode::kSelect, "select", 83, 3, Work::kFlop},
    {Opcode::kSelectAndScatter, "select-and-scatter", 84, 3},
    {Opcode::kSend, "send", 85, 2},
    {Opcode::kSendDone, "send-done", 86, 1},
    {Opcode::kSetDimensionSize, "set-dimension-size", 44, 2},
    {Opcode::kShiftLeft, "shift-left", 87, 2, Work::kFlop},
    {Opcode::kShiftRightArithmetic, "shift-right-arithmetic", 88, 2, Work::kFlop},
    {Opcode::kShiftRightLogical, "shift-right-logical", 89, 2, Work::kFlop},
    {Opcode::kSign, "sign", 90, 1, Work::kFlop},
    {Opcode::kSine, "sine", 91, 1, Work::kTranscendental},
    {Opcode::kSinh, "sinh", 0, 1, Work::kTranscendental},
    {Opcode::kSlice, "slice", 92, 1},
    {Opcode::kSort, "sort", 93, kVaries},
    {Opcode::kSqrt, "sqrt", 94, 1, Work::kTranscendental},
    {Opcode::kStochasticConvert, "stochastic-convert", 119, 2, Work::kFlop},
    {Opcode::kSubtract, "subtract", 95, 2, Work::kFlop},
    {Opcode::kTan, "tan", 120, 1, Work::kTranscendental},
    {Opcode::kTanh, "tanh", 96, 1, Work::kTranscendental},
    {Opcode::kTopk, "topk", 0, 1},
    {Opcode::kTranspose, "transpose", 98, 1},
    {Opcode::kTriangularSolve, "triangular-solve", 99, 2},
    {Opcode::kTuple, "tuple", 100, kVaries},
    {Opcode::kWhile, "while", 102, 1},
    {Opcode::kXor, "xor", 55, 2, Work::kFlop},
    {Opcode::kOther, "", 0, kVaries},
};
static_assert(kOpcodeCount == std::size(kOpcodes));

constexpr bool inOrder() {
  for (size_t i = 0; i < kOpcodeCount; ++i) {
    if (kOpcodes[i].opcode != static_cast<Opcode>(i)) return false;
  }
  return true;
}
static_assert(inOrder(), "kOpcodes follows the enumeration");

constexpr const OpcodeEntry& entry(Opcode opcode) {
  return kOpcodes[static_cast<size_t>(opcode)];
}

constexpr std::string_view opcodeName(size_t i) {
  return kOpcodes[i].name;
}
constexpr NameTable<10, opcodeName> kOpcodeTable(kOpcodeCount);

// Numbers in TpuGraphs' opcode table of trace and tuple-select, two opcodes that HLO no longer has.
constexpr uint8_t kTraceId = 97;
constexpr uint8_t kTupleSelectId = 101;

constexpr std::array<std::string_view, 121> fillTpuGraphsNames() {
  std::array<std::string_view, 121> names{};
  for (const OpcodeEntry& e : kOpcodes) {
    if (e.tpuGraphsId != 0) names[e.tpuGraphsId] = e.name;
  }
  names[kTraceId] = "trace";
  names[kTupleSelectId] = "tuple-select";
  return names;
}
constexpr std::array<std::string_view, 121> kTpuGraphsNames = fillTpuGraphsNames();

}  // namespace

std::string_view name(Opcode opcode) {
  return entry(opcode).name;
}

Opcode opcodeFromName(std::string_view name) {
  return static_cast<Opcode>(kOpcodeTable.find(name));
}

uint8_t tpuGraphsId(Opcode opcode) {
  return entry(opcode).tpuGraphsId;
}

std::string_view tpuGraphsOpcodeName(uint8_t id) {
  return id < kTpuGraphsNames.size() ? kTpuGraphsNames[id] : std::string_view{};
}

uint8_t tpuGraphsIdFromName(std::string_view name) {
  if (name == tpuGraphsOpcodeName(kTraceId)) return kTraceId;
  if (name == tpuGraphsOpcodeName(kTupleSelectId)) return kTupleSelectId;
  return tpuGraphsId(opcodeFromName(name));
}

int operandCount(Opcode opcode) {
  return entry(opcode).operandCount;
}

Work workPerElement(Opcode opcode) {
  return entry(opcode).work;
}

}  // namespace hlorank::hlo
