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
#include "native/onnx/golden.h"
#include "native/onnx/model_folder.h"
#include "native/onnx/network_onnx.h"

namespace hlorank::onnx {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kLicence = "Apache-2.0";

// By the world's time: "2026-11-21".
std::string today() {
  const std::time_t now = std::time(nullptr);
  char text[16];
  std::strftime(text, sizeof text, "%Y-%m-%d", std::gmtime(&now));
  return text;
}

struct Arguments {
  std::string run, folder, index, name, title, licence, raw;
};

// Whether a model may be published.
Result<bool> validate(const model::Model& model) {
  if (model.description.freeRows > 0)
    return Error{"this model has terms for one program and knows no other",
                 "train one with --form calibrated or --form graph"};
  return checkGolden(model, kSameAnswer);
}

// The index with the folder among its models; what else it has stays.
Result<Json> indexWith(const std::string& path, const std::string& entry) {
  Json index = {{"models", Json::array()}};
  std::error_code ignored;
  if (fs::exists(path, ignored)) {
    const auto bytes = native::readFile(path);
    if (!bytes) return bytes.error();
    index = Json::parse(*bytes, nullptr, /*allow_exceptions=*/false);
    if (!index.is_object() || !index.contains("models") || !index["models"].is_array())
      return Error{"is no index of models: expected {\"models\": [...]}", "mend it, or remove it to begin anew"};
  }
  Json& models = index["models"];
  if (std::find(models.begin(), models.end(), Json(entry)) == models.end()) models.push_back(entry);
  return index;
}

// Puts what `npm run compare:raw` found beside the card's own figures.
Result<bool> addRawFigures(const std::string& path, Json& card) {
  const auto bytes = native::readFile(path);
  if (!bytes) return bytes.error();
  Json raw = Json::parse(*bytes, nullptr, /*allow_exceptions=*/false);
  const auto isNumber = [&](const char* name) { return raw.contains(name) && raw[name].is_number(); };
  if (!raw.is_object() || !isNumber("programs") || !isNumber("tau") || !isNumber("slotsMatched"))
    return Error{"holds no figures of programs before optimisation: expected programs, slotsMatched, tau, ...",
                 "`npm run compare:raw` writes them, a file for each model"};
  if (!card.contains("metrics") || !card["metrics"].is_object())
    return Error{"the model has no figures of its own to put them beside", "train it with --folds"};
  card["metrics"]["raw"] = std::move(raw);
  return true;
}

int fail(const Error& error, const std::string& place, int code) {
  native::report(error, place);
  return code;
}

int runPublish(const Arguments& arguments) {
  std::string place;
  std::error_code ignored;
  auto model = readModel(arguments.run, &place);
  if (!model)
    return fail(model.error(), place, fs::is_directory(arguments.run, ignored) ? native::kBadInput : native::kUsage);
  if (const auto valid = validate(*model); !valid) return fail(valid.error(), arguments.run, native::kBadInput);

  const fs::path folder = fs::absolute(arguments.folder).lexically_normal() / "";
  const fs::path index = fs::absolute(arguments.index.empty() ? folder.parent_path().parent_path() / "index.json"
                                                              : fs::path(arguments.index));
  const std::string entry =
      folder.parent_path().lexically_relative(index.lexically_normal().parent_path()).generic_string();
  if (entry.empty() || entry == "." || entry.rfind("..", 0) == 0)
    return fail({"the model's folder must lie below that of the index", "choose another with -o or --index"},
                index.string(), native::kUsage);
  const auto listed = indexWith(index.string(), entry);
  if (!listed) return fail(listed.error(), index.string(), native::kBadInput);

  if (!arguments.raw.empty()) {
    const auto added = addRawFigures(arguments.raw, model->card);
    if (!added)
      return fail(added.error(), arguments.raw,
                  fs::exists(arguments.raw, ignored) ? native::kBadInput : native::kUsage);
  }
  if (!arguments.name.empty()) model->card["name"] = arguments.name;
  if (!arguments.title.empty()) model->card["title"] = arguments.title;
  if (!arguments.licence.empty()) model->card["licence"] = arguments.licence;
  if (!model->card.contains("licence")) model->card["licence"] = kLicence;
  if (!model->card.contains("date")) model->card["date"] = today();
  const std::string network = writeNetwork(model->description, model->parameters);
  auto written = writeModel(arguments.folder, *model);
  if (written) written = native::writeFile(index.string(), listed->dump() + "\n");
  if (!written) return fail(written.error(), arguments.folder, native::kInternalError);
  native::print("%s: %s, sha256 %s\n%s: %zu models\n", arguments.folder.c_str(), model->card.value("title", "").c_str(),
                native::sha256(network).c_str(), index.lexically_proximate(fs::current_path()).c_str(),
                (*listed)["models"].size());
  return native::kOk;
}

}  // namespace

std::function<int()> addPublish(CLI::App& program) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* app = program.add_subcommand("publish", "Check a model, write it with hashes, and list it for the page");
  app->footer(
      "  hlorank publish run -o web/public/models/mine --name mine --title \"My measurements\"\n"
      "The page lists what index.json beside the folder names. A model is refused when its network does not answer "
      "the\n"
      "example on its card as it did after training.");
  app->add_option("RUN", arguments->run, "Folder of a finished run, or of an exported model")->required();
  app->add_option("-o,--output", arguments->folder, "Folder to write model.onnx and model.json to")->required();
  app->add_option("--index", arguments->index,
                  "The list of models to add it to; index.json beside the folder if not given");
  app->add_option("--name", arguments->name, "Name on the card");
  app->add_option("--title", arguments->title, "Title on the card");
  app->add_option("--licence", arguments->licence, "Licence on the card; what it says already, or Apache-2.0");
  app->add_option("--raw", arguments->raw,
                  "What it is worth on programs before optimisation, as `npm run compare:raw` writes it, for the card");
  return [arguments] { return runPublish(*arguments); };
}

}  // namespace hlorank::onnx
