#include "native/onnx/model_folder.h"

#include <charconv>
#include <cstdlib>
#include <filesystem>

#include "native/base/files.h"
#include "native/base/sha256.h"
#include "native/model/network.h"
#include "native/onnx/builder.h"
#include "native/onnx/golden.h"
#include "native/onnx/network_onnx.h"
#include "shared/base/finite.h"
#include "shared/base/json.h"
#include "shared/model/schema.h"

namespace hlorank::onnx {
namespace {

namespace fs = std::filesystem;

// Returns the number with the fewest decimal digits that rounds to this float, as a double for JSON.
double shortest(float value) {
  char text[48];
  *std::to_chars(text, text + sizeof text - 1, value).ptr = 0;
  const double decimal = std::strtod(text, nullptr);
  return float(decimal) == value ? decimal : double(value);
}

Json toJson(const std::vector<float>& values) {
  Json json = Json::array();
  for (float value : values) json.push_back(shortest(value));
  return json;
}
Json toJson(const std::vector<int64_t>& values) {
  return values;
}

Json toJson(const Golden& golden) {
  Json json;
  json["program"] = golden.program;
  for (const model::Tensor& input : golden.inputs) {
    json["inputs"][input.name]["shape"] = input.shape;
    json["inputs"][input.name]["data"] = std::visit([](const auto& data) { return toJson(data); }, input.data);
  }
  const model::Tables& tables = golden.outputs.tables;
  if (!tables.rows.empty()) json["rows"] = toJson(tables.rows);
  if (!tables.pairs.empty()) json["pairs"] = toJson(tables.pairs);
  if (!golden.outputs.scores.empty()) json["scores"] = toJson(golden.outputs.scores);
  if (!golden.outputs.times.empty()) json["stageTimes"] = toJson(golden.outputs.times);
  return json;
}

// Checks that all weights are finite. The bool is always true. Error: a weight is NaN or infinite; the message names
// the weight array.
Result<bool> checkFinite(const model::Parameters& parameters) {
  for (const model::Parameter& parameter : parameters)
    if (const size_t wrong = findNonFinite(parameter.values); wrong < parameter.values.size())
      return Error{"the weight " + parameter.name + " is " + std::to_string(parameter.values[wrong]) + " at element " +
                       std::to_string(wrong) + ", expected finite numbers",
                   "the file is damaged, or training diverged: train again, or use another model"};
  return true;
}

}  // namespace

Json makeCard(const model::Description& description, const model::Parameters& parameters, const model::FreeTable& free,
              const CardFacts& facts, const Golden& golden) {
  Json card;
  card["formatVersion"] = kFormatVersion;
  card["name"] = facts.name;
  card["title"] = facts.title;
  card["target"] = facts.target;
  const bool isLoopNetwork = description.join == model::Join::kLoops;
  card["schema"] =
      facts.schema.empty() ? (isLoopNetwork ? model::loopSchemaHash() : model::schemaHash()) : facts.schema;
  card["aggregation"] = model::toString(description.aggregation);
  card["scale"] = model::toString(description.scale);
  card["pairs"] = description.pairWidth > 0;
  card["inputs"] = model::inputNames(description);
  for (const model::Tensor& input : golden.inputs) {
    Json shape = input.shape;
    // Whether the input has the same first dimension for all programs. If not, model.json has a name instead of a
    // number. That name is "any" for a network that scores whole configurations; its model.onnx has the precise name.
    const bool isFixed = input.name == "unit" || input.name == "referenceSet";
    if (description.join != model::Join::kTables && !isFixed) shape[0] = "any";
    if (input.name == "choices") shape[1] = "configurations";
    if (description.join == model::Join::kTables)
      shape[0] = input.name == "opcode" || input.name == "node"         ? "nodes"
                 : input.name == "consumer" || input.name == "producer" ? "edges"
                 : input.name == "pairs"                                ? "entries"
                                                                        : "rows";
    card["tensors"][input.name] = {{"type", input.data.index() == 0 ? "float32" : "int64"}, {"shape", shape}};
  }
  if (description.join != model::Join::kTables) card["join"] = model::toString(description.join);
  if (description.tables) card["outputs"]["rows"] = {{"type", "float32"}, {"shape", {"rows"}}};
  if (description.join != model::Join::kTables)
    card["outputs"]["scores"] = {{"type", "float32"}, {"shape", {"configurations"}}};
  if (!golden.outputs.times.empty()) card["outputs"]["stageTimes"] = {{"type", "float32"}, {"shape", {"rows"}}};
  if (description.crossAttention > 0)
    card["outputs"]["asReferenceSet"] = {{"type", "float32"},
                                         {"shape", {description.members, model::pooledWidth(description)}}};
  if (description.pairWidth > 0) card["outputs"]["pairEntries"] = {{"type", "float32"}, {"shape", {"entries"}}};
  if (!golden.outputs.tables.members.empty())
    card["outputs"]["members"] = {{"type", "float32"}, {"shape", {"rows", description.members}}};
  for (const model::Parameter& parameter : parameters) card["weights"][parameter.name] = parameter.shape;
  card["normalisation"] =
      description.join == model::Join::kStages
          ? "inside the network: (log(1 + stage) - stage.shift) * stage.scale, the same for schedule; scores are "
            "logarithms of ms"
          : "inside the network: (slot - slot.shift) * slot.scale, the same for encoder.node; the weights of those "
            "names";
  card["description"] = model::toJson(description);
  card["training"] = facts.training;
  card["metrics"] = facts.metrics;
  if (!facts.confidence.is_null()) card["confidence"] = facts.confidence;
  if (description.freeRows > 0) card["freeRows"] = model::toJson(free);
  card["golden"] = toJson(golden);
  return card;
}

Result<bool> writeModel(const std::string& folder, const model::Model& model) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed)
    return Error{"cannot create the folder " + folder + ": " + failed.message(), "choose another folder with -o"};
  const std::string network = writeNetwork(model.description, model.parameters);
  const auto written = native::writeFile((fs::path(folder) / kNetworkFile).string(), network);
  if (!written) return written.error();
  Json card = model.card;
  card["files"] = {{kNetworkFile, {{"bytes", network.size()}, {"sha256", native::sha256(network)}}}};
  return native::writeFile((fs::path(folder) / kCardFile).string(), indented(card) + "\n");
}

