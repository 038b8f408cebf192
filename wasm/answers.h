// How answers cross the seam: JSON, {error: {...}} when something is wrong, and typed arrays. Nothing is thrown across
// it.
#pragma once

#include <emscripten/val.h>

#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "shared/session/report.h"

namespace hlorank {

// What all other code of ours never does: allocation may fail in a browser, and that is an exception. `file` is what
// the command line is told to read instead.
template <class Body>
std::string guarded(std::string_view file, Body body) {
  Error error;
  try {
    return body();
  } catch (const std::bad_alloc&) {
    error.message = "there is not enough memory for this in a web page";
    error.help = "use the command line for it: hlorank rank " + std::string(file);
  } catch (const std::exception& exception) {
    error.message = std::string("something inside hlorank failed: ") + exception.what();
    error.help = "please report it together with the file";
  }
  return "{\"error\":" + session::errorJson(error, file) + "}";
}

inline std::string failed(const Error& error, std::string_view file = {}) {
  return "{\"error\":" + session::errorJson(error, file) + "}";
}

// An answer that is an object: `fill` sets its fields, or gives an {error: {...}}, whose error is then all that counts.
template <class Fill>
emscripten::val guardedObject(std::string_view file, Fill fill) {
  emscripten::val answer = emscripten::val::object();
  const std::string error = guarded(file, [&] { return fill(answer); });
  if (!error.empty()) answer.set("error", error);
  return answer;
}

// A copy of an array of ours as a typed array of JavaScript's.
template <class T>
emscripten::val copied(const char* type, const T* data, size_t count) {
  using emscripten::val;
  return val::global(type).new_(val(emscripten::typed_memory_view(count, data)));
}

template <class T>
emscripten::val copied(const char* type, const std::vector<T>& values) {
  return copied(type, values.data(), values.size());
}

}  // namespace hlorank
