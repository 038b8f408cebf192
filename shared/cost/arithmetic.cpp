#include "shared/cost/arithmetic.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "shared/base/text.h"
#include "shared/cost/custom_call.h"

namespace hlorank::cost {

using hlo::Instruction;
using hlo::Module;
using hlo::PrimitiveType;

namespace {

PrimitiveType typeOf(const Module& module, hlo::InstructionId id) {
  return module.shapes[module.instructions[id].shape].type;
}

// Returns the bits of a number, or of the real part of a complex one.
int realWidth(PrimitiveType type) {
  return hlo::isComplex(type) ? hlo::bitWidth(type) / 2 : hlo::bitWidth(type);
}

// Returns the precision algorithm of a multiplication without "dot_", such as bf16_bf16_f32_x3; "" if none is set.
std::string findAlgorithm(const Module& module, const Instruction& instruction) {
  const hlo::Attribute* attribute = module.attribute(instruction, "algorithm");
  if (attribute && attribute->value.starts_with("dot_")) return std::string(attribute->value.substr(4));
  constexpr std::string_view kPrefix = "\"ALG_DOT_";
  std::string_view name = configFrom(module, instruction, kPrefix);
  name.remove_prefix(std::min(name.size(), kPrefix.size()));
  return lowered(std::string(name.substr(0, name.find('"'))));
}

// Returns the text with the precisions of the operands of a multiplication in lower case: {high,default}, or
// operand_precision":["high","default" of a backend_config. "" if none are set.
std::string findPrecisions(const Module& module, const Instruction& instruction) {
  constexpr std::string_view kName = "operand_precision";
  if (const hlo::Attribute* attribute = module.attribute(instruction, kName))
    return lowered(std::string(attribute->value));
  const std::string_view config = configFrom(module, instruction, kName);
  return lowered(std::string(config.substr(0, config.find(']'))));
}

struct Matrix {
  Arithmetic kind;
  double passes = 1;  // multiplications of parts of the operands, whose results are added
};

Matrix matrixOf(std::string_view algorithm, Arithmetic otherwise) {
  const double passes = algorithm.ends_with("_x3")   ? 3
                        : algorithm.ends_with("_x6") ? 6
                        : algorithm.ends_with("_x9") ? 9
                                                     : 1;
  constexpr std::pair<std::string_view, Arithmetic> kOperands[] = {
      {"any_f8", Arithmetic::kMatrixFloat8}, {"f16", Arithmetic::kMatrixF16},       {"bf16", Arithmetic::kMatrixBf16},
      {"tf32", Arithmetic::kMatrix32High},   {"f32", Arithmetic::kMatrix32Highest}, {"f64", Arithmetic::kMatrix64}};
  for (const auto& [prefix, kind] : kOperands)
    if (algorithm.starts_with(prefix)) return {kind, passes};
  return {otherwise, passes};
}

// Returns the kind of a multiplication that its operands have, with their precision.
Arithmetic kindOfOperands(const Module& module, const Instruction& instruction) {
  PrimitiveType type = module.shapes[instruction.shape].type;
  const auto operands = module.operandsOf(instruction);
  if (!operands.empty()) type = typeOf(module, operands[0]);
  if (operands.size() > 1 && realWidth(typeOf(module, operands[1])) > realWidth(type))
    type = typeOf(module, operands[1]);
  const int bits = realWidth(type);
  if (bits <= 8) return hlo::isFloating(type) ? Arithmetic::kMatrixFloat8 : Arithmetic::kMatrixInt8;
  if (hlo::isInteger(type)) return bits > 32 ? Arithmetic::kVector64 : Arithmetic::kVector;
  if (bits < 32) return type == PrimitiveType::kBf16 ? Arithmetic::kMatrixBf16 : Arithmetic::kMatrixF16;
  if (bits > 32) return Arithmetic::kMatrix64;
  const std::string precisions = findPrecisions(module, instruction);
  if (precisions.find("highest") != std::string::npos) return Arithmetic::kMatrix32Highest;
  return precisions.find("high") != std::string::npos ? Arithmetic::kMatrix32High : Arithmetic::kMatrix32;
}

}  // namespace

std::string_view name(Arithmetic kind) {
  constexpr std::string_view kNames[] = {"vector",          "vector64",   "matrixInt8", "matrixFloat8",
                                         "matrixF16",       "matrixBf16", "matrix32",   "matrix32High",
                                         "matrix32Highest", "matrix64",   "comparison", "step"};
  return kNames[static_cast<size_t>(kind)];
}

std::string_view describe(Arithmetic kind) {
  constexpr std::string_view kTexts[] = {"vector operations",
                                         "64-bit vector operations",
                                         "8-bit integer matrix products",
                                         "8-bit float matrix products",
                                         "f16 matrix products",
                                         "bf16 matrix products",
                                         "f32 matrix products",
                                         "f32 matrix products of high precision",
                                         "f32 matrix products of highest precision",
                                         "f64 matrix products",
                                         "comparisons of sorts",
                                         "slow code of XLA:CPU"};
  return kTexts[static_cast<size_t>(kind)];
}

double countPasses(const Cost& cost) {
  const double steps = cost.operations[static_cast<size_t>(Arithmetic::kStep)];
  const double sum = std::accumulate(cost.operations.begin(), cost.operations.end(), -steps);
  return cost.flops > 0 ? sum / cost.flops : 1;
}

Cost withVectorOperations(Cost cost, const Module& module, const Instruction& instruction) {
  int bits = realWidth(module.shapes[instruction.shape].type);
  for (const hlo::InstructionId operand : module.operandsOf(instruction))
    bits = std::max(bits, realWidth(typeOf(module, operand)));
  cost.operations[static_cast<size_t>(bits > 32 ? Arithmetic::kVector64 : Arithmetic::kVector)] = cost.flops;
  return cost;
}

Cost withMatrixOperations(Cost cost, const Module& module, const Instruction& instruction) {
  const Matrix matrix = matrixOf(findAlgorithm(module, instruction), kindOfOperands(module, instruction));
  cost.operations[static_cast<size_t>(matrix.kind)] = cost.flops * matrix.passes;
  return cost;
}

}  // namespace hlorank::cost
