// Generates a layout npz of a synthetic collection. Streams the configurations; only a few are in memory at a time.
#pragma once

#include <string>
#include <vector>

#include "native/research/synth/collections.h"
#include "native/research/synth/layout_cost.h"
#include "native/research/synth/samplers.h"
#include "native/research/synth/truth.h"

namespace hlorank::synth {

// A synthetic program, the possible settings (layouts) of its configurable nodes, and their ground-truth costs.
struct LayoutProblem {
  graph::Program program;
  LayoutSpace space;
  LayoutCosts costs;
  double base;  // ns, added to the cost of every configuration
};
// Generates the program of `spec`. An error is a bug of HloBuilder.
Result<LayoutProblem> makeProblem(const ProgramSpec& spec);

// In which splits the layouts of a configurable node vary with --transfer; elsewhere it has the program layouts.
// kTrain: only in train and valid programs; kTest: only in test programs; kAlways: in all. Nodes with the same opcode,
// element type and sizes of all tensors alternate between kTrain and kTest; a node like no other is kAlways.
enum class Fold : uint8_t { kTrain, kTest, kAlways };
// Returns the Fold of each configurable node.
std::vector<Fold> assignFolds(const LayoutProblem& problem);

// Two configurations of a test program that differ in the layouts of one node, which never varied in training.
struct TransferPair {
  int64_t first, second, node;  // row indices in the npz; node index in the graph
  double difference;            // time of second / time of first - 1, without noise; not 0
};

// Options of writeLayouts().
struct LayoutOptions {
  bool genetic = false;   // sample by genetic search; else at random
  double noise = .001;    // relative standard deviation of the measurement noise
  bool transfer = false;  // vary nodes by Fold, and make TransferPairs in test programs
  bool tied = false;  // nodes with equal opcode, types and sizes share their layouts, in a random half of such groups
};

// Ground truth of the configurations that writeLayouts() generated.
struct LayoutTruth {
  Times times;
  std::vector<double> terms;        // [configurations] ns: cost without base, copies and noise
  std::vector<TransferPair> pairs;  // empty: without --transfer, or not a test program
};

// Samples configurations and writes program, configurations and run times to the npz file `path`. Run times of a test
// program are 0 (hidden). Error: disk I/O fails. O(configurations · configurable nodes).
Result<LayoutTruth> writeLayouts(const LayoutProblem& problem, const ProgramSpec& spec, const LayoutOptions& options,
                                 const std::string& path);

}  // namespace hlorank::synth
