// Result<T>: a value or an Error. Code in shared/ uses it to report bad input, instead of exceptions.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace hlorank {

// Location of an error in the input. For text: line and column, from 1, where the column counts bytes. For binary data:
// the byte offset.
struct Location {
  int line = 0;         // line, from 1; 0: the input is not text
  int column = 0;       // byte in the line, from 1; 0: the error concerns the whole line
  int64_t offset = -1;  // byte offset in the input; -1: unknown
};

// What is wrong in the input, where, and what to do about it. For text, `excerpt` is the line with the error, shortened
// around the column if it is long, and `caret` is the 0-based column of `excerpt` to mark.
struct Error {
  std::string message;  // such as "expected an opcode after the shape, found '{'"
  std::string help;     // what to do, such as "remove the empty layout `{}`"; may be empty
  Location where;
  std::string excerpt;
  int caret = -1;  // 0-based column of `excerpt` to mark; -1: none
};

// Formats an error as "NAME:LINE:COLUMN: error: MESSAGE", then the line of the input with a caret below it, then the
// help. Ends in a newline.
std::string format(const Error& error, const std::string& name);

// Either a value of type T or an Error. `value()`, `*` and `->` require ok(); `error()` requires !ok().
template <class T>
class [[nodiscard]] Result {
 public:
  // NOLINTBEGIN(google-explicit-constructor): implicit, so that `return value;` and `return error;` make a Result
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}
  // NOLINTEND(google-explicit-constructor)

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }
  T& operator*() { return value(); }
  const T& operator*() const { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  T& value() {
    assert(ok());
    return std::get<0>(state_);
  }
  const T& value() const {
    assert(ok());
    return std::get<0>(state_);
  }
  const Error& error() const {
    assert(!ok());
    return std::get<1>(state_);
  }
  Error& error() {
    assert(!ok());
    return std::get<1>(state_);
  }

 private:
  std::variant<T, Error> state_;
};

}  // namespace hlorank
