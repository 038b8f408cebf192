// A helper for tests that change a text.
#pragma once

#include <gtest/gtest.h>

#include <string>

namespace hlorank::test {

// Returns `text` with `replacement` in place of every occurrence of `pattern`; the test fails if there is none.
inline std::string replaced(std::string text, const std::string& pattern, const std::string& replacement) {
  size_t at = text.find(pattern);
  EXPECT_NE(at, std::string::npos) << pattern;
  for (; at != std::string::npos; at = text.find(pattern, at + replacement.size()))
    text.replace(at, pattern.size(), replacement);
  return text;
}

}  // namespace hlorank::test
