#include "native/model/description.h"

#include "shared/model/card.h"

namespace hlorank::model {
namespace {

// Calls visit(JSON name, field) for every number that the field `description` of model.json must have. Reading and
// writing share this list.
template <class D, class Visitor>
void forEachField(D& d, Visitor&& visit) {
  visit("slotFeatures", d.slotFeatures);
  visit("nodeFeatures", d.nodeFeatures);
  visit("opcodes", d.opcodes);
  visit("members", d.members);
  visit("multiplierHidden", d.multiplierHidden);
  visit("encoderLayers", d.encoderLayers);
  visit("encoderWidth", d.encoderWidth);
  visit("opcodeWidth", d.opcodeWidth);
  visit("correctionWidth", d.correctionWidth);
  visit("pairWidth", d.pairWidth);
  visit("freeRows", d.freeRows);
  visit("gain", d.gain);
}

// Calls visit(JSON name, field) for every field that model.json files of older versions lack. A bool is 1 or 0 in JSON.
// A missing field keeps the initial value that description.h gives it.
template <class D, class Visitor>
void forEachLaterField(D& d, Visitor&& visit) {
  visit("gates", d.gates);
  visit("tables", d.tables);
  visit("tableLayers", d.tableLayers);
  visit("tableWidth", d.tableWidth);
  visit("bothDirections", d.bothDirections);
  visit("headWidth", d.headWidth);
  visit("crossAttention", d.crossAttention);
  visit("tileFeatures", d.tileFeatures);
  visit("accessFeatures", d.accessFeatures);
  visit("propagation", d.propagation);
  visit("fusion", d.fusion);
  visit("conflicts", d.conflicts);
  visit("scheduleFeatures", d.scheduleFeatures);
  visit("stageEdges", d.stageEdges);
}

// Largest accepted value of a numeric field in model.json, so that a damaged file cannot exhaust memory.
constexpr double kLargestSize = 1e8;

}  // namespace

std::string toString(Aggregation aggregation) {
  return aggregation == Aggregation::kSum ? "sum" : "largest-per-value";
}

std::string toString(Scale scale) {
  return scale == Scale::kIdentity ? "identity" : "signed-log";
}

std::string toString(Join join) {
  constexpr const char* kNames[] = {"tables", "early", "late", "parts", "loops", "stages"};
  return kNames[int(join)];
}

nlohmann::ordered_json toJson(const Description& description) {
  nlohmann::ordered_json json;
  const auto write = [&](const char* name, auto value) {
    if constexpr (std::is_same_v<decltype(value), bool>)
      json[name] = int(value);
    else
      json[name] = value;
  };
  forEachField(description, write);
  if (description.join != Join::kTables || description.gates) {
    json["join"] = toString(description.join);
    forEachLaterField(description, write);
    simulation::forEachField(description.caches, write);
  }
  json["aggregation"] = toString(description.aggregation);
  json["scale"] = toString(description.scale);
  return json;
}

Result<Description> descriptionFromJson(const nlohmann::ordered_json& json) {
  Description d;
  std::string wrong;
  const auto read = [&](const char* name, auto& value) {
    const auto field = json.is_object() ? json.find(name) : json.end();
    if (!json.is_object() || field == json.end() || !field->is_number() || field->template get<double>() < -1 ||
        field->template get<double>() > kLargestSize) {
      if (wrong.empty()) wrong = name;
    } else {
      value = static_cast<std::remove_reference_t<decltype(value)>>(field->template get<double>());
    }
  };
  forEachField(d, read);
  forEachLaterField(d, [&](const char* name, auto& value) {
    if (json.is_object() && json.contains(name)) read(name, value);
  });
  const auto text = [&](const char* name) {
    const auto field = json.is_object() ? json.find(name) : json.end();
    return json.is_object() && field != json.end() && field->is_string() ? field->get<std::string>() : std::string();
  };
  const std::string aggregation = text("aggregation"), scale = text("scale");
  if (aggregation != "sum" && aggregation != "largest-per-value") wrong = wrong.empty() ? "aggregation" : wrong;
  if (scale != "identity" && scale != "signed-log") wrong = wrong.empty() ? "scale" : wrong;
  const std::string join = text("join");
  for (const Join one : {Join::kEarly, Join::kLate, Join::kParts, Join::kLoops, Join::kStages})
    if (toString(one) == join) d.join = one;
  if (json.is_object() &&
      json.value("rawNodes", nlohmann::ordered_json(0)) != 0)  // models of versions before 2026 have this field
    wrong = wrong.empty() ? "rawNodes" : wrong;
  if (!join.empty() && toString(d.join) != join) wrong = wrong.empty() ? "join" : wrong;
  if (wrong.empty() && d.members < 1) wrong = "members";
  if (wrong.empty() && d.slotFeatures < 1 && d.tileFeatures < 1 && d.accessFeatures < 1 && d.scheduleFeatures < 1)
    wrong = "slotFeatures";
  if (!wrong.empty())
    return Error{"description." + wrong + " is missing or has a value that this build cannot read",
                 "export the model again with this version of hlorank"};
  const auto caches = parseCaches(json);
  if (!caches)
    return Error{"description: " + caches.error().message, "export the model again with this version of hlorank"};
  d.caches = *caches;
  d.aggregation = aggregation == "sum" ? Aggregation::kSum : Aggregation::kLargestPerValue;
  d.scale = scale == "identity" ? Scale::kIdentity : Scale::kSignedLog;
  return d;
}

}  // namespace hlorank::model
