// A trained model as it stands on disk and in memory: description, weights, and what its card says.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "native/model/description.h"
#include "native/model/parameters.h"
#include "native/model/problem.h"
#include "shared/base/result.h"
#include "shared/model/free_table.h"
#include "shared/model/inputs.h"

namespace hlorank::model {

struct Model {
  Description description;
  Parameters parameters;
  FreeTable free;               // empty unless the description has free rows
  nlohmann::ordered_json card;  // model.json, whole
};

// What a network answers to inputs as they stand.
struct Answer {
  Tables tables;              // rows empty where it has none
  std::vector<float> scores;  // by the joined part, of the configurations among the inputs; or empty
};
Result<Answer> answer(const Model& model, const std::vector<Tensor>& inputs);

// The input `company` of a crossed network: what the problem's company is to it.
Result<Tensor> referenceSetInput(const Model& model, const Problem& problem);

// Scores of the configurations that a problem chooses, by whatever network. Error as above. Cost: one forward pass with
// LibTorch for tables, one for every kScoredTogether configurations (torch_scores.h) where they join the graph; between
// two of those it asks whether to stop, and then gives the scores so far.
Result<std::vector<float>> scoresBy(const Model& model, const Problem& problem,
                                    const std::function<bool()>& stopped = {});

// Tables of a program, by the network, or by what it has of them where configurations join the graph. Inputs are those
// of shared/model/inputs.h; `freeRow` is added here where it is needed. Error when the program's arrays do not fit the
// network. Cost: one forward pass with LibTorch.
Result<Tables> makeTables(const Model& model, std::vector<Tensor> inputs,
                          const configs::Configurations& configurations);

}  // namespace hlorank::model
