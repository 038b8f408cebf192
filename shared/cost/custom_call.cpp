#include "shared/cost/custom_call.h"

#include <algorithm>
#include <array>

#include "shared/cost/sizes.h"

namespace hlorank::cost {

std::string_view customCallTarget(const hlo::Module& module, const hlo::Instruction& instruction) {
  const hlo::Attribute* attribute = module.attribute(instruction, "custom_call_target");
  if (!attribute) return {};
  std::string_view target = attribute->value;
  if (!target.empty() && target.front() == '"') target.remove_prefix(1);
  if (!target.empty() && target.back() == '"') target.remove_suffix(1);
  return target;
}

bool isAnnotation(const hlo::Module& module, const hlo::Instruction& call) {
  constexpr std::array<std::string_view, 3> kTargets = {"Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape"};
  const std::string_view target = customCallTarget(module, call);
  return target.starts_with("xla.sdy.") || std::find(kTargets.begin(), kTargets.end(), target) != kTargets.end();
}

std::optional<double> countMatmulFlops(const hlo::Module& module, const hlo::Instruction& call) {
  const auto operands = module.operandsOf(call);
  const hlo::Attribute* config = module.attribute(call, "backend_config");
  if (!customCallTarget(module, call).starts_with("__cublas$") || !config || operands.empty()) return std::nullopt;
  constexpr std::string_view kKey = "lhs_contracting_dimensions";
  const size_t key = config->value.find(kKey);
  if (key == std::string_view::npos) return std::nullopt;
  const std::string_view rest = config->value.substr(key);
  const size_t begin = rest.find('['), end = rest.find(']');
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return std::nullopt;
  const auto sizes = module.dimensionsOf(module.instructions[operands[0]].shape);
  const auto results = listLeaves(module, call.shape, 64);
  if (results.empty()) return std::nullopt;
  double flops = 2 * countElements(module, results[0]);
  for (const int64_t dimension : parseIntegers(rest.substr(begin, end - begin))) {
    if (dimension < 0 || dimension >= static_cast<int64_t>(sizes.size())) return std::nullopt;
    flops *= static_cast<double>(std::max<int64_t>(0, sizes[static_cast<size_t>(dimension)]));
  }
  return flops;
}

}  // namespace hlorank::cost
