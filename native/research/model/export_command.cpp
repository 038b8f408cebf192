// The command `hlorank export`: writes a trained model as model.onnx and model.json.

#include <cstdio>
#include <filesystem>
#include <memory>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/output.h"
#include "native/base/validators.h"
#include "native/onnx/model_folder.h"
#include "native/research/model/commands.h"

namespace hlorank::research {
using namespace onnx;
namespace {

struct ExportArguments {
  std::string run, folder, name, title;
};

int runExport(const ExportArguments& arguments) {
  std::string place;
  auto model = readModel(arguments.run, &place);
  if (!model) return native::fail(model.error(), place);
  if (!arguments.name.empty()) model->card["name"] = arguments.name;
  if (!arguments.title.empty()) model->card["title"] = arguments.title;
  const auto written = writeModel(arguments.folder, *model);
  if (!written) return native::fail(written.error(), arguments.folder, native::kInternalError);
  native::print("wrote %s/%s and %s\n", arguments.folder.c_str(), kNetworkFile, kCardFile);
  return native::kOk;
}

}  // namespace

std::function<int()> addExport(CLI::App& program) {
  auto arguments = std::make_shared<ExportArguments>();
  CLI::App* app =
      program.add_subcommand("export", "Write a trained model as ONNX (model.onnx) with its card (model.json)");
  app->footer(
      "  hlorank export run -o model\n"
      "  hlorank export run -o model --name mine --title \"My measurements\"\n"
      "To list the model on the web page as well, use `hlorank publish`.");
  app->add_option("RUN", arguments->run, "Read the model from this folder, written by a finished `hlorank train`")
      ->required();
  app->add_option("-o,--output", arguments->folder,
                  "Write model.onnx and model.json to FOLDER; create it if it does not exist")
      ->required()
      ->type_name("FOLDER")
      ->check(native::outputFolder());
  app->add_option("--name", arguments->name, "Set the short name in model.json (default: unchanged)")
      ->type_name("NAME");
  app->add_option("--title", arguments->title,
                  "Set the title in model.json, which the web page shows (default: unchanged)")
      ->type_name("TITLE");
  return [arguments] { return runExport(*arguments); };
}

}  // namespace hlorank::research
