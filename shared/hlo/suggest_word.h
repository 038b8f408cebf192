// What to say of a word that is none of those expected.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace hlorank::hlo {

// "expected one of: A, B, C"
std::string listWords(const std::string_view* words, size_t count);

// "did you mean 'NEAREST'?", or the list when none of the words is near.
std::string suggestWord(std::string_view wrong, const std::string_view* words, size_t count);

}  // namespace hlorank::hlo
