#include "shared/hlo/cursor.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace hlorank::hlo {
namespace {

constexpr std::array<uint8_t, 256> charTable() {
  std::array<uint8_t, 256> table = {};
  for (int c = 'a'; c <= 'z'; ++c) table[c] = kIdentifierStart | kIdentifierPart;
  for (int c = 'A'; c <= 'Z'; ++c) table[c] = kIdentifierStart | kIdentifierPart;
  for (int c = '0'; c <= '9'; ++c) table[c] = kIdentifierPart | kDigit;
  table[int('_')] = kIdentifierStart | kIdentifierPart;
  table[int('.')] = table[int('-')] = kIdentifierPart;
  for (char c : {' ', '\t', '\n', '\r', '\v', '\f'}) table[int(c)] = kSpace;
  return table;
}

// Formats the token at the address `at` for an error message. Shortens a long token.
std::string describeToken(const char* at, const char* end) {
  if (at == end) return "the end of the input";
  const char* stop = at + 1;
  if (is(*at, kIdentifierPart) || *at == '%') {
    while (stop < end && is(*stop, kIdentifierPart) && stop - at < 40) ++stop;
  }
  const auto c = static_cast<unsigned char>(*at);
  if (c < 0x20 || c == 0x7f) return "byte " + std::to_string(c);
  while (stop < end && (static_cast<unsigned char>(*stop) & 0xc0) == 0x80 && stop - at < 44)
    ++stop;  // does not cut a UTF-8 character in two
  return "'" + std::string(at, stop) + "'";
}

}  // namespace

constexpr std::array<uint8_t, 256> kCharClass = charTable();

void Cursor::skipSpaceSlow() {
  while (at < end) {
    if (is(*at, kSpace)) {
      ++at;
    } else if (*at == '/' && at + 1 < end && at[1] == '/') {
      const void* line = std::memchr(at, '\n', static_cast<size_t>(end - at));
      at = line ? static_cast<const char*>(line) : end;
    } else if (*at == '/' && at + 1 < end && at[1] == '*') {
      constexpr std::string_view kClose = "*/";
      const char* close = std::search(at + 2, end, kClose.begin(), kClose.end());
      if (close == end) {
        fail(at, "this comment is not closed", "end it with */");
        at = end;
        return;
      }
      at = close + 2;
    } else {
      return;
    }
  }
}

bool Cursor::accept(std::string_view punctuation) {
  skipSpace();
  if (static_cast<size_t>(end - at) < punctuation.size() ||
      std::memcmp(at, punctuation.data(), punctuation.size()) != 0)
    return false;
  at += punctuation.size();
  return true;
}

bool Cursor::acceptWord(std::string_view word) {
  const char* before = at;
  std::string_view found;
  if (identifier(found) && found == word) return true;
  at = before;
  return false;
}

bool Cursor::name(std::string_view& out, std::string_view what) {
  if (peek() == '%') ++at;
  if (at < end && is(*at, kIdentifierStart) && identifier(out)) return true;
  return failExpected(what);
}

bool Cursor::attributeName(std::string_view& out) {
  const char* before = at;
  if (identifier(out) && at < end && *at == '=') {
    ++at;
    return true;
  }
  at = before;
  return false;
}

bool Cursor::integer(int64_t& out, std::string_view what) {
  peek();
  const char* start = at;
  const char* p = at;
  const bool negative = p < end && *p == '-';
  if (negative) ++p;
  const char* digits = p;
  uint64_t value = 0;
  bool overflow = false;
  while (p < end && is(*p, kDigit)) {
    const auto digit = static_cast<uint64_t>(*p++ - '0');
    if (value > (UINT64_MAX - digit) / 10) overflow = true;
    value = value * 10 + digit;
  }
  if (p == digits) return failExpected(what);
  if (overflow || (negative && value > uint64_t{1} << 63)) return fail(start, "this number does not fit in 64 bits");
  at = p;
  out = static_cast<int64_t>(negative ? 0 - value : value);
  return true;
}

bool Cursor::quoted(std::string_view& out, std::string_view what) {
  const char quote = peek();
  if (quote != '"' && quote != '\'') return failExpected(what);
  const char* open = at;
  for (const char* p = at + 1; p < end; ++p) {
    if (*p == '\\') {
      ++p;
    } else if (*p == quote) {
      out = {open + 1, static_cast<size_t>(p - open - 1)};
      at = p + 1;
      return true;
    }
  }
  return fail(open, "this string is not closed", "end it with " + std::string(1, quote));
}

bool Cursor::balanced(std::string_view& out, std::string_view what) {
  if (!next('{')) return failExpected(what);
  const char* open = at;
  int64_t depth = 0;
  for (const char* p = at; p < end; ++p) {
    if (*p == '"') {
      for (++p; p < end && *p != '"'; ++p) {
        if (*p == '\\') ++p;
      }
      if (p >= end) break;
    } else if (*p == '{') {
      ++depth;
    } else if (*p == '}' && --depth == 0) {
      at = p + 1;
      out = since(open);
      return true;
    }
  }
  return fail(open, "this '{' is not closed", "add the missing '}'");
}

bool Cursor::fail(const char* where, std::string message, std::string help) {
  if (failed()) return false;
  message_ = std::move(message);
  help_ = std::move(help);
  where_ = where;
  return false;
}

bool Cursor::failExpected(std::string_view what) {
  skipSpace();
  return fail(at, "expected " + std::string(what) + ", found " + describeToken(at, end),
              at == end ? "the file may be truncated: write or download it again" : "");
}

bool Cursor::failExpectedChar(char c, std::string_view where) {
  return failExpected("'" + std::string(1, c) + "' " + std::string(where));
}

Location Cursor::locate(const char* where) const {
  Location location;
  location.offset = where - begin;
  location.line = 1 + static_cast<int>(std::count(begin, where, '\n'));
  const char* lineStart = where;
  while (lineStart > begin && lineStart[-1] != '\n') --lineStart;
  location.column = 1 + static_cast<int>(where - lineStart);
  return location;
}

Error Cursor::error() const {
  Error error{message_, help_, locate(where_), {}, -1};
  const char* lineStart = where_ - (error.where.column - 1);
  const char* lineEnd = std::find(where_, end, '\n');
  constexpr std::ptrdiff_t kBefore = 80, kAfter = 40;
  const char* from = where_ - lineStart > kBefore ? where_ - kBefore : lineStart;
  const char* to = lineEnd - where_ > kAfter ? where_ + kAfter : lineEnd;
  error.excerpt = (from == lineStart ? "" : "...") + std::string(from, to) + (to == lineEnd ? "" : "...");
  error.caret = static_cast<int>(where_ - from) + (from == lineStart ? 0 : 3);
  std::replace_if(
      error.excerpt.begin(), error.excerpt.end(), [](unsigned char c) { return c < 0x20 || c == 0x7f; }, ' ');
  return error;
}

}  // namespace hlorank::hlo
