// Reads the fields of model.json that ranking needs. Training and other tools write more fields; they are ignored here.
#include <nlohmann/json.hpp>

#include "shared/model/inputs.h"
#include "shared/model/schema.h"

namespace hlorank::model {

namespace {

using Json = nlohmann::ordered_json;

Error cardError(std::string message, std::string help) {
  return {"model.json: " + std::move(message), std::move(help)};
}

constexpr const char* kExportAgain = "export the model again with `hlorank export`";

// Reads a string field into `value`. Returns false if the field is missing or not a string.
bool read(const Json& card, const char* field, std::string& value) {
  auto found = card.find(field);
  if (found == card.end() || !found->is_string()) return false;
  value = found->get<std::string>();
  return true;
}

}  // namespace

Error wrongField(const std::string& field, const std::string& expected) {
  return cardError("expected the field `" + field + "` to be " + expected, kExportAgain);
}

Result<Card> readCard(std::string_view json) {
  Json fields = Json::parse(json.begin(), json.end(), nullptr, /*allow_exceptions=*/false);
  if (fields.is_discarded()) return cardError("not valid JSON", "use the model.json in the folder of model.onnx");
  if (!fields.is_object()) return cardError("expected a JSON object", kExportAgain);
  Card card;
  card.json = std::string(json);
  if (!read(fields, "name", card.name)) return wrongField("name", "a string");
  if (!read(fields, "title", card.title)) card.title = card.name;
  if (!read(fields, "schema", card.schema)) return wrongField("schema", "a string");
  if (card.schema != schemaHash()) {
    return cardError("schema: the model has " + card.schema + ", this build expects " + schemaHash(),
                     "use a model that was trained with this version of hlorank, or train it again");
  }
  std::string aggregation, scale;
  if (!read(fields, "aggregation", aggregation) || (aggregation != "sum" && aggregation != "largest-per-value")) {
    return wrongField("aggregation", "\"sum\" or \"largest-per-value\"");
  }
  card.aggregation = aggregation == "sum" ? Aggregation::kSum : Aggregation::kLargestPerValue;
  if (!read(fields, "scale", scale) || (scale != "identity" && scale != "signed-log")) {
    return wrongField("scale", "\"identity\" or \"signed-log\"");
  }
  card.scale = scale == "identity" ? Scale::kIdentity : Scale::kSignedLog;
  auto inputs = fields.find("inputs");
  if (inputs == fields.end() || !inputs->is_array()) return wrongField("inputs", "a list of names");
  for (const Json& input : *inputs) {
    // Each input is a name, or an object with the fields `name`, `type` and `shape`.
    std::string name;
    if (input.is_string()) {
      name = input.get<std::string>();
    } else if (!input.is_object() || !read(input, "name", name)) {
      return wrongField("inputs", "a list of names");
    }
    card.inputs.push_back(std::move(name));
  }
  auto pairs = fields.find("pairs");
  if (pairs != fields.end() && !pairs->is_boolean()) return wrongField("pairs", "true or false");
  card.pairs = pairs != fields.end() && pairs->get<bool>();
  if (std::string join; read(fields, "join", join) && join == "loops") {
    const Json description = fields.value("description", Json::object());
    const Json members = description.is_object() ? description.value("members", Json()) : Json();
    constexpr int64_t kMostNetworks = 64;
    if (!members.is_number_integer() || members.get<int64_t>() < 1 || members.get<int64_t>() > kMostNetworks)
      return wrongField("description.members", "a number from 1 to 64");
    card.loopNetworks = members.get<int>();
  }
  if (!read(fields, "target", card.target)) return wrongField("target", "a string");
  return card;
}

}  // namespace hlorank::model
