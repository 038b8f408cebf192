// Generates the npz of a program with layout configurations for a synthetic collection. Streams the configurations;
// only a few are in memory at a time.
#pragma once

#include <string>
#include <vector>

#include "native/research/synth/collections.h"
#include "native/research/synth/layout_cost.h"
#include "native/research/synth/samplers.h"
#include "native/research/synth/truth.h"

namespace hlorank::synth {

// A synthetic program, the possible settings of its configurable nodes (combinations of the layouts of output and
// operands), and their ground-truth costs.
struct LayoutProblem {
  graph::Program program;
  LayoutSpace space;
  LayoutCosts costs;
  double base;  // ns, added to the cost of every configuration
};
// Generates the program of `spec`. Fails only if HloBuilder has a bug.
Result<LayoutProblem> makeProblem(const ProgramSpec& spec);

// With `hlorank synth --transfer`: in which programs the layouts of a configurable node vary between configurations. In
// the others it always has its program layouts. kTrain: in train and valid programs; kTest: in test programs; kAlways:
// in all. Nodes with equal opcode, element type and tensor sizes alternate between kTrain and kTest, so that a model
// can transfer from one to the other; a node without an equal is kAlways.
enum class Fold : uint8_t { kTrain, kTest, kAlways };
// Returns the Fold of each configurable node.
std::vector<Fold> assignFolds(const LayoutProblem& problem);

// Two configurations of a test program that differ only in the layouts of one node, which never varied in training.
struct TransferPair {
  int64_t first, second, node;  // row indices in the npz; node index in the graph
  double difference;            // (noiseless time of `second` / noiseless time of `first`) - 1; not 0
};

// Options of writeLayouts().
struct LayoutOptions {
  bool genetic = false;   // true: sample configurations by genetic search; false: at random
  double noise = .001;    // relative standard deviation of the measurement noise
  bool transfer = false;  // vary the layouts of nodes by Fold, and make TransferPairs in test programs
  bool tied = false;      // in half of the groups of nodes with equal opcode, types and sizes, all have equal layouts
};

// Ground truth of the configurations that writeLayouts() generated.
struct LayoutTruth {
  Times times;
  std::vector<double> terms;        // [configurations] cost in ns without base, copies and noise
  std::vector<TransferPair> pairs;  // empty unless LayoutOptions::transfer and a test program
};

// Samples configurations and writes program, configurations and run times to the npz file `path`. Writes 0 instead of
// the run times of a test program, as TpuGraphs does. Error: disk I/O fails. O(configurations · configurable nodes).
Result<LayoutTruth> writeLayouts(const LayoutProblem& problem, const ProgramSpec& spec, const LayoutOptions& options,
                                 const std::string& path);

}  // namespace hlorank::synth
