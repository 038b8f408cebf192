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
  FreeTable free;               // empty unless the description has free rows
  nlohmann::ordered_json card;  // the complete model.json
};

// Outputs of a network.
struct ModelOutput {
  Tables tables;              // costs of the rows of the layout table; empty if the network has no table
  std::vector<float> scores;  // [C] configuration-level scores of a joined network; empty otherwise
};
// Runs the network on named input arrays. Error: an array is missing or has the wrong shape.
Result<ModelOutput> runNetwork(const Model& model, const std::vector<Tensor>& inputs);

// Computes the input `referenceSet` [members, pooledWidth] of a network with cross-configuration attention. Error as
// above.
Result<Tensor> referenceSetInput(const Model& model, const ScoringTask& problem);

// Scores of the selected configurations of a problem, with any network; lower is faster. Error as above. Cost: one
// forward pass for layout tables, else one per kScoreBatch configurations (torch_scores.h). `stopped` is called
// after each of these; when it returns true, the scores so far are returned.
Result<std::vector<float>> scoreConfigurations(const Model& model, const ScoringTask& problem,
                                               const std::function<bool()>& stopped = {});

// Computes the layout table of a program, without the configuration-level scores of a joined network. `inputs` are the
// arrays of shared/model/inputs.h; `freeRow` is added here if the network reads it. Error as above. Cost: one forward
// pass.
Result<Tables> makeTables(const Model& model, std::vector<Tensor> inputs,
                          const configs::Configurations& configurations);

}  // namespace hlorank::model
