// Reads files that Halide's autoschedulers write (little-endian, version 3 of PipelineFeatures and ScheduleFeatures)
// and the graph of nodes, stages and edges in their log. A stage is the pure definition of a Func or one of its
// updates.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/stages/problem.h"

namespace hlorank::stages {

// Bytes per stage in a .featurization file: 39 schedule features, then 287 pipeline features, each a float32.
inline constexpr size_t kStageBytes = 1304;
// Bytes at the end of a .sample file: the run time in ms (float32), then the numbers of the pipeline and of the
// schedule (int32).
inline constexpr size_t kSampleTail = 12;

// The contents of a .featurization or .sample file: the features of one schedule.
struct Sample {
  size_t stages = 0;
  std::vector<float> schedule;   // [stages, 39] schedule features
  std::vector<float> algorithm;  // [stages, 287] pipeline features
  double milliseconds = 0;       // run time; 0 if there is none, because the file is a .featurization
  int32_t pipeline = 0, number = 0;
};

// Parse the bytes of a .featurization file and of a .sample file. Errors, with a byte offset: no stages, an incomplete
// stage, a feature that is NaN, negative or above 1e14 (which Halide rejects too), a run time that is not positive.
Result<Sample> readFeaturization(std::string_view bytes);
Result<Sample> readSample(std::string_view bytes);

// The stages of a pipeline and their data flow. Stages are in the order in which samples list them: consumers before
// producers, and within a Func the last update first. Inputs of the pipeline are left out.
struct StageGraph {
  struct Stage {
    std::string name;     // name of the stage: "blur.s0" for the pure definition, "blur.s1" for the first update
    bool update = false;  // whether the stage is an update definition
  };
  std::vector<Stage> stages;
  std::vector<Edge> edges;  // edges, sorted, without duplicates; an update reads the preceding stage of its Func
  // Whether `edges` has those between Funcs. False if the log has none although it has several Funcs.
  bool hasEdges = true;
};

// Reads the graph from the text that the autoscheduler prints to stderr. It prints the graph if HL_DEBUG_AUTOSCHEDULE
// is 1 in Halide 14, or 2 in later versions. Skips other lines and further graphs. Errors, with their line: an edge of
// an unknown Func, a stage out of order, a text without any node.
Result<StageGraph> readHalideLog(std::string_view text);

// Builds the problem of a pipeline from its samples. `names` has the file name of each sample, which becomes its id. If
// `graph` is null, assumes that each stage reads the next one in the order of the samples, and adds a notice. Errors,
// with the file name: a sample whose number of stages or pipeline features differ from those of the first sample, or
// whose number of stages differs from that of `graph`.
Result<Problem> makeHalideProblem(std::string name, const std::vector<Sample>& samples,
                                  const std::vector<std::string>& names, const StageGraph* graph);

}  // namespace hlorank::stages
