// The command `hlorank print`: converts any HLO file to HLO text.

#include <string>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/validators.h"
#include "native/cli/commands.h"
#include "native/cli/module_file.h"
#include "shared/hlo/read.h"

namespace hlorank::cli {
namespace {

struct PrintArguments {
  std::string input;
  std::string output = "-";
};

int runPrint(const PrintArguments& arguments) {
  int code = native::kOk;
  const auto module = readModuleFile(arguments.input, code);
  if (!module) return code;
  auto written = native::writeFile(arguments.output, hlo::printText(*module));
  if (!written) return native::failToWrite(written.error(), arguments.output);
  return native::kOk;
}

}  // namespace

Command addPrint(CLI::App& program) {
  auto arguments = std::make_shared<PrintArguments>();
  CLI::App* app = program.add_subcommand("print", "Convert an HLO file of any format to HLO text");
  app->footer(
      "  hlorank print module.hlo.pb                   print a proto as text\n"
      "  hlorank print module.hlo.pb.gz -o module.hlo  write the text to a file");
  app->add_option("FILE", arguments->input, "HLO text or proto, optionally gzipped; - means the standard input")
      ->required();
  app->add_option("-o,--output", arguments->output, "Write the text to OUTPUT (default: -, the standard output)")
      ->type_name("OUTPUT")
      ->check(native::outputFile());
  return {app, [arguments] { return runPrint(*arguments); }};
}

}  // namespace hlorank::cli
