// A trained model in memory, and functions that predict with it.
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
  // The tensor-and-layout pairs with a learned constant cost (a free term). Empty unless description.freeRows > 0.
  FreeTable free;
  nlohmann::ordered_json card;  // the complete content of model.json
};

// Outputs of a network.
struct ModelOutput {
  // The layout table: a cost per configurable tensor and layout; empty if the network has none.
  Tables tables;
  // [configurations] Scores of a network that reads whole configurations (early-, late-, parts-join, loops, stages);
  // empty for other networks. If the network also outputs the layout table `tables`, the caller must add the costs from
  // that table to these scores.
  std::vector<float> scores;
  // [rows] Logarithm of the time of each stage (loop nest) in ms, from a stage network, which predicts schedules
  // (stage_network.h); else empty.
  std::vector<float> times;
};
// Runs the network on those arrays of `inputs` that have the names of its inputs; ignores other arrays. Error: an input
// is missing or has the wrong shape.
Result<ModelOutput> runNetwork(const Model& model, const std::vector<Tensor>& inputs);

// Computes the input `referenceSet` [members, pooledWidth] of a network with cross-configuration attention: a summary
// of the fixed configurations with which attention compares each scored one. Error: the model does not fit the program.
Result<Tensor> referenceSetInput(const Model& model, const ScoringTask& task);

// Returns the scores of the configurations task.selected, in that order; lower is faster. Works with any network. Cost:
// one forward pass per kScoreBatch configurations (torch_scores.h); a single pass if the network only predicts a cost
// per tensor and layout. After each pass, if stopped() returns true, returns the scores so far. Error: the model does
// not fit the program.
Result<std::vector<float>> scoreConfigurations(const Model& model, const ScoringTask& task,
                                               const std::function<bool()>& stopped = {});

// Computes the layout table of a program: a cost per configurable tensor and layout. If the network also scores whole
// configurations, that part does not run. `inputs`: the arrays of shared/model/inputs.h; `freeRow` is added if needed.
// Error: an input is missing or has the wrong shape. Cost: one forward pass.
Result<Tables> makeTables(const Model& model, std::vector<Tensor> inputs,
                          const configs::Configurations& configurations);

}  // namespace hlorank::model
