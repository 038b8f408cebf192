#include "shared/drawing/names.h"

#include <algorithm>
#include <map>

namespace hlorank::drawing {
namespace {

using hlo::Opcode;

// Returns how well an opcode characterizes the part of a program that contains it, from 0 to 100 (best).
uint64_t importance(Opcode opcode) {
  switch (opcode) {
    case Opcode::kDot:
    case Opcode::kConvolution:
    case Opcode::kWhile:
    case Opcode::kConditional:
    case Opcode::kCustomCall:
    case Opcode::kAllReduce:
    case Opcode::kAllGather:
    case Opcode::kReduceScatter:
    case Opcode::kAllToAll:
    case Opcode::kScatter:
    case Opcode::kSort:
      return 100;
    case Opcode::kReduce:
    case Opcode::kReduceWindow:
    case Opcode::kGather:
    case Opcode::kFusion:
    case Opcode::kExp:
      return 5;
    case Opcode::kBroadcast:
    case Opcode::kReshape:
    case Opcode::kTranspose:
    case Opcode::kCopy:
    case Opcode::kConvert:
      return 0;
    default:
      return 1;
  }
}

}  // namespace

std::string summarizeOpcodes(const hlo::Module& module, std::span<const hlo::InstructionId> instructions) {
  std::map<Opcode, uint32_t> counts;
  for (hlo::InstructionId i : instructions) ++counts[module.instructions[i].opcode];
  std::vector<std::pair<Opcode, uint32_t>> list(counts.begin(), counts.end());
  std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) {
    return a.second * importance(a.first) > b.second * importance(b.first);
  });
  std::string text;
  for (size_t k = 0; k < std::min<size_t>(list.size(), 2); ++k) {
    text += k == 0 ? "" : ", ";
    text += hlo::name(list[k].first);
    if (list[k].second > 1) text += " ×" + std::to_string(list[k].second);
  }
  return text;
}

std::string findCommonName(const std::vector<std::string_view>& names) {
  const std::string_view first = names.front();
  size_t prefix = first.size(), suffix = first.size();
  for (std::string_view name : names) {
    prefix = std::min(prefix, name.size());
    suffix = std::min(suffix, name.size());
    while (first.substr(0, prefix) != name.substr(0, prefix)) --prefix;
    while (first.substr(first.size() - suffix) != name.substr(name.size() - suffix)) --suffix;
  }
  if (first.empty()) return "block";
  if (prefix == first.size() && suffix == first.size()) return std::string(first);
  while (prefix > 0 && first[prefix - 1] >= '0' && first[prefix - 1] <= '9') --prefix;
  suffix = std::min(suffix, first.size() - prefix);
  if (prefix + suffix == 0) return "block";
  return std::string(first.substr(0, prefix)) + "*" + std::string(first.substr(first.size() - suffix));
}

}  // namespace hlorank::drawing
