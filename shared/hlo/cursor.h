// A parser position in HLO text, with the first syntax error found there. The grammar's parsers (parse_*.cpp) are
// functions over a Cursor: unless stated otherwise, each moves past what it parses and returns true, or records an
// error and returns false.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "shared/base/result.h"

namespace hlorank::hlo {

// Character classes of the lexer as bit flags. kCharClass has, for each byte, the bitwise OR of the classes of that
// byte.
enum CharClass : uint8_t { kIdentifierStart = 1, kIdentifierPart = 2, kDigit = 4, kSpace = 8 };
extern const std::array<uint8_t, 256> kCharClass;
inline bool is(char c, int classes) {
  return kCharClass[static_cast<unsigned char>(c)] & classes;
}

class Cursor {
 public:
  explicit Cursor(std::string_view text) : begin(text.data()), at(begin), end(begin + text.size()) {}

  const char* begin;
  const char* at;
  const char* end;

  // Skips white space and comments (`//` to the end of the line, `/* */`). Fails at an unterminated comment.
  void skipSpace() {
    if (at < end && !is(*at, kSpace) && *at != '/') return;
    skipSpaceSlow();
  }

  bool atEnd() { return skipSpace(), at == end; }
  // Skips white space and comments, then returns the next character without consuming it. Returns '\0' at the end of
  // the text.
  char peek() { return skipSpace(), at < end ? *at : '\0'; }
  bool next(char c) { return peek() == c; }
  // Skips white space and comments, then consumes `c` if it comes next. Otherwise returns false without recording an
  // error.
  bool accept(char c) { return next(c) && at < end && (++at, true); }
  // Skips white space and comments, then consumes a token such as "->" if it comes next. Otherwise returns false
  // without recording an error.
  bool accept(std::string_view punctuation);
  // Skips white space and comments, then consumes the next identifier if it equals `word`. Otherwise returns false
  // without recording an error.
  bool acceptWord(std::string_view word);
  // Skips white space and comments, then consumes `c`. If another character comes next, fails with "expected 'c' WHERE,
  // found ...", where WHERE is the text `where`.
  bool expect(char c, std::string_view where) { return accept(c) || failExpectedChar(c, where); }

  // Reads an identifier, [A-Za-z_][A-Za-z0-9_.-]*. Returns false, without recording an error, if there is none.
  bool identifier(std::string_view& out) {
    if (!is(peek(), kIdentifierStart)) return false;
    const char* start = at++;
    while (at < end && is(*at, kIdentifierPart)) ++at;
    out = since(start);
    return true;
  }
  // Reads an identifier with an optional leading %, which is left out of `out`. If there is none, fails with "expected
  // WHAT, found ...", where WHAT is the text `what`.
  bool name(std::string_view& out, std::string_view what);
  // Reads an attribute name and the '=' after it, `identifier=`. `out` receives the name alone. If none follows,
  // returns false without recording an error and without moving the cursor.
  bool attributeName(std::string_view& out);
  // Reads an integer -?[0-9]+. Values from INT64_MAX + 1 to UINT64_MAX become the negative int64 with the same 64 bits.
  // Fails if there is no integer ("expected WHAT, found ...", where WHAT is the text `what`) or if it does not fit 64
  // bits.
  bool integer(int64_t& out, std::string_view what);
  // Reads a string "..." or '...'. `out` receives the text between the quotes, with escapes left as written. Fails if
  // there is no string ("expected WHAT, found ...", where WHAT is the text `what`) or if the string is not closed.
  bool quoted(std::string_view& out, std::string_view what);
  // Reads a balanced {...}. `out` receives the text including its braces. Ignores braces inside strings. `what` names
  // the expected value in errors.
  bool balanced(std::string_view& out, std::string_view what);

  // Reads {ITEM, ITEM, ...}. Calls parseItem() at each item, which must parse the item and return false if that fails.
  // `before` and `after` complete the errors "expected '{' BEFORE" and "expected '}' AFTER".
  template <class ParseItem>
  bool list(std::string_view before, std::string_view after, ParseItem parseItem) {
    if (!expect('{', before)) return false;
    while (!accept('}')) {
      if (!parseItem()) return false;
      if (!accept(',')) return expect('}', after);
    }
    return true;
  }
  // Reads {NAME=VALUE NAME=VALUE ...}, where commas between the fields are optional. Calls parseValue(name) at each
  // value, which must parse the value and return false if that fails. `before` completes the error "expected '{'
  // BEFORE". `fields` completes the error "expected FIELDS, found ...", which is recorded if no NAME= follows.
  template <class ParseValue>
  bool fields(std::string_view before, std::string_view fields, ParseValue parseValue) {
    if (!expect('{', before)) return false;
    while (!accept('}')) {
      accept(',');
      std::string_view name;
      if (!attributeName(name)) return failExpected(fields);
      if (!parseValue(name)) return false;
    }
    return true;
  }

  // Records a syntax error at the position `where` and returns false. If an error was recorded before, keeps that one
  // instead.
  bool fail(const char* where, std::string message, std::string help = {});
  bool failHere(std::string message, std::string help = {}) {
    skipSpace();
    return fail(at, std::move(message), std::move(help));
  }
  // Records the error "expected WHAT, found 'TOKEN'" at the next token; returns false.
  bool failExpected(std::string_view what);
  bool failed() const { return where_ != nullptr; }

  std::string_view since(const char* start) const { return {start, static_cast<size_t>(at - start)}; }
  // Computes line and column of the position `where`. Takes O(text), so it is only called for errors and warnings.
  Location locate(const char* where) const;
  Error error() const;  // returns the recorded error, with the source line and a caret below the column

 private:
  void skipSpaceSlow();
  bool failExpectedChar(char c, std::string_view where);

  std::string message_, help_;
  const char* where_ = nullptr;
};

}  // namespace hlorank::hlo
