#include "native/rank/model_files.h"

#include <algorithm>
#include <cmath>

#include "native/base/files.h"
#include "native/base/sha256.h"
#include "shared/base/json.h"
#include "shared/base/text.h"

namespace hlorank::rank {
namespace {

namespace fs = std::filesystem;

// If model.json (`card`) records a SHA-256 of model.onnx, checks that the bytes `network` of model.onnx have this hash.
// The bool is always true. Error: the hashes differ.
Result<bool> checkHash(const Json& card, std::string_view network) {
  const Json files = card.value("files", Json::object());
  const Json file = files.is_object() ? files.value(kNetworkFile, Json::object()) : Json();
  const Json recorded = file.is_object() ? file.value("sha256", Json()) : Json();
  if (recorded.is_null()) return true;
  const std::string found = native::sha256(network);
  if (recorded == found) return true;
  return Error{"the file has the SHA-256 " + found.substr(0, 16) + "..., its card says " +
                   (recorded.is_string() ? recorded.get<std::string>().substr(0, 16) + "..." : recorded.dump()),
               "model.onnx and model.json are from different models, or one is damaged: copy both again, or export "
               "again"};
}

}  // namespace

bool wasTrainedOn(const Json& card, const fs::path& path) {
  const std::string file = path.filename().string();
  const auto training = card.find("training");
  if (training == card.end() || !training->is_object()) return false;
  const auto programs = training->find("data");
  if (programs == training->end()) return false;
  return std::any_of(programs->begin(), programs->end(), [&](const Json& program) {
    if (!program.is_object()) return false;
    const auto name = program.find("name");
    if (name == program.end() || !name->is_string()) return false;
    const auto& text = name->get_ref<const std::string&>();
    return file.starts_with(text) && (file.size() == text.size() || file[text.size()] == '.');
  });
}

Result<ModelFiles> readModelFiles(const std::string& folder, std::string* place) {
  *place = folder;
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored))
    return Error{"no such model folder",
                 "pass the folder of a training run or of an exported model, or `analytical` for the analytical cost "
                 "model"};
  *place = (fs::path(folder) / kCardFile).string();
  if (fs::is_regular_file(fs::path(folder) / "run.json", ignored) && !fs::is_regular_file(*place, ignored))
    return Error{"the run has not finished, so there is no model yet",
                 "finish it with `hlorank train --resume -o " + folder + "`"};
  if (!fs::exists(*place, ignored)) {
    *place = folder;
    for (const auto& file : fs::directory_iterator(folder, ignored))
      if (file.path().extension() == ".weights")
        return Error{"the folder has the weights of Halide's cost model, but no model.json",
                     "pass " + file.path().string() + " with --weights"};
    return Error{"the folder has no model.json", "pass the folder of a training run or of an exported model"};
  }
  auto bytes = native::readFile(*place);
  if (!bytes) return bytes.error();
  ModelFiles files;
  files.json = Json::parse(*bytes, nullptr, /*allow_exceptions=*/false);
  auto card = model::parseCard(files.json);
  if (!card) return card.error();
  files.card = std::move(*card);
  if (files.json.value("formatVersion", 0) != kFormatVersion)
    return Error{"formatVersion: expected " + std::to_string(kFormatVersion) + ", the version that this build reads",
                 "export the model again"};
  *place = (fs::path(folder) / kNetworkFile).string();
  files.networkPath = *place;
  bytes = native::readFile(*place);
  if (!bytes) return bytes.error();
  if (const auto same = checkHash(files.json, *bytes); !same) return same.error();
  files.network = std::move(*bytes);
  return files;
}

Result<bool> checkDifference(double difference, const Json& card, double most) {
  // Largest absolute output recorded in the golden example. If the largest output is below 1, the tolerance is
  // multiplied by it, so that a wrong sign is not accepted as a rounding error.
  double size = 0;
  for (const char* name : {"rows", "pairs", "scores", "stageTimes"})
    for (const Json& value : card.value("golden", Json::object()).value(name, Json::array()))
      if (value.is_number()) size = std::max(size, std::abs(value.get<double>()));
  if (difference <= std::max(most * std::min(size, 1.), 1e-6)) return true;
  return Error{formatted("the network's outputs for its golden example differ from those after training by up to %.2g",
                         difference),
               "model.onnx and model.json are damaged or from different models: export or train again"};
}

}  // namespace hlorank::rank
