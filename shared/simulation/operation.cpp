#include "shared/simulation/operation.h"

namespace hlorank::simulation {

using hlo::Opcode;

Kind kindOf(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAbs:
    case Opcode::kAcos:
    case Opcode::kAcosh:
    case Opcode::kAdd:
    case Opcode::kAnd:
    case Opcode::kAsin:
    case Opcode::kAsinh:
    case Opcode::kAtan2:
    case Opcode::kAtanh:
    case Opcode::kBitcastConvert:
    case Opcode::kCbrt:
    case Opcode::kCeil:
    case Opcode::kClamp:
    case Opcode::kCountLeadingZeros:
    case Opcode::kCompare:
    case Opcode::kComplex:
    case Opcode::kConvert:
    case Opcode::kCopy:
    case Opcode::kCosine:
    case Opcode::kCosh:
    case Opcode::kDivide:
    case Opcode::kDynamicSlice:
    case Opcode::kErf:
    case Opcode::kExp:
    case Opcode::kExpm1:
    case Opcode::kFloor:
    case Opcode::kImag:
    case Opcode::kIsFinite:
    case Opcode::kLog:
    case Opcode::kLog1p:
    case Opcode::kLogistic:
    case Opcode::kMaximum:
    case Opcode::kMinimum:
    case Opcode::kMulhi:
    case Opcode::kMultiply:
    case Opcode::kNegate:
    case Opcode::kNot:
    case Opcode::kOptimizationBarrier:
    case Opcode::kOr:
    case Opcode::kPad:
    case Opcode::kPopulationCount:
    case Opcode::kPower:
    case Opcode::kReal:
    case Opcode::kReducePrecision:
    case Opcode::kRemainder:
    case Opcode::kReverse:
    case Opcode::kRoundNearestAfz:
    case Opcode::kRoundNearestEven:
    case Opcode::kRsqrt:
    case Opcode::kSelect:
    case Opcode::kShiftLeft:
    case Opcode::kShiftRightArithmetic:
    case Opcode::kShiftRightLogical:
    case Opcode::kSign:
    case Opcode::kSine:
    case Opcode::kSinh:
    case Opcode::kSlice:
    case Opcode::kSqrt:
    case Opcode::kStochasticConvert:
    case Opcode::kSubtract:
    case Opcode::kTan:
    case Opcode::kTanh:
    case Opcode::kXor:
      return Kind::kSame;
    case Opcode::kConcatenate:
      return Kind::kConcatenate;
    case Opcode::kDynamicUpdateSlice:
      return Kind::kUpdate;
    case Opcode::kBroadcast:
      return Kind::kBroadcast;
    case Opcode::kTranspose:
      return Kind::kTranspose;
    case Opcode::kReshape:
      return Kind::kReshape;
    case Opcode::kIota:
      return Kind::kIota;
    case Opcode::kReduce:
      return Kind::kReduce;
    case Opcode::kGather:
      return Kind::kGather;
    case Opcode::kParameter:
      return Kind::kParameter;
    case Opcode::kGetTupleElement:
      return Kind::kElement;
    case Opcode::kConstant:
      return Kind::kConstant;
    case Opcode::kDot:
      return Kind::kDot;
    case Opcode::kCholesky:
    case Opcode::kReduceWindow:
    case Opcode::kScatter:
    case Opcode::kSelectAndScatter:
    case Opcode::kSort:
    case Opcode::kTriangularSolve:
      return Kind::kPass;
    case Opcode::kConvolution:
    case Opcode::kCustomCall:
    case Opcode::kFft:
      return Kind::kRowMajor;
    default:
      return Kind::kOther;
  }
}

bool isExpensive(Opcode opcode) {
  return isHeavy(opcode) && opcode != Opcode::kDivide && opcode != Opcode::kRemainder;
}

bool isHeavy(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAtan2:
    case Opcode::kCbrt:
    case Opcode::kCosine:
    case Opcode::kDivide:
    case Opcode::kErf:
    case Opcode::kExp:
    case Opcode::kExpm1:
    case Opcode::kLog:
    case Opcode::kLog1p:
    case Opcode::kLogistic:
    case Opcode::kPower:
    case Opcode::kRemainder:
    case Opcode::kRsqrt:
    case Opcode::kSine:
    case Opcode::kSqrt:
    case Opcode::kTan:
    case Opcode::kTanh:
      return true;
    default:
      return false;
  }
}

}  // namespace hlorank::simulation
