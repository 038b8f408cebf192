// Generates the npz file of a program with layout configurations for a synthetic collection. Streams the
// configurations, so that only a few are in memory at a time.
#pragma once

#include <string>
#include <vector>

#include "native/research/synth/collections.h"
#include "native/research/synth/layout_cost.h"
#include "native/research/synth/samplers.h"
#include "native/research/synth/truth.h"

namespace hlorank::synth {

// A synthetic program, the possible settings (combinations of output and operand layouts) of its configurable nodes,
// and their ground-truth costs.
struct LayoutProblem {
  graph::Program program;
  LayoutSpace space;
  LayoutCosts costs;
  double base;  // time in ns that every configuration takes in addition to its cost
};
// Generates the program that `spec` describes. Fails only if HloBuilder has a bug.
Result<LayoutProblem> makeProblem(const ProgramSpec& spec);

// With `hlorank synth --transfer`: in which programs the layouts of a configurable node vary between configurations. In
// all other programs the node has the layouts written in the program. kTrain: in train and valid programs; kTest: in
// test programs; kAlways: in all. Nodes with equal opcode, element type and tensor sizes alternate between kTrain and
// kTest, so that a model can transfer from one to the other. A node without an equal is kAlways.
enum class Fold : uint8_t { kTrain, kTest, kAlways };
// Returns, for each configurable node, in which splits its layouts vary.
std::vector<Fold> assignFolds(const LayoutProblem& problem);

// Two configurations of a test program that differ only in the layouts of one node. The layouts of that node never
// varied in training.
struct TransferPair {
  int64_t first, second, node;  // row indices in the npz; index of the node in the graph
  double difference;            // (noiseless time of `second` / that of `first`) - 1; not 0
};

// Options of writeLayouts(), which samples configurations and writes the npz file.
struct LayoutOptions {
  bool genetic = false;  // whether a genetic search samples the configurations, not a random generator
  double noise = .001;   // relative standard deviation of the measurement noise
  // Whether the layouts of a node vary only in some splits (Fold), and test programs get TransferPairs.
  bool transfer = false;
  // Whether in half of the groups of nodes with equal opcode, types and sizes, all nodes have equal layouts.
  bool tied = false;
};

// Ground truth of the configurations that writeLayouts() generated for one program.
struct LayoutTruth {
  Times times;
  std::vector<double> terms;        // for each configuration, cost in ns without base, copies and noise
  std::vector<TransferPair> pairs;  // only for a test program with LayoutOptions::transfer; else empty
};

// Samples configurations and writes program, configurations and run times to the npz file `path`. As in TpuGraphs, the
// run times of a test program are written as 0. Error: disk I/O fails. O(configurations · configurable nodes).
Result<LayoutTruth> writeLayouts(const LayoutProblem& problem, const ProgramSpec& spec, const LayoutOptions& options,
                                 const std::string& path);

}  // namespace hlorank::synth
