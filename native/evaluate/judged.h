// The configurations (layouts, tile sizes or schedules) on which a ranking of a program is evaluated, with their
// measured run times.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::evaluate {

// A pair of configurations that differ only in the layouts of one instruction, which never varied in training (`hlorank
// synth --transfer`). Indices into EvaluationSet::selected; `faster` has the lower ground-truth cost.
struct OrderedPair {
  uint32_t faster, slower;
};

// The configurations on which a ranking of one program is evaluated.
struct EvaluationSet {
  std::vector<uint32_t> selected;     // indices into the loaded configurations; TpuGraphs' eval_indices may repeat one
  std::vector<double> times;          // [selected] measured run times, see data::timesOf
  double floor = 0;                   // measurement noise: median relative spread of repeated measurements; 0: unknown
  std::vector<float> truth;           // [selected] ranks by ground-truth cost, lower is faster; empty: unknown
  std::vector<OrderedPair> transfer;  // pairs that test transfer between instructions; empty: no such test
};

// Makes an evaluation set of all measured configurations of the program, or of `selected` (indices into the loaded
// configurations); leaves `truth` and `transfer` empty.
EvaluationSet makeEvaluationSet(const data::MeasuredProgram& program);
EvaluationSet makeEvaluationSet(const data::MeasuredProgram& program, std::span<const uint32_t> selected);

// Returns the indices of the loaded configurations whose layouts are recorded, without those that compile to the same
// module as an earlier one. Includes configurations without a published run time.
std::vector<uint32_t> usableOf(const data::MeasuredProgram& program);

// Converts the index of a loaded configuration to its index in the .prepared file. They differ if LoadOptions::most
// limited loading to a sample. Returns `configuration` itself if the program has no such file or has tile sizes.
uint32_t storedIndex(const data::MeasuredProgram& program, uint32_t configuration);
// Converts the index of a configuration in the .prepared file to its index among the loaded ones. Returns nullopt if it
// was not loaded, because LoadOptions::most limits their number. O(log n).
std::optional<uint32_t> indexInMemory(const data::MeasuredProgram& program, uint32_t stored);

}  // namespace hlorank::evaluate
