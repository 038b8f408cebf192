#include "native/evaluate/evaluate_command.h"

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <set>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/data/program_file.h"
#include "native/evaluate/figures.h"
#include "native/evaluate/ranker.h"
#include "shared/model/score.h"
#include "shared/npz/npz.h"

namespace hlorank::evaluate {
namespace {

constexpr int kReportVersion = 1;

struct Arguments {
  std::string model;
  std::vector<std::string> data;
  bool heldOut = false, json = false;
};

int report(const Error& error, const std::string& place) {
  native::report(error, place);
  std::error_code ignored;
  return std::filesystem::exists(place, ignored) ? native::kBadInput : native::kUsage;
}

Result<ProgramFigures> judge(const Ranker& ranker, const data::MeasuredProgram& program) {
  auto tables = tablesBy(ranker, program.opened, program.physics);
  if (!tables) return tables.error();
  const configs::Configurations& all = program.opened.configurations;
  const model::Scorer scorer(all, program.physics, std::move(*tables), ranker.aggregation(), ranker.scale());
  const std::vector<uint32_t> measured = program.measured();
  std::vector<float> scores;
  for (uint32_t c : measured) scores.push_back(scorer.score(all.choice(c)));
  return programFigures(program, measured, scores);
}

// By the scores that the run kept of configurations when they were held out.
Result<ProgramFigures> judgeHeldOut(const npz::Archive& predictions, const data::MeasuredProgram& program) {
  const auto array = predictions.get(program.name);
  if (!array)
    return Error{
        "the run held out nothing of this program", "train with --folds, or evaluate without --held-out", {}, {}};
  const auto everywhere = (*array)->toFloats();
  if (!everywhere) return everywhere.error();
  if (everywhere->size() != program.opened.configurations.count)
    return Error{"the run was judged on another file of this name", "evaluate with the data of the run", {}, {}};
  std::vector<uint32_t> measured;
  std::vector<float> scores;
  for (uint32_t c : program.measured())
    if (std::isfinite((*everywhere)[c])) {
      measured.push_back(c);
      scores.push_back((*everywhere)[c]);
    }
  return programFigures(program, measured, scores);
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

void printJson(const Ranker& ranker, const std::vector<ProgramFigures>& figures, const std::set<std::string>& learned,
               bool heldOut) {
  nlohmann::ordered_json json;
  json["version"] = kReportVersion;
  json["model"] = {{"name", ranker.name}, {"title", ranker.title}};
  json["heldOut"] = heldOut;
  json["programs"] = nlohmann::ordered_json::array();
  for (const ProgramFigures& program : figures) {
    json["programs"].push_back(toJson(program));
    json["programs"].back()["learnedFrom"] = !heldOut && learned.count(program.name) > 0;
  }
  json["mean"] = toJson(meanOf(figures));
  json["mean"].erase("name");
  std::printf("%s\n", json.dump(1).c_str());
}

int runEvaluate(const Arguments& arguments) {
  std::string place = arguments.model;
  const auto ranker = loadRanker(arguments.model, &place);
  if (!ranker) return report(ranker.error(), place);
  npz::Archive predictions;
  if (arguments.heldOut) {
    place = (std::filesystem::path(arguments.model) / "predictions.npz").string();
    const auto bytes = native::readFile(place);
    if (!bytes)
      return report(Error{"the run held out nothing", "train with --folds, or evaluate without --held-out", {}, {}},
                    place);
    auto archive = npz::read(*bytes);
    if (!archive) return report(archive.error(), place);
    predictions = std::move(*archive);
  }
  const auto programs = data::load(arguments.data, &place);
  if (!programs) return report(programs.error(), place);

  std::vector<ProgramFigures> figures;
  const std::set<std::string> learned = learnedFrom(*ranker);
  size_t known = 0;
  for (const auto& program : *programs) {
    const auto judged = arguments.heldOut ? judgeHeldOut(predictions, *program) : judge(*ranker, *program);
    if (!judged) return report(judged.error(), program->path);
    figures.push_back(*judged);
    known += learned.count(program->name);
  }
  if (known > 0 && !arguments.heldOut)
    std::fprintf(stderr,
                 "note: the model learned from %zu of these %zu programs; what it does on new ones is in `metrics` of "
                 "its card,\n"
                 "      or, for a run with --folds, shown by --held-out\n",
                 known, programs->size());
  if (arguments.json)
    printJson(*ranker, figures, learned, arguments.heldOut);
  else
    std::printf("%s", toText(figures, ranker->name).c_str());
  return native::kOk;
}

}  // namespace

std::function<int()> addEvaluate(CLI::App& program) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* app = program.add_subcommand("evaluate", "Compare a model with measured run times and with baselines");
  app->footer(
      "  hlorank evaluate model new/*.npz              how well does it rank programs it never saw?\n"
      "  hlorank evaluate run data/measured --held-out the figures of the cross-validation\n"
      "  hlorank evaluate h2 data/measured --json      physics without learning, for a program to read");
  app->add_option("MODEL", arguments->model, "Folder of a run or of an exported model, or h2")->required();
  app->add_option("DATA", arguments->data, "npz files with run times, or folders of them")->required();
  app->add_flag("--held-out", arguments->heldOut, "Take the scores that a run gave programs while they were held out");
  app->add_flag("--json", arguments->json, "Machine-readable, one object");
  return [arguments] { return runEvaluate(*arguments); };
}

}  // namespace hlorank::evaluate
