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

// The stages under the names that they have in the program. For kMetaScheduleStores, a stage of a problem is a position
// in the order in which scheduled programs write their buffers; schedules differ in the buffers at a position, and in
// their number. Predictions use the positions; what is shown to the user has these names.
struct NamedStages {
  std::vector<std::string> names;    // name of each buffer that a schedule writes, in the order of the program
  std::vector<std::string> origins;  // what each of them is: "block", "cache_write of block conv", "buffer"
  std::vector<Edge> edges;           // which are computed from which, in any schedule
  std::vector<uint32_t> rows;        // [count, names] the stage that is this buffer in a schedule; kNoStage if none is
  std::vector<std::string> steps;    // [count, names] decisions of the schedule about the buffer; empty if unknown
};
inline constexpr uint32_t kNoStage = UINT32_MAX;

struct Problem {
  Kind kind = Kind::kHalide;
  std::string name;    // name of the pipeline (Halide) or workload (TVM)
  std::string family;  // kind of program, from pipeline.json: "separable"; "" if unknown
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

  NamedStages named;  // names of the stages; empty if `stages` has them already

  size_t stageCount() const { return stages.size(); }
  // Number and names of the stages that users see, and the edges between them: the named stages if there are any, else
  // all stages.
  size_t shownCount() const { return shownStages().size(); }
  const std::vector<std::string>& shownStages() const { return named.names.empty() ? stages : named.names; }
  const std::vector<Edge>& shownEdges() const { return named.names.empty() ? edges : named.edges; }
  // Returns the index in `stages` of a stage that users see; kNoStage if the schedule has no such stage.
  uint32_t stageOf(size_t configuration, size_t shown) const {
    return named.names.empty() ? uint32_t(shown) : named.rows[configuration * named.names.size() + shown];
  }
  // Returns the features of a schedule, [stages, scheduleColumns(kind)].
  std::span<const float> schedule(size_t configuration) const {
    const size_t size = stages.size() * scheduleColumns(kind).size();
    return {schedules.data() + configuration * size, size};
  }
};

}  // namespace hlorank::stages
