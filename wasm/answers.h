// Builds values to return to JavaScript: JSON text, {error: {...}} for failures, and typed arrays.
#pragma once

#include <emscripten/val.h>

#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

#include "shared/session/report.h"

namespace hlorank {

// Runs `body`, which returns JSON text, and returns its result. If `body` throws, returns {error: {...}} as JSON. The
// C++ core throws no exceptions itself, but memory allocation may fail. `file` is the name of the open file, for the
// error.
template <class Body>
std::string guarded(std::string_view file, Body body) {
  Error error;
  try {
    return body();
  } catch (const std::bad_alloc&) {
    error.message = "there is not enough memory for this program in a web page";
    error.help = "use the command line instead: hlorank rank " + std::string(file);
  } catch (const std::exception& exception) {
    error.message = std::string("internal error of hlorank: ") + exception.what();
    error.help = "please report this error and attach the file";
  }
  return "{\"error\":" + session::errorJson(error, file) + "}";
}

// Returns `error` as JSON text {error: {...}} (see errorJson in report.h). `file` is the file with the error.
inline std::string failed(const Error& error, std::string_view file = {}) {
  return "{\"error\":" + session::errorJson(error, file) + "}";
}

// Returns a new JavaScript object whose fields the function `fill` sets. `fill` returns "" on success. On failure, it
// returns {error: {...}} as JSON text, which becomes the field `error` of the object.
template <class Fill>
emscripten::val guardedObject(std::string_view file, Fill fill) {
  emscripten::val answer = emscripten::val::object();
  const std::string error = guarded(file, [&] { return fill(answer); });
  if (!error.empty()) answer.set("error", error);
  return answer;
}

// Copies an array to a new JavaScript typed array of the class `type`, for example "Uint8Array".
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
