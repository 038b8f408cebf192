// What a network is made of: the switches and sizes of the one description in network.h. Stored in model.json, so that
// whoever has the card can walk the network again.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "shared/base/result.h"
#include "shared/model/score.h"

namespace hlorank::model {

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

  Aggregation aggregation = Aggregation::kLargestPerValue;
  Scale scale = Scale::kSignedLog;

  friend bool operator==(const Description&, const Description&) = default;
};

nlohmann::ordered_json toJson(const Description& description);
// Error names the field that is missing or has the wrong type.
Result<Description> descriptionFromJson(const nlohmann::ordered_json& json);

// Names of the two enums as they stand in model.json: "sum", "largest-per-value"; "identity", "signed-log".
std::string toString(Aggregation aggregation);
std::string toString(Scale scale);

}  // namespace hlorank::model
