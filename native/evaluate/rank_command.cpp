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
#include "native/evaluate/ranker.h"
#include "shared/session/ranking.h"
#include "shared/session/report.h"

namespace hlorank::evaluate {
namespace {

constexpr size_t kAll = std::numeric_limits<size_t>::max();
constexpr size_t kChangesShown = 6;

struct Arguments {
  std::string file, configurations, model, top = "10";
  session::Options options;
  bool json = false;
};

int fail(const Error& error, const std::string& place) {
  native::report(error, place);
  std::error_code ignored;
  return place == "-" || std::filesystem::exists(place, ignored) ? native::kBadInput : native::kUsage;
}

// The model asked for, else the published one, else h2.
Result<Ranker> chosenRanker(const std::string& requested, std::string* place) {
  if (!requested.empty()) return loadRanker(requested, place);
  const std::string published = publishedModel();
  if (published.empty()) return Ranker{};  // a notice says so
  auto ranker = loadRanker(published, place);
  if (ranker) return ranker;
  native::report(ranker.error(), *place);
  native::note("hlorank rank: the published model does not fit this build, so the analytical model ranks\n");
  return Ranker{};
}

void printConfiguration(const session::Opened& opened, const session::Ranking& ranking, size_t place,
                        uint32_t configuration) {
  const session::Explanation explanation = ranking.explain(configuration);
  native::print("%5zu  #%-7u %10.4g", place, configuration, explanation.score);
  if (opened.hasTimes()) native::print("  %9.3f ms", double(opened.configurations.runtimes[configuration]) * 1e-6);
  const bool usable = opened.configurations.usable.empty() || opened.configurations.usable[configuration];
  if (!usable)
    native::print("  measured as a twin of another");
  else if (explanation.changes.empty())
    native::print("  as it is");
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
    native::print("%s  %s %s (was %s) %+.3g", shown == 1 ? "" : "\n                           ",
                  session::slotName(opened, change.slot).c_str(), configs::toString(change.to).c_str(),
                  configs::toString(change.from).c_str(), amountOf(change.slot));
  }
  if (explanation.whole && *explanation.whole != 0)
    native::print("%s  the configuration as a whole %+.3g", shown == 0 ? "" : "\n                           ",
                  *explanation.whole);
  native::print("\n");
}

// Three digits, or a dash for what does not exist.
std::string figure(double value) {
  if (std::isnan(value)) return "-";
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}

void printConfidence(const session::Opened& opened, const session::Ranking& ranking,
                     const model::Confidence& confidence) {
  if (confidence.pairs.empty() || ranking.total() < 2) return;  // one alone is in order
  const auto order = ranking.top(ranking.total());
  const auto close = std::count_if(order.begin(), order.end(), [&](uint32_t c) {
    return ranking.scores()[c] <= ranking.scores()[order[0]] + confidence.separable;
  });
  native::print(
      "%td cannot be told from the first: of scores less than %.2g apart, fewer than nine in ten were in order\n",
      close - 1, confidence.separable);
  const auto nearest = confidence.nearest(model::embedding(opened.program), 1);
  if (nearest.empty()) return;
  if (const model::DistanceBand* band = confidence.bandOf(nearest[0].distance))
    native::print(
        "nearest program it learned from: %s; of programs as far from all, %.0f %% of clear pairs were in order\n",
        nearest[0].name.c_str(), 100 * band->pairAccuracy);
  else
    native::print("unlike anything that the model learned from (nearest: %s): trust it less than its figures\n",
                  nearest[0].name.c_str());
}

void printRanking(const session::Opened& opened, const session::Ranking& ranking, const Ranker& ranker,
                  const model::Confidence& confidence, size_t top) {
  native::print("%s (%s), ranked by %s: %s\n", opened.name.c_str(), opened.format.c_str(), ranker.name.c_str(),
                ranker.title.c_str());
  const configs::Configurations& all = opened.configurations;
  const bool hasDefault = all.automatic >= 0 && opened.hasTimes();
  const size_t ranked = ranking.total() - (hasDefault && all.isCompilerDefault(size_t(all.automatic)));
  native::print("%zu configuration%s %s\n", ranked, ranked == 1 ? "" : "s",
                opened.configurations.generated ? "generated, as the file brings none" : "of the file");
  if (hasDefault)
    native::print("left to the compiler the program took %.3f ms\n",
                  double(all.runtimes[size_t(all.automatic)]) * 1e-6);
  for (const session::Notice& notice : opened.notices) native::print("note: %s\n", notice.message.c_str());
  for (const std::string& line : session::linesOf(opened.warnings)) native::print("warning: %s\n", line.c_str());
  if (const auto agreement = ranking.agreement())
    native::print(
        "against its run times: tau %s, in order %s of the pairs more than 2 %% apart and %s of all; "
        "the best of the first 1/5/10 is %.1f/%.1f/%.1f %% slower than the best\n",
        figure(agreement->tau).c_str(), figure(agreement->pairAccuracy).c_str(),
        figure(agreement->orderedPairAccuracy).c_str(), 100 * agreement->slowdown1, 100 * agreement->slowdown5,
        100 * agreement->slowdown10);
  printConfidence(opened, ranking, confidence);
  native::print(" rank  configuration score (lower is faster; not time)%s   changes and what each adds\n",
                opened.hasTimes() ? "   time" : "");
  size_t place = 1;
  for (uint32_t configuration : ranking.top(std::min(top, ranking.total()))) {
    if (native::outputFailed()) break;
    printConfiguration(opened, ranking, place++, configuration);
  }
}

// session::rankJson, a configuration at a time: a million of them at once would not fit into memory.
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

int runRank(const Arguments& arguments) {
  size_t top = kAll;
  if (arguments.top != "all") {
    const char* end = arguments.top.data() + arguments.top.size();
    const auto parsed = std::from_chars(arguments.top.data(), end, top);
    if (parsed.ec != std::errc() || parsed.ptr != end) {
      native::note("hlorank rank: --top takes a number or `all`, not `%s`\n", arguments.top.c_str());
      return native::kUsage;
    }
  }
  std::string place = arguments.model;
  const auto ranker = chosenRanker(arguments.model, &place);
  if (!ranker) return fail(ranker.error(), place);

  std::vector<session::File> files;
  std::vector<std::string> paths = {arguments.file};
  const std::string beside = arguments.configurations.empty() ? data::programBeside(arguments.file) : "";
  if (!beside.empty()) paths.push_back(beside);
  if (!arguments.configurations.empty()) paths.push_back(arguments.configurations);
  for (const std::string& path : paths) {
    auto bytes = native::readFile(path);
    if (!bytes) {
      native::report(bytes.error(), path);
      return native::kUsage;
    }
    files.push_back({path, std::move(*bytes)});
  }
  size_t wrong = 0;
  auto opened = session::open(std::move(files), arguments.options, &wrong);
  if (!opened) return fail(opened.error(), paths[std::min(wrong, paths.size() - 1)]);
  if (arguments.model.empty() && !ranker->model) opened->notices.push_back({"no-model", kNoPublishedModel});

  const model::AnalyticalCosts analytical = model::computeAnalyticalCosts(opened->program, opened->configurations);
  const auto ranked = rankingBy(*ranker, *opened, analytical);
  if (!ranked) return fail(ranked.error(), arguments.file);
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
      "  hlorank rank program.hlo                               candidates are generated\n"
      "  hlorank rank program.hlo --model analytical                    by the analytical model\n"
      "  hlorank rank program.hlo --configs measured.npz        the configurations of a file\n"
      "  hlorank rank program.hlo --configs saved.json          those that the page or --json has written\n"
      "  hlorank rank measured.npz                              the same, for the program beside it\n"
      "  hlorank rank layout.npz --model model --top all --json everything, for a program to read");
  app->add_option("FILE", arguments->file, "HLO text or proto, or npz; - for the standard input")->required();
  app->add_option("--configs", arguments->configurations,
                  "Configurations for the program: npz, or JSON or CSV that was saved");
  app->add_option("--model", arguments->model,
                  "Folder of a run or of an exported model, or h2; the published one when not given");
  app->add_option("--candidates", arguments->options.candidates,
                  "How many to generate (2000, or as many as fit in 16 MiB)")
      ->check(CLI::Range(1, 10'000'000));
  app->add_option("--top", arguments->top, "How many to show, or all")->capture_default_str();
  app->add_option("--seed", arguments->options.seed, "Seed of the candidates")->capture_default_str();
  app->add_flag("--json", arguments->json, "Machine-readable, one object");
  return [arguments] { return runRank(*arguments); };
}

}  // namespace hlorank::evaluate
