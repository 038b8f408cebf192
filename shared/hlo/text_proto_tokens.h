// Tokens of the text form of protocol buffers: names, numbers, strings, and values to skip.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "shared/hlo/cursor.h"

namespace hlorank::hlo::proto {

// Reader of tokens at a Cursor. Unless stated otherwise, a method moves past the token and returns true, or records an
// error and returns false. The parameter `field` is the name of the field that the value belongs to, for error
// messages.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : cursor(text) {}

  Cursor cursor;

  void skipSpace();  // skips white space and comments (`#` to the end of the line)
  bool atEnd() { return skipSpace(), cursor.at == cursor.end; }
  char peek() { return atEnd() ? '\0' : *cursor.at; }
  bool accept(char c) { return peek() == c && cursor.at < cursor.end && (++cursor.at, true); }
  bool failExpected(std::string_view what) { return skipSpace(), cursor.failExpected(what); }

  // Reads a word [A-Za-z_][A-Za-z0-9_]*. If none follows, returns false without recording an error.
  bool word(std::string_view& out);
  // Reads a 64-bit integer, optionally negative: decimal, hexadecimal (0x..) or octal (0..).
  bool integer(uint64_t& out, std::string_view field);
  // Reads a floating-point number, inf, infinity or nan, optionally with a leading minus and a trailing f.
  bool number(double& out, std::string_view field);
  bool boolean(bool& out, std::string_view field);
  // Reads one or more adjacent quoted strings, decodes their escapes and appends their contents to `out`.
  bool strings(std::string& out, std::string_view field);
  // Skips a field value of any kind and nesting.
  bool skipValue();

 private:
  std::string_view numberText();
  bool string(std::string* out);
  bool escape(std::string* out);
};

}  // namespace hlorank::hlo::proto
