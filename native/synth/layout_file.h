// Generates and writes a layout npz of a synthetic collection. Streams the rows; only a few are in memory at a time.
#pragma once

#include <string>
#include <vector>

#include "native/synth/collections.h"
#include "native/synth/layout_cost.h"
#include "native/synth/samplers.h"
#include "native/synth/truth.h"

namespace hlorank::synth {

// A synthetic program with its possible settings and their ground-truth costs.
struct LayoutProblem {
  graph::Program program;
  LayoutSpace space;
  LayoutCosts costs;
  double base;  // ns
};
Result<LayoutProblem> makeProblem(const ProgramSpec& spec);

// Where the setting of a configurable node varies with --transfer. Nodes with the same opcode and the same element type
// and sizes of all tensors alternate: kTrain varies only in train and valid programs, kTest only in test programs, and
// has setting 0 elsewhere. kAlways: no other node is like it.
enum class Fold : uint8_t { kTrain, kTest, kAlways };
std::vector<Fold> assignFolds(const LayoutProblem& problem);

// Two configurations (rows) of a test program that differ in the setting of one kTest node.
struct TransferPair {
  int64_t first, second, node;
  double difference;  // (time of second - time of first) / time of first, without noise; not 0
};

struct LayoutOptions {
  bool genetic = false;   // sample by genetic search; else at random
  double noise = .001;    // relative standard deviation of measured times
  bool transfer = false;  // vary nodes by Fold, and make TransferPairs in test programs
  bool tied = false;      // in a random half of the groups of like nodes, all nodes have the same setting
};

struct LayoutTruth {
  Times times;
  std::vector<double> terms;  // [configurations] ns: cost without base, copies and noise
  std::vector<TransferPair> pairs;
};

// Writes the npz file `path`, with run times 0 (hidden) for a test program. O(configurations · configurable nodes).
Result<LayoutTruth> writeLayouts(const LayoutProblem& problem, const ProgramSpec& spec, const LayoutOptions& options,
                                 const std::string& path);

}  // namespace hlorank::synth
