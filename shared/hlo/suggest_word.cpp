#include "shared/hlo/suggest_word.h"

#include "shared/base/edit_distance.h"

namespace hlorank::hlo {

std::string listWords(const std::string_view* words, size_t count) {
  std::string list = "expected one of: ";
  for (size_t i = 0; i < count; ++i) (i == 0 ? list : list += ", ") += words[i];
  return list;
}

std::string suggestWord(std::string_view wrong, const std::string_view* words, size_t count) {
  constexpr size_t kLongestTypo = 64;
  size_t best = wrong.size() > kLongestTypo ? 0 : 1 + wrong.size() / 3;
  std::string_view nearest;
  for (size_t i = 0; i < count && best > 0; ++i) {
    const size_t d = editDistance(wrong, words[i]);
    if (d <= best && (nearest.empty() || d < best)) best = d, nearest = words[i];
  }
  return nearest.empty() ? listWords(words, count) : "did you mean '" + std::string(nearest) + "'?";
}

}  // namespace hlorank::hlo
