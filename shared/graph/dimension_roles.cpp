#include "shared/graph/dimension_roles.h"

namespace hlorank::graph {

namespace {

using Roles = std::vector<Role>;

// Sets the role of a dimension. Ignores dimension numbers outside the rank, which modules from unvalidated protos may
// contain.
void assign(Roles& roles, int64_t dimension, Role role) {
  if (dimension >= 0 && dimension < static_cast<int64_t>(roles.size())) roles[static_cast<size_t>(dimension)] = role;
}

void assign(Roles& roles, std::span<const int64_t> dimensions, Role role) {
  for (int64_t dimension : dimensions) assign(roles, dimension, role);
}

}  // namespace

std::array<Roles, 3> readDimensionRoles(const hlo::Module& module, const hlo::Instruction& instruction) {
  std::array<Roles, 3> roles;
  const std::span<const hlo::InstructionId> operands = module.operandsOf(instruction);
  if (instruction.details == hlo::kNone || operands.size() < 2) return roles;
  const hlo::Details& details = module.details[instruction.details];
  Roles &output = roles[0], &left = roles[1], &right = roles[2];
  const auto initialize = [&](Role role) {
    output.assign(module.dimensionsOf(instruction.shape).size(), role);
    left.assign(module.dimensionsOf(module.instructions[operands[0]].shape).size(), role);
    right.assign(module.dimensionsOf(module.instructions[operands[1]].shape).size(), role);
  };
  if (instruction.opcode == hlo::Opcode::kDot && details.hasDot) {
    initialize(Role::kFree);
    const std::span<const int64_t> batch = module.integersOf(details.dot.lhsBatch);
    for (size_t i = 0; i < batch.size(); ++i) assign(output, static_cast<int64_t>(i), Role::kBatch);
    assign(left, batch, Role::kBatch);
    assign(left, module.integersOf(details.dot.lhsContracting), Role::kContracting);
    assign(right, module.integersOf(details.dot.rhsBatch), Role::kBatch);
    assign(right, module.integersOf(details.dot.rhsContracting), Role::kContracting);
  } else if (instruction.opcode == hlo::Opcode::kConvolution && details.hasConvolution) {
    initialize(Role::kNone);
    const hlo::ConvolutionDimensions& convolution = details.convolution;
    assign(output, convolution.outputBatch, Role::kBatch);
    assign(output, convolution.outputFeature, Role::kFeature);
    assign(output, module.integersOf(convolution.outputSpatial), Role::kSpatial);
    assign(left, convolution.inputBatch, Role::kBatch);
    assign(left, convolution.inputFeature, Role::kFeature);
    assign(left, module.integersOf(convolution.inputSpatial), Role::kSpatial);
    assign(right, convolution.kernelInputFeature, Role::kInputFeature);
    assign(right, convolution.kernelOutputFeature, Role::kOutputFeature);
    assign(right, module.integersOf(convolution.kernelSpatial), Role::kSpatial);
  }
  return roles;
}

}  // namespace hlorank::graph
