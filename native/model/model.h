// A trained model in memory, and its predictions.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "native/model/description.h"
#include "native/model/parameters.h"
#include "native/model/scoring_task.h"
#include "shared/base/result.h"
#include "shared/model/free_table.h"
#include "shared/model/inputs.h"

namespace hlorank::model {

struct Model {
  Description description;
  Parameters parameters;
  FreeTable free;               // the rows of the layout table with a free term; empty unless description.freeRows > 0
  nlohmann::ordered_json card;  // the complete model.json
};

// Outputs of a network.
struct ModelOutput {
  Tables tables;  // the layout table: a cost per slot (configurable tensor) and layout; empty if the network has none
  // [configurations] scores of a join, loop or stage network, to which the caller adds the score of the layout table if
  // the network has one; empty for other networks.
  std::vector<float> scores;
  std::vector<float> times;  // [rows] log time of each stage, by a stage network (stage_network.h); else empty
};
// Runs the network on the arrays of `inputs` that have the names of its inputs; ignores other arrays. Error: an input
// is missing or has the wrong shape.
Result<ModelOutput> runNetwork(const Model& model, const std::vector<Tensor>& inputs);

// Computes the input `referenceSet` [members, pooledWidth] of a network with cross-configuration attention: a summary
// of the fixed configurations with which attention compares each scored one. Error: the model does not fit the program.
Result<Tensor> referenceSetInput(const Model& model, const ScoringTask& task);

// Returns the scores of the configurations task.selected, in that order; lower is faster. Works with any network. Cost:
// one forward pass per kScoreBatch configurations (torch_scores.h); after each, if stopped() returns true, returns the
// scores so far. A network with only a layout table needs a single pass. Error: the model does not fit the program.
Result<std::vector<float>> scoreConfigurations(const Model& model, const ScoringTask& task,
                                               const std::function<bool()>& stopped = {});

// Computes the layout table of a program: a cost per slot (configurable tensor) and layout. For a join network, runs
// only the part that computes this table. `inputs`: the arrays of shared/model/inputs.h; `freeRow` is added if needed.
// Error: an input is missing or has the wrong shape. Cost: one forward pass.
Result<Tables> makeTables(const Model& model, std::vector<Tensor> inputs,
                          const configs::Configurations& configurations);

}  // namespace hlorank::model
