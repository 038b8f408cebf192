#include "native/evaluate/rank_schedules.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/output.h"
#include "native/data/program_file.h"
#include "native/evaluate/figures.h"
#include "native/evaluate/ranker.h"
#include "native/evaluate/scoring.h"
#include "native/rank/model_files.h"
#include "shared/base/text.h"
#include "shared/cost/units.h"
#include "shared/stages/halide_cost.h"
#include "shared/stages/report.h"

namespace hlorank::evaluate {
namespace {

constexpr uint32_t kBatch = 64;     // schedules per forward pass; more need more memory
constexpr size_t kStagesShown = 3;  // most stages (loop nests) to print per schedule

// Predicts the run time of every schedule of a program, and the time of each stage (loop nest).
Result<stages::Predictions> predict(const model::Model& model, const stages::Problem& problem) {
  stages::Predictions all;
  for (uint32_t begin = 0; begin < problem.count; begin += kBatch) {
    std::vector<uint32_t> selected;
    for (uint32_t c = begin; c < problem.count && c < begin + kBatch; ++c) selected.push_back(c);
    const auto out = model::runNetwork(model, model::stageTensors(problem, selected));
    if (!out) return out.error();
    all.scores.insert(all.scores.end(), out->scores.begin(), out->scores.end());
    all.times.insert(all.times.end(), out->times.begin(), out->times.end());
  }
  if (const auto finite = rank::checkScores(all.scores); !finite) return finite.error();
  return all;
}

// Name and title of what ranks schedules.
struct RankedBy {
  std::string name, title;
};

void printSchedules(const stages::Problem& problem, const stages::Predictions& predictions, const RankedBy& by,
                    const std::vector<uint32_t>& order) {
  native::print("%s (schedules of %s), ranked by %s: %s\n", problem.name.c_str(),
                std::string(stages::titleOf(problem.kind)).c_str(), by.name.c_str(), by.title.c_str());
  native::print("%s of %s, %s\n", counted(problem.count, "schedule").c_str(),
                counted(problem.shownCount(), "stage").c_str(), counted(problem.shownEdges().size(), "edge").c_str());
  for (const auto* notices : {&problem.notices, &predictions.notices})
    for (const std::string& notice : *notices) native::print("note: %s\n", notice.c_str());
  const bool measured = std::any_of(problem.runtimes.begin(), problem.runtimes.end(), [](double t) { return t > 0; });
  std::vector<std::vector<std::string>> rows;
  const bool isPredicted = !predictions.times.empty();  // without times of stages, the scores are the measured times
  const auto add = [&](std::vector<std::string> cells) {
    if (!isPredicted) return rows.push_back({cells[0], cells[1], cells[3]});
    if (predictions.halide.empty()) cells.erase(cells.begin() + 4);
    if (!measured) cells.erase(cells.begin() + 3);
    rows.push_back(std::move(cells));
  };
  add({"rank", "schedule", "predicted", "measured", "Halide's cost", "stages with the largest share"});
  size_t rank = 1;  // of the current schedule; equal scores have the same rank
  for (size_t i = 0; i < order.size(); ++i) {
    const uint32_t c = order[i];
    if (i > 0 && predictions.scores[c] != predictions.scores[order[i - 1]]) rank = i + 1;
    const double predicted = std::exp(double(predictions.scores[c])), time = problem.runtimes[c];
    const auto own = stages::sharesOf(problem, predictions, c);
    std::vector<std::pair<double, size_t>> shares;
    for (size_t stage = 0; isPredicted && stage < problem.shownCount(); ++stage)
      if (const uint32_t at = problem.stageOf(c, stage); at != stages::kNoStage) shares.emplace_back(own[at], stage);
    std::sort(shares.rbegin(), shares.rend());
    shares.resize(std::min(shares.size(), kStagesShown));
    std::string slowest;
    for (const auto& [share, stage] : shares)
      slowest += (slowest.empty() ? "" : "  ") + problem.shownStages()[stage] + formatted(" %.0f %%", 100 * share);
    add({std::to_string(rank), problem.ids[c], formatted("%.4g ms", predicted),
         time > 0 ? formatted("%.4g ms", time) : "",
         predictions.halide.empty() ? "" : formatted("%.4g", predictions.halide[c]), slowest});
  }
  native::printText(cost::formatTable(rows));
}

// Returns the model with which to rank programs: the one that the user selected or, if none is selected, the published
// one. Returns null if none is selected and the published one, if any, cannot rank all programs, but all were measured:
// their measured times rank them then.
Result<std::optional<Ranker>> selectRanker(const std::string& requested, const data::MeasuredPrograms& programs,
                                           std::string* place) {
  const std::string model = requested.empty() ? rank::publishedStageModel() : requested;
  std::optional<Ranker> ranker;
  if (!model.empty()) {
    auto loaded = loadRanker(model, place);
    if (!loaded) return loaded.error();
    ranker = std::move(*loaded);
  }
  for (const auto& program : programs) {
    const auto fits = ranker ? checkStageModel(*ranker, *program) : Result<bool>(Error{"", ""});
    if (fits) continue;
    *place = program->path;
    if (!requested.empty()) return fits.error();
    const std::string kind(titleOf(program->stages->kind));
    const Error none{
        "no published model ranks schedules of " + kind,
        "train one on measured schedules with `hlorank train FOLDER... -o RUN`, and rank with --model RUN"};
    const bool allMeasured = std::all_of(programs.begin(), programs.end(), [](const auto& each) {
      return each->stages && each->measured().size() == each->stages->count;
    });
    if (!allMeasured) return none;
    native::note("hlorank rank: %s; they are in the order of their measured times\n  to predict times, %s\n",
                 none.message.c_str(), none.help.c_str());
    return std::optional<Ranker>();
  }
  return ranker;
}

}  // namespace

int rankSchedules(const rank::ScheduleArguments& arguments) {
  std::string place;
  data::LoadOptions load;
  load.acceptUnmeasured = load.acceptTiles = true;
  const auto programs = data::load(arguments.paths, load, &place);
  if (!programs) return native::fail(programs.error(), place);
  const auto ranker = selectRanker(arguments.model, *programs, &place);
  if (!ranker) return native::fail(ranker.error(), place);
  std::optional<stages::HalideWeights> weights;
  if (!arguments.weights.empty()) {
    const auto bytes = native::readFile(arguments.weights);
    if (!bytes) return native::fail(bytes.error(), arguments.weights, native::kUsage);
    auto read = stages::readHalideWeights(*bytes);
    if (!read) return native::fail(read.error(), arguments.weights);
    weights = std::move(*read);
  }
  const RankedBy by =
      *ranker ? RankedBy{(*ranker)->name, (*ranker)->title} : RankedBy{"measured", "measured run times"};
  for (const auto& program : *programs) {
    const stages::Problem& problem = *program->stages;
    Result<stages::Predictions> predictions = stages::measuredOrder(problem);
    if (*ranker) predictions = predict(*(*ranker)->model, problem);
    if (!predictions) return native::fail(predictions.error(), program->path);
    if (*ranker && !program->measured().empty() && rank::wasTrainedOn((*ranker)->model->card, program->name))
      predictions->notices.emplace_back(rank::kTrainedOn);
    if (weights) {
      auto costs = stages::halideCosts(*weights, problem, arguments.cores);
      if (!costs) return native::fail(costs.error(), program->path);
      predictions->halide = std::move(*costs);
    }
    auto order = stages::orderOf(problem, predictions->scores);
    order.resize(std::min(arguments.top, order.size()));
    if (arguments.json)
      native::print("%s\n", stages::rankJson(problem, *predictions, program->path, by.name, by.title, order).c_str());
    else
      printSchedules(problem, *predictions, by, order);
  }
  return native::kOk;
}

}  // namespace hlorank::evaluate
