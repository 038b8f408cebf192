// Help texts for misspelt words.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hlorank::hlo {

// Formats "expected one of: A, B, C".
std::string listWords(const std::string_view* words, size_t count);

// Formats "did you mean 'NEAREST'?", or listWords when no word is within an edit distance of 1 + wrong.size() / 3.
std::string suggestWord(std::string_view wrong, const std::string_view* words, size_t count);

}  // namespace hlorank::hlo
