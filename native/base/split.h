// The split of a data set (train, valid or test) to which a program belongs.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace hlorank::native {

enum class Split : uint8_t { kNone, kTrain, kValid, kTest };  // kNone: the program is in no split

// Returns "train", "valid" or "test", the names of TpuGraphs' folders; "" for kNone.
inline const char* nameOf(Split split) {
  constexpr const char* kNames[] = {"", "train", "valid", "test"};
  return kNames[static_cast<size_t>(split)];
}
// Returns the split named "train", "valid", "test" or "" (kNone); nullopt for any other text.
inline std::optional<Split> splitNamed(std::string_view name) {
  for (const Split split : {Split::kNone, Split::kTrain, Split::kValid, Split::kTest})
    if (name == nameOf(split)) return split;
  return std::nullopt;
}

}  // namespace hlorank::native
