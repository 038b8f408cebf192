#include "native/evaluate/ranker.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <numeric>

#include "native/base/command_line.h"
#include "native/base/output.h"
#include "native/model/network.h"
#include "native/onnx/model_folder.h"
#include "native/rank/ranked.h"
#include "shared/base/finite.h"
#include "shared/session/network.h"

namespace hlorank::evaluate {
namespace {

// For a model that simulates the compiler (Join::kLoops): most layout changes of single tensors that computeTables
// simulates to fill its table.
constexpr size_t kSimulatedChanges = 20000;

// Computes the model's value of every layout of every tensor (a row of the layout table). Works in batches of about
// kRowsTogether rows if the model scores rows independently: all rows of a program with 100,000 instructions would take
// gigabytes at once.
Result<model::Tables> tablesInBatches(const model::Model& model, const configs::Problem& problem,
                                      const model::AnalyticalCosts& analytical) {
  constexpr size_t kRowsTogether = 1 << 13;
  const configs::LayoutTable& table = problem.configurations.table;
  const auto names = model::inputNames(model.description);
  const bool isRowByRow = model.description.pairWidth == 0 && model.description.freeRows == 0;
  const auto ofGraph = [](const std::string& name) { return name == "opcode" || name == "node" || name == "consumer"; };
  // Whether the model reads the graph. If so, every batch computes the node states again; larger batches save time.
  const bool readsGraph = std::any_of(names.begin(), names.end(), ofGraph);
  const size_t together = !isRowByRow ? table.rows() : readsGraph ? kRowsTogether * 4 : kRowsTogether;
  model::Tables all;
  configs::SlotRange slots;
  do {
    slots.end = std::min(slots.begin + 1, table.slots.size());
    while (slots.end < table.slots.size() && table.rowBegin[slots.end + 1] - table.rowBegin[slots.begin] <= together)
      ++slots.end;
    auto tables =
        model::makeTables(model, model::makeInputs(problem.program, problem.configurations, analytical, names, slots),
                          problem.configurations);
    if (!tables) return tables;
    if (slots.begin == 0 && slots.end == table.slots.size()) return tables;
    all.rows.insert(all.rows.end(), tables->rows.begin(), tables->rows.end());
    all.members.insert(all.members.end(), tables->members.begin(), tables->members.end());
    slots.begin = slots.end;
  } while (slots.begin < table.slots.size());
  return all;
}

// Computes the tables of a model: the value of each layout of each tensor (a row), and of each pair of such rows.
// Error: a value is NaN or infinite, or array shapes do not fit the network.
Result<model::Tables> tablesOf(const model::Model& model, const configs::Problem& problem,
                               const model::AnalyticalCosts& analytical) {
  auto tables = tablesInBatches(model, problem, analytical);
  if (!tables) return tables;
  for (const std::vector<float>* values : {&tables->rows, &tables->pairs, &tables->members})
    if (findNonFinite(*values) < values->size())
      return Error{"the network output for this program is not finite (NaN or infinity)", rank::kNotFiniteHelp};
  return tables;
}

// Computes the scores of all configurations (layout assignments) by an early-join or late-join network, which scores
// each as a whole. [configurations + 1]; the last score is that of the layouts written in the program.
Result<std::vector<float>> computeConfigurationScores(const model::Model& model, const configs::Problem& problem,
                                                      const model::AnalyticalCosts& analytical) {
  configs::Configurations all = problem.configurations;
  if (all.table.slots.empty()) return std::vector<float>(all.count + 1);
  all.choices.insert(all.choices.end(), all.reference.begin(), all.reference.end());
  ++all.count;
  model::Model joined = model;
  joined.description.tables = false;
  const auto inputs = model::problemInputs(joined.description, problem.program, &all, &analytical);
  model::ScoringTask task = {problem.name, &problem.program, &all, &analytical, nullptr, &inputs, {}};
  for (uint32_t c = 0; c < all.count; ++c) task.selected.push_back(c);
  return model::scoreConfigurations(joined, task);
}

// Ranks all configurations by an early-join or late-join model, which scores a configuration (layout assignment) as a
// whole.
Result<session::Ranking> rankWithJoinedModel(const Ranker& ranker, const session::Opened& opened,
                                             const model::AnalyticalCosts& analytical) {
  const model::Model& model = *ranker.model;
  auto tables = model.description.tables ? tablesOf(model, opened, analytical) : session::zeroTables(opened);
  if (!tables) return tables.error();
  const auto scores = computeConfigurationScores(model, opened, analytical);
  if (!scores) return scores.error();
  session::Ranking ranking(opened, analytical, std::move(*tables), ranker.aggregation(), ranker.scale(),
                           scores->back());
  const auto accepted = ranking.addConfigurationScores(std::span(*scores).first(scores->size() - 1));
  if (!accepted) return accepted.error();
  return ranking;
}

// Makes the scorer for a model that simulates the compiler (Join::kLoops). Error: the program has no HLO module.
Result<std::unique_ptr<model::LoopScorer>> makeLoopScorer(const model::Model& model, const configs::Problem& problem) {
  const model::Weights weights(model.parameters.begin(), model.parameters.end());
  return model::LoopScorer::make(problem, weights, model.description.members, model.description.rules());
}

// Returns the error for ranking an HLO program with a model of schedules (of Halide or TVM).
Error stageModelError(const Ranker& ranker) {
  return {"the model " + ranker.name + " is for schedules of Halide or TVM; expected a model for HLO programs",
          "use a model trained on HLO programs"};
}

}  // namespace

Result<Ranker> loadRanker(const std::string& model, std::string* place) {
  if (rank::isAnalytical(model)) return Ranker{};
  auto loaded = onnx::readModel(model, place);
  if (!loaded) return loaded.error();
  Ranker ranker;
  ranker.name = loaded->card.value("name", "");
  ranker.title = loaded->card.value("title", "");
  ranker.model = std::move(*loaded);
  return ranker;
}

Result<Ranker> selectRanker(const std::string& requested, bool hasModule, std::string* place) {
  if (!requested.empty()) return loadRanker(requested, place);
  const std::string published = rank::publishedModel(hasModule);
  if (published.empty()) return Ranker{};
  auto ranker = loadRanker(published, place);
  if (ranker) return ranker;
  native::report(ranker.error(), *place);
  native::note("hlorank: this build cannot use the published model; using the analytical cost model\n");
  return Ranker{};
}

Result<model::Tables> computeTables(const Ranker& ranker, const configs::Problem& problem,
                                    const model::AnalyticalCosts& analytical) {
  if (!ranker.model) return model::analyticalTables(analytical);
  if (ranker.model->description.join == model::Join::kStages) return stageModelError(ranker);
  if (ranker.model->description.join == model::Join::kLoops) {
    const auto loops = makeLoopScorer(*ranker.model, problem);
    if (!loops) return loops.error();
    return (*loops)->tablesOfSingleChanges(kSimulatedChanges);
  }
  if (ranker.model->description.join != model::Join::kTables)
    return Error{"the model " + ranker.name +
                     " is an early-join or late-join model; expected a model that scores the "
                     "rows of the layout table",
                 "use a model of another form, such as one trained with `hlorank train --form calibrated`, or the "
                 "analytical cost model"};
  return tablesOf(*ranker.model, problem, analytical);
}

Result<std::unique_ptr<model::Scorer>> makeScorer(const Ranker& ranker, const configs::Problem& problem,
                                                  const model::AnalyticalCosts& analytical) {
  if (ranker.model && ranker.model->description.join == model::Join::kLoops) {
    auto loops = makeLoopScorer(*ranker.model, problem);
    if (!loops) return loops.error();
    return std::unique_ptr<model::Scorer>(std::move(*loops));
  }
  auto tables = computeTables(ranker, problem, analytical);
  if (!tables) return tables.error();
  return std::unique_ptr<model::Scorer>(std::make_unique<model::TableScorer>(
      problem.configurations, analytical, std::move(*tables), ranker.aggregation(), ranker.scale()));
}

Result<session::Ranking> rankConfigurations(const Ranker& ranker, const session::Opened& opened,
                                            const model::AnalyticalCosts& analytical) {
  if (ranker.model && ranker.model->description.join == model::Join::kStages) return stageModelError(ranker);
  if (ranker.model && ranker.model->description.tileFeatures > 0)
    return Error{"the model " + ranker.name + " ranks tile sizes of kernels; expected a model that ranks layouts",
                 "use a layout model, or give a kernel with tile sizes"};
  const auto ranked = [&]() -> Result<session::Ranking> {
    if (ranker.model && model::isJoined(ranker.model->description))
      return rankWithJoinedModel(ranker, opened, analytical);
    auto scorer = makeScorer(ranker, opened, analytical);
    if (!scorer) return scorer.error();
    return session::Ranking(opened, std::move(*scorer));
  };
  auto ranking = ranked();
  return ranking ? rank::finished(std::move(*ranking)) : ranking.error();
}

}  // namespace hlorank::evaluate
