// A model on disk: a folder with model.onnx (network and weights) and model.json (the card: everything else). `train`,
// `export` and `publish` all write this format.
#pragma once

#include <string>

#include "native/model/model.h"
#include "shared/base/result.h"

namespace hlorank::onnx {

inline constexpr int kFormatVersion = 2;
inline constexpr const char* kNetworkFile = "model.onnx";
inline constexpr const char* kCardFile = "model.json";

// Facts for the card that do not follow from the network.
struct CardFacts {
  std::string name, title;            // "calibrated", "Calibrated analytical model"
  std::string target;                 // "xla-cpu"
  nlohmann::ordered_json training;    // programs, configurations, recipe
  nlohmann::ordered_json metrics;     // metrics on held-out data, or null
  nlohmann::ordered_json confidence;  // in the format of shared/model/confidence.h, or null
};

// The golden example: inputs, and the outputs that the network must reproduce.
struct Golden {
  std::string program;
  std::vector<model::Tensor> inputs;  // all inputs of the network
  model::ModelOutput outputs;
};

// Builds model.json. Of `parameters` it uses the names and shapes.
nlohmann::ordered_json makeCard(const model::Description& description, const model::Parameters& parameters,
                                const model::FreeTable& free, const CardFacts& facts, const Golden& golden);

// Writes both files, with the SHA-256 of model.onnx in model.json. Creates the folder if it does not exist.
Result<bool> writeModel(const std::string& folder, const model::Model& model);

// Reads both files. Checks the SHA-256 if the card has one, that all weights are finite, and the golden example
// (native/onnx/golden.h). Error: names the field that is missing, wrong or of another version; `place` receives the
// path of the file. Cost: one forward pass on the golden example.
Result<model::Model> readModel(const std::string& folder, std::string* place);

}  // namespace hlorank::onnx
