// The command `hlorank schema`: prints the names of all feature columns, opcodes and configuration columns.

#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "native/base/exit_codes.h"
#include "native/base/output.h"
#include "native/research/commands.h"
#include "shared/configs/layout_space.h"
#include "shared/configs/tile_space.h"
#include "shared/graph/node_features.h"
#include "shared/hlo/opcode.h"
#include "shared/model/schema.h"
#include "shared/model/slot_features.h"

namespace hlorank::research {
namespace {

constexpr int kSchemaVersion = 1;  // version of the JSON output

struct SchemaArguments {
  bool json = false;
};

std::vector<std::string> layoutColumns() {
  std::vector<std::string> names;
  for (uint8_t tensor = 0; tensor < configs::kTensors; ++tensor) {
    for (int place = 0; place < configs::kLayoutDimensions; ++place) {
      names.push_back(std::string(configs::tensorName(tensor)) + " minor_to_major " + std::to_string(place));
    }
  }
  return names;
}

std::vector<std::string> tileColumns() {
  std::vector<std::string> names;
  names.reserve(configs::kTileColumns);
  for (int column = 0; column < configs::kTileColumns; ++column) names.push_back(configs::tileColumnName(column));
  return names;
}

std::vector<std::string> slotFeatures() {
  std::vector<std::string> names;
  for (size_t feature = 0; feature < model::slotFeatureCount(); ++feature) {
    names.emplace_back(model::slotFeatureName(feature));
  }
  return names;
}

// Returns the opcode names, indexed by the ids in TpuGraphs' node_opcode array; "" for unused ids.
std::vector<std::string> opcodes() {
  std::vector<std::string> names;
  for (int id = 0; id <= hlo::kMaxTpuGraphsId; ++id) {
    names.emplace_back(hlo::tpuGraphsOpcodeName(static_cast<uint8_t>(id)));
  }
  return names;
}

void print(const char* title, const std::vector<std::string>& names) {
  native::print("%s\n", title);
  for (size_t i = 0; i < names.size(); ++i) {
    if (!names[i].empty()) native::print("  %3zu  %s\n", i, names[i].c_str());
  }
}

int runSchema(const SchemaArguments& arguments) {
  if (arguments.json) {
    nlohmann::ordered_json schema = {{"version", kSchemaVersion},
                                     {"hash", model::schemaHash()},
                                     {"nodeFeatures", graph::nodeFeatureNames()},
                                     {"opcodes", opcodes()},
                                     {"layoutColumns", layoutColumns()},
                                     {"tileColumns", tileColumns()},
                                     {"slotFeatures", slotFeatures()}};
    native::print("%s\n", schema.dump().c_str());
    return native::kOk;
  }
  native::print("schema %s\n\n", model::schemaHash().c_str());
  print("node_feat: feature columns of a node", graph::nodeFeatureNames());
  print("node_opcode: opcodes by id", opcodes());
  print("node_config_feat: layout columns of a configurable node", layoutColumns());
  print("config_feat: columns of a tile configuration", tileColumns());
  print("slot: network input features of a row (a slot with one of its layouts)", slotFeatures());
  return native::kOk;
}

}  // namespace

std::function<int()> addSchema(CLI::App& app) {
  auto arguments = std::make_shared<SchemaArguments>();
  app.footer(
      "  hlorank schema                                   print all names\n"
      "  hlorank schema --json | jq '.nodeFeatures[37]'   print the name of column 37");
  app.add_flag("--json", arguments->json, "Print one JSON object instead of text");
  return [arguments] { return runSchema(*arguments); };
}

}  // namespace hlorank::research
