#include "native/evaluate/rank_command.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <memory>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/output.h"
#include "native/data/program_file.h"
#include "native/data/stage_files.h"
#include "native/evaluate/rank_schedules.h"
#include "native/evaluate/ranker.h"
#include "shared/npz/npz.h"
#include "shared/session/ranking.h"
#include "shared/session/report.h"
#include "shared/session/saved.h"
#include "shared/session/verdict.h"

namespace hlorank::evaluate {
namespace {

constexpr size_t kAll = std::numeric_limits<size_t>::max();  // --top all
constexpr size_t kChangesShown = 6;                          // layout changes to print per configuration
constexpr size_t kLoopsShown = 3;                            // simulated loops to print per configuration

struct Arguments {
  std::vector<std::string> paths;
  std::string file, configurations, model, weights, top = "10";
  int cores = 1;
  session::Options options;
  bool json = false;
};

// Prints the loops that change most by a configuration, as simulated, with their part of the estimated cost.
void printLoops(const session::Opened& opened, const std::vector<model::LoopChange>& loops) {
  constexpr const char* kNouns[] = {"copy of ", "loop of ", "reduction to "};  // in the order of simulation::LoopKind
  for (size_t i = 0; i < std::min(loops.size(), kLoopsShown); ++i) {
    const model::LoopChange& loop = loops[i];
    std::string text = kNouns[int(loop.kind)] + session::nodeName(opened, loop.instruction) + " " +
                       session::shapeName(opened, loop.instruction);
    if (loop.kind == simulation::LoopKind::kCopy && loop.consumer == loop.instruction)
      text += " to the layout that is set";
    else if (loop.kind == simulation::LoopKind::kCopy && loop.consumer != simulation::Loop::kNoNode)
      text += " for " + session::nodeName(opened, loop.consumer);
    if (loop.trips > 1) text += ", " + std::to_string(int64_t(loop.trips)) + " times";
    native::print("%28s %+6.2f %%  %s\n", "", 100 * double(loop.amount), text.c_str());
  }
  if (loops.size() > kLoopsShown) native::print("%38sand %zu smaller changes\n", "", loops.size() - kLoopsShown);
}

void printConfiguration(const session::Opened& opened, const session::Ranking& ranking, uint32_t configuration) {
  const session::Explanation explanation = ranking.explain(configuration);
  native::print("%5zu  #%-7u %10.4g", ranking.rankOfConfiguration(configuration),
                opened.configurations.numberOf(configuration), explanation.score);
  if (opened.hasTimes()) native::print("  %9.3f ms", double(opened.configurations.runtimes[configuration]) * 1e-6);
  if (const uint32_t copies = ranking.copiesOf(configuration); copies > 1)
    native::print("  ×%u same program%s", copies,
                  ranking.sameProgram() == session::SameProgram::kSimulated ? " (simulated)" : "");
  const bool usable = opened.configurations.usable.empty() || opened.configurations.usable[configuration];
  if (!usable)
    native::print("  duplicate of another configuration");
  else if (explanation.changes.empty())
    native::print("  program layouts");
  const auto amountOf = [&](uint32_t slot) {
    float amount = 0;
    for (const session::Part& part : explanation.parts)
      if (part.slot == slot && part.other < 0) amount += part.amount;
    return amount;
  };
  size_t shown = 0;
  for (const configs::Change& change : explanation.changes) {
    if (shown++ == kChangesShown) {
      native::print("\n%29s and %zu more", "", explanation.changes.size() - kChangesShown);
      break;
    }
    native::print("%s  %s %s (was %s)", shown == 1 ? "" : "\n                           ",
                  session::slotName(opened, change.slot).c_str(), configs::toString(change.to).c_str(),
                  configs::toString(change.from).c_str());
    if (!ranking.loops()) native::print(" %+.3g", double(amountOf(change.slot)));
  }
  if (explanation.configurationScore && *explanation.configurationScore != 0)
    native::print("%s  configuration-level score %+.3g", shown == 0 ? "" : "\n                           ",
                  *explanation.configurationScore);
  native::print("\n");
  printLoops(opened, explanation.loops);
}

// Formats a metric with three decimals; "-" for NaN.
std::string figureText(double value) {
  if (std::isnan(value)) return "-";
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}

// Prints how many configurations the model cannot distinguish from the best, and how similar its training programs are.
void printConfidence(const session::Opened& opened, const session::Ranking& ranking,
                     const model::Confidence& confidence) {
  if (confidence.pairs.empty() || ranking.total() < 2) return;
  const auto order = ranking.topPrograms(ranking.total());
  const auto close = std::count_if(order.begin(), order.end(), [&](uint32_t c) {
    return ranking.scores()[c] <= ranking.scores()[order[0]] + confidence.separable;
  });
  if (close > 1)
    native::print(
        "%td other configuration%s score too close to the best to call (score difference up to %.2g, confidence "
        "below 90 %%)\n",
        close - 1, close == 2 ? "" : "s", confidence.separable);
  const auto nearest = confidence.nearest(model::embedding(opened.program), 1);
  if (nearest.empty()) return;
  if (const model::DistanceBand* band = confidence.bandOf(nearest[0].distance))
    native::print(
        "most similar training program: %s; expected accuracy at this similarity: %.0f %% of the pairs more than 2 %% "
        "apart in the right order\n",
        nearest[0].name.c_str(), 100 * band->pairAccuracy);
  else
    native::print(
        "not similar to any training program (most similar: %s); expect lower accuracy than the model's metrics show\n",
        nearest[0].name.c_str());
}

// Prints the ranking as text, with the `top` best configurations.
void printRanking(const session::Opened& opened, const session::Ranking& ranking, const Ranker& ranker,
                  const model::Confidence& confidence, size_t top) {
  native::print("%s (%s), ranked by %s: %s\n", opened.name.c_str(), opened.format.c_str(), ranker.name.c_str(),
                ranker.title.c_str());
  const configs::Configurations& all = opened.configurations;
  const bool hasDefault = all.automatic >= 0 && opened.hasTimes();
  size_t ranked = 0;
  for (size_t c = 0; c < ranking.total(); ++c) ranked += !all.isCompilerDefault(c);
  native::print("%zu configuration%s %s\n", ranked, ranked == 1 ? "" : "s",
                opened.configurations.generated ? "generated (the file contains none)" : "from the file");
  if (hasDefault) native::print("compiler default: %.3f ms\n", double(all.runtimes[size_t(all.automatic)]) * 1e-6);
  if (const auto verdict = session::judge(opened, ranking, confidence))
    native::print("verdict: %s\n", verdict->text.c_str());
  for (const session::Notice& notice : opened.notices) native::print("note: %s\n", notice.message.c_str());
  for (const std::string& line : session::linesOf(opened.warnings)) native::print("warning: %s\n", line.c_str());
  if (const auto agreement = ranking.agreement())
    native::print(
        "agreement with the measured run times: Kendall tau %s; fraction of pairs in the right order %s (pairs more "
        "than 2 %% apart), %s (all pairs); best of the first 1/5/10 is %.1f/%.1f/%.1f %% slower than the best of all\n",
        figureText(agreement->tau).c_str(), figureText(agreement->pairAccuracy).c_str(),
        figureText(agreement->orderedPairAccuracy).c_str(), 100 * agreement->slowdown1, 100 * agreement->slowdown5,
        100 * agreement->slowdown10);
  printConfidence(opened, ranking, confidence);
  if (const auto score = ranking.scorer().compilerScore())
    native::print("score of the layouts that the compiler chooses on its own (simulated): %.4g\n", double(*score));
  native::print(
      " rank  configuration score (0: program layouts; lower is faster; not a time)%s   layout changes and %s\n",
      opened.hasTimes() ? "   time" : "",
      ranking.loops() ? "their effect on the estimated cost" : "their part of the score");
  for (uint32_t configuration : ranking.topPrograms(std::min(top, ranking.total()))) {
    if (native::outputFailed()) break;
    printConfiguration(opened, ranking, configuration);
  }
}

// Prints the report of --json (session::rankJson) one configuration at a time: the text of a million configurations
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

int runRank(Arguments& arguments) {
  arguments.file = arguments.paths.front();
  size_t top = kAll;
  if (arguments.top != "all") {
    const char* end = arguments.top.data() + arguments.top.size();
    const auto parsed = std::from_chars(arguments.top.data(), end, top);
    if (parsed.ec != std::errc() || parsed.ptr != end) {
      native::note("hlorank rank: invalid value `%s` for --top; expected a number or `all`\n", arguments.top.c_str());
      return native::kUsage;
    }
  }
  // `rank RUN FOLDER` is `rank FOLDER --model RUN`.
  std::error_code ignored;
  if (arguments.model.empty() && arguments.paths.size() > 1 &&
      std::filesystem::is_regular_file(std::filesystem::path(arguments.file) / "model.json", ignored)) {
    arguments.model = arguments.file;
    arguments.paths.erase(arguments.paths.begin());
    arguments.file = arguments.paths.front();
  }
  if (arguments.file != "-")
    if (const auto listed = data::listDataFiles(arguments.paths);
        listed && std::any_of(listed->begin(), listed->end(), data::holdsStages))
      return rankSchedules({arguments.paths, arguments.model, arguments.weights, arguments.cores, top, arguments.json});
  if (arguments.paths.size() > 1 || !arguments.weights.empty()) {
    native::note("hlorank rank: give one program, or folders and files of schedules of Halide or TVM\n");
    return native::kUsage;
  }
  std::vector<session::File> files;
  std::vector<std::string> paths = {arguments.file};
  const std::string beside = arguments.configurations.empty() ? data::findProgramFile(arguments.file) : "";
  if (!beside.empty()) paths.push_back(beside);
  if (!arguments.configurations.empty()) paths.push_back(arguments.configurations);
  for (const std::string& path : paths) {
    auto bytes = native::readFile(path);
    if (!bytes) return native::fail(bytes.error(), path, native::kUsage);
    files.push_back({path, std::move(*bytes)});
  }
  if (!arguments.configurations.empty()) {
    const auto hasConfigurations = [](const session::File& file) {
      return npz::looksLikeNpz(file.bytes) || session::looksSaved(file.bytes);
    };
    if (!hasConfigurations(files.back()))
      return native::fail({"this file has no configurations",
                           "give --configs an .npz of `hlorank collect`, or JSON or CSV that `hlorank rank --json` or "
                           "the page saved"},
                          arguments.configurations, native::kBadInput);
    if (hasConfigurations(files.front()))
      return native::fail({"with --configs, FILE must be an HLO program; this file has arrays or configurations",
                           "give the HLO file of the program that the configurations are for"},
                          arguments.file, native::kBadInput);
  }
  size_t wrong = 0;
  arguments.options.keepNumbers = true;
  auto opened = session::open(std::move(files), arguments.options, &wrong);
  if (!opened) return native::fail(opened.error(), paths[std::min(wrong, paths.size() - 1)]);
  std::string place = arguments.model;
  const auto ranker = selectRanker(arguments.model, opened->module != nullptr, &place);
  if (!ranker) return native::fail(ranker.error(), place);
  if (arguments.model.empty() && !ranker->model) opened->notices.push_back({"no-model", kNoPublishedModel});

  const model::AnalyticalCosts analytical = model::computeAnalyticalCosts(opened->program, opened->configurations);
  const auto ranked = rankConfigurations(*ranker, *opened, analytical);
  if (!ranked) return native::fail(ranked.error(), arguments.file);
  const session::Ranking& ranking = *ranked;
  const model::Confidence confidence =
      ranker->model ? model::parseConfidence(ranker->model->card) : model::Confidence();
  if (arguments.json) {
    printJson(*opened, ranking, {ranker->name, ranker->title, confidence}, arguments.file,
              std::min(top, ranking.total()));
  } else {
    printRanking(*opened, ranking, *ranker, confidence, top);
  }
  return native::kOk;
}

}  // namespace

std::function<int()> addRank(CLI::App& program) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* app = program.add_subcommand("rank", "Rank the layout configurations of a program");
  app->footer(
      "  hlorank rank program.hlo                                 rank generated configurations\n"
      "  hlorank rank program.hlo --model analytical              rank with the analytical cost model\n"
      "  hlorank rank program.hlo --configs measured.npz          rank the configurations of a file\n"
      "  hlorank rank program.hlo --configs saved.json            rank configurations saved by the page or by --json\n"
      "  hlorank rank measured.npz                                take the program from the HLO file next to the npz\n"
      "  hlorank rank layout.npz --model model --top all --json   print all configurations as JSON\n"
      "  hlorank rank blur --model run                            rank the schedules in the folder blur");
  app->add_option(
         "FILE", arguments->paths,
         "Program: HLO text, HLO proto, or an .npz of TpuGraphs or `hlorank collect`; - for standard input. Or "
         "schedules: folders with .sample files and compile_log.txt of Halide, single .sample files, or "
         "records of TVM")
      ->required();
  app->add_option(
         "--configs", arguments->configurations,
         "Rank the configurations in CONFIGS: .npz, or JSON or CSV saved by the page or by --json (default: those in "
         "the program's file, or generated ones)")
      ->type_name("CONFIGS");
  app->add_option(
         "--model", arguments->model,
         "Rank with the model in this folder (a training run or an exported model), or with the analytical cost "
         "model (`analytical`); without it, rank HLO with the published model in web/public/models/simulated, and "
         "arrays with the one in web/public/models/calibrated")
      ->type_name("MODEL");
  app->add_option("--candidates", arguments->options.candidates,
                  "Generate N configurations if no file contains any (default: 2000, or as many as fit in 16 MiB)")
      ->check(CLI::Range(1, 10'000'000));
  app->add_option("--top", arguments->top, "Print the N fastest configurations, or `all`")
      ->type_name("N")
      ->capture_default_str();
  app->add_option("--seed", arguments->options.seed, "Random seed of the generated configurations")
      ->capture_default_str();
  app->add_option(
         "--weights", arguments->weights,
         "With schedules of Halide: also print the cost that Halide's own cost model predicts with WEIGHTS, a .weights "
         "file")
      ->type_name("WEIGHTS");
  app->add_option("--cores", arguments->cores, "With --weights: number of CPU cores that Halide's cost model assumes")
      ->check(CLI::Range(1, 4096))
      ->capture_default_str();
  app->add_flag("--json", arguments->json,
                "Print one JSON object instead of text; with schedules of several programs, one per program and line");
  return [arguments] { return runRank(*arguments); };
}

}  // namespace hlorank::evaluate
