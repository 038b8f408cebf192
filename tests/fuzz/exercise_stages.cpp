// Fuzz target for files with schedules of Halide and TVM.

#include <cmath>

#include "shared/drawing/drawing.h"
#include "shared/model/stage_inputs.h"
#include "shared/session/schedules.h"
#include "shared/stages/bundle.h"
#include "shared/stages/halide.h"
#include "shared/stages/halide_cost.h"
#include "shared/stages/read.h"
#include "shared/stages/report.h"
#include "shared/stages/tvm.h"
#include "tests/fuzz/exercise.h"

namespace hlorank::test {
namespace {

// Computes everything that the web page shows about schedules.
void checkViews(const stages::Problem& problem) {
  const stages::StageModule graph = stages::makeStageModule(problem);
  require(graph.stageOf.size() == problem.shownCount(), "stages", "");
  const drawing::Outline outline = drawing::buildOutline(graph.module);
  require(drawing::draw(graph.module, outline).boxes() > 0, "no box", "");
  const stages::Predictions order = stages::measuredOrder(problem);
  require(session::buildView(problem, order, {}).passed == problem.count, "rows are missing", "");
  require(!session::inspectSchedulesJson({problem}, 0, "file").empty(), "no inspection", "");
  require(!session::explainSchedule(problem, order, 0).empty(), "no explanation", "");
  if (problem.stageCount() > 0) require(!session::stageDetailsJson(problem, graph, 0, 0).empty(), "no details", "");
}

void checkProblem(const stages::Problem& problem) {
  require(problem.count == problem.runtimes.size() && problem.count == problem.ids.size(), "counts differ", "");
  require(problem.algorithm.size() == problem.stageCount() * algorithmColumns(problem.kind).size(), "algorithm", "");
  require(problem.schedules.size() == problem.count * problem.stageCount() * scheduleColumns(problem.kind).size(),
          "schedules", "");
  for (const float value : problem.schedules) require(value >= 0 && value <= 1e14F, "a feature out of range", "");
  for (const float value : problem.algorithm) require(value >= 0 && value <= 1e14F, "a feature out of range", "");
  for (const stages::Edge& edge : problem.edges)
    require(edge.producer < problem.stageCount() && edge.consumer < problem.stageCount(), "an edge out of range", "");
  require(!stages::inspectJson(problem, "file").empty(), "no report", "");
  if (problem.count > 0) {
    const uint32_t first = 0;
    require(model::stageTensors(problem, {&first, 1}).size() == 7, "inputs", "");
    checkViews(problem);
  }
}

template <class T>
void checkError(const Result<T>& result) {
  if (!result) require(!result.error().message.empty(), "an error without a message", "");
}

}  // namespace

void exerciseStages(std::string_view bytes) {
  const auto sample = stages::readSample(bytes);
  checkError(sample);
  checkError(stages::readFeaturization(bytes));
  const auto weights = stages::readHalideWeights(bytes);
  checkError(weights);
  const auto graph = stages::readHalideLog(bytes);
  checkError(graph);
  if (sample)
    for (const stages::StageGraph* given : {static_cast<const stages::StageGraph*>(nullptr), graph ? &*graph : nullptr})
      if (const auto problem = stages::makeHalideProblem("p", {*sample}, {"s"}, given)) checkProblem(*problem);
  if (graph) {
    stages::Sample zeros;
    zeros.stages = graph->stages.size();
    if (zeros.stages < 64) {
      zeros.schedule.resize(zeros.stages * 39);
      zeros.algorithm.resize(zeros.stages * 287);
      const auto problem = stages::makeHalideProblem("p", {zeros}, {"s"}, &*graph);
      require(problem.ok(), "a log rejects its own stages", "");
      checkProblem(*problem);
      if (weights) require(stages::halideCosts(*weights, *problem, 1).ok(), "no cost", "");
    }
  }
  for (const char* name : {"a.sample", "a.log", "database_tuning_record.json.gz", "compile_log.txt"})
    checkError(stages::readFolder("p", {{name, std::string(bytes)}}));
  checkError(stages::readBundle("p", bytes));
  // A database with one record, and the bytes as the features of its scheduled program.
  const auto withStores = stages::readFolder(
      "p", {{"database_tuning_record.json", "[0, [[[], []], [0.001], {}, [[\"TENSOR\", \"f\", [8]]]]]"},
            {"store_features.npz", std::string(bytes)}});
  checkError(withStores);
  if (withStores)
    for (const stages::Problem& problem : *withStores) checkProblem(problem);
  const auto problems = stages::readTvmRecords(bytes, "p");
  checkError(problems);
  if (problems)
    for (const stages::Problem& problem : *problems) checkProblem(problem);
}

}  // namespace hlorank::test
