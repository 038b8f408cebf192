#include "shared/simulation/operation.h"

namespace hlorank::simulation {

using hlo::Opcode;

Kind kindOf(Opcode opcode) {
  if (hlo::workPerElement(opcode) != hlo::Work::kNone) return Kind::kSame;
  switch (opcode) {
    case Opcode::kCopy:
    case Opcode::kDynamicSlice:
    case Opcode::kOptimizationBarrier:
    case Opcode::kPad:
    case Opcode::kReverse:
    case Opcode::kSlice:
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
  return hlo::workPerElement(opcode) == hlo::Work::kTranscendental;
}

bool isLibraryOperation(Opcode opcode) {
  switch (opcode) {
    case Opcode::kAbs:
    case Opcode::kAdd:
    case Opcode::kCeil:
    case Opcode::kConvert:
    case Opcode::kDivide:
    case Opcode::kErf:
    case Opcode::kExp:
    case Opcode::kExpm1:
    case Opcode::kFloor:
    case Opcode::kLog:
    case Opcode::kLog1p:
    case Opcode::kLogistic:
    case Opcode::kMaximum:
    case Opcode::kMinimum:
    case Opcode::kMultiply:
    case Opcode::kNegate:
    case Opcode::kPower:
    case Opcode::kRoundNearestEven:
    case Opcode::kRsqrt:
    case Opcode::kSign:
    case Opcode::kSqrt:
    case Opcode::kSubtract:
    case Opcode::kTanh:
      return true;
    default:
      return false;
  }
}

bool isHeavy(Opcode opcode) {
  return isExpensive(opcode) || opcode == Opcode::kDivide || opcode == Opcode::kRemainder;
}

bool isVeryHeavy(Opcode opcode) {
  return opcode == Opcode::kSine || opcode == Opcode::kCosine || opcode == Opcode::kTan || opcode == Opcode::kAtan2 ||
         opcode == Opcode::kExpm1 || opcode == Opcode::kLog1p || opcode == Opcode::kPower || opcode == Opcode::kCbrt;
}

bool isWorthHoisting(Opcode opcode) {
  switch (opcode) {
    case Opcode::kBitcast:
    case Opcode::kBroadcast:
    case Opcode::kConstant:
    case Opcode::kGetTupleElement:
    case Opcode::kIota:
    case Opcode::kParameter:
    case Opcode::kReshape:
    case Opcode::kReverse:
    case Opcode::kSlice:
    case Opcode::kTranspose:
    case Opcode::kTuple:
      return false;
    default:
      return true;
  }
}

}  // namespace hlorank::simulation
