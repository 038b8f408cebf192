#include "shared/diff/values.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "shared/base/json.h"

namespace hlorank::diff {
namespace {

using SortedJson = nlohmann::json;  // the keys of an object are sorted

constexpr int kDeepest = 100;  // most nested objects and arrays to compare, because they are written recursively

// Parses JSON. Returns a discarded value if the text is not JSON or nested too deep.
SortedJson parse(std::string_view text) {
  bool isTooDeep = false;
  SortedJson json = SortedJson::parse(
      text,
      [&](int depth, SortedJson::parse_event_t, const SortedJson&) {
        isTooDeep |= depth > kDeepest;
        return depth <= kDeepest;
      },
      /*allow_exceptions=*/false);
  if (isTooDeep) json = SortedJson(SortedJson::value_t::discarded);
  return json;
}

}  // namespace

std::string condensed(std::string_view value) {
  std::string text;
  char quote = 0;  // inside a string, the quotation mark that began it; else 0
  for (size_t i = 0; i < value.size(); ++i) {
    const char c = value[i];
    if (quote) {
      if (c == '\\' && i + 1 < value.size())
        text += value[i++];
      else if (c == quote)
        quote = 0;
    } else if (value.substr(i, 2) == "/*") {
      i = std::min(value.find("*/", i + 2), value.size() - 2) + 1;
      continue;
    } else if (c == '"' || c == '\'') {
      quote = c;
    } else if (c == ' ' || c == '\n' || c == '\r' || c == '\t') {
      continue;
    }
    text += value[i];
  }
  return text;
}

std::string condensedConfig(std::string_view value) {
  SortedJson json = parse(value);
  if (json.is_string()) {
    SortedJson inner = parse(json.get_ref<const std::string&>());
    if (!inner.is_discarded()) json = std::move(inner);
  }
  return json.is_discarded() ? std::string(value) : oneLine(json);
}

}  // namespace hlorank::diff
