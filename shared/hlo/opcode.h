// HLO opcodes (xla/hlo/ir/hlo_opcode.h) and the numbers that TpuGraphs' array node_opcode uses for them. The table of
// both is in opcode.cpp.
#pragma once

#include <cstdint>
#include <string_view>

namespace hlorank::hlo {

// clang-format off
enum class Opcode : uint8_t {
  kInvalid,
  kAbs, kAcos, kAcosh, kAdd, kAddDependency, kAfterAll, kAllGather, kAllGatherDone, kAllGatherStart, kAllReduce,
  kAllReduceDone, kAllReduceStart, kAllToAll, kAnd, kAsin, kAsinh, kAsyncDone, kAsyncStart, kAsyncUpdate, kAtan2, kAtanh,
  kBatchNormGrad, kBatchNormInference, kBatchNormTraining, kBitcast, kBitcastConvert, kBroadcast, kCall, kCbrt, kCeil,
  kCholesky, kClamp, kCountLeadingZeros, kCollectiveBroadcast, kCollectivePermute, kCollectivePermuteDone,
  kCollectivePermuteStart, kCompare, kComplex, kConcatenate, kConditional, kConstant, kConvert, kConvolution, kCopy,
  kCopyDone, kCopyStart, kCosine, kCosh, kCustomCall, kDivide, kDomain, kDot, kDynamicReshape, kDynamicSlice,
  kDynamicUpdateSlice, kErf, kExp, kExpm1, kFft, kFloor, kFusion, kGather, kGetDimensionSize, kGetTupleElement, kImag,
  kInfeed, kIota, kIsFinite, kLog, kLog1p, kLogistic, kMap, kMaximum, kMinimum, kMulhi, kMultiply, kNegate, kNot,
  kOptimizationBarrier, kOr, kOutfeed, kPad, kParameter, kPartitionId, kPopulationCount, kPower, kRaggedAllToAll,
  kRaggedDot, kReal, kRecv, kRecvDone, kReduce, kReducePrecision, kReduceScatter, kReduceWindow, kRemainder, kReplicaId,
  kReshape, kReverse, kRng, kRngBitGenerator, kRngGetAndUpdateState, kRoundNearestAfz, kRoundNearestEven, kRsqrt,
  kScaledDot, kScan, kScatter, kSelect, kSelectAndScatter, kSend, kSendDone, kSetDimensionSize, kShiftLeft,
  kShiftRightArithmetic, kShiftRightLogical, kSign, kSine, kSinh, kSlice, kSort, kSqrt, kStochasticConvert, kSubtract,
  kTan, kTanh, kTopk, kTranspose, kTriangularSolve, kTuple, kWhile, kXor,
  // An opcode that this list lacks, because it is from another XLA version. Occurs only in modules read from protos.
  kOther,
};
inline constexpr size_t kOpcodeCount = static_cast<size_t>(Opcode::kOther) + 1;
// clang-format on

std::string_view name(Opcode opcode);          // returns the opcode as in HLO text, such as "get-tuple-element"
Opcode opcodeFromName(std::string_view name);  // returns the opcode with this name; kInvalid for an unknown name; O(1)
uint8_t tpuGraphsId(Opcode opcode);  // returns the opcode's number in TpuGraphs' array node_opcode; 0 if it has none
inline constexpr int kMaxTpuGraphsId = 120;  // largest opcode number in TpuGraphs
// Returns the name of the opcode with a TpuGraphs number from 0 to kMaxTpuGraphsId. Returns "" if the number is unused.
std::string_view tpuGraphsOpcodeName(uint8_t id);
// Returns the TpuGraphs number of the opcode with this name. Accepts also trace and tuple-select, which HLO no longer
// has.
uint8_t tpuGraphsIdFromName(std::string_view name);

// Returns the number of operands that an instruction with this opcode must list in HLO text. Returns -1 if the number
// varies.
int operandCount(Opcode opcode);

// What XLA's cost analysis counts for each element of the result of an elementwise opcode; kNone for opcodes that are
// not elementwise.
enum class Work : uint8_t { kNone, kFlop, kTranscendental };
Work workPerElement(Opcode opcode);

}  // namespace hlorank::hlo
