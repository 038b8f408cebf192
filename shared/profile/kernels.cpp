#include "shared/profile/kernels.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "shared/base/text_table.h"
#include "shared/cost/hotspots.h"

namespace hlorank::profile {
namespace {

using hlo::InstructionId;

constexpr std::string_view kPrefix = "kernel ", kNode = " (node ";

// Returns the name of an instruction as an identifier of C, which is the name of its kernel.
std::string identifierOf(std::string_view name) {
  std::string identifier(name);
  for (char& c : identifier)
    if (c == '.' || c == '-') c = '_';
  return identifier;
}

// Returns the NAME in "kernel NAME (node NODE)".
std::string_view withoutNode(std::string_view name) {
  name.remove_prefix(kPrefix.size());
  return name.substr(0, name.rfind(kNode));
}

// The instructions of a module that have a kernel, and whether their kernel was found.
class Schedule {
 public:
  explicit Schedule(const hlo::Module& module)
      : module_(module), placeOf_(module.instructions.size()), isAmbiguous_(module.instructions.size()) {
    for (uint32_t place = 0; place < module.written.size(); ++place) {
      const InstructionId id = module.written[place];
      placeOf_[id] = place;
      next_.push_back(place);
      if (cost::takesNoTime(module.instructions[id].opcode)) {  // and has no kernel
        next_[place] = place + 1;
        continue;
      }
      identifiers_.push_back(identifierOf(module.instructions[id].name));
      const InstructionId first = byKernel_.insert(identifiers_.back(), id);
      isAmbiguous_[first] = first != id;
    }
    next_.push_back(static_cast<uint32_t>(module.written.size()));
  }

  // Returns the instruction with this kernel; kNone if there is none or several.
  InstructionId find(std::string_view kernel) const {
    const InstructionId id = byKernel_.find(kernel);
    return id == TextTable::kAbsent || isAmbiguous_[id] ? hlo::kNone : id;
  }

  // Marks that the kernel of an instruction was found.
  void use(InstructionId id) { next_[placeOf_[id]] = placeOf_[id] + 1; }
  bool isUsed(InstructionId id) const { return next_[placeOf_[id]] != placeOf_[id]; }

  // Returns the instruction whose kernel was not found and that is scheduled after `before` and before `after`; kNone
  // if there is none or several. Either may be kNone: then from the begin or up to the end of the computation.
  InstructionId findBetween(InstructionId before, InstructionId after) {
    if (before == hlo::kNone && after == hlo::kNone) return hlo::kNone;
    const hlo::ComputationId computation = module_.instructions[before == hlo::kNone ? after : before].computation;
    if (after != hlo::kNone && module_.instructions[after].computation != computation) return hlo::kNone;
    const hlo::Range range = module_.computations[computation].instructions;
    const uint32_t begin = before == hlo::kNone ? range.begin : placeOf_[before] + 1;
    const uint32_t end = after == hlo::kNone ? range.begin + range.size : placeOf_[after];
    const uint32_t place = nextUnused(begin);
    return place < end && nextUnused(place + 1) >= end ? module_.written[place] : hlo::kNone;
  }

 private:
  // Returns the first place from `place` on whose instruction has a kernel that was not found.
  uint32_t nextUnused(uint32_t place) {
    uint32_t found = place;
    while (next_[found] != found) found = next_[found];
    while (next_[place] != place) place = std::exchange(next_[place], found);
    return found;
  }

  const hlo::Module& module_;
  std::vector<uint32_t> placeOf_;  // [instructions] place in module.written, the schedule
  // [places + 1] A union-find forest. A place links to itself while the kernel of its instruction is still to be found,
  // and then to a later place, from which links lead to the next such place. The last place stands for the end.
  std::vector<uint32_t> next_;
  std::deque<std::string> identifiers_;  // names of kernels
  TextTable byKernel_;                   // the first instruction of each identifier
  std::vector<bool> isAmbiguous_;        // [instructions] whether a later instruction has the same identifier
};

}  // namespace

std::string kernelName(std::string_view name, int64_t node) {
  return std::string(kPrefix) + std::string(name) + std::string(kNode) + std::to_string(node) + ")";
}

bool isKernel(std::string_view name) {
  return name.substr(0, kPrefix.size()) == kPrefix && name.rfind(kNode) != std::string_view::npos;
}

std::vector<InstructionId> findInstructions(const Profile& profile, const hlo::Module& module) {
  const size_t count = profile.instructions.size();
  const auto nameOf = [&](size_t i) -> std::string_view { return profile.instructions[i].name; };
  std::vector<InstructionId> found(count, hlo::kNone);
  TextTable names;
  for (InstructionId id = 0; id < module.instructions.size(); ++id) names.insert(module.instructions[id].name, id);
  bool hasKernels = false;
  for (size_t i = 0; i < count; ++i) {
    hasKernels |= isKernel(nameOf(i));
    if (const uint32_t id = names.find(nameOf(i)); id != TextTable::kAbsent) found[i] = id;
  }
  if (!hasKernels) return found;

  Schedule schedule(module);
  for (const InstructionId id : found)
    if (id != hlo::kNone) schedule.use(id);
  for (size_t i = 0; i < count; ++i) {
    if (!isKernel(nameOf(i))) continue;
    const InstructionId id = schedule.find(withoutNode(nameOf(i)));
    if (id == hlo::kNone || schedule.isUsed(id)) continue;
    found[i] = id;
    schedule.use(id);
  }
  const auto isUnknown = [&](size_t i) { return found[i] == hlo::kNone && isKernel(nameOf(i)); };
  for (size_t begin = 0, end = 0; begin < count; begin = end) {
    end = begin + 1;
    if (!isUnknown(begin)) continue;
    while (end < count && isUnknown(end)) ++end;
    const InstructionId before = begin == 0 ? hlo::kNone : found[begin - 1];
    const InstructionId after = end == count ? hlo::kNone : found[end];
    if ((begin > 0 && before == hlo::kNone) || (end < count && after == hlo::kNone)) continue;  // of another program
    const InstructionId id = schedule.findBetween(before, after);
    if (id == hlo::kNone) continue;
    schedule.use(id);
    std::fill(found.begin() + std::ptrdiff_t(begin), found.begin() + std::ptrdiff_t(end), id);
  }
  return found;
}

}  // namespace hlorank::profile
