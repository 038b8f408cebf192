// The command `hlorank rank`: ranks the layout configurations of a program, or the schedules of several programs.
#include <algorithm>
#include <filesystem>
#include <memory>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/output.h"
#include "native/base/validators.h"
#include "native/cli/commands.h"
#include "native/cli/model_library.h"
#include "native/data/program_file.h"
#include "native/data/stage_files.h"
#include "native/rank/published.h"
#include "native/rank/rank_text.h"
#include "native/rank/ranked.h"
#include "shared/configs/dataset.h"
#include "shared/npz/npz.h"
#include "shared/session/ranking.h"
#include "shared/session/report.h"
#include "shared/session/saved.h"

namespace hlorank::cli {
namespace {

struct RankArguments {
  std::vector<std::string> paths;
  std::string file, configurations, model, weights;
  size_t top = 10;  // number of configurations to print
  int cores = 1;
  session::Options options;
  bool json = false;
};

// Prints the JSON report of --json. Formats one configuration at a time, because the text of a million configurations
// does not fit in memory. `top`: number of configurations to list.
void printJson(const session::Opened& opened, const session::Ranking& ranking, const session::RankedBy& by,
               const std::string& file, size_t top) {
  constexpr std::string_view kList = "\"configurations\":[";
  const std::string report = session::rankJson(opened, ranking, by, file, 0);
  const size_t at = report.find(kList) + kList.size();
  native::printText(std::string_view(report).substr(0, at));
  const char* separator = "";
  for (const uint32_t configuration : ranking.top(top)) {
    if (native::outputFailed()) return;
    native::printText(separator + session::explainJson(opened, ranking, configuration));
    separator = ",";
  }
  native::printText(std::string_view(report).substr(at));
  native::printText("\n");
}

// Ranks all configurations (layout assignments) of a program by a model. Opens LibTorch only if the model is a neural
// network. Exception: networks that predict the costs of simulated loops run without LibTorch.
Result<rank::Ranked> rankBy(const std::string& model, const session::Opened& opened,
                            const model::AnalyticalCosts& analytical, std::string* place) {
  if (rank::isAnalytical(model)) return rank::rankAnalytically(opened, analytical);
  const std::string program = *place;
  const auto files = rank::readModelFiles(model, place);
  if (!files) return files.error();
  *place = program;
  if (files->card.loopNetworks > 0) return rank::rankBySimulation(*files, opened, place);
  return rankByNetwork(model, opened, analytical, place);
}

// Ranks by the model `requested`; if that is "", by the published model. If this build cannot use the published model,
// ranks by the analytical cost model and notes that in `opened`. Error: the model cannot rank the program; `place`
// receives the path of the faulty file.
Result<rank::Ranked> rankProgram(const std::string& requested, session::Opened& opened,
                                 const model::AnalyticalCosts& analytical, std::string* place) {
  if (!requested.empty()) return rankBy(requested, opened, analytical, place);
  const std::string published = rank::publishedModel(opened.module != nullptr);
  if (!published.empty()) {
    const std::string program = *place;
    auto ranked = rankBy(published, opened, analytical, place);
    if (ranked) return ranked;
    native::report(ranked.error(), *place);
    *place = program;
    native::note("hlorank: this build cannot use the published model; using the analytical cost model\n");
  }
  opened.notices.push_back({"no-model", rank::kNoPublishedModel});
  return rank::rankAnalytically(opened, analytical);
}

// Returns the path of the .npz file of measured configurations next to an HLO file; "" if there is none.
std::string findMeasured(const std::string& program) {
  const std::string path = data::findConfigurationsFile(program);
  const auto bytes = path.empty() ? Result<std::string>(std::string()) : native::readFile(path);
  if (!bytes || !npz::looksLikeNpz(*bytes)) return "";
  const auto archive = npz::read(*bytes);
  return archive && configs::kindOf(*archive) == configs::ArchiveKind::kMeasured ? path : "";
}

// Reads the program that the arguments name, with the configurations of --configs. Error: a file cannot be read, or is
// of the wrong kind; `place` receives its path, and `code` the exit code.
Result<session::Opened> openToRank(RankArguments& arguments, std::string* place, int* code) {
  arguments.options.keepNumbers = true;
  if (arguments.configurations.empty()) return data::openProgram(arguments.file, arguments.options, place, code);
  std::vector<session::File> files;
  *code = native::kUsage;
  for (const std::string& path : {arguments.file, arguments.configurations}) {
    *place = path;
    auto bytes = native::readFile(path);
    if (!bytes) return bytes.error();
    files.push_back({path, std::move(*bytes)});
  }
  *code = native::kBadInput;
  const auto hasConfigurations = [](const session::File& file) {
    return npz::looksLikeNpz(file.bytes) || session::looksSaved(file.bytes);
  };
  const Error none{"this file has no configurations",
                   "give --configs an .npz of `hlorank collect`, or JSON or CSV that `hlorank rank --json` or the page "
                   "saved"};
  if (!hasConfigurations(files.back())) return none;
  *place = arguments.file;
  if (hasConfigurations(files.front()) || data::isPrepared(arguments.file))
    return Error{"with --configs, FILE must be an HLO program; this file has arrays or configurations",
                 "give the HLO file of the program that the configurations are for"};
  auto opened = data::openFiles(std::move(files), arguments.options, place);
  if (!opened || !opened->configurations.generated) return opened;
  *place = arguments.configurations;
  return none;
}

// Ranks the tile sizes of a kernel by the model of --model and prints them. Returns the exit code.
int runRankTiles(const RankArguments& arguments, const session::Opened& opened) {
  if (arguments.model.empty() || rank::isAnalytical(arguments.model))
    return native::fail({"the configurations are tile sizes of a kernel, which neither a published model nor the "
                         "analytical cost model ranks",
                         "train a model on measured kernels with `hlorank train FOLDER -o RUN`, and rank with --model "
                         "RUN"},
                        arguments.file);
  std::string place = arguments.file;
  const auto ranked = rankTiles(arguments.model, opened, &place);
  if (!ranked) return native::fail(ranked.error(), place);
  if (arguments.json)
    native::print("%s\n", rank::tilesJson(opened, *ranked, arguments.file, arguments.top).c_str());
  else
    rank::printTiles(opened, *ranked, arguments.top);
  return native::kOk;
}

int runRank(RankArguments& arguments, const CLI::App& app) {
  arguments.file = arguments.paths.front();
  // Accepts `rank RUN FOLDER` as `rank FOLDER --model RUN`: ranks the schedules in FOLDER by the model in RUN.
  std::error_code ignored;
  if (arguments.model.empty() && arguments.paths.size() > 1 &&
      std::filesystem::is_regular_file(std::filesystem::path(arguments.file) / "model.json", ignored)) {
    arguments.model = arguments.file;
    arguments.paths.erase(arguments.paths.begin());
    arguments.file = arguments.paths.front();
  }
  if (arguments.file != "-")
    if (const auto listed = data::listDataFiles(arguments.paths);
        listed && std::any_of(listed->begin(), listed->end(), data::holdsStages)) {
      native::noteIgnored(app, {"--configs", "--candidates", "--seed"}, "schedules are configurations themselves");
      return rankSchedules(
          {arguments.paths, arguments.model, arguments.weights, arguments.cores, arguments.top, arguments.json});
    }
  if (arguments.paths.size() > 1) {
    native::note("hlorank rank: give one program, or folders and files of schedules of Halide or TVM\n");
    return native::kUsage;
  }
  std::string place = arguments.file;
  int code = native::kOk;
  auto opened = openToRank(arguments, &place, &code);
  if (!opened) return native::fail(opened.error(), place, code);
  place = arguments.file;
  if (opened->tiles) {
    native::noteIgnored(app, {"--candidates", "--seed", "--weights", "--cores"}, "the file has tile sizes of a kernel");
    return runRankTiles(arguments, *opened);
  }
  if (opened->configurations.generated)
    if (const std::string measured = findMeasured(arguments.file); !measured.empty())
      opened->notices.push_back({"measured-beside", measured +
                                                        " next to the program has measured configurations: rank "
                                                        "them with --configs " +
                                                        measured + "."});
  native::noteIgnored(app, {"--weights", "--cores"}, "the file is a program, not schedules of Halide");
  if (!opened->configurations.generated)
    native::noteIgnored(
        app, {"--candidates", "--seed"},
        arguments.configurations.empty() ? "the file has configurations" : "--configs gives the configurations");
  const model::AnalyticalCosts analytical = model::computeAnalyticalCosts(opened->program, opened->configurations);
  const auto ranked = rankProgram(arguments.model, *opened, analytical, &place);
  if (!ranked) return native::fail(ranked.error(), place);
  if (ranked->trainedOn && ranked->ranking.agreement()) opened->notices.push_back({"trained-on", rank::kTrainedOn});
  if (arguments.json)
    printJson(*opened, ranked->ranking, ranked->by, arguments.file, std::min(arguments.top, ranked->ranking.total()));
  else
    rank::printRanking(*opened, *ranked, arguments.top);
  return native::kOk;
}

}  // namespace

Command addRank(CLI::App& program) {
  auto arguments = std::make_shared<RankArguments>();
  CLI::App* app = program.add_subcommand("rank", "Rank the layouts or tile sizes of a program, or schedules");
  app->footer(
      "  hlorank rank program.hlo                                 rank generated configurations\n"
      "  hlorank rank program.hlo --model analytical              rank with the analytical cost model\n"
      "  hlorank rank program.hlo --configs measured.npz          rank the configurations of a file\n"
      "  hlorank rank program.hlo --configs saved.json            rank configurations saved by the page or by --json\n"
      "  hlorank rank measured.npz                                take the program from the HLO file next to the npz\n"
      "  hlorank rank layout.npz --model model --top all --json   print all configurations as JSON\n"
      "  hlorank rank kernel.npz --model run                      rank tile sizes by a model that was trained on some\n"
      "  hlorank rank blur --model run                            rank the schedules in the folder blur");
  app->add_option(
         "FILE", arguments->paths,
         "Program: HLO text, HLO proto, an .npz or tuning file (.pb) of TpuGraphs, an .npz of `hlorank collect`, or a "
         ".prepared file; - for standard input. Or schedules: folders with .sample files and compile_log.txt of "
         "Halide, single .sample files, or records of TVM (docs/stages.md lists all)")
      ->required();
  app->add_option(
         "--configs", arguments->configurations,
         "Rank the configurations in CONFIGS: .npz, or JSON or CSV saved by the page or by --json (default: those in "
         "the program's file, or generated ones)")
      ->type_name("CONFIGS");
  app->add_option(
         "--model", arguments->model,
         "Rank with the model in this folder (a training run or an exported model), or with the analytical cost "
         "model (`analytical`); without it, rank HLO with the published model in web/public/models/simulated, arrays "
         "with the one in web/public/models/calibrated, schedules of Halide, for one thread, with the one in "
         "web/public/models/halide, and list schedules of TVM by their measured times")
      ->type_name("MODEL");
  app->add_option("--candidates", arguments->options.candidates,
                  "Generate N configurations if no file contains any (default: 2000, or as many as fit in 16 MiB)")
      ->check(native::range(1, 10'000'000));
  app->add_option("--top", arguments->top, "Print the N fastest configurations, or `all`")
      ->type_name("N")
      ->transform(native::countOrAll(0))
      ->capture_default_str();
  app->add_option("--seed", arguments->options.seed, "Random seed of the generated configurations")
      ->check(native::nonNegative<uint64_t>())
      ->capture_default_str();
  CLI::Option* weights = app->add_option("--weights", arguments->weights,
                                         "With schedules of Halide: also print the cost that Halide's own cost model "
                                         "predicts with WEIGHTS, a .weights file such as "
                                         "web/public/models/halide_adams2019/baseline.weights");
  weights->type_name("WEIGHTS");
  app->add_option("--cores", arguments->cores, "With --weights: number of CPU cores that Halide's cost model assumes")
      ->check(native::range(1, 4096))
      ->needs(weights)
      ->capture_default_str();
  app->add_flag("--json", arguments->json,
                "Print one JSON object instead of text; with schedules of several programs, one per program and line");
  return {app, [arguments, app] { return runRank(*arguments, *app); }};
}

}  // namespace hlorank::cli
