// The stage network (Join::kStages): predicts the run time of a schedule of a Halide pipeline or TVM workload, that is
// a graph of stages (loop nests). A template over the same class `Ops` of operations as network.h.
//
// Inputs: the arrays of shared/model/stage_inputs.h; a row is a stage under one configuration.
// Outputs: t [rows], the logarithm of the time of each stage in ms; and scores [C] = log(e^overhead + Σ e^t) over the
// rows of a configuration, the logarithm of its run time in ms. e^(t − score) is the fraction that a stage takes.
#pragma once

#include <string>

#include "native/model/description.h"
#include "native/model/layers.h"
#include "native/model/parameters.h"

namespace hlorank::model {

// Largest |log time of a stage − mean log time of the training set| that the network predicts. A stage is a loop nest.
inline constexpr float kLargestLogTime = 15;
// Largest absolute value of a standardised input. Larger values are clamped, so that a feature far outside of the
// training set does not dominate.
inline constexpr float kLargestStageInput = 8;

// Factor on the output of the linear layer that reads the schedule features directly. The factor lets the network learn
// faster how the time grows with the sizes of a stage (loop nest).
inline constexpr float kDirectUnit = 4;

template <class Value>
struct StageOutputs {
  Value scores;  // [configurations] logarithm of the run time in ms
  Value times;   // [rows] logarithm of the time of each stage in ms
};

template <class Ops>
StageOutputs<typename Ops::Value> stageScores(Ops& ops, const Description& d, const std::string& member) {
  using Value = typename Ops::Value;
  const int width = d.encoderWidth;
  const std::string name = member + "stages";
  const auto standardised = [&](const char* input, int columns) {
    return ops.clamp(normalised(ops, member + input, ops.logOfOnePlus(ops.input(input)), columns), kLargestStageInput);
  };
  const Value stage = standardised("stage", d.nodeFeatures);            // [stages (loop nests), nodeFeatures]
  const Value schedule = standardised("schedule", d.scheduleFeatures);  // [rows, scheduleFeatures]
  const Value stageOf = ops.input("stageOf");
  const Value algorithm = dense(ops, name + ".algorithm", ops.dropout(stage), d.nodeFeatures, width);
  Value h = ops.add(ops.gather(algorithm, stageOf),
                    dense(ops, name + ".schedule", ops.dropout(schedule), d.scheduleFeatures, width));
  h = normalisedRelu(ops, name + ".in", h, width);  // [rows, width]
  for (int layer = 0; layer < d.encoderLayers; ++layer) {
    const std::string step = name + "." + std::to_string(layer);
    Value read = h;
    if (d.stageEdges)
      read = ops.concat({h, ops.meanOverEdges(h, ops.input("consumer"), ops.input("producer")),
                         ops.meanOverEdges(h, ops.input("producer"), ops.input("consumer"))});
    const Value message = dense(ops, step, read, d.stageEdges ? 3 * width : width, width);
    h = ops.add(h, normalisedRelu(ops, step, message, width));
  }
  // Gives the head the features directly too: the normalisation of each row hides how large the features are.
  Value hidden = ops.concat({h, schedule});
  hidden = ops.relu(dense(ops, name + ".head.hidden", hidden, width + d.scheduleFeatures, d.headWidth));
  const Value direct =
      ops.scaled(dense(ops, name + ".direct", schedule, d.scheduleFeatures, 1, Start::kZero), kDirectUnit);
  const Value logTimes =
      ops.sumColumns(ops.concat({dense(ops, name + ".head", hidden, d.headWidth, 1, Start::kZero), direct}));  // [rows]
  const Value mean = ops.parameter(member + "time.shift", {1}, Start::kZero, Training::kFixed);
  const Value times = ops.add(ops.clamp(logTimes, kLargestLogTime), mean);

  const Value overhead = ops.parameter(name + ".overhead", {1}, Start::kZero, Training::kFree);
  constexpr float kUsualOverhead = 4;  // before training, a call costs e^-4 of a stage (loop nest)
  const Value start = ops.exp(ops.add(ops.add(overhead, ops.constant({-kUsualOverhead})), mean));
  const Value sum =
      ops.addPerConfiguration(ops.gather(start, ops.input("pipeline")), ops.input("configuration"), ops.exp(times));
  return {ops.log(sum), times};
}

}  // namespace hlorank::model
