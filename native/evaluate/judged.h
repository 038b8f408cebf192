// The configurations (layouts, tile sizes or schedules) on which a ranking of a program is evaluated, with their
// measured run times.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::evaluate {

// Two configurations that differ only in the layouts of one instruction. The layouts of that instruction never varied
// in training (`hlorank synth --transfer`). Both members are indices into EvaluationSet::selected; the configuration
// `faster` has the lower ground-truth cost.
struct OrderedPair {
  uint32_t faster, slower;
};

// The configurations on which a ranking of one program is evaluated.
struct EvaluationSet {
  // Indices into the loaded configurations. TpuGraphs' eval_indices may repeat an index.
  std::vector<uint32_t> selected;
  std::vector<double> times;  // [selected] measured run times (data::timesOf)
  // Measurement noise: median relative spread of repeated measurements of a configuration; 0 if unknown.
  double noise = 0;
  // [selected] Rank of each configuration by ground-truth cost; a lower rank is faster. Empty if the costs are unknown.
  std::vector<float> truth;
  // Pairs of configurations that test whether the model applies what it learned from some instructions to others. Empty
  // without such a test.
  std::vector<OrderedPair> transfer;
};

// Makes an evaluation set of all measured configurations of the program, or of `selected` (indices into the loaded
// configurations). The fields `truth` and `transfer` stay empty.
EvaluationSet makeEvaluationSet(const data::MeasuredProgram& program);
EvaluationSet makeEvaluationSet(const data::MeasuredProgram& program, std::span<const uint32_t> selected);

// Returns the indices of the loaded configurations whose layouts are recorded, with or without a published run time.
// Leaves out configurations that compile to the same module as an earlier one.
std::vector<uint32_t> usableOf(const data::MeasuredProgram& program);

// Converts the index of a loaded configuration to its index in the .prepared file. The two differ if LoadOptions::most
// limited loading to a sample. Returns `configuration` unchanged if the program has no such file or has tile sizes.
uint32_t storedIndex(const data::MeasuredProgram& program, uint32_t configuration);
// Converts the index of a configuration in the .prepared file to its index among the loaded ones. Returns nullopt if
// LoadOptions::most limited loading to a sample without this configuration. O(log n).
std::optional<uint32_t> indexInMemory(const data::MeasuredProgram& program, uint32_t stored);

}  // namespace hlorank::evaluate
