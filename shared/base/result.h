// Result<T>: a value or an Error. Code in shared/ reports bad input with it and does not throw.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace hlorank {

// Where an error is in the input: line and column of a text (1-based; the column counts bytes), or byte offset of
// binary data.
struct Location {
  int line = 0;         // 0: the input is not text
  int column = 0;       // 0: the error concerns the whole line
  int64_t offset = -1;  // -1: unknown
};

// What is wrong in the input, where, and what to do about it. If the input is text, its parser also fills in `excerpt`,
// the line with the error (shortened around the column if it is long), and `caret`, the 0-based column of `excerpt` to
// mark.
struct Error {
  std::string message;  // for example "expected an opcode after the shape, found '{'"
  std::string help;     // for example "remove the empty layout `{}`"; may be empty
  Location where;
  std::string excerpt;
  int caret = -1;  // -1: marks no column
};

// Formats as "NAME:LINE:COLUMN: error: MESSAGE", then the excerpt with a caret below it, then the help; ends in a
// newline.
std::string format(const Error& error, const std::string& name);

// A value of T, or an Error. `value()`, `*` and `->` require ok(); `error()` requires !ok().
template <class T>
class [[nodiscard]] Result {
 public:
  // NOLINTBEGIN(google-explicit-constructor): `return value;` and `return error;` make a result
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
