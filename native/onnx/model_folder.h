// A model on disk: a folder with model.onnx (the weights in the network) and model.json (the card: everything else).
// What `train` leaves in its run folder and what `export` publishes have the same form.
#pragma once

#include <string>

#include "native/model/model.h"
#include "shared/base/result.h"

namespace hlorank::onnx {

inline constexpr int kFormatVersion = 1;
inline constexpr const char* kNetworkFile = "model.onnx";
inline constexpr const char* kCardFile = "model.json";

// What a card says beside the network.
struct CardFacts {
  std::string name, title;            // "calibrated", "Calibrated analytical model"
  std::string target;                 // "xla-cpu"
  nlohmann::ordered_json training;    // programs, configurations, recipe
  nlohmann::ordered_json metrics;     // held-out figures, or null
  nlohmann::ordered_json confidence;  // what shared/model/confidence.h reads, or null
};

// An input for which the card states what the network must answer.
struct Golden {
  std::string program;
  std::vector<model::Tensor> inputs;  // those the network reads
  model::Answer answer;
};

// The card of a model; `parameters` only name the weights and their shapes.
nlohmann::ordered_json makeCard(const model::Description& description, const model::Parameters& parameters,
                                const model::FreeTable& free, const CardFacts& facts, const Golden& golden);

// Writes both files, with the network's hash on the card; the folder is made when it is not there.
Result<bool> writeModel(const std::string& folder, const model::Model& model);

// Reads both, and checks that they belong together: the network's hash where the card has one, weights that are finite,
// and the golden example (native/onnx/golden.h). Error names the file or the field that is missing or wrong, or differs
// from what this build makes. `place` receives the file that the error is about. Cost: a forward pass on the example.
Result<model::Model> readModel(const std::string& folder, std::string* place);

}  // namespace hlorank::onnx
