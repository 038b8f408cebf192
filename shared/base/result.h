// Result<T>: a value or an Error. Nothing in shared/ throws for bad input.
#pragma once

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace hlorank {

// Where in an input something is wrong. Text has line and column (1-based, column in bytes); binary has a byte offset.
struct Location {
  int line = 0;         // 0: not text
  int column = 0;       // 0: the whole line
  int64_t offset = -1;  // -1: unknown
};

// What is wrong, where, and what to do next. `excerpt` is the source line (shortened around the column for long
// lines) and `caret` the 0-based position in it to point at; both are filled by whoever still has the text.
struct Error {
  std::string message;  // "expected an opcode after the shape, found '{'"
  std::string help;     // "remove the empty layout `{}`", or empty
  Location where;
  std::string excerpt;
  int caret = -1;
};

// "NAME:LINE:COLUMN: error: MESSAGE", the excerpt with a caret under it, and the help; ends in a newline.
std::string format(const Error& error, const std::string& name);

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

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
