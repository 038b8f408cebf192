#include "native/onnx/export_command.h"

#include <cstdio>
#include <filesystem>
#include <memory>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/output.h"
#include "native/onnx/model_folder.h"

namespace hlorank::onnx {
namespace {

struct Arguments {
  std::string run, folder, name, title;
};

int runExport(const Arguments& arguments) {
  std::string place;
  auto model = readModel(arguments.run, &place);
  if (!model) {
    native::report(model.error(), place);
    std::error_code ignored;
    return std::filesystem::is_directory(arguments.run, ignored) ? native::kBadInput : native::kUsage;
  }
  if (!arguments.name.empty()) model->card["name"] = arguments.name;
  if (!arguments.title.empty()) model->card["title"] = arguments.title;
  const auto written = writeModel(arguments.folder, *model);
  if (!written) {
    native::report(written.error(), arguments.folder);
    return native::kInternalError;
  }
  native::print("%s/%s and %s\n", arguments.folder.c_str(), kNetworkFile, kCardFile);
  return native::kOk;
}

}  // namespace

std::function<int()> addExport(CLI::App& program) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* app = program.add_subcommand("export", "Write a trained model as ONNX with its card");
  app->footer(
      "  hlorank export run -o model\n"
      "  hlorank export run -o web/public/models/mine --name mine --title \"My measurements\"");
  app->add_option("RUN", arguments->run, "Folder of a finished run")->required();
  app->add_option("-o,--output", arguments->folder, "Folder to write model.onnx and model.json to")->required();
  app->add_option("--name", arguments->name, "Name on the card");
  app->add_option("--title", arguments->title, "Title on the card");
  return [arguments] { return runExport(*arguments); };
}

}  // namespace hlorank::onnx
