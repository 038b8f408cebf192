// The words of the text form of protocol buffers: names, numbers, strings, and values that are skipped.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "shared/hlo/cursor.h"

namespace hlorank::hlo::proto {

// As the functions of Cursor do, each of these moves past what it reads, or records a failure and returns false.
class Tokens {
 public:
  explicit Tokens(std::string_view text) : cursor(text) {}

  Cursor cursor;

  void skipSpace();  // and comments, `#` to the end of the line
  bool atEnd() { return skipSpace(), cursor.at == cursor.end; }
  char peek() { return atEnd() ? '\0' : *cursor.at; }
  bool accept(char c) { return peek() == c && cursor.at < cursor.end && (++cursor.at, true); }
  bool failExpected(std::string_view what) { return skipSpace(), cursor.failExpected(what); }

  // [A-Za-z_][A-Za-z0-9_]*; false, without failing, when there is none.
  bool word(std::string_view& out);
  // Decimal, 0x.. or 0.. octal, with or without a sign: 64 bits. `field` is named in the message.
  bool integer(uint64_t& out, std::string_view field);
  // Also inf, infinity and nan, with or without a sign, and a trailing f.
  bool number(double& out, std::string_view field);
  bool boolean(bool& out, std::string_view field);
  // One string or several in a row, with their escapes decoded, appended to `out`.
  bool strings(std::string& out, std::string_view field);
  // What follows the name of a field: a value of any kind, nested as it may be.
  bool skipValue();

 private:
  std::string_view numberText();
  bool string(std::string* out);
  bool escape(std::string* out);
};

}  // namespace hlorank::hlo::proto
