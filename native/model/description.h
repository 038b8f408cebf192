// Hyperparameters of a network: they select the parts of the definition in network.h and set their sizes. Stored in
// model.json.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "shared/base/result.h"
#include "shared/model/score.h"

namespace hlorank::model {

// Where the network reads the configuration.
enum class Join {
  kTables,  // not at all: the network outputs a cost per row of the layout table; a score adds up the selected rows
  kEarly,   // before message passing: layouts are added to the states of their nodes
  kLate,    // after pooling: layouts are concatenated to the embedding of the graph
  kParts,   // after the table: the components of the selected rows are summed one by one and given to the head
};

struct Description {
  // Sizes of the input arrays (shared/model/inputs.h).
  int slotFeatures = 0;  // columns of `slot`
  int nodeFeatures = 0;  // columns of `node`
  int opcodes = 256;     // rows of the opcode embedding

  int members = 1;  // ensemble size: networks trained from different seeds; their outputs are averaged

  int multiplierHidden = 0;  // hidden width of the network that outputs the cost multipliers; 0: linear
  int encoderLayers = -1;    // message passing layers of the node encoder; -1: no encoder
  int encoderWidth = 32;
  int opcodeWidth = 16;     // width of the opcode embedding
  int correctionWidth = 0;  // hidden width of the learned cost added to every row; 0: none
  int pairWidth = 0;        // rank of the learned cost of layout pairs of neighbouring slots; 0: none
  int64_t freeRows = 0;     // free terms: one learned cost per row of one program's layout table; 0: none
  double gain = 5;          // u = gain · Σ analytical cost · multiplier

  int gates = 0;  // 1: learned costs of rows and pairs are multiplied by bytes, padding and copies (gates.h)

  int rawNodes = 0;  // 1: sizes among the node features are used as they are; 0: as logarithms

  // Joined networks only (joined_network.h); they also use encoderLayers, encoderWidth and opcodeWidth.
  Join join = Join::kTables;
  int tables = 1;          // 1: add the score of the layout table; 0: no layout table
  int tableLayers = -1;    // message passing layers of the layout table's own node encoder; -1: no encoder
  int tableWidth = 32;     // width of that encoder
  int bothDirections = 0;  // 1: messages also pass from users to operands
  int headWidth = 0;       // hidden width of the scoring head; 0: linear
  int crossAttention = 0;  // size of the reference set of cross-configuration attention; 0: no attention
  int tileFeatures = 0;    // columns of `tile`, one row per configuration; 0: configurations are layouts

  Aggregation aggregation = Aggregation::kLargestPerValue;
  Scale scale = Scale::kSignedLog;

  friend bool operator==(const Description&, const Description&) = default;
};

nlohmann::ordered_json toJson(const Description& description);
// Error: names the field that is missing or has the wrong type.
Result<Description> descriptionFromJson(const nlohmann::ordered_json& json);

// Enum names in model.json: "sum", "largest-per-value"; "identity", "signed-log".
std::string toString(Aggregation aggregation);
std::string toString(Scale scale);
std::string toString(Join join);  // "tables", "early", "late", "parts"

}  // namespace hlorank::model
