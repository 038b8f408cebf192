// Reads the fields of model.json that ranking needs. Ignores all further fields, which training and other tools write.
#include "shared/model/card.h"

#include "shared/base/json.h"
#include "shared/model/schema.h"
#include "shared/stages/columns.h"

namespace hlorank::model {

namespace {

constexpr int64_t kMaxLayers = 64, kMaxReferenceSet = 1 << 20, kMaxSide = 1 << 16, kMaxNumbers = 1 << 24;

Error cardError(std::string message, std::string help) {
  return {"model.json: " + std::move(message), std::move(help)};
}

constexpr const char* kExportAgain = "export the model again with `hlorank export`";

// Makes the Error for a field of model.json that is missing or has a wrong type. `expected` names the right type, such
// as "a string".
Error wrongField(const std::string& field, const std::string& expected) {
  return cardError("expected the field `" + field + "` to be " + expected, kExportAgain);
}

// Reads a string field of model.json into `value`. Returns false if the field is missing or not a string.
bool read(const Json& card, const char* field, std::string& value) {
  auto found = card.find(field);
  if (found == card.end() || !found->is_string()) return false;
  value = found->get<std::string>();
  return true;
}

// Reads the shape of the network input `referenceSet`, [networks of the ensemble, width]. Returns nullopt if the shape
// is missing or too large.
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

// Reads the description of a network that scores whole configurations. Returns nullopt if the model is of another kind.
Result<std::optional<JoinedCard>> parseJoined(const Json& card) {
  const auto join = card.find("join");
  if (join == card.end() || *join == "tables" || *join == "loops" || *join == "stages")
    return std::optional<JoinedCard>();
  if (*join != "early" && *join != "late" && *join != "parts")
    return wrongField("join", "\"tables\", \"early\", \"late\", \"parts\" or \"loops\"");
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

}  // namespace

Result<Card> readCard(std::string_view text) {
  return parseCard(Json::parse(text, nullptr, /*allow_exceptions=*/false));
}

Result<Card> parseCard(const Json& json) {
  if (json.is_discarded()) return cardError("not valid JSON", "use the model.json in the folder of model.onnx");
  if (!json.is_object()) return cardError("expected a JSON object", kExportAgain);
  Card card;
  if (!read(json, "name", card.name)) return wrongField("name", "a string");
  if (!read(json, "title", card.title)) card.title = card.name;
  std::string schema, aggregation, scale;
  if (!read(json, "schema", schema)) return wrongField("schema", "a string");
  std::string join;
  if (read(json, "join", join) && join == "stages") {
    for (const stages::Kind kind : stages::kKinds)
      if (schema == stages::schemaHash(kind)) card.stages = kind;
    if (!card.stages)
      return cardError("schema: the model has " + schema + ", this build expects " +
                           stages::schemaHash(stages::Kind::kHalide) + " for Halide",
                       "use a model that was trained with this version of hlorank, or train it again");
  } else if (const std::string own = join == "loops" ? loopSchemaHash() : schemaHash(); schema != own) {
    return cardError("schema: the model has " + schema + ", this build expects " + own,
                     "use a model that was trained with this version of hlorank, or train it again");
  }
  if (!read(json, "aggregation", aggregation) || (aggregation != "sum" && aggregation != "largest-per-value")) {
    return wrongField("aggregation", "\"sum\" or \"largest-per-value\"");
  }
  card.aggregation = aggregation == "sum" ? Aggregation::kSum : Aggregation::kLargestPerValue;
  if (!read(json, "scale", scale) || (scale != "identity" && scale != "signed-log")) {
    return wrongField("scale", "\"identity\" or \"signed-log\"");
  }
  card.scale = scale == "identity" ? Scale::kIdentity : Scale::kSignedLog;
  auto inputs = json.find("inputs");
  if (inputs == json.end() || !inputs->is_array()) return wrongField("inputs", "a list of names");
  for (const Json& input : *inputs) {
    // A network input in model.json is either its name, or an object with the fields `name`, `type` and `shape`.
    std::string name;
    if (input.is_string()) {
      name = input.get<std::string>();
    } else if (!input.is_object() || !read(input, "name", name)) {
      return wrongField("inputs", "a list of names");
    }
    card.inputs.push_back(std::move(name));
  }
  auto pairs = json.find("pairs");
  if (pairs != json.end() && !pairs->is_boolean()) return wrongField("pairs", "true or false");
  card.pairs = pairs != json.end() && pairs->get<bool>();
  if (!read(json, "target", card.target)) return wrongField("target", "a string");
  if (join == "loops") {
    const Json description = json.value("description", Json::object());
    const Json members = description.is_object() ? description.value("members", Json()) : Json();
    constexpr int64_t kMostNetworks = 64;
    if (!members.is_number_integer() || members.get<int64_t>() < 1 || members.get<int64_t>() > kMostNetworks)
      return wrongField("description.members", "a number from 1 to 64");
    card.loopNetworks = members.get<int>();
    for (const auto& [name, rule] : {std::pair{"propagation", &card.rules.propagates},
                                     {"fusion", &card.rules.fuses},
                                     {"conflicts", &card.rules.conflicts}}) {
      const Json value = description.value(name, Json(1));  // the field is missing in models of older versions
      if (value != 0 && value != 1) return wrongField("description." + std::string(name), "0 or 1");
      *rule = value == 1;
    }
    const auto caches = parseCaches(description);
    if (!caches) return cardError(caches.error().message, kExportAgain);
    card.rules.caches = *caches;
  }
  auto joined = parseJoined(json);
  if (!joined) return joined.error();
  card.joined = *joined;
  if (json.contains("freeRows")) {
    auto free = freeTableFromJson(json["freeRows"]);
    if (!free) return free.error();
    card.free = std::move(*free);
  }
  card.confidence = parseConfidence(json);
  return card;
}

Result<simulation::Caches> parseCaches(const Json& json) {
  simulation::Caches caches;
  std::string wrong;
  simulation::forEachField(caches, [&](const char* name, int& field) {
    const Json value = json.value(name, Json(field));
    const bool isValid = value.is_number_integer() && value >= 1 && value <= simulation::kLargestCacheField;
    if (isValid) field = value.get<int>();
    if (!isValid && wrong.empty()) wrong = name;
  });
  if (!wrong.empty())
    return Error{
        "expected the field `" + wrong + "` to be a number from 1 to " + std::to_string(simulation::kLargestCacheField),
        ""};
  return caches;
}

}  // namespace hlorank::model
