// Reads the description of a join network (early-join, late-join or "parts") from model.json.
#include <nlohmann/json.hpp>

#include "shared/model/joined_inputs.h"

namespace hlorank::model {
namespace {

using Json = nlohmann::ordered_json;

constexpr int64_t kMaxLayers = 64, kMaxReferenceSet = 1 << 20, kMaxSide = 1 << 16, kMaxNumbers = 1 << 24;

// Reads the shape of the input `referenceSet`, [networks of the ensemble, width]; nullopt if missing or too large.
std::optional<std::array<int64_t, 2>> referenceSetShape(const Json& card) {
  const auto field = [](const Json& json, const char* name) {
    return json.is_object() && json.contains(name) ? json.at(name) : Json();
  };
  const Json shape = field(field(field(card, "tensors"), "referenceSet"), "shape");
  std::array<int64_t, 2> sizes = {};
  if (!shape.is_array() || shape.size() != sizes.size()) return std::nullopt;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (!shape[i].is_number_integer()) return std::nullopt;
    sizes[i] = shape[i].get<int64_t>();
    if (sizes[i] < 1 || sizes[i] > kMaxSide) return std::nullopt;
  }
  if (sizes[0] * sizes[1] > kMaxNumbers) return std::nullopt;
  return sizes;
}

}  // namespace

Result<std::optional<JoinedCard>> readJoinedCard(std::string_view json) {
  const Json card = Json::parse(json.begin(), json.end(), nullptr, /*allow_exceptions=*/false);
  if (!card.is_object()) return wrongField("join", "part of a JSON object");
  const auto join = card.find("join");
  if (join == card.end() || *join == "tables" || *join == "loops") return std::optional<JoinedCard>();
  if (*join != "early" && *join != "late" && *join != "parts")
    return wrongField("join", "\"tables\", \"early\", \"late\" or \"parts\"");
  const auto description = card.find("description");
  if (description == card.end() || !description->is_object()) return wrongField("description", "an object");
  std::string wrong;
  const auto read = [&](const char* name, int64_t least, int64_t most) {
    const auto found = description->find(name);
    if (found == description->end() || !found->is_number_integer()) {
      wrong = name;
      return least;
    }
    const int64_t value = found->get<int64_t>();
    if (value < least || value > most) wrong = name;
    return value;
  };
  JoinedCard joined;
  joined.shape.early = *join == "early";
  joined.shape.layers = static_cast<int>(read("encoderLayers", 0, kMaxLayers));
  joined.shape.directions = read("bothDirections", 0, 1) ? Directions::kBoth : Directions::kOperands;
  joined.tables = read("tables", 0, 1) != 0;
  if (description->contains("tableLayers"))
    joined.shape.tableLayers = static_cast<int>(read("tableLayers", -1, kMaxLayers));
  joined.crossAttention = static_cast<size_t>(read("crossAttention", 0, kMaxReferenceSet));
  joined.tiles = read("tileFeatures", 0, 1 << 16) > 0;
  if (joined.crossAttention > 0) {
    const auto shape = referenceSetShape(card);
    if (!shape) return wrongField("tensors.referenceSet.shape", "two positive integers, [ensemble size, width]");
    joined.referenceSet = *shape;
  }
  if (!wrong.empty()) return wrongField("description." + wrong, "an integer in the supported range");
  return std::optional<JoinedCard>(joined);
}

}  // namespace hlorank::model
