// Strings in double quotes in HLO text.
#pragma once

#include <string>
#include <string_view>

namespace hlorank::hlo {

// Appends `text` in double quotes, with C escapes. Bytes that are not printable ASCII become a backslash and three
// octal digits.
void appendQuoted(std::string& out, std::string_view text);

// Returns what stands between the first pair of double quotes in `text`, with its escapes; "" if there are none.
std::string_view findQuoted(std::string_view text);

// Returns the text of a string as people read it: quotes, backslashes and characters beyond ASCII without escapes
// ("\303\251" is "é"). Control characters, and bytes that are not UTF-8, keep theirs.
std::string unescaped(std::string_view quoted);

}  // namespace hlorank::hlo
