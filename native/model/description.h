// What a network is made of: the switches and sizes of the one description in network.h. Stored in model.json, so that
// whoever has the card can walk the network again.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "shared/base/result.h"
#include "shared/model/score.h"

namespace hlorank::model {

// Where a configuration meets the graph. Tables: nowhere, every row of the table gets a number and a score is their
// sum. Early: its layouts are put in at the nodes they belong to, before messages are passed. Late: after the graph was
// pooled. Parts: after the tables, what their rows are made of is summed up part by part.
enum class Join { kTables, kEarly, kLate, kParts };

struct Description {
  // Sizes of the inputs, from the arrays of shared/model/inputs.h.
  int slotFeatures = 0;  // columns of `slot`
  int nodeFeatures = 0;  // columns of `node`
  int opcodes = 256;     // rows of the opcode embedding

  int members = 1;  // networks of the same description, trained from different seeds, whose tables are averaged

  int multiplierHidden = 0;  // width of a hidden layer before the multipliers; 0: they are linear in the features
  int encoderLayers = -1;    // message passing steps of the node encoder; -1: no encoder
  int encoderWidth = 32;
  int opcodeWidth = 16;     // of the opcode embedding
  int correctionWidth = 0;  // hidden width of the free correction of every row; 0: none
  int pairWidth = 0;        // rank of the pair entries; 0: none
  int64_t freeRows = 0;     // rows of the one table that free terms were trained for; 0: none
  double gain = 5;          // u = gain · Σ term · multiplier

  int gates = 0;  // 1: what is learned of rows and pairs is in proportion to gates.h; 0: not

  int rawNodes = 0;  // 1: sizes among a node's features enter as they are, not as logarithms

  // Of the joined networks (joined_network.h); encoderLayers, encoderWidth and opcodeWidth are theirs too.
  Join join = Join::kTables;
  int tables = 1;          // 1: the score of the tables is added; 0: there are none
  int tableLayers = -1;    // steps of the node encoder that the tables have for themselves; -1: none
  int tableWidth = 32;     // its width
  int bothDirections = 0;  // 1: producers hear their users as well
  int headWidth = 0;       // hidden width between what was pooled and the score; 0: it is linear
  int crossAttention = 0;  // configurations of the company that each one is compared with; 0: none
  int tileFeatures = 0;    // columns of `tile`: the configuration is one row of them for the whole graph; 0: layouts

  Aggregation aggregation = Aggregation::kLargestPerValue;
  Scale scale = Scale::kSignedLog;

  friend bool operator==(const Description&, const Description&) = default;
};

nlohmann::ordered_json toJson(const Description& description);
// Error names the field that is missing or has the wrong type.
Result<Description> descriptionFromJson(const nlohmann::ordered_json& json);

// Names of the enums as they stand in model.json: "sum", "largest-per-value"; "identity", "signed-log".
std::string toString(Aggregation aggregation);
std::string toString(Scale scale);
std::string toString(Join join);  // "tables", "early", "late", "parts"

}  // namespace hlorank::model
