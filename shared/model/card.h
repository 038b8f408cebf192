// The fields of model.json that ranking needs. model.json describes a model, called its card; the weights are in
// model.onnx. Table models give each layout a number (score.h). Join networks read whole configurations
// (joined_inputs.h). Loop models price the loops of a simulated compiler (loop_scorer.h). Stage models rank schedules
// of Halide or TVM (stage_inputs.h).
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

// Description of a network that scores a whole configuration at once. Its kind is early-join, late-join or "parts" (see
// the top of joined_inputs.h).
struct JoinedCard {
  JoinedShape shape;
  // Whether the network also writes tables with a number per layout (score.h). The score from these tables is added to
  // the network's score of the whole configuration.
  bool tables = true;
  // Size of the reference set, a fixed set of configurations with which the network compares each configuration. 0 if
  // the network has no cross-configuration attention.
  size_t crossAttention = 0;
  // Shape of the network input `referenceSet`; zeros if the network has no cross-configuration attention.
  std::array<int64_t, 2> referenceSet = {};
  bool tiles = false;  // whether configurations are tile sizes instead of layouts
};

struct Card {
  std::string name, title;
  Aggregation aggregation = Aggregation::kSum;
  Scale scale = Scale::kIdentity;
  std::vector<std::string> inputs;  // names of the network's input tensors
  bool pairs = false;               // whether the network writes the output `pairs` (see Tables in score.h)
  std::string target;               // name of the backend on which the training data was measured, such as "xla-cpu"
  // Description of a network that scores a configuration as a whole; nullopt if the network only writes tables: an
  // amount for each layout of each tensor (Tables in score.h).
  std::optional<JoinedCard> joined;
  simulation::Rules rules;             // for a loop model, the parts of the compiler simulation that are on
  int loopNetworks = 0;                // for a loop model, the number of networks in its ensemble; otherwise 0
  std::optional<stages::Kind> stages;  // for a stage model, the tool whose schedules it ranks; otherwise nullopt
  // Layouts of tensors in single programs for which costs were learned directly as numbers (free_table.h). May be
  // empty.
  FreeTable free;
  Confidence confidence;  // calibration statistics; empty if model.json has none
};

// Reads a card from a parsed model.json. Errors name the field that is missing or wrong. One such field is `schema`: it
// differs from schemaHash() or loopSchemaHash() of this build if the model was trained with other inputs. For a text
// that is not JSON, pass a value for which json.is_discarded() is true.
Result<Card> parseCard(const nlohmann::ordered_json& json);
// Reads the fields of simulation::Caches from a JSON object. A field that it lacks keeps its initial value.
// Error, which names the field: a value is not a number from 1 to kLargestCacheField.
Result<simulation::Caches> parseCaches(const nlohmann::ordered_json& json);
// Reads a card from the text of model.json.
Result<Card> readCard(std::string_view text);

}  // namespace hlorank::model
