// Cursor: a position in HLO text, and the first error found there. The parsers of the grammar (parse_*.cpp) are
// functions over a Cursor: unless stated otherwise, each returns true after moving past what it parsed, or false after
// `fail` has recorded an error.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "shared/base/result.h"

namespace hlorank::hlo {

// Character classes of the lexer, as bit flags: kCharClass[byte] is the union of the classes of that byte.
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
  // Skips white space and comments, then returns the next character without consuming it; '\0' at the end.
  char peek() { return skipSpace(), at < end ? *at : '\0'; }
  bool next(char c) { return peek() == c; }
  // Skips white space and comments, then consumes `c` if it comes next; otherwise returns false without recording an
  // error.
  bool accept(char c) { return next(c) && at < end && (++at, true); }
  bool accept(std::string_view punctuation);  // the same for a token such as "->" or "<="
  bool acceptWord(std::string_view word);     // the same for `word`, as a whole identifier
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
  // Reads an identifier with an optional leading %, which `out` omits. If there is none, fails with "expected WHAT,
  // found ...", where WHAT is the text `what`.
  bool name(std::string_view& out, std::string_view what);
  // Reads `identifier=`; `out` is the identifier, the name of an attribute. Returns false, without recording an error
  // or moving, if there is none.
  bool attributeName(std::string_view& out);
  // Reads -?[0-9]+. Values from INT64_MAX + 1 to UINT64_MAX become the negative int64 with the same 64 bits. Fails if
  // there is no integer ("expected WHAT, found ...") or if it does not fit 64 bits.
  bool integer(int64_t& out, std::string_view what);
  // Reads "..." or '...'; `out` is the text between the quotes, with escapes left as written. Fails if there is no
  // string ("expected WHAT, found ...") or if it is not closed.
  bool quoted(std::string_view& out, std::string_view what);
  // Reads {...} up to the matching brace; `out` includes the braces. Ignores braces inside strings. `what`: name of the
  // value for errors.
  bool balanced(std::string_view& out, std::string_view what);

  // Reads {ITEM, ITEM, ...}. Calls parseItem() at each item, which parses it and returns false if it fails. `before`
  // and `after` complete the errors "expected '{' BEFORE" and "expected '}' AFTER".
  template <class ParseItem>
  bool list(std::string_view before, std::string_view after, ParseItem parseItem) {
    if (!expect('{', before)) return false;
    while (!accept('}')) {
      if (!parseItem()) return false;
      if (!accept(',')) return expect('}', after);
    }
    return true;
  }
  // Reads {NAME=VALUE NAME=VALUE ...}, where commas are optional. Calls parseValue(name) at each value, which parses it
  // and returns false if it fails. `before` completes the error "expected '{' BEFORE", and `fields` the error "expected
  // FIELDS, found ..." for something that is not a field.
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

  // Records an error at `where` (failHere: at the next token) and returns false. Keeps an error that is already
  // recorded.
  bool fail(const char* where, std::string message, std::string help = {});
  bool failHere(std::string message, std::string help = {}) {
    skipSpace();
    return fail(at, std::move(message), std::move(help));
  }
  bool failExpected(std::string_view what);  // fails at the next token with "expected WHAT, found 'TOKEN'"
  bool failed() const { return where_ != nullptr; }

  std::string_view since(const char* start) const { return {start, static_cast<size_t>(at - start)}; }
  Location locate(const char* where) const;  // line and column of `where`; O(text), only for errors and warnings
  Error error() const;                       // the recorded error, with its source line and caret

 private:
  void skipSpaceSlow();
  bool failExpectedChar(char c, std::string_view where);

  std::string message_, help_;
  const char* where_ = nullptr;
};

}  // namespace hlorank::hlo
