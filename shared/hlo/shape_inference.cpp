#include "shared/hlo/shape_inference.h"

#include "shared/hlo/parse_shape.h"
#include "shared/hlo/shape_inference_rules.h"

namespace hlorank::hlo {
namespace inference {
namespace {

ShapeId inferAddDependency(Context& c) {
  return c.operandCount() == 2 ? c.operand(0) : c.fail("'add-dependency' takes 2 operands");
}

ShapeId failUnwritten(Context& c) {
  return c.fail("'" + std::string(name(c.instruction.opcode)) +
                "' needs its shape written: it does not follow from the operands");
}

ShapeId inferAny(Context& c) {
  switch (c.instruction.opcode) {
    case Opcode::kCopy:
    case Opcode::kDomain:
      return inferUnary(c);
    case Opcode::kCompare:
      return inferCompare(c);
    case Opcode::kComplex:
      return inferComplex(c);
    case Opcode::kClamp:
      return inferClamp(c);
    case Opcode::kSelect:
      return inferSelect(c);
    case Opcode::kDot:
      return inferDot(c);
    case Opcode::kRaggedDot:
      return inferRaggedDot(c);
    case Opcode::kScaledDot:
      return inferScaledDot(c);
    case Opcode::kConvolution:
      return inferConvolution(c);
    case Opcode::kReduceWindow:
      return inferReduceWindow(c);
    case Opcode::kSelectAndScatter:
      return inferSelectAndScatter(c);
    case Opcode::kPad:
      return inferPad(c);
    case Opcode::kGather:
      return inferGather(c);
    case Opcode::kScatter:
      return inferScatter(c);
    case Opcode::kReduce:
      return inferReduce(c);
    case Opcode::kMap:
      return inferMap(c);
    case Opcode::kScan:
      return inferScan(c);
    case Opcode::kSort:
      return inferSort(c);
    case Opcode::kTopk:
      return inferTopk(c);
    case Opcode::kBroadcast:
      return inferBroadcast(c);
    case Opcode::kTranspose:
      return inferTranspose(c);
    case Opcode::kReverse:
      return inferReverse(c);
    case Opcode::kConcatenate:
      return inferConcatenate(c);
    case Opcode::kGetDimensionSize:
      return inferGetDimensionSize(c);
    case Opcode::kSetDimensionSize:
      return inferSetDimensionSize(c);
    case Opcode::kFft:
      return inferFft(c);
    case Opcode::kCholesky:
      return inferCholesky(c);
    case Opcode::kTriangularSolve:
      return inferTriangularSolve(c);
    case Opcode::kBatchNormGrad:
    case Opcode::kBatchNormInference:
    case Opcode::kBatchNormTraining:
      return inferBatchNorm(c);
    case Opcode::kTuple:
      return inferTuple(c);
    case Opcode::kGetTupleElement:
      return inferGetTupleElement(c);
    case Opcode::kWhile:
      return inferWhile(c);
    case Opcode::kCall:
      return inferCall(c);
    case Opcode::kConditional:
      return inferConditional(c);
    case Opcode::kAddDependency:
      return inferAddDependency(c);
    case Opcode::kAfterAll:
      return addArrayShape(c.module, PrimitiveType::kToken, {});
    case Opcode::kPartitionId:
    case Opcode::kReplicaId:
      return addArrayShape(c.module, PrimitiveType::kU32, {});
    case Opcode::kBitcastConvert:
    case Opcode::kConvert:
    case Opcode::kReducePrecision:
    case Opcode::kStochasticConvert:
      return failUnwritten(c);
    default:
      if (workPerElement(c.instruction.opcode) == Work::kNone) return failUnwritten(c);
      return operandCount(c.instruction.opcode) == 1 ? inferUnary(c) : inferBinary(c);
  }
}

}  // namespace
}  // namespace inference

namespace {

ShapeId tokenShape(Module& module) {
  return addArrayShape(module, PrimitiveType::kToken, {});
}

ShapeId firstElement(const Module& module, ShapeId tuple) {
  return module.elementsOf(module.shapes[tuple])[0];
}

// Returns the shape of the tuple that a data transfer yields. It is (data, context, token) for a send or recv, and
// (data, token) for an infeed or recv-done.
ShapeId transferShape(Module& module, ShapeId data, bool hasContext) {
  std::vector<ShapeId> elements = {data};
  if (hasContext) elements.push_back(addArrayShape(module, PrimitiveType::kU32, {}));
  elements.push_back(tokenShape(module));
  return addTupleShape(module, elements);
}

}  // namespace

ShapeId effectiveShape(Module& module, const Instruction& instruction) {
  const auto operand = [&] { return module.instructions[module.operandsOf(instruction)[0]].shape; };
  switch (instruction.opcode) {
    case Opcode::kAfterAll:
    case Opcode::kOutfeed:
    case Opcode::kSendDone:
      return tokenShape(module);
    case Opcode::kAddDependency:
      return operand();
    case Opcode::kInfeed:
      return transferShape(module, firstElement(module, instruction.shape), false);
    case Opcode::kRecv:
      return transferShape(module, firstElement(module, instruction.shape), true);
    case Opcode::kRecvDone:
      return transferShape(module, firstElement(module, operand()), false);
    case Opcode::kSend:
      return transferShape(module, operand(), true);
    default:
      return instruction.shape;
  }
}

ShapeId inferShape(Module& module, const Instruction& instruction, std::string& problem) {
  problem.clear();
  inference::Context context(module, instruction, problem);
  return inference::inferAny(context);
}

}  // namespace hlorank::hlo
