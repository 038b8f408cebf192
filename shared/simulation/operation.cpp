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

bool isHeavy(Opcode opcode) {
  return isExpensive(opcode) || opcode == Opcode::kDivide || opcode == Opcode::kRemainder;
}

}  // namespace hlorank::simulation
