#include "native/evaluate/evaluate_command.h"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>

#include "native/base/command_line.h"
#include "native/base/cost.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/interrupt.h"
#include "native/base/output.h"
#include "native/data/times.h"
#include "native/evaluate/baselines.h"
#include "native/evaluate/collections.h"
#include "native/evaluate/programs.h"
#include "native/evaluate/ranker.h"
#include "native/evaluate/scoring.h"
#include "native/evaluate/subset.h"
#include "native/evaluate/truth.h"
#include "shared/npz/npz.h"

namespace hlorank::evaluate {
namespace {

constexpr int kReportVersion = 1;

struct Arguments {
  std::string model, csv, markdown, truth;
  std::vector<std::string> data, subsets, training;
  size_t most = 0;
  double leastTau = -2;
  bool heldOut = false, json = false;
};

int fail(const Error& error, const std::string& place) {
  native::report(error, place);
  std::error_code ignored;
  return std::filesystem::exists(place, ignored) ? native::kBadInput : native::kUsage;
}

// What was held out when a run was made: the scores, and how it had chosen the configurations it took into memory.
struct HeldOut {
  npz::Archive predictions;
  size_t most = 0;
  uint64_t seed = 1;
};

Result<HeldOut> readHeldOut(const std::filesystem::path& run, std::string* place) {
  HeldOut heldOut;
  *place = (run / "predictions.npz").string();
  const auto bytes = native::readFile(*place);
  if (!bytes) return Error{"the run held out nothing", "train with --folds, or evaluate without --held-out"};
  auto archive = npz::read(*bytes);
  if (!archive) return archive.error();
  heldOut.predictions = std::move(*archive);
  if (const auto record = native::readFile((run / "run.json").string())) {
    const auto json = nlohmann::json::parse(*record, nullptr, /*allow_exceptions=*/false);
    if (json.is_object() && json.contains("options") && json["options"].is_object()) {
      heldOut.most = json["options"].value("most", size_t{0});
      heldOut.seed = json["options"].value("seed", uint64_t{1});
    }
  }
  return heldOut;
}

// Scores that the run kept of configurations when they were held out, and which those are.
Result<std::vector<float>> heldOutScores(const HeldOut& heldOut, const data::MeasuredProgram& program, Judged& judged) {
  const auto array = heldOut.predictions.get(data::idOf(program));
  if (!array)
    return Error{"the run held out nothing of this program", "train with --folds, or evaluate without --held-out"};
  const auto everywhere = (*array)->toFloats();
  if (!everywhere) return everywhere.error();
  if (everywhere->size() != data::countOf(program))
    return Error{"the run was judged on another file of this name", "evaluate with the data of the run"};
  std::vector<uint32_t> measured;
  std::vector<float> scores;
  for (uint32_t c : program.measured())
    if (std::isfinite((*everywhere)[c])) {
      measured.push_back(c);
      scores.push_back((*everywhere)[c]);
    }
  judged = judgedOf(program, measured);
  return scores;
}

// Names of the programs that the model learned from.
std::set<std::string> learnedFrom(const Ranker& ranker) {
  std::set<std::string> names;
  if (!ranker.model) return names;
  const auto training = ranker.model->card.value("training", nlohmann::ordered_json::object());
  for (const auto& program : training.value("data", nlohmann::ordered_json::array()))
    if (program.is_object()) names.insert(program.value("name", ""));
  return names;
}

// Whether the model learned from a program. A run lists valid and test programs of a published split too.
bool isLearned(const ProgramFigures& program, const std::set<std::string>& learned) {
  const bool heldBack = program.split == "valid" || program.split == "test";
  return !heldBack && learned.count(program.name) > 0;
}

// Everything that figures are made with.
struct Means {
  Ranker ranker;
  std::optional<HeldOut> heldOut;
  Subsets subsets;
  std::optional<Truth> truth;
  NearestPrograms nearest;
};

// Reads all that the arguments name but the data. False: interrupted.
Result<bool> readMeans(const Arguments& arguments, Means& means, std::string* place) {
  *place = arguments.model;
  auto ranker = loadRanker(arguments.model, place);
  if (!ranker) return ranker.error();
  means.ranker = std::move(*ranker);
  if (arguments.heldOut) {
    auto heldOut = readHeldOut(arguments.model, place);
    if (!heldOut) return heldOut.error();
    means.heldOut = std::move(*heldOut);
  }
  for (const std::string& subset : arguments.subsets) {
    *place = subset;
    const auto read = means.subsets.read(subset);
    if (!read) return read.error();
  }
  if (!arguments.truth.empty()) {
    *place = arguments.truth;
    auto truth = Truth::read(arguments.truth);
    if (!truth) return truth.error();
    means.truth = std::move(*truth);
  }
  if (arguments.training.empty()) return true;
  data::LoadOptions load;
  load.hidden = load.tiles = true;
  return forEachProgram(arguments.training, load, place, [&](const data::MeasuredProgram& program) {
    means.nearest.add(program);
    return Result<bool>(true);
  });
}

// What of a program is judged; nothing where there is nothing to judge by: hidden times, or no part in a subset.
Result<std::optional<Judged>> judgedBy(const Means& means, const data::MeasuredProgram& program, std::string* place) {
  std::optional<Judged> judged = judgedOf(program);
  if (!means.subsets.empty()) {
    const auto selected = means.subsets.of(program);
    if (!selected) return selected.error();
    if (!*selected) return std::optional<Judged>();
    judged = judgedOf(program, **selected);
  }
  if (means.truth) {
    const auto known = means.truth->add(program, *judged, place);
    if (!known) return known.error();
  }
  if (judged->selected.empty()) judged.reset();
  return judged;
}

struct Evaluated {
  std::vector<ProgramFigures> figures;
  std::vector<CollectionFigures> collections;
  size_t left = 0;  // programs that nothing is known to judge by
};

// False: interrupted.
Result<bool> evaluate(const Arguments& arguments, const Means& means, Evaluated& all, std::string* place) {
  data::LoadOptions load;
  load.hidden = load.tiles = true;
  load.most = means.subsets.empty() ? arguments.most : 0;
  if (means.heldOut) load.most = means.heldOut->most, load.seed = means.heldOut->seed;
  const auto done =
      forEachProgram(arguments.data, load, place, [&](const data::MeasuredProgram& program) -> Result<bool> {
        auto judged = judgedBy(means, program, place);
        if (!judged) return judged.error();
        *place = program.path;
        if (!*judged) {
          ++all.left;
          return true;
        }
        const auto scores = means.heldOut ? heldOutScores(*means.heldOut, program, **judged)
                                          : scoresOf(means.ranker, program, (*judged)->selected);
        if (!scores) return scores.error();
        if (native::interrupted()) return false;
        const NearestPrograms* nearest = means.nearest.empty() ? nullptr : &means.nearest;
        all.figures.push_back(programFigures(program, **judged, *scores, nearest));
        return true;
      });
  if (!done || !*done) return done;
  *place = arguments.data.front();
  if (all.figures.empty())
    return Error{"none of the programs can be judged: their times are hidden, or the subset does not name them",
                 "give programs with run times, or the --truth of a made-up collection"};
  all.collections = collectionFigures(all.figures);
  return true;
}

void printJson(const Ranker& ranker, const Evaluated& all, const std::set<std::string>& learned, bool heldOut) {
  nlohmann::ordered_json json;
  json["version"] = kReportVersion;
  json["model"] = {{"name", ranker.name}, {"title", ranker.title}};
  json["heldOut"] = heldOut;
  json["programs"] = nlohmann::ordered_json::array();
  for (const ProgramFigures& program : all.figures) {
    json["programs"].push_back(toJson(program));
    json["programs"].back()["learnedFrom"] = !heldOut && isLearned(program, learned);
  }
  json["mean"] = toJson(meanOf(all.figures));
  json["mean"].erase("name");
  if (!all.collections.empty()) {
    json["collections"] = toJson(all.collections);
    json["overall"] = toJson(overallOf(all.collections));
  }
  native::print("%s\n", json.dump(1).c_str());
}

void printNotes(const Evaluated& all, const std::set<std::string>& learned, bool heldOut) {
  if (all.left > 0)
    native::note("note: %zu programs are left out: their times are hidden, or the subset does not name them\n",
                 all.left);
  size_t known = 0;
  for (const ProgramFigures& program : all.figures) known += isLearned(program, learned);
  if (known > 0 && !heldOut)
    native::note(
        "note: the model learned from %zu of these %zu programs; what it does on new ones is in `metrics` of "
        "its card,\n"
        "      or, for a run with --folds, shown by --held-out\n",
        known, all.figures.size());
}

// Says which means are below; kTooLow where there is one.
int gate(const Evaluated& all, double least) {
  int code = native::kOk;
  const auto check = [&](const std::string& what, double tau) {
    if (tau >= least) return;
    native::note("%s: tau %.3f is below %g\n", what.c_str(), tau, least);
    code = native::kTooLow;
  };
  for (const CollectionFigures& collection : all.collections) check(collection.title(), collection.mean.model.tau);
  if (all.collections.empty()) check("mean of the programs", meanOf(all.figures).model.tau);
  return code;
}

int runEvaluate(const Arguments& arguments) {
  const native::Stopwatch watch;
  native::catchInterrupts();
  std::string place;
  Means means;
  const auto read = readMeans(arguments, means, &place);
  if (!read) return fail(read.error(), place);
  if (!*read) return native::kInterrupted;
  Evaluated all;
  const auto done = evaluate(arguments, means, all, &place);
  if (!done) return fail(done.error(), place);
  if (!*done) return native::kInterrupted;

  const std::set<std::string> learned = learnedFrom(means.ranker);
  printNotes(all, learned, arguments.heldOut);
  const std::string& name = means.ranker.name;
  if (arguments.json)
    printJson(means.ranker, all, learned, arguments.heldOut);
  else
    native::print("%s%s", toText(all.figures, name).c_str(), toText(all.collections, name).c_str());
  const auto write = [&](const std::string& path, const auto& make) {
    if (path.empty()) return true;
    const auto written = native::writeFile(path, make());
    if (!written) native::report(written.error(), path);
    return written.ok();
  };
  if (!write(arguments.csv, [&] { return toCsv(all.figures, name); }) ||
      !write(arguments.markdown, [&] { return toMarkdown(all.collections, name); }))
    return native::kInternalError;
  native::note("hlorank evaluate: %s\n", watch.cost().c_str());
  return gate(all, arguments.leastTau);
}

}  // namespace

std::function<int()> addEvaluate(CLI::App& program) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* app = program.add_subcommand("evaluate", "Compare a model with measured run times and with baselines");
  app->footer(
      "  hlorank evaluate model new/*.npz              how well does it rank programs it never saw?\n"
      "  hlorank evaluate run data/measured --held-out the figures of the cross-validation\n"
      "  hlorank evaluate analytical data/measured --json      physics without learning, for a program to read\n"
      "  hlorank evaluate run npz/layout/xla/random/valid --subset eval_indices/xla_random.json --min-tau .5\n"
      "  hlorank evaluate run made/npz/layout --truth made/truth.json --markdown tables.md");
  app->add_option("MODEL", arguments->model, "Folder of a run or of an exported model, or the analytical model")
      ->required();
  app->add_option("DATA", arguments->data, "npz or prepared files with run times, or folders of them")->required();
  app->add_flag("--held-out", arguments->heldOut, "Take the scores that a run gave programs while they were held out");
  app->add_option("--most", arguments->most, "Configurations of a program to judge by, spread evenly; 0: all")
      ->type_name("N")
      ->capture_default_str();
  app->add_option("--subset", arguments->subsets,
                  "Rows to judge by, {program: [row, ...]}: TpuGraphs' eval_indices/xla_random.json and so on")
      ->type_name("FILE")
      ->allow_extra_args(false);
  app->add_option("--train", arguments->training,
                  "Training programs: the one most alike is a baseline (nearest program)")
      ->type_name("DATA")
      ->allow_extra_args(false);
  app->add_option("--truth", arguments->truth, "truth.json of made-up collections: hidden times, what can be reached")
      ->type_name("FILE");
  app->add_option("--min-tau", arguments->leastTau, "Leave with exit code 5 when the mean tau of a collection is below")
      ->type_name("X")
      ->check(CLI::Range(-1., 1.));
  app->add_flag("--json", arguments->json, "Machine-readable, one object");
  app->add_option("--csv", arguments->csv, "Write a line for every program and baseline")->type_name("FILE");
  app->add_option("--markdown", arguments->markdown, "Write the collections' tables")->type_name("FILE");
  return [arguments] { return runEvaluate(*arguments); };
}

}  // namespace hlorank::evaluate
