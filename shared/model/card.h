// The card: the fields of model.json that ranking needs. model.json describes a model; its weights are in model.onnx.
// Kinds of models: table models give each layout a number (score.h), join networks read whole configurations
// (joined_inputs.h), loop models price the loops of the simulated compiler (loop_scorer.h), and stage models rank
// schedules of Halide or TVM (stage_inputs.h).
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/model/confidence.h"
#include "shared/model/free_table.h"
#include "shared/model/joined_inputs.h"
#include "shared/model/score.h"
#include "shared/simulation/rules.h"
#include "shared/stages/columns.h"

namespace hlorank::model {

// The card's description of a join network, which scores whole configurations: early-join, late-join or "parts" (see
// the head of joined_inputs.h).
struct JoinedCard {
  JoinedShape shape;
  bool tables = true;  // the network also writes tables (a number per slot and layout, score.h), whose score is added
  size_t crossAttention = 0;                 // size of the reference set; 0: no cross-configuration attention
  std::array<int64_t, 2> referenceSet = {};  // shape of the input `referenceSet`; zeros without a reference set
  bool tiles = false;                        // configurations are tile sizes, not layouts
};

struct Card {
  std::string name, title;
  Aggregation aggregation = Aggregation::kSum;
  Scale scale = Scale::kIdentity;
  std::vector<std::string> inputs;     // names of the network's input tensors
  bool pairs = false;                  // whether the network writes the output `pairs` (see Tables in score.h)
  std::string target;                  // backend whose run times it was trained on: "xla-cpu"
  std::optional<JoinedCard> joined;    // nullopt: the network writes tables only (score.h) and is no join network
  simulation::Rules rules;             // loop model: parts of its compiler simulation
  int loopNetworks = 0;                // loop model: number of networks in its ensemble; 0: another kind of model
  std::optional<stages::Kind> stages;  // stage model: the tool whose schedules it ranks; nullopt: another kind
  FreeTable free;                      // rows with a free term (free_table.h); empty: none
  Confidence confidence;               // calibration; empty if the card has none
};

// Reads a card from a parsed model.json. Errors name the field that is missing or wrong. One is a field `schema` that
// differs from schemaHash() of this build: the model was trained with other inputs. For a text that is not JSON, pass a
// value for which json.is_discarded() is true.
Result<Card> parseCard(const nlohmann::ordered_json& json);
// Parses the text of model.json.
Result<Card> readCard(std::string_view text);

}  // namespace hlorank::model
