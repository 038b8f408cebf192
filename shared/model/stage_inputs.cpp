#include "shared/model/stage_inputs.h"

namespace hlorank::model {

std::vector<Tensor> stageTensors(const stages::Problem& problem, std::span<const uint32_t> selected) {
  const auto stages = int64_t(problem.stageCount()), count = int64_t(selected.size());
  std::vector<float> schedule;
  std::vector<int64_t> stageOf, configuration, consumer, producer;
  for (int64_t c = 0; c < count; ++c) {
    const auto features = problem.schedule(selected[size_t(c)]);
    schedule.insert(schedule.end(), features.begin(), features.end());
    for (int64_t stage = 0; stage < stages; ++stage) {
      stageOf.push_back(stage);
      configuration.push_back(c);
    }
    for (const stages::Edge& edge : problem.edges) {
      consumer.push_back(c * stages + int64_t(edge.consumer));
      producer.push_back(c * stages + int64_t(edge.producer));
    }
  }
  const int64_t rows = count * stages, edges = count * int64_t(problem.edges.size());
  return {
      {"stage", {stages, int64_t(stages::algorithmColumns(problem.kind).size())}, problem.algorithm},
      {"schedule", {rows, int64_t(stages::scheduleColumns(problem.kind).size())}, std::move(schedule)},
      {"stageOf", {rows}, std::move(stageOf)},
      {"configuration", {rows}, std::move(configuration)},
      {"consumer", {edges}, std::move(consumer)},
      {"producer", {edges}, std::move(producer)},
      {"pipeline", {count}, std::vector<int64_t>(size_t(count))},
  };
}

}  // namespace hlorank::model
