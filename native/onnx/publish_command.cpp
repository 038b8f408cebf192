#include "native/onnx/publish_command.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <memory>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/output.h"
#include "native/base/sha256.h"
#include "native/base/validators.h"
#include "native/onnx/golden.h"
#include "native/onnx/model_folder.h"
#include "native/onnx/network_onnx.h"
#include "shared/base/json.h"

namespace hlorank::onnx {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLicence = "Apache-2.0";

// Returns today's date in UTC, for example "2026-11-21".
std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

struct PublishArguments {
  std::string run, folder, index, name, title, licence, raw;
};

// Checks that the model may be published. The bool is always true. Error: the model can rank only the program it was
// trained on (form free), or its outputs differ from those recorded in the golden example of model.json.
Result<bool> checkPublishable(const model::Model& model) {
  if (model.description.freeRows > 0)
    return Error{"this model was trained with form free, so it can rank only the program it was trained on",
                 "train another one with --form calibrated or --form graph"};
  return checkGolden(model, kToleranceHere);
}

// Reads index.json, the list of models, at `path`. Adds the folder `entry` to its field `models`, unless the list
// already has this folder, and returns the result. A missing file counts as an empty list.
Result<Json> addToIndex(const std::string& path, const std::string& entry) {
  Json index = {{"models", Json::array()}};
  std::error_code ignored;
  if (fs::exists(path, ignored)) {
    const auto bytes = native::readFile(path);
    if (!bytes) return bytes.error();
    index = Json::parse(*bytes, nullptr, /*allow_exceptions=*/false);
    if (!index.is_object() || !index.contains("models") || !index["models"].is_array())
      return Error{"not a list of models: expected {\"models\": [...]}", "correct the file, or delete it"};
  }
  Json& models = index["models"];
  if (std::find(models.begin(), models.end(), Json(entry)) == models.end()) models.push_back(entry);
  return index;
}

// Sets metrics.raw of model.json (`card`) to the content of the file `path`. The file has the metrics on programs
// before XLA's optimisation passes; `npm run compare:raw` writes it. The bool is always true. Error: the file has no
// such metrics, or the model has no metrics of its own.
Result<bool> addRawMetrics(const std::string& path, Json& card) {
  const auto bytes = native::readFile(path);
  if (!bytes) return bytes.error();
  Json raw = Json::parse(*bytes, nullptr, /*allow_exceptions=*/false);
  const auto isNumber = [&](const char* name) { return raw.contains(name) && raw[name].is_number(); };
  if (!raw.is_object() || !isNumber("programs") || !isNumber("tau") || !isNumber("slotsMatched"))
    return Error{"no metrics of programs before optimisation: expected the fields programs, slotsMatched and tau",
                 "give a file that `npm run compare:raw` wrote; it writes one per model"};
  if (!card.contains("metrics") || !card["metrics"].is_object())
    return Error{"the model has no metrics on held-out programs, to which --raw adds", "train it with --folds"};
  card["metrics"]["raw"] = std::move(raw);
  return true;
}

int runPublish(const PublishArguments& arguments) {
  std::string place;
  auto model = readModel(arguments.run, &place);
  if (!model) return native::fail(model.error(), place);
  if (const auto valid = checkPublishable(*model); !valid)
    return native::fail(valid.error(), arguments.run, native::kBadInput);

  const fs::path folder = fs::absolute(arguments.folder).lexically_normal() / "";
  const fs::path index = fs::absolute(arguments.index.empty() ? folder.parent_path().parent_path() / "index.json"
                                                              : fs::path(arguments.index));
  const std::string entry =
      folder.parent_path().lexically_relative(index.lexically_normal().parent_path()).generic_string();
  if (entry.empty() || entry == "." || entry.rfind("..", 0) == 0)
    return native::fail({"the output folder must be inside the folder of the list of models",
                         "choose another output folder with -o, or another list with --index"},
                        index.string(), native::kUsage);
  const auto listed = addToIndex(index.string(), entry);
  if (!listed) return native::fail(listed.error(), index.string(), native::kBadInput);

  if (!arguments.raw.empty()) {
    const auto added = addRawMetrics(arguments.raw, model->card);
    if (!added) return native::fail(added.error(), arguments.raw);
  }
  if (!arguments.name.empty()) model->card["name"] = arguments.name;
  if (!arguments.title.empty()) model->card["title"] = arguments.title;
  if (!arguments.licence.empty()) model->card["licence"] = arguments.licence;
  if (!model->card.contains("licence")) model->card["licence"] = kLicence;
  if (!model->card.contains("date")) model->card["date"] = today();
  const std::string network = writeNetwork(model->description, model->parameters);
  auto written = writeModel(arguments.folder, *model);
  if (written) written = native::writeFile(index.string(), listed->dump() + "\n");
  if (!written) return native::fail(written.error(), arguments.folder, native::kInternalError);
  native::print("%s: %s, sha256 %s\n%s: %zu model%s\n", arguments.folder.c_str(),
                model->card.value("title", "").c_str(), native::sha256(network).c_str(),
                index.lexically_proximate(fs::current_path()).c_str(), (*listed)["models"].size(),
                (*listed)["models"].size() == 1 ? "" : "s");
  return native::kOk;
}

}  // namespace

std::function<int()> addPublish(CLI::App& program) {
  auto arguments = std::make_shared<PublishArguments>();
  CLI::App* app =
      program.add_subcommand("publish", "Check a model, write it with its SHA-256, and list it on the web page");
  app->footer(
      "  hlorank publish run -o web/public/models/mine --name mine --title \"My measurements\"\n"
      "Writes model.onnx and model.json to the output folder and adds the folder to index.json in its parent folder,\n"
      "from which the page lists its models. Fails and writes nothing if the outputs of the network for the golden\n"
      "example in model.json differ from those after training, or if the model was trained with --form free.");
  app->add_option("RUN", arguments->run,
                  "Read the model from this folder, written by a finished `hlorank train` or by `hlorank export`")
      ->required();
  app->add_option("-o,--output", arguments->folder,
                  "Write model.onnx and model.json to FOLDER; create it if it does not exist")
      ->required()
      ->type_name("FOLDER")
      ->check(native::outputFolder());
  app->add_option(
         "--index", arguments->index,
         "Add the model to INDEX, the JSON list of the page's models; FOLDER must be inside the folder of INDEX "
         "(default: index.json in the parent of FOLDER)")
      ->type_name("INDEX");
  app->add_option("--name", arguments->name, "Set the short name in model.json (default: unchanged)")
      ->type_name("NAME");
  app->add_option("--title", arguments->title,
                  "Set the title in model.json, which the web page shows (default: unchanged)")
      ->type_name("TITLE");
  app->add_option("--licence", arguments->licence,
                  "Set the licence in model.json (default: unchanged, or Apache-2.0 if there is none)")
      ->type_name("NAME");
  app->add_option(
         "--raw", arguments->raw,
         "Add to model.json the ranking metrics on unoptimised programs (before XLA's optimisation passes) from "
         "FILE, the JSON that `npm run compare:raw` wrote")
      ->type_name("FILE");
  return [arguments] { return runPublish(*arguments); };
}

}  // namespace hlorank::onnx
