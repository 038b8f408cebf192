#include "shared/profile/kernels.h"

#include <algorithm>
#include <unordered_map>

#include "shared/base/text_table.h"

namespace hlorank::profile {
namespace {

using hlo::InstructionId;
using hlo::Opcode;

constexpr std::string_view kPrefix = "kernel ";

// Returns the name of the kernel of an instruction: its own name as an identifier of C.
std::string identifierOf(std::string_view name) {
  std::string identifier(name);
  for (char& c : identifier)
    if (c == '.' || c == '-') c = '_';
  return identifier;
}

// Returns the NAME in "kernel NAME (node NODE)".
std::string_view withoutNode(std::string_view name) {
  name.remove_prefix(kPrefix.size());
  return name.substr(0, name.rfind(" (node "));
}

bool hasKernel(Opcode opcode) {
  switch (opcode) {
    case Opcode::kBitcast:
    case Opcode::kConstant:
    case Opcode::kGetTupleElement:
    case Opcode::kParameter:
    case Opcode::kTuple:
      return false;
    default:
      return true;
  }
}

// Finds instructions by the names of their kernels, and those without such a kernel by their place in the schedule.
class Schedule {
 public:
  explicit Schedule(const hlo::Module& module) : module_(module), placeOf_(module.instructions.size()) {
    for (uint32_t place = 0; place < module.written.size(); ++place) placeOf_[module.written[place]] = place;
    for (const hlo::Computation& computation : module.computations)
      for (uint32_t i = 0; i < computation.instructions.size; ++i) computationOf_.push_back(&computation);
    for (InstructionId id = 0; id < module.instructions.size(); ++id)
      byKernel_.emplace(identifierOf(module.instructions[id].name), id);
  }

  InstructionId find(std::string_view kernel) const {
    const auto at = byKernel_.find(std::string(kernel));
    return at == byKernel_.end() ? hlo::kNone : at->second;
  }

  // Returns the one instruction that has a kernel, is not in `used`, and is scheduled after `before` and before
  // `after`; kNone if there is none or several. Either may be kNone: then from the begin or up to the end of the
  // computation.
  InstructionId findBetween(InstructionId before, InstructionId after, const std::vector<bool>& used) const {
    if (before == hlo::kNone && after == hlo::kNone) return hlo::kNone;
    const hlo::Computation* computation = computationOf_[before == hlo::kNone ? after : before];
    if (after != hlo::kNone && computationOf_[after] != computation) return hlo::kNone;
    const uint32_t begin = before == hlo::kNone ? computation->instructions.begin : placeOf_[before] + 1;
    const uint32_t end =
        after == hlo::kNone ? computation->instructions.begin + computation->instructions.size : placeOf_[after];
    InstructionId found = hlo::kNone;
    for (uint32_t place = begin; place < end; ++place) {
      const InstructionId id = module_.written[place];
      if (used[id] || !hasKernel(module_.instructions[id].opcode)) continue;
      if (found != hlo::kNone) return hlo::kNone;
      found = id;
    }
    return found;
  }

 private:
  const hlo::Module& module_;
  std::vector<uint32_t> placeOf_;                       // [instructions] place in the schedule of the module
  std::vector<const hlo::Computation*> computationOf_;  // [instructions]
  std::unordered_map<std::string, InstructionId> byKernel_;
};

}  // namespace

std::string kernelName(std::string_view name, int64_t node) {
  return std::string(kPrefix) + std::string(name) + " (node " + std::to_string(node) + ")";
}

bool isKernel(std::string_view name) {
  return name.substr(0, kPrefix.size()) == kPrefix && name.rfind(" (node ") != std::string_view::npos;
}

std::vector<InstructionId> findInstructions(const Profile& profile, const hlo::Module& module) {
  const size_t count = profile.instructions.size();
  std::vector<InstructionId> found(count, hlo::kNone);
  TextTable names;
  for (InstructionId id = 0; id < module.instructions.size(); ++id) names.insert(module.instructions[id].name, id);
  bool hasKernels = false;
  for (size_t i = 0; i < count; ++i) {
    const std::string& name = profile.instructions[i].name;
    hasKernels |= isKernel(name);
    if (const uint32_t id = names.find(name); id != TextTable::kAbsent) found[i] = id;
  }
  if (!hasKernels) return found;
  const Schedule schedule(module);
  std::vector<bool> used(module.instructions.size());
  for (size_t i = 0; i < count; ++i) {
    if (!isKernel(profile.instructions[i].name)) continue;
    const InstructionId id = schedule.find(withoutNode(profile.instructions[i].name));
    if (id == hlo::kNone || used[id]) continue;
    found[i] = id;
    used[id] = true;
  }
  for (size_t begin = 0, end = 0; begin < count; begin = end) {
    end = begin + 1;
    if (found[begin] != hlo::kNone) continue;
    while (end < count && found[end] == hlo::kNone) ++end;
    const InstructionId id =
        schedule.findBetween(begin == 0 ? hlo::kNone : found[begin - 1], end == count ? hlo::kNone : found[end], used);
    if (id == hlo::kNone) continue;
    used[id] = true;
    std::fill(found.begin() + std::ptrdiff_t(begin), found.begin() + std::ptrdiff_t(end), id);
  }
  return found;
}

}  // namespace hlorank::profile
