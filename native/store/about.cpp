#include "native/store/about.h"

#include <type_traits>

#include "shared/base/fnv.h"
#include "shared/base/integer_field.h"

namespace hlorank::store {

using nlohmann::json;

nlohmann::ordered_json toJson(const About& about) {
  return {{"name", about.name},
          {"family", about.family},
          {"collection", about.collection},
          {"split", nameOf(about.split)},
          {"kind", about.kind == Kind::kTile ? "tile" : "layout"},
          {"source", about.source},
          {"source_size", about.sourceSize},
          {"source_time", about.sourceTime},
          {"source_crc", about.sourceCrc},
          {"ordinal", about.ordinal},
          {"rows", about.rows},
          {"dense_bytes", about.denseBytes},
          {"automatic", about.compilerDefault},
          {"padding", about.padding},
          {"noise", about.noise},
          {"platform", about.platform},
          {"problems", about.problems}};
}

std::optional<About> parseAbout(std::string_view text) {
  const json fields = json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!fields.is_object()) return std::nullopt;
  try {
    About about;
    bool isWhole = true;
    const auto read = [&](const char* name, auto& value) {
      const auto found = integerFromJson<std::remove_reference_t<decltype(value)>>(fields.at(name));
      isWhole = isWhole && found;
      value = found.value_or(0);
    };
    about.name = fields.at("name").get<std::string>();
    about.family = fields.at("family").get<std::string>();
    about.collection = fields.at("collection").get<std::string>();
    const auto split = native::splitNamed(fields.at("split").get<std::string>());
    if (!split) return std::nullopt;
    about.split = *split;
    about.kind = fields.at("kind").get<std::string>() == "tile" ? Kind::kTile : Kind::kLayout;
    about.source = fields.at("source").get<std::string>();
    read("source_size", about.sourceSize);
    read("source_time", about.sourceTime);
    read("source_crc", about.sourceCrc);
    read("ordinal", about.ordinal);
    read("rows", about.rows);
    read("dense_bytes", about.denseBytes);
    read("automatic", about.compilerDefault);
    read("padding", about.padding);
    about.noise = fields.at("noise").get<double>();
    about.platform = fields.value("platform", "");
    if (!about.platform.empty() && !configs::isPlatform(about.platform)) return std::nullopt;
    about.problems = fields.at("problems").get<std::vector<std::string>>();
    return isWhole ? std::optional(about) : std::nullopt;
  } catch (const json::exception&) {
    return std::nullopt;
  }
}

}  // namespace hlorank::store
