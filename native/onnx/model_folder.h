// Reads and writes models on disk: a folder with model.onnx (network and weights) and model.json (the model card:
// everything else). The commands `train`, `export` and `publish` all write this format.
#pragma once

#include <string>

#include "native/model/model.h"
#include "native/rank/model_files.h"
#include "shared/base/result.h"

namespace hlorank::onnx {

using rank::kCardFile, rank::kFormatVersion, rank::kNetworkFile;

// Fields of model.json (the model card) that cannot be derived from the network.
struct CardFacts {
  std::string name, title;          // such as "calibrated" and "Calibrated analytical model"
  std::string target;               // the device of the measured run times, such as "xla-cpu"
  nlohmann::ordered_json training;  // JSON object {data, options, configurations} about the training
  nlohmann::ordered_json metrics;   // ranking metrics on held-out data; null without such data
  // Calibration of the model's probabilities (shared/model/confidence.h); null if no data was held out.
  nlohmann::ordered_json confidence;
  // Hash of the network's input format: stages::schemaHash for schedules; "" stands for model::schemaHash
  // or, for a loop network, model::loopSchemaHash.
  std::string schema = {};
};

// The golden example of a model: inputs for one program, and the outputs that the network must reproduce for them.
struct Golden {
  std::string program;                // the program that the inputs come from
  std::vector<model::Tensor> inputs;  // all inputs of the network
  model::ModelOutput outputs;
};

// Builds the content of model.json, without the SHA-256 of model.onnx. Reads only names and shapes of `parameters`.
// `free`: the tensor-and-layout pairs that have a learned constant cost (form `free`), else empty.
nlohmann::ordered_json makeCard(const model::Description& description, const model::Parameters& parameters,
                                const model::FreeTable& free, const CardFacts& facts, const Golden& golden);

// Writes model.onnx, and model.json with the SHA-256 of model.onnx, to the folder. Creates the folder if it does not
// exist. The bool is always true. Error: a file cannot be written.
Result<bool> writeModel(const std::string& folder, const model::Model& model);

// Reads model.onnx and model.json in the folder. Checks the SHA-256 if model.json has one, that all weights are finite,
// and that the network reproduces its golden example (recorded outputs). Error: a field is missing, wrong or of another
// version, or a check failed; the message says which field or check, and `place` receives the path of the file. Cost:
// one forward pass on the golden example.
Result<model::Model> readModel(const std::string& folder, std::string* place);

}  // namespace hlorank::onnx
