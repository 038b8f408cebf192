// Files of Halide's autoschedulers (little-endian, PipelineFeatures and ScheduleFeatures version 3) and the nodes,
// stages and edges that they print.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/stages/problem.h"

namespace hlorank::stages {

inline constexpr size_t kStageBytes = 1304;  // of a .featurization: 39 schedule features, then 287 pipeline features
inline constexpr size_t kSampleTail = 12;    // of a .sample: float run time in ms, int32 pipeline, int32 schedule

// One .featurization or .sample: the features of one schedule.
struct Sample {
  size_t stages = 0;
  std::vector<float> schedule;   // [stages, 39]
  std::vector<float> algorithm;  // [stages, 287]
  double milliseconds = 0;       // 0: a .featurization, which has no run time
  int32_t pipeline = 0, number = 0;
};

// Parse the bytes. Errors, with a byte offset: a size that is not a whole number of stages, no stage, a feature that is
// NaN, negative or above 1e14 (as Halide rejects them), a run time that is not positive.
Result<Sample> readFeaturization(std::string_view bytes);
Result<Sample> readSample(std::string_view bytes);

// The stages of a pipeline in the order of its samples (consumers first, in a function the last update first, inputs
// left out), and what they read.
struct StageGraph {
  struct Stage {
    std::string name;     // "blur.s0", "blur.s1" (its first update)
    bool update = false;  // whether it is an update definition
  };
  std::vector<Stage> stages;
  std::vector<Edge> edges;  // sorted, without duplicates; an update reads the stage before it
};

// Reads the graph from the text that the autoscheduler prints to stderr: with HL_DEBUG_AUTOSCHEDULE=1 in Halide 14, =2
// since. Other lines, and a second graph, are skipped. Errors, with their line: an edge of an unknown function, a stage
// out of order, no node at all.
Result<StageGraph> readHalideLog(std::string_view text);

// Builds the problem of a pipeline. `names`: file names, the ids of the samples. Null `graph`: a chain, with a notice.
// Errors name the file: another number of stages or other pipeline features than the first sample, or another number of
// stages than the log.
Result<Problem> makeHalideProblem(std::string name, const std::vector<Sample>& samples,
                                  const std::vector<std::string>& names, const StageGraph* graph);

}  // namespace hlorank::stages