Result<model::Model> readModel(const std::string& folder, std::string* place) {
  auto files = rank::readModelFiles(folder, place);
  if (!files) return files.error();
  *place = (fs::path(folder) / kCardFile).string();
  model::Model model;
  model.card = std::move(files->json);
  const auto description = model::descriptionFromJson(model.card.value("description", Json()));
  if (!description) return description.error();
  model.description = *description;
  if (files->card.aggregation != description->aggregation || files->card.scale != description->scale)
    return Error{"aggregation, scale: expected the values of description.aggregation and description.scale",
                 "export the model again"};
  if (description->freeRows > 0) {
    if (int64_t(files->card.free.rows()) != description->freeRows)
      return Error{"freeRows: found " + std::to_string(files->card.free.rows()) + " rows, expected " +
                       std::to_string(description->freeRows) + ", the value of description.freeRows",
                   "export the model again"};
    model.free = std::move(files->card.free);
  }

  *place = (fs::path(folder) / kNetworkFile).string();
  const auto weights = model::readWeights(files->network);
  if (!weights) return weights.error();
  auto parameters = model::matchParameters(model.description, *weights);
  if (!parameters) return parameters.error();
  model.parameters = std::move(*parameters);
  if (const auto finite = checkFinite(model.parameters); !finite) return finite.error();
  if (const auto golden = checkGolden(model, kToleranceElsewhere); !golden) {
    *place = folder;
    return golden.error();
  }
  return model;
}

}  // namespace hlorank::onnx
