// A problem: a program as a graph of computational stages, with schedules of the program and their run times. A stage
// is a loop nest that computes one array. The readers of Halide's and TVM's files return a problem; the trainer,
// rankers and reports take it. It is the counterpart of configs::Problem for compilers whose configurations are one row
// of numbers per stage ("Using Graph Neural Networks to Model the Performance of Deep Neural Networks", Singh et al.,
// 2021).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "shared/stages/columns.h"

namespace hlorank::stages {

// A data dependence between two stages: `consumer` reads what `producer` writes.
struct Edge {
  uint32_t producer = 0, consumer = 0;  // indices of the two stages
  friend auto operator<=>(const Edge&, const Edge&) = default;
};

struct Problem {
  Kind kind = Kind::kHalide;
  std::string name;  // name of the pipeline (Halide) or workload (TVM)
  // Names of the stages, in the order of the rows of `algorithm`; no prediction depends on the names.
  std::vector<std::string> stages;
  std::vector<Edge> edges;  // edges between the stages, sorted, without duplicates
  // [stages, algorithmColumns(kind)] Features of each stage in the algorithm. They are the same for all schedules.
  std::vector<float> algorithm;
  size_t count = 0;              // number of configurations (schedules)
  std::vector<float> schedules;  // [count, stages, scheduleColumns(kind)] features of each stage under each schedule
  std::vector<double> runtimes;  // [count] run time of each schedule in ms; 0 if not measured
  // [count] id of each schedule: the file name of its sample, or the number of its record.
  std::vector<std::string> ids;
  size_t failed = 0;  // number of schedules left out because their measurement failed
  double noise = std::numeric_limits<double>::quiet_NaN();  // relative spread of repeated measurements; NaN if unknown
  std::vector<std::string> notices;                         // limitations of the data, to be shown to the user

  size_t stageCount() const { return stages.size(); }
  // Returns the features of a schedule, [stages, scheduleColumns(kind)].
  std::span<const float> schedule(size_t configuration) const {
    const size_t size = stages.size() * scheduleColumns(kind).size();
    return {schedules.data() + configuration * size, size};
  }
};

}  // namespace hlorank::stages
