// The files of a model: model.json (the model card) and model.onnx (network and weights).
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "shared/base/result.h"
#include "shared/model/card.h"

namespace hlorank::rank {

inline constexpr int kFormatVersion = 2;
inline constexpr const char* kNetworkFile = "model.onnx";
inline constexpr const char* kCardFile = "model.json";

struct ModelFiles {
  nlohmann::ordered_json json;  // the complete content of model.json
  model::Card card;             // the fields of model.json that ranking needs
  std::string network;          // the bytes of model.onnx
  std::string networkPath;      // the path of model.onnx
};

// Reads the files in the folder of a training run or an exported model. Checks the SHA-256 of model.onnx if model.json
// has one. Error: no such folder, an unfinished training run, a SHA-256 that differs, or a field of model.json that is
// missing, wrong or of another version. `place` receives the path of the faulty file.
Result<ModelFiles> readModelFiles(const std::string& folder, std::string* place);

// Whether a program is in the training data of a model, judged by its name. `card`: model.json. `path`: file or folder
// of the program; its name counts, with or without file extensions.
bool wasTrainedOn(const nlohmann::ordered_json& card, const std::filesystem::path& path);
// The note of a ranking with measured times that a model was trained on.
inline constexpr const char* kTrainedOn =
    "the model was trained on a program of this name: if it is this one, agreement with its measured times is better "
    "than on new programs";

// Relative tolerances of checkDifference: kToleranceHere when a model is published on the machine that trained it,
// kToleranceElsewhere when a model is read, because other machines round sums differently. The web page uses the same
// numbers.
inline constexpr double kToleranceHere = 1e-4, kToleranceElsewhere = 1e-2;

// Checks the largest absolute difference between a network's outputs for the golden example of `card` (model.json) and
// the outputs recorded in that example. `most`: largest accepted relative difference. The bool is always true. Error:
// the difference exceeds max(1e-6, most · min(1, largest absolute recorded output)), or is NaN.
Result<bool> checkDifference(double difference, const nlohmann::ordered_json& card, double most);

}  // namespace hlorank::rank
