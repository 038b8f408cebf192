#include "shared/hlo/text_proto_tokens.h"

#include <cmath>
#include <cstdlib>
#include <cstring>

#include "shared/base/text.h"

namespace hlorank::hlo::proto {
namespace {

bool isWordStart(char c) {
  return is(c, kIdentifierStart);
}
bool isWordPart(char c) {
  return is(c, kIdentifierStart | kDigit);
}

// Returns the value of a digit in bases up to 16. Returns 16 for a character that is not a digit.
uint32_t digitOf(char c) {
  if (is(c, kDigit)) return static_cast<uint32_t>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<uint32_t>(c - 'a' + 10);
  if (c >= 'A' && c <= 'F') return static_cast<uint32_t>(c - 'A' + 10);
  return 16;
}

}  // namespace

void Tokens::skipSpace() {
  for (; cursor.at < cursor.end; ++cursor.at) {
    if (*cursor.at == '#') {
      const void* line = std::memchr(cursor.at, '\n', static_cast<size_t>(cursor.end - cursor.at));
      cursor.at = line != nullptr ? static_cast<const char*>(line) : cursor.end - 1;
    } else if (!is(*cursor.at, kSpace)) {
      return;
    }
  }
}

bool Tokens::word(std::string_view& out) {
  if (!isWordStart(peek())) return false;
  const char* start = cursor.at;
  while (cursor.at < cursor.end && isWordPart(*cursor.at)) ++cursor.at;
  out = cursor.since(start);
  return true;
}

// Returns the characters of the number at the cursor, or of a name such as inf, without moving the cursor.
std::string_view Tokens::numberText() {
  skipSpace();
  const char* stop = cursor.at;
  while (stop < cursor.end && (isWordPart(*stop) || *stop == '.' || *stop == '-' || *stop == '+')) ++stop;
  return {cursor.at, static_cast<size_t>(stop - cursor.at)};
}

bool Tokens::integer(uint64_t& out, std::string_view field) {
  const std::string_view all = numberText();
  std::string_view text = all;
  const bool negative = text.starts_with('-');
  text.remove_prefix(negative);
  uint64_t base = 10;
  if (text.starts_with("0x") || text.starts_with("0X")) {
    base = 16;
    text.remove_prefix(2);
  } else if (text.size() > 1 && text[0] == '0') {
    base = 8;
  }
  uint64_t value = 0;
  bool fits = true;
  for (const char c : text) {
    const uint64_t digit = digitOf(c);
    if (digit >= base) return failExpected("an integer for " + std::string(field));
    fits &= value <= (UINT64_MAX - digit) / base;
    value = value * base + digit;
  }
  if (text.empty()) return failExpected("an integer for " + std::string(field));
  if (!fits || (negative && value > uint64_t{1} << 63))
    return cursor.fail(cursor.at, "this number does not fit in 64 bits");
  out = negative ? 0 - value : value;
  cursor.at += all.size();
  return true;
}

bool Tokens::number(double& out, std::string_view field) {
  constexpr size_t kLongest = 4000;  // greatest number of characters of a number; no double needs as many
  std::string text(numberText().substr(0, kLongest));
  const size_t size = text.size();
  const std::string_view digits = std::string_view(text).substr(text.starts_with('-'));
  const bool isName = digits == "inf" || digits == "infinity" || digits == "nan";
  const bool isDecimal =
      !digits.empty() && (is(digits[0], kDigit) || digits[0] == '.') && digits.find_first_of("xX") == digits.npos;
  if (isDecimal && (text.back() == 'f' || text.back() == 'F')) text.pop_back();
  char* end = nullptr;
  out = std::strtod(text.c_str(), &end);
  if (!(isName || isDecimal) || end != text.c_str() + text.size() || size == kLongest)
    return failExpected("a number for " + std::string(field));
  cursor.at += size;
  return true;
}

bool Tokens::boolean(bool& out, std::string_view field) {
  const std::string_view text = numberText();
  const bool isTrue = text == "true" || text == "True" || text == "t" || text == "1";
  if (!isTrue && text != "false" && text != "False" && text != "f" && text != "0")
    return failExpected("true or false for " + std::string(field));
  out = isTrue;
  cursor.at += text.size();
  return true;
}

bool Tokens::strings(std::string& out, std::string_view field) {
  if (peek() != '"' && peek() != '\'') return failExpected("a string for " + std::string(field));
  do {
    if (!string(&out)) return false;
  } while (peek() == '"' || peek() == '\'');
  return true;
}

// Reads one string, starting at its opening quote, and appends its content to `out`. If `out` is null, only skips the
// string.
bool Tokens::string(std::string* out) {
  const char* open = cursor.at++;
  while (cursor.at < cursor.end && *cursor.at != *open && *cursor.at != '\n') {
    if (*cursor.at == '\\') {
      if (!escape(out)) return false;
      continue;
    }
    const char* start = cursor.at;
    while (cursor.at < cursor.end && *cursor.at != *open && *cursor.at != '\n' && *cursor.at != '\\') ++cursor.at;
    if (out != nullptr) out->append(start, cursor.at);
  }
  if (cursor.at == cursor.end || *cursor.at == '\n')
    return cursor.fail(open, "this string is not closed on its line", "end it with " + std::string(1, *open));
  ++cursor.at;
  return true;
}

bool Tokens::escape(std::string* out) {
  constexpr std::string_view kLetters = "abfnrtv\\'\"?", kMeanings = "\a\b\f\n\r\t\v\\'\"?";
  const char* start = cursor.at++;
  const char c = cursor.at < cursor.end ? *cursor.at : '\0';
  const size_t letter = kLetters.find(c);
  if (letter != kLetters.npos) {
    ++cursor.at;
    if (out != nullptr) *out += kMeanings[letter];
    return true;
  }
  const bool isOctal = c >= '0' && c <= '7', isHex = c == 'x' || c == 'X', isShort = c == 'u', isLong = c == 'U';
  if (!isOctal && !isHex && !isShort && !isLong)
    return cursor.fail(start, "this is not a valid string escape", "write a backslash as \\\\");
  const uint32_t base = isOctal ? 8 : 16;
  const std::ptrdiff_t longest = isOctal ? 3 : isHex ? 2 : isShort ? 4 : 8;
  if (!isOctal) ++cursor.at;
  const char* digits = cursor.at;
  uint32_t code = 0;
  while (cursor.at < cursor.end && cursor.at - digits < longest && digitOf(*cursor.at) < base)
    code = code * base + digitOf(*cursor.at++);
  const bool isComplete = isShort || isLong ? cursor.at - digits == longest : cursor.at > digits;
  if (!isComplete || code > (isOctal || isHex ? 0xffu : 0x10ffffu))
    return cursor.fail(start, "this string escape is not a valid character code",
                       "write it as \\ooo, \\xhh or \\uhhhh");
  if (out != nullptr) isShort || isLong ? appendUtf8(*out, code) : out->push_back(static_cast<char>(code));
  return true;
}

bool Tokens::skipValue() {
  std::string closers;
  do {
    const char c = peek();
    if (c == '{' || c == '<' || c == '[') {
      closers += c == '{' ? '}' : c == '<' ? '>' : ']';
      ++cursor.at;
    } else if (c == '"' || c == '\'') {
      while (peek() == '"' || peek() == '\'') {
        if (!string(nullptr)) return false;
      }
    } else if (!closers.empty() && c == closers.back()) {
      closers.pop_back();
      ++cursor.at;
    } else if (!closers.empty() && (c == ':' || c == ',' || c == ';' || c == '/')) {
      ++cursor.at;
    } else {
      const size_t size = numberText().size();
      if (size == 0) return failExpected(closers.empty() ? "a value" : "'" + std::string(1, closers.back()) + "'");
      cursor.at += size;
    }
  } while (!closers.empty());
  return true;
}

}  // namespace hlorank::hlo::proto
