// A layout file of a collection, written as it is made: no more than a few configurations are in memory at a time.
#pragma once

#include <string>
#include <vector>

#include "native/synth/collections.h"
#include "native/synth/layout_cost.h"
#include "native/synth/samplers.h"
#include "native/synth/truth.h"

namespace hlorank::synth {

// A program, what may be chosen in it and what that costs.
struct LayoutProblem {
  graph::Program program;
  LayoutSpace space;
  LayoutCosts costs;
  double base;
};
Result<LayoutProblem> makeProblem(const ProgramSpec& spec);

// Which nodes a transfer test shows when. Like nodes (same operation, element type and sizes of all tensors) are shown
// in turns: kTrain vary in training and are at their default in the test, kTest the other way round; a node that has no
// like is kAlways.
enum class Fold : uint8_t { kTrain, kTest, kAlways };
std::vector<Fold> foldsOf(const LayoutProblem& problem);

// Two configurations of a test program that differ in the setting of one kTest node.
struct TransferPair {
  int64_t first, second, node;
  double difference;  // (time of second - time of first) / time of first, without noise; never 0
};

struct LayoutOptions {
  bool genetic = false;
  double noise = .001;
  bool transfer = false;
  bool tied = false;  // nodes that are alike share their setting, in every second group of them
};

struct LayoutTruth {
  Times times;
  std::vector<double> terms;  // ns of the nodes' terms alone: what is left of a time without base, copies and noise
  std::vector<TransferPair> pairs;
};

// Writes the file; the run times of a test program are 0 there. O(configurations * nodes that are configurable).
Result<LayoutTruth> writeLayouts(const LayoutProblem& problem, const ProgramSpec& spec, const LayoutOptions& options,
                                 const std::string& path);

}  // namespace hlorank::synth
