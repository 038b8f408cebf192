// Result<T>: a value or an Error. Code in shared/ uses it to report bad input, instead of exceptions.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace hlorank {

// Location of an error in the input. In text, a location is a line and a column, which counts bytes; both start at 1.
// In binary data, it is a byte offset.
struct Location {
  int line = 0;         // line number, from 1; 0 if the input is not text
  int column = 0;       // byte in the line, from 1; 0 if the error concerns the whole line
  int64_t offset = -1;  // byte offset in the input; -1 if unknown
};

// What is wrong in the input, where, and what to do about it. For text input, `excerpt` is the line with the error. A
// long line is shortened to the part around the error. `caret` is the 0-based column of `excerpt` to mark.
struct Error {
  std::string message;  // such as "expected an opcode after the shape, found '{'"
  std::string help;     // what to do, such as "remove the empty layout `{}`"; may be empty
  Location where;
  std::string excerpt;
  int caret = -1;  // 0-based column of `excerpt` to mark with ^; -1 for none
};

// Formats an error as "NAME:LINE:COLUMN: error: MESSAGE", then the line of the input with a caret below it, then the
// help. Ends in a newline.
std::string format(const Error& error, const std::string& name);

// Either a value of type T or an Error. `value()`, `*` and `->` require ok(); `error()` requires !ok().
template <class T>
class [[nodiscard]] Result {
 public:
  // NOLINTBEGIN(google-explicit-constructor): the constructors are implicit, so that a function can write `return
  // value;` or `return error;`
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
