// Common operations on UTF-8 text.
#pragma once

#include <algorithm>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

namespace hlorank {

// Returns what vprintf would print.
inline std::string formattedList(const char* format, va_list arguments) {
  va_list again;
  va_copy(again, arguments);
  std::string text(static_cast<size_t>(std::max(std::vsnprintf(nullptr, 0, format, arguments), 0)), '\0');
  std::vsnprintf(text.data(), text.size() + 1, format, again);
  va_end(again);
  return text;
}

// Returns what printf would print.
[[gnu::format(printf, 1, 2)]] inline std::string formatted(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::string text = formattedList(format, arguments);
  va_end(arguments);
  return text;
}

// Returns a count with its noun in the right number: "1 loop", "2 loops".
inline std::string counted(size_t count, std::string_view noun) {
  return std::to_string(count) + " " + std::string(noun) + (count == 1 ? "" : "s");
}

// Formats a time with four significant digits, such as "1.820 ms" or "435.6 µs".
inline std::string formatDuration(double seconds) {
  const double nanoseconds = 1e9 * seconds;
  const auto [unit, name] = seconds >= 1         ? std::pair(1e9, "s")
                            : nanoseconds >= 1e6 ? std::pair(1e6, "ms")
                            : nanoseconds >= 1e3 ? std::pair(1e3, "µs")
                                                 : std::pair(1., "ns");
  return formatted(nanoseconds >= 999.95 * unit ? "%.0f %s" : "%#.4g %s", nanoseconds / unit, name);
}

// Returns `text` with its ASCII letters in lower case.
inline std::string lowered(std::string text) {
  for (char& c : text) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return text;
}

// Removes the first line from `text` and returns that line without its newline.
inline std::string_view takeLine(std::string_view& text) {
  const size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

// Whether a byte is a UTF-8 continuation byte, which never begins a character.
inline bool continuesCharacter(char byte) {
  return (static_cast<unsigned char>(byte) & 0xc0) == 0x80;
}

inline size_t countCharacters(std::string_view text) {
  return text.size() - static_cast<size_t>(std::count_if(text.begin(), text.end(), continuesCharacter));
}

// Returns the index of the first byte of the UTF-8 character that contains byte `position`. Returns `position` itself
// if it lies beyond the end of the text.
inline size_t characterAt(std::string_view text, size_t position) {
  while (position < text.size() && position > 0 && continuesCharacter(text[position])) --position;
  return position;
}

// Appends the Unicode character with code point `code` to a text, as UTF-8. `code` must be at most 0x1fffff.
inline void appendUtf8(std::string& text, uint32_t code) {
  const auto add = [&](uint32_t byte) { text += static_cast<char>(byte); };
  if (code < 0x80) return add(code);
  const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;
  constexpr uint32_t kLead[] = {0, 0xc0, 0xe0, 0xf0};
  add(kLead[more] | code >> (6 * more));
  for (int i = more - 1; i >= 0; --i) add(0x80 | (code >> (6 * i) & 0x3f));
}

// Formats `text` as a field of a CSV file. Puts it in quotes if it contains a comma, quote or line break.
inline std::string csvField(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + '"';
}

}  // namespace hlorank
