// The opcodes of HLO (xla/hlo/ir/hlo_opcode.h) and their ids in TpuGraphs' table. One list, in opcode.cpp, gives both.
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
  kOther,  // only from binaries: an opcode this list does not have, e.g. of another vintage of XLA
};
inline constexpr size_t kOpcodeCount = static_cast<size_t>(Opcode::kOther) + 1;
// clang-format on

std::string_view name(Opcode opcode);          // "get-tuple-element"
Opcode opcodeFromName(std::string_view name);  // kInvalid when there is none; hashed, not searched
uint8_t tpuGraphsId(Opcode opcode);            // 0 for opcodes TpuGraphs' table does not have
std::string_view tpuGraphsOpcodeName(
    uint8_t id);  // the name behind an id of the table, "" for ids without one; ids 0..120
uint8_t tpuGraphsIdFromName(std::string_view name);  // also for names only old XLA has (trace, tuple-select)

// Exact operand count that HLO text must give, or -1 where it varies.
int operandCount(Opcode opcode);

}  // namespace hlorank::hlo
