#include "shared/cost/custom_call.h"

#include <algorithm>
#include <array>

#include "shared/cost/arithmetic.h"
#include "shared/cost/sizes.h"
#include "shared/cost/window.h"

namespace hlorank::cost {

std::string_view customCallTarget(const hlo::Module& module, const hlo::Instruction& instruction) {
  const hlo::Attribute* attribute = module.attribute(instruction, "custom_call_target");
  if (!attribute) return {};
  std::string_view target = attribute->value;
  if (!target.empty() && target.front() == '"') target.remove_prefix(1);
  if (!target.empty() && target.back() == '"') target.remove_suffix(1);
  return target;
}

std::string_view configFrom(const hlo::Module& module, const hlo::Instruction& instruction, std::string_view key) {
  const hlo::Attribute* config = module.attribute(instruction, "backend_config");
  const size_t place = config ? config->value.find(key) : std::string_view::npos;
  return place == std::string_view::npos ? std::string_view() : config->value.substr(place);
}

bool isAnnotation(const hlo::Module& module, const hlo::Instruction& call) {
  constexpr std::array<std::string_view, 3> kTargets = {"Sharding", "SPMDFullToShardShape", "SPMDShardToFullShape"};
  const std::string_view target = customCallTarget(module, call);
  return target.starts_with("xla.sdy.") || std::find(kTargets.begin(), kTargets.end(), target) != kTargets.end();
}

namespace {

// Returns the numbers of the first list after `key` in the backend_config of a call; nothing if there is none.
std::optional<std::vector<int64_t>> findList(const hlo::Module& module, const hlo::Instruction& call,
                                             std::string_view key) {
  const std::string_view rest = configFrom(module, call, key);
  const size_t begin = rest.find('['), end = rest.find(']');
  if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) return std::nullopt;
  return parseIntegers(rest.substr(begin, end - begin));
}

std::optional<double> countMatmulFlops(const hlo::Module& module, const hlo::Instruction& call, hlo::ShapeId left,
                                       hlo::ShapeId result) {
  const auto contracted = findList(module, call, "lhs_contracting_dimensions");
  if (!contracted) return std::nullopt;
  const auto sizes = module.dimensionsOf(left);
  double flops = 2 * countElements(module, result);
  for (const int64_t dimension : *contracted) {
    if (dimension < 0 || dimension >= static_cast<int64_t>(sizes.size())) return std::nullopt;
    flops *= static_cast<double>(std::max<int64_t>(0, sizes[static_cast<size_t>(dimension)]));
  }
  return flops;
}

// Returns the fraction of the scores [queries, keys] that attention computes: those that a causal mask, perhaps with a
// sliding window, does not hide.
double countedScores(const hlo::Module& module, const hlo::Instruction& call, double queries, double keys) {
  if (queries != keys || configFrom(module, call, "CAUSAL\"").empty()) return 1;
  double window = keys;
  const std::string_view length = configFrom(module, call, "\"sliding_window_length\":");
  const auto numbers = parseIntegers(length.substr(0, length.find_first_of(",}")));
  if (!numbers.empty() && numbers[0] > 0) window = std::min(keys, static_cast<double>(numbers[0]));
  return (window * (window + 1) / 2 + (keys - window) * window) / (keys * keys);
}

// Counts the work of attention. Scores have the shape [batch, heads, queries, keys]. Forward: queries × keys, and
// scores × values. Backward: the scores again, and the gradients of queries, keys, values and scores.
std::optional<Cost> countAttention(const hlo::Module& module, const hlo::Instruction& call, hlo::ShapeId queries,
                                   hlo::ShapeId result) {
  const auto scores = findList(module, call, "intermediate_tensor_shape");
  if (!scores || scores->size() < 2 ||
      std::any_of(scores->begin(), scores->end(), [](int64_t size) { return size < 1; }))
    return std::nullopt;
  double exponentials = 1;
  for (const int64_t size : *scores) exponentials *= static_cast<double>(size);
  const double keys = static_cast<double>(scores->back());
  const double ofQueries = 2 * keys * countElements(module, queries),
               ofResult = 2 * keys * countElements(module, result);
  double flops = ofQueries + ofResult;
  if (customCallTarget(module, call).find("Backward") != std::string_view::npos) {
    const auto operands = module.operandsOf(call);
    const auto depthOf = [&](hlo::ShapeId shape) {
      const auto sizes = module.dimensionsOf(shape);
      return sizes.empty() ? 1. : static_cast<double>(std::max<int64_t>(1, sizes.back()));
    };
    const double values = operands.size() > 2 ? depthOf(module.instructions[operands[2]].shape) : depthOf(queries);
    flops = 3 * ofQueries + 2 * ofQueries * values / depthOf(queries);
  }
  const double counted = countedScores(module, call, static_cast<double>((*scores)[scores->size() - 2]), keys);
  return Cost{flops * counted, exponentials * counted, 0};
}

// Returns the cost of a call without its kind of arithmetic.
std::optional<Cost> countWork(const hlo::Module& module, const hlo::Instruction& call) {
  const std::string_view target = customCallTarget(module, call);
  const bool isMatmul = target.starts_with("__cublas$"), isAttention = target.starts_with("__cudnn$fmha");
  if (!isMatmul && !isAttention && !target.starts_with("__cudnn$conv")) return std::nullopt;
  const auto operands = module.operandsOf(call);
  const auto results = listLeaves(module, call.shape, 64);
  if (operands.empty() || results.empty()) return std::nullopt;
  const hlo::ShapeId first = module.instructions[operands[0]].shape, result = results[0];
  if (isAttention) return countAttention(module, call, first, result);
  if (isMatmul) {
    const auto flops = countMatmulFlops(module, call, first, result);
    return flops ? std::optional(Cost{*flops, 0, 0}) : std::nullopt;
  }
  const hlo::Details* details = module.detailsOf(call);
  if (operands.size() < 2 || !details || !details->hasConvolution) return std::nullopt;
  const hlo::ShapeId second = module.instructions[operands[1]].shape;
  ConvolutionShapes shapes = {first, second, result};
  if (target == "__cudnn$convBackwardInput") shapes = {result, second, first};
  if (target == "__cudnn$convBackwardFilter") shapes = {first, result, second};
  return Cost{countConvolutionFlops(module, call, shapes), 0, 0};
}

}  // namespace

std::optional<Cost> countLibraryWork(const hlo::Module& module, const hlo::Instruction& call) {
  const auto cost = countWork(module, call);
  return cost ? std::optional(withMatrixOperations(*cost, module, call)) : std::nullopt;
}

std::string findGpuSign(const hlo::Module& module) {
  // Prefixes of custom_call_target that occur only in modules compiled for a GPU.
  constexpr std::array<std::string_view, 10> kTargets = {"__cublas", "__cudnn", "__cusolver", "__gpu$", "__triton",
                                                         "cublas",   "cudnn",   "cusolver",   "cu_",    "hip"};
  bool hasQueues = false;
  for (const hlo::Instruction& instruction : module.instructions) {
    if (instruction.opcode == hlo::Opcode::kCustomCall) {
      const std::string_view target = customCallTarget(module, instruction);
      if (std::any_of(kTargets.begin(), kTargets.end(),
                      [&](std::string_view prefix) { return target.starts_with(prefix); }))
        return "it calls " + std::string(target);
    }
    if (hasQueues) continue;
    const hlo::Attribute* config = module.attribute(instruction, "backend_config");
    hasQueues = config && config->value.find("operation_queue_id") != std::string_view::npos;
  }
  return hasQueues ? "its backend configurations name GPU queues" : "";
}

}  // namespace hlorank::cost
