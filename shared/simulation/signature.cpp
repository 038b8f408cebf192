#include "shared/simulation/signature.h"

#include <algorithm>
#include <vector>

#include "shared/simulation/operation.h"

namespace hlorank::simulation {
namespace {

using hlo::Opcode;

std::string describe(bool onlyMoves, const std::vector<int64_t>& iterations) {
  std::string text;
  for (const int64_t n : iterations)
    if (n != 1) text += (text.empty() ? "" : ",") + std::to_string(n);
  return (onlyMoves ? "copy " : "loop ") + text;
}

// Whether a simulated loop nest computes nothing, but only moves data.
bool onlyMoves(const PreparedComputation& c, const Layouts& layouts, const Loops& loops, const Nest& nest) {
  if (nest.kind == NestKind::kCopy) return true;
  constexpr size_t kMostOperations = 50;
  std::vector<uint32_t> fused{nest.value};
  for (size_t next = 0; next < fused.size() && next < kMostOperations; ++next) {
    const Node& node = c.nodes[fused[next]];
    if (!node.isPure) return false;
    for (uint32_t e = node.operands; e < node.operands + node.operandCount; ++e) {
      const uint32_t operand = layouts.operands[e];
      if (c.nodes[operand].isArray && computesOperand(c, loops, fused[next], operand)) fused.push_back(operand);
    }
  }
  return true;
}

bool isProduct(const hlo::Module& module, const hlo::Computation& computation) {
  const auto list = module.instructionsOf(computation);
  return std::any_of(list.begin(), list.end(), [](const hlo::Instruction& instruction) {
    return instruction.opcode == Opcode::kDot || instruction.opcode == Opcode::kConvolution;
  });
}

bool movesData(Opcode opcode) {
  return opcode == Opcode::kParameter || opcode == Opcode::kConstant || opcode == Opcode::kCopy ||
         opcode == Opcode::kTranspose || opcode == Opcode::kBitcast || opcode == Opcode::kReshape;
}

bool isFusionKind(const hlo::Module& module, const hlo::Instruction& fusion, std::string_view kind) {
  const hlo::Attribute* attribute = module.attribute(fusion, "kind");
  return attribute != nullptr && attribute->value == kind;
}

}  // namespace

std::string signatureOf(const PreparedComputation& computation, const Layouts& layouts, const Loops& loops,
                        const Nest& nest) {
  if (nest.kind == NestKind::kMatrixVector) return std::string(kProductSignature);
  const Node& node = computation.nodes[nest.value];
  if (node.elements < kLeastElements || nest.kind == NestKind::kUpdate) return "";
  // A copy of what a library computed is a loop. A concatenate that stands alone is not.
  const bool copies = nest.kind == NestKind::kCopy;
  if (!copies && (loops.libraryFusion[nest.value] != kNone || (node.kind == Kind::kConcatenate && !node.isFusable)))
    return "";
  std::vector<int64_t> iterations;
  for (const uint8_t d : nest.order.list()) iterations.push_back(computation.sizesOf(nest.root)[d]);
  return describe(onlyMoves(computation, layouts, loops, nest), iterations);
}

std::string signatureOf(const hlo::Module& module, hlo::InstructionId id) {
  const hlo::Instruction& instruction = module.instructions[id];
  const hlo::Computation* fused = nullptr;
  if (instruction.opcode == Opcode::kFusion && instruction.calledComputations.size > 0)
    fused = &module.computations[module.calledBy(instruction)[0]];
  if (instruction.opcode == Opcode::kDot || instruction.opcode == Opcode::kConvolution ||
      (fused != nullptr && isProduct(module, *fused)))
    return std::string(kProductSignature);
  bool moves = movesData(instruction.opcode);
  if (fused != nullptr) {
    if (isFusionKind(module, instruction, "kCustom")) return "";
    const auto list = module.instructionsOf(*fused);
    moves = std::all_of(list.begin(), list.end(), [](const hlo::Instruction& i) { return movesData(i.opcode); });
  } else if (hlo::workPerElement(instruction.opcode) == hlo::Work::kNone && instruction.opcode != Opcode::kCopy &&
             instruction.opcode != Opcode::kTranspose && instruction.opcode != Opcode::kBroadcast) {
    return "";
  }
  const hlo::Shape& shape = module.shapes[instruction.shape];
  if (!shape.hasLayout) return "";  // a tuple: a fusion with several results
  int64_t elements = 1;
  std::vector<int64_t> iterations;
  const auto sizes = module.integersOf(shape.dimensions);
  for (const int64_t d : module.integersOf(shape.minorToMajor)) iterations.push_back(sizes[static_cast<size_t>(d)]);
  for (const int64_t n : iterations) elements *= n;
  return elements < kLeastElements ? "" : describe(moves, iterations);
}

}  // namespace hlorank::simulation
