// A program as a graph of computational stages, with schedules of it and their run times: what the readers of Halide's
// and TVM's files return and what the trainer, rankers and reports take. The counterpart of configs::Problem for
// compilers whose configurations are one row of numbers per stage ("Using Graph Neural Networks to Model the
// Performance of Deep Neural Networks", Singh et al., 2021).
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "shared/stages/columns.h"

namespace hlorank::stages {

// A stage reads what another one writes.
struct Edge {
  uint32_t producer = 0, consumer = 0;  // stages
  friend auto operator<=>(const Edge&, const Edge&) = default;
};

struct Problem {
  Kind kind = Kind::kHalide;
  std::string name;                 // pipeline or workload
  std::vector<std::string> stages;  // names, in the order of the rows below; they do not enter any prediction
  std::vector<Edge> edges;          // sorted, without duplicates
  std::vector<float> algorithm;     // [stages, algorithmColumns(kind)] features that no schedule changes
  size_t count = 0;                 // number of configurations (schedules)
  std::vector<float> schedules;     // [count, stages, scheduleColumns(kind)] features of each schedule
  std::vector<double> runtimes;     // [count] ms; 0: not measured
  std::vector<std::string> ids;     // [count] file name of a sample, or number of a record
  size_t failed = 0;                // measurements that failed, which are left out
  double noise = std::numeric_limits<double>::quiet_NaN();  // relative spread of repeated measurements; NaN: unknown
  std::vector<std::string> notices;                         // limits of the data, for people

  size_t stageCount() const { return stages.size(); }
  // Features of a configuration, [stages, scheduleColumns(kind)].
  std::span<const float> schedule(size_t configuration) const {
    const size_t size = stages.size() * scheduleColumns(kind).size();
    return {schedules.data() + configuration * size, size};
  }
};

}  // namespace hlorank::stages
