#include "native/evaluate/evaluate_command.h"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <memory>
#include <optional>
#include <string>

#include "native/base/command_line.h"
#include "native/base/cost.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/interrupt.h"
#include "native/base/output.h"
#include "native/base/validators.h"
#include "native/data/caches.h"
#include "native/evaluate/baselines.h"
#include "native/evaluate/collections.h"
#include "native/evaluate/held_out.h"
#include "native/evaluate/programs.h"
#include "native/evaluate/ranker.h"
#include "native/evaluate/reliability.h"
#include "native/evaluate/scoring.h"
#include "native/evaluate/subset.h"
#include "native/evaluate/truth.h"
#include "native/rank/model_files.h"
#include "shared/base/json.h"
#include "shared/base/text.h"

namespace hlorank::evaluate {
namespace {

constexpr int kReportVersion = 2;  // the field `version` of the JSON report

struct EvaluateArguments {
  std::string model, csv, markdown, truth;
  std::vector<std::string> data, subsets, training;
  size_t most = 0;
  std::optional<double> minTau;
  bool heldOut = false, json = false;
};

// What `hlorank evaluate` reads besides the programs to evaluate.
struct EvaluationInputs {
  Ranker ranker;                   // the model of the argument MODEL
  std::optional<HeldOut> heldOut;  // cross-validation results; nullopt without --held-out
  Subsets subsets;                 // configurations to evaluate, from --subset; may be empty
  std::optional<Truth> truth;      // ground truth of synthetic programs; nullopt without --truth
  NearestPrograms nearest;         // programs of --train, for a baseline; may be empty
};

// Reads every file that the arguments name, except the programs to evaluate (DATA). Returns false after Ctrl-C. On
// error, `place` receives the path of the faulty file.
Result<bool> readInputs(const EvaluateArguments& arguments, EvaluationInputs& inputs, std::string* place) {
  *place = arguments.model;
  auto ranker = loadRanker(arguments.model, place);
  if (!ranker) return ranker.error();
  inputs.ranker = std::move(*ranker);
  if (arguments.heldOut) {
    auto heldOut = readHeldOut(arguments.model, place);
    if (!heldOut) return heldOut.error();
    inputs.heldOut = std::move(*heldOut);
  }
  for (const std::string& subset : arguments.subsets) {
    *place = subset;
    const auto read = inputs.subsets.read(subset);
    if (!read) return read.error();
  }
  if (!arguments.truth.empty()) {
    *place = arguments.truth;
    auto truth = Truth::read(arguments.truth);
    if (!truth) return truth.error();
    inputs.truth = std::move(*truth);
  }
  if (arguments.training.empty()) return true;
  data::LoadOptions load;
  load.acceptUnmeasured = load.acceptTiles = true;
  return forEachProgram(arguments.training, load, place, [&](const data::MeasuredProgram& program) {
    inputs.nearest.add(program);
    return Result<bool>(true);
  });
}

// Selects the configurations of a program to evaluate. nullopt: the program has no run times, or --subset does not list
// it. On error, `place` receives the path of the faulty file.
Result<std::optional<EvaluationSet>> selectConfigurations(const EvaluationInputs& inputs,
                                                          const data::MeasuredProgram& program, std::string* place) {
  std::optional<EvaluationSet> judged = makeEvaluationSet(program);
  if (!inputs.subsets.empty()) {
    const auto selected = inputs.subsets.of(program);
    if (!selected) return selected.error();
    if (!*selected) return std::optional<EvaluationSet>();
    const std::vector<uint32_t> measured = program.measured();
    std::vector<uint32_t> timed;
    std::copy_if((*selected)->begin(), (*selected)->end(), std::back_inserter(timed),
                 [&](uint32_t c) { return std::binary_search(measured.begin(), measured.end(), c); });
    judged = makeEvaluationSet(program, timed);
  }
  if (inputs.truth) {
    const auto known = inputs.truth->add(program, *judged, place);
    if (!known) return known.error();
  }
  if (judged->selected.empty()) judged.reset();
  return judged;
}

// Metrics of all evaluated programs and of the collections to which they belong.
struct EvaluationResults {
  std::vector<ProgramFigures> figures;
  std::vector<CollectionFigures> collections;
  // Scores of the schedules (of Halide or TVM) of all programs, one after the other.
  std::vector<float> scores;
  std::vector<double> times;    // measured times of the same schedules, ms
  Reliability reliability{{}};  // tests whether the model's probabilities are right
  // Number of programs that were not evaluated: they have no run times, or --subset does not list them.
  size_t skipped = 0;
  size_t unreadable = 0;  // number of files that could not be read
};

// Returns the predicted score and measured time of the layouts that the compiler chooses on its own; nullopt if
// unknown.
std::optional<Reliability::CompilerDefault> compilerDefault(const EvaluationInputs& inputs,
                                                            const data::MeasuredProgram& program) {
  const configs::Configurations& all = program.opened.configurations;
  const auto measured = all.measuredDefault();
  if (!measured) return std::nullopt;
  const auto score =
      inputs.heldOut ? heldOutScore(*inputs.heldOut, program, *measured) : compilerScore(inputs.ranker, program);
  if (!score) return std::nullopt;
  return Reliability::CompilerDefault{*score, double(all.runtimes[*measured])};
}

// Evaluates every program in DATA, for the caches of the machine that measured it if they are recorded, else for those
// of the model. Returns false after Ctrl-C. On error, `place` receives the path of the faulty file.
Result<bool> evaluate(const EvaluateArguments& arguments, EvaluationInputs& inputs, EvaluationResults& all,
                      std::string* place) {
  data::LoadOptions load;
  load.acceptUnmeasured = load.acceptTiles = true;
  load.most = inputs.subsets.empty() ? arguments.most : 0;
  if (inputs.heldOut) load.most = inputs.heldOut->most, load.seed = inputs.heldOut->seed;
  const simulation::Caches own = inputs.ranker.model ? inputs.ranker.model->description.caches : simulation::Caches();
  const auto done = forEachProgram(
      arguments.data, load, place,
      [&](const data::MeasuredProgram& program) -> Result<bool> {
        auto judged = selectConfigurations(inputs, program, place);
        if (!judged) return judged.error();
        *place = program.path;
        if (!*judged) {
          ++all.skipped;
          return true;
        }
        if (!inputs.heldOut) {
          const auto caches = data::readCaches(program.path);
          if (!caches) return caches.error();
          inputs.ranker.setCaches(caches->value_or(own));
        }
        const auto scores = inputs.heldOut ? heldOutScores(*inputs.heldOut, program, **judged)
                                           : scoresOf(inputs.ranker, program, (*judged)->selected);
        if (!scores) return scores.error();
        if (native::interrupted()) return false;
        const NearestPrograms* nearest = inputs.nearest.empty() ? nullptr : &inputs.nearest;
        all.figures.push_back(computeProgramFigures(program, **judged, *scores, nearest));
        if (!program.opened.tiles && !program.stages)
          all.reliability.add(*scores, (*judged)->times, compilerDefault(inputs, program));
        if (program.stages) {
          all.scores.insert(all.scores.end(), scores->begin(), scores->end());
          all.times.insert(all.times.end(), (*judged)->times.begin(), (*judged)->times.end());
        }
        return true;
      },
      &all.unreadable);
  if (!done || !*done) return done;
  *place = arguments.data.front();
  if (all.figures.empty() && all.unreadable > 0)
    return Error{"no program could be evaluated: " + counted(all.unreadable, "file") + " could not be read", {}};
  if (all.figures.empty())
    return Error{
        "found no program to evaluate: all run times are hidden, or the --subset files list none of the programs",
        "pass programs with run times, or the truth.json of a synthetic collection with --truth"};
  all.collections = computeCollectionFigures(all.figures);
  return true;
}

// Returns the errors of the predicted run times over the schedules of all programs together; nullopt for HLO programs,
// which have no schedules.
std::optional<PooledErrors> pooledErrors(const EvaluationResults& all) {
  if (all.times.empty()) return std::nullopt;
  return poolErrors(all.scores, all.times);
}

bool wasTrainedOn(const Ranker& ranker, const std::string& program) {
  return ranker.model && rank::wasTrainedOn(ranker.model->card, program);
}

// Prints the report of --json.
void printJson(const Ranker& ranker, const EvaluationResults& all, bool heldOut) {
  nlohmann::ordered_json json;
  json["version"] = kReportVersion;
  json["model"] = {{"name", ranker.name}, {"title", ranker.title}};
  json["heldOut"] = heldOut;
  json["unreadable"] = all.unreadable;
  json["programs"] = nlohmann::ordered_json::array();
  for (const ProgramFigures& program : all.figures) {
    json["programs"].push_back(toJson(program));
    json["programs"].back()["learnedFrom"] = !heldOut && wasTrainedOn(ranker, program.name);
  }
  json["mean"] = toJson(meanOf(all.figures));
  json["mean"].erase("name");
  if (!all.reliability.empty()) json["reliability"] = toJson(all.reliability);
  if (const auto pooled = pooledErrors(all)) json["pooled"] = toJson(*pooled);
  if (!all.collections.empty()) {
    json["collections"] = toJson(all.collections);
    json["overall"] = toJson(computeOverall(all.collections));
  }
  native::print("%s\n", indented(json).c_str());
}

// Prints to stderr which programs were skipped, and how many the model was trained on.
void printNotes(const Ranker& ranker, const EvaluationResults& all, bool heldOut) {
  if (all.skipped > 0)
    native::note("note: skipped %zu programs: their run times are hidden, or the --subset files do not list them\n",
                 all.skipped);
  if (all.unreadable > 0)
    native::note("note: the figures leave out %s that could not be read\n", counted(all.unreadable, "file").c_str());
  size_t known = 0;
  for (const ProgramFigures& program : all.figures) known += wasTrainedOn(ranker, program.name);
  if (known > 0 && !heldOut)
    native::note(
        "note: the model was trained on %zu of these %zu programs; for its accuracy on new programs see `metrics` in\n"
        "      its model.json, or pass --held-out if the run used --folds\n",
        known, all.figures.size());
}

// Checks that the model's mean Kendall tau is at least `least` in every collection (over all programs, if there is no
// collection). Prints each mean that is lower. Returns the exit code: kTooLow if one is lower, else kOk.
int checkMinTau(const EvaluationResults& all, double least) {
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

int runEvaluate(const EvaluateArguments& arguments, const CLI::App& app) {
  if (arguments.heldOut)
    native::noteIgnored(app, {"--most"}, "--held-out evaluates the configurations of the training run");
  else if (!arguments.subsets.empty())
    native::noteIgnored(app, {"--most"}, "--subset lists the configurations");
  const native::Stopwatch watch;
  native::catchInterrupts();
  std::string place;
  EvaluationInputs inputs;
  const auto read = readInputs(arguments, inputs, &place);
  if (!read) return native::fail(read.error(), place);
  if (!*read) return native::kInterrupted;
  EvaluationResults all;
  if (inputs.ranker.model) all.reliability = Reliability(model::parseConfidence(inputs.ranker.model->card));
  const auto done = evaluate(arguments, inputs, all, &place);
  if (!done) return native::fail(done.error(), place);
  if (!*done) return native::kInterrupted;

  printNotes(inputs.ranker, all, arguments.heldOut);
  const std::string& name = inputs.ranker.name;
  if (arguments.json)
    printJson(inputs.ranker, all, arguments.heldOut);
  else
    native::print("%s%s%s", toText(all.figures, name).c_str(), toText(all.collections, name).c_str(),
                  toText(all.reliability).c_str());
  if (const auto pooled = pooledErrors(all); pooled && !arguments.json)
    native::print("%s", toText(*pooled, meanOf(all.figures).model).c_str());
  const auto write = [&](const std::string& path, const auto& make) {
    if (path.empty()) return int(native::kOk);
    const auto written = native::writeFile(path, make());
    return written ? native::kOk : native::failToWrite(written.error(), path);
  };
  if (all.collections.empty())
    native::noteIgnored(app, {"--markdown"}, "the data has no programs of TpuGraphs' collections");
  const std::string markdown = all.collections.empty() ? "" : arguments.markdown;
  for (const int failed : {write(arguments.csv, [&] { return toCsv(all.figures, name); }),
                           write(markdown, [&] { return toMarkdown(all.collections, name); })})
    if (failed != native::kOk) return failed;
  native::note("hlorank evaluate: %s\n", watch.cost().c_str());
  const int code = arguments.minTau ? checkMinTau(all, *arguments.minTau) : native::kOk;
  return all.unreadable > 0 ? native::kBadInput : code;
}

}  // namespace

std::function<int()> addEvaluate(CLI::App& program) {
  auto arguments = std::make_shared<EvaluateArguments>();
  CLI::App* app = program.add_subcommand("evaluate", "Compare a model with measured run times and with baselines");
  app->footer(
      "  hlorank evaluate model new/*.npz                   evaluate an exported model on new programs\n"
      "  hlorank evaluate run data/measured --held-out      show the cross-validation results of a training run\n"
      "  hlorank evaluate analytical data/measured --json   evaluate the analytical cost model, as JSON\n"
      "  hlorank evaluate run npz/layout/xla/random/valid --subset eval_indices/xla_random.json --min-tau .5\n"
      "  hlorank evaluate run made/npz/layout --truth made/truth.json --markdown tables.md");
  app->add_option("MODEL", arguments->model,
                  "Folder of a training run or of an exported model; `analytical` for the analytical cost model")
      ->required();
  app->add_option(
         "DATA", arguments->data,
         "Programs with measured run times: .npz or .prepared files, or folders of them; or folders with schedules "
         "of Halide or TVM")
      ->required();
  CLI::Option* heldOut = app->add_flag(
      "--held-out", arguments->heldOut,
      "Evaluate the scores that the training run computed for each program while it was held out of training (for "
      "runs of `hlorank train --folds`)");
  app->add_option(
         "--most", arguments->most,
         "Evaluate at most N configurations of each program in .prepared and TpuGraphs files, a uniform random "
         "sample; 0: all. Other files are evaluated whole")
      ->type_name("N")
      ->check(native::nonNegative<size_t>())
      ->capture_default_str();
  CLI::Option* subset =
      app->add_option("--subset", arguments->subsets,
                      "Evaluate only the configurations listed in FILE, {\"PROGRAM\": [ROW, ...]} with row numbers of "
                      "the program's .npz from 0, such as TpuGraphs' eval_indices/xla_random.json; repeat for several "
                      "files")
          ->type_name("FILE")
          ->allow_extra_args(false)
          ->excludes(heldOut);
  app->add_option("--train", arguments->training,
                  "Add the baseline `nearest`, which ranks by the run times of the most similar program in TRAINING, a "
                  "file or folder like DATA; repeat for several")
      ->type_name("TRAINING")
      ->allow_extra_args(false);
  app->add_option(
         "--truth", arguments->truth,
         "For data of `hlorank synth`: read ground-truth costs, and the run times that its test programs lack, "
         "from FILE, the truth.json that it wrote")
      ->type_name("FILE")
      ->excludes(heldOut)
      ->excludes(subset);
  app->add_option(
         "--min-tau", arguments->minTau,
         "Exit with code 5 if the mean Kendall tau of a collection (of all programs, if there is no collection) "
         "is below X")
      ->type_name("X")
      ->check(native::range(-1., 1.));
  app->add_flag("--json", arguments->json, "Print one JSON object instead of tables");
  app->add_option("--csv", arguments->csv,
                  "Write the metrics of the model and of each baseline per program to FILE (CSV)")
      ->type_name("FILE")
      ->check(native::outputFile());
  app->add_option("--markdown", arguments->markdown, "Write the tables of the collections to FILE (Markdown)")
      ->type_name("FILE")
      ->check(native::outputFile());
  return [arguments, app] { return runEvaluate(*arguments, *app); };
}

}  // namespace hlorank::evaluate
