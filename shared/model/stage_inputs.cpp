#include "shared/model/stage_inputs.h"

namespace hlorank::model {

std::vector<Tensor> stageTensors(std::span<const SelectedSchedules> programs) {
  std::vector<float> algorithm, schedule;
  std::vector<int64_t> stageOf, configuration, consumer, producer;
  int64_t stageCount = 0, rows = 0, count = 0;
  for (const auto& [problem, selected] : programs) {
    algorithm.insert(algorithm.end(), problem->algorithm.begin(), problem->algorithm.end());
    const auto own = int64_t(problem->stageCount());
    for (const uint32_t index : selected) {
      const auto features = problem->schedule(index);
      schedule.insert(schedule.end(), features.begin(), features.end());
      for (int64_t stage = 0; stage < own; ++stage) {
        stageOf.push_back(stageCount + stage);
        configuration.push_back(count);
      }
      for (const stages::Edge& edge : problem->edges) {
        consumer.push_back(rows + int64_t(edge.consumer));
        producer.push_back(rows + int64_t(edge.producer));
      }
      rows += own;
      ++count;
    }
    stageCount += own;
  }
  const auto kind = programs.front().problem->kind;
  const auto edges = int64_t(consumer.size());
  return {
      {"stage", {stageCount, int64_t(stages::algorithmColumns(kind).size())}, std::move(algorithm)},
      {"schedule", {rows, int64_t(stages::scheduleColumns(kind).size())}, std::move(schedule)},
      {"stageOf", {rows}, std::move(stageOf)},
      {"configuration", {rows}, std::move(configuration)},
      {"consumer", {edges}, std::move(consumer)},
      {"producer", {edges}, std::move(producer)},
      {"pipeline", {count}, std::vector<int64_t>(size_t(count))},
  };
}

std::vector<Tensor> stageTensors(const stages::Problem& problem, std::span<const uint32_t> selected) {
  const SelectedSchedules one{&problem, selected};
  return stageTensors({&one, 1});
}

}  // namespace hlorank::model
