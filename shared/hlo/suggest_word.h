// Help texts for misspelt words in HLO text.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hlorank::hlo {

// Formats a help text that lists the allowed words: "expected one of: A, B, C".
std::string listWords(const std::string_view* words, size_t count);

// Formats "did you mean 'NEAREST'?" with the allowed word that is nearest to `wrong`. If the edit distance of every
// word exceeds 1 + wrong.size() / 3, lists all words as listWords does.
std::string suggestWord(std::string_view wrong, const std::string_view* words, size_t count);

}  // namespace hlorank::hlo
