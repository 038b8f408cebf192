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
  FreeTable free;               // the layouts that have a free (learned) cost; empty unless description.freeRows > 0
  nlohmann::ordered_json card;  // the complete model.json
};

// Outputs of a network.
struct ModelOutput {
  Tables tables;  // the layout table: a cost per slot and layout; empty if the network has none
  // [configurations] scores of a join or loop network, to which the caller adds the score of
  // the layout table; empty for other networks.
  std::vector<float> scores;
  std::vector<float> times;  // [rows] of a stage network (stage_network.h); empty for other networks
};
// Runs the network on its input arrays, which it finds by name; arrays that it does not read are ignored. Error: an
// array is missing or has the wrong shape.
Result<ModelOutput> runNetwork(const Model& model, const std::vector<Tensor>& inputs);

// Computes the input `referenceSet` [members, pooledWidth] of a network with cross-configuration attention: a summary
// of the fixed configurations that each scored one is compared with. Error: the model does not fit the program.
Result<Tensor> referenceSetInput(const Model& model, const ScoringTask& task);

// Returns the scores of task.selected in that order, by any network; lower is faster. Cost: one forward pass per
// kScoreBatch configurations (torch_scores.h), after each of which `stopped` is called: true returns the scores so far.
// A layout table needs one pass in all and no `stopped`. Error: the model does not fit the program.
Result<std::vector<float>> scoreConfigurations(const Model& model, const ScoringTask& task,
                                               const std::function<bool()>& stopped = {});

// Computes the layout table of a program: costs per slot and layout, without the scores that a join network gives whole
// configurations. `inputs` are those of shared/model/inputs.h; adds `freeRow` if the network reads it. Error: an input
// is missing or has the wrong shape. Cost: one forward pass.
Result<Tables> makeTables(const Model& model, std::vector<Tensor> inputs,
                          const configs::Configurations& configurations);

}  // namespace hlorank::model
