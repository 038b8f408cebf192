#include "native/collect/sharding.h"

#include <cstdint>

namespace hlorank::collect {
namespace {

bool isDigit(char c) {
  return c >= '0' && c <= '9';
}

// Returns whether any number in `text` is larger than `limit`.
bool hasNumberAbove(std::string_view text, int64_t limit) {
  for (size_t i = 0; i < text.size(); ++i) {
    int64_t number = 0;
    for (; i < text.size() && isDigit(text[i]); ++i) number = number > limit ? number : number * 10 + (text[i] - '0');
    if (number > limit) return true;
  }
  return false;
}

// Calls visit(rest of `text`) after every occurrence of `word`, until it returns true. Returns whether it did.
template <class Visit>
bool anyAfter(std::string_view text, std::string_view word, Visit visit) {
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1))
    if (visit(text.substr(at + word.size()))) return true;
  return false;
}

std::string_view until(std::string_view text, std::string_view end) {
  return text.substr(0, text.find(end));
}

// Returns whether a mesh such as 'x'=2,'y'=4] has several devices. `text` begins after "mesh[".
bool hasDevices(std::string_view text) {
  return anyAfter(until(text, "]"), "=", [](std::string_view size) { return hasNumberAbove(until(size, ","), 1); });
}

// Returns whether the replica groups or device pairs of a collective name another device than 0: {{0,1},{2,3}},
// [2,4]<=[8] or mesh['x'=4] {'x'}.
bool areGroupsOfDevices(std::string_view text) {
  if (text.starts_with('[')) return hasNumberAbove(until(text, "]"), 1);
  if (text.starts_with('{')) return hasNumberAbove(text, 0);
  return anyAfter(text, "mesh[", hasDevices);
}

}  // namespace

bool needsDevices(std::string_view text) {
  const auto isOther = [](std::string_view device) { return hasNumberAbove(until(until(device, "}"), "]"), 0); };
  const auto isSplit = [](std::string_view mesh) {
    if (!hasDevices(mesh)) return false;
    const std::string_view use = until(mesh, "mesh[");  // up to the mesh of the next element of a tuple
    const auto hasAxis = [](std::string_view dimensions) {
      return until(dimensions, "]").find_first_not_of("{}?, ") != std::string_view::npos;
    };
    return use.find("manual") != std::string_view::npos || use.find("unreduced") != std::string_view::npos ||
           anyAfter(use, "[{", hasAxis);
  };
  const auto isTiled = [](std::string_view tiles) { return hasNumberAbove(until(tiles, "]"), 1); };
  return anyAfter(text, "devices=[", isTiled) || anyAfter(text, "device=", isOther) ||
         anyAfter(text, "device_id=", isOther) || anyAfter(text, "mesh[", isSplit);
}

std::string explainDevices(const hlo::Module& module) {
  for (const hlo::InstructionId id : module.written) {
    const hlo::Instruction& instruction = module.instructions[id];
    const std::string name(instruction.name);
    for (const hlo::Attribute& attribute : module.attributesOf(instruction.attributes)) {
      const bool isSharding = attribute.name == "sharding" && needsDevices(attribute.value);
      const bool isGroups = (attribute.name == "replica_groups" || attribute.name == "source_target_pairs") &&
                            areGroupsOfDevices(attribute.value);
      if (!isSharding && !isGroups) continue;
      constexpr size_t kMost = 100;  // longest value to quote, in bytes
      return name + " has " + std::string(attribute.name) + "=" + std::string(attribute.value.substr(0, kMost)) +
             (attribute.value.size() > kMost ? "..." : "");
    }
    const hlo::Attribute* target = module.attribute(instruction, "custom_call_target");
    if (target != nullptr && (target->value.find("GlobalToLocalShape") != std::string_view::npos ||
                              target->value.find("SPMDFullToShardShape") != std::string_view::npos))
      return name + " calls " + std::string(target->value);
  }
  return {};
}

}  // namespace hlorank::collect
