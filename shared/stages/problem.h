// A problem: a program as a graph of computational stages (loop nests that each compute one array), with schedules of
// it and their run times. The readers of Halide's and TVM's files return it; the trainer, rankers and reports take it.
// The counterpart of configs::Problem for compilers whose configurations are one row of numbers per stage ("Using Graph
// Neural Networks to Model the Performance of Deep Neural Networks", Singh et al., 2021).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "shared/stages/columns.h"

namespace hlorank::stages {

// The stage `consumer` reads what the stage `producer` writes.
struct Edge {
  uint32_t producer = 0, consumer = 0;  // indices of stages
  friend auto operator<=>(const Edge&, const Edge&) = default;
};

struct Problem {
  Kind kind = Kind::kHalide;
  std::string name;                 // of the pipeline (Halide) or workload (TVM)
  std::vector<std::string> stages;  // names, in the order of the rows of `algorithm`; no prediction depends on them
  std::vector<Edge> edges;          // sorted, without duplicates
  // [stages, algorithmColumns(kind)] features of the algorithm, the same for all schedules.
  std::vector<float> algorithm;
  size_t count = 0;              // number of configurations (schedules)
  std::vector<float> schedules;  // [count, stages, scheduleColumns(kind)] features of each schedule
  std::vector<double> runtimes;  // [count] ms; 0: not measured
  std::vector<std::string> ids;  // [count] name of each schedule: file name of a sample, or number of a record
  size_t failed = 0;             // number of schedules left out because their measurement failed
  double noise = std::numeric_limits<double>::quiet_NaN();  // relative spread of repeated measurements; NaN: unknown
  std::vector<std::string> notices;                         // limitations of the data, for the user

  size_t stageCount() const { return stages.size(); }
  // Returns the features of a schedule, [stages, scheduleColumns(kind)].
  std::span<const float> schedule(size_t configuration) const {
    const size_t size = stages.size() * scheduleColumns(kind).size();
    return {schedules.data() + configuration * size, size};
  }
};

}  // namespace hlorank::stages
