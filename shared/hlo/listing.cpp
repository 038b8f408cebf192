#include "shared/hlo/listing.h"

#include <algorithm>
#include <utility>

#include "shared/hlo/sniff.h"

namespace hlorank::hlo {

std::optional<Listing> sourceListing(const Module& module) {
  if (!module.source || !looksLikeText(*module.source)) return std::nullopt;
  const std::string_view text = *module.source;
  std::vector<std::pair<size_t, InstructionId>> places;  // for each instruction, the offset of its name in the text
  places.reserve(module.instructions.size());
  for (InstructionId id = 0; id < module.instructions.size(); ++id) {
    // The name of an instruction may lie outside the text. It then gets an offset beyond the end of the text, because
    // unsigned subtraction wraps around, and is skipped.
    const size_t offset =
        reinterpret_cast<uintptr_t>(module.instructions[id].name.data()) - reinterpret_cast<uintptr_t>(text.data());
    if (offset < text.size()) places.emplace_back(offset, id);
  }
  std::sort(places.begin(), places.end());
  Listing listing{std::string(text), std::vector<uint32_t>(module.instructions.size(), kNone)};
  size_t at = 0;
  uint32_t line = 0;
  for (const auto& [offset, id] : places) {
    line += static_cast<uint32_t>(std::count(text.begin() + at, text.begin() + offset, '\n'));
    at = offset;
    listing.lines[id] = line;
  }
  return listing;
}

}  // namespace hlorank::hlo
