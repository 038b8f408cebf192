// The configurations on which a ranking of a program is evaluated, with their measured times.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::evaluate {

// A pair of configurations that differ in one instruction whose layouts never varied in training (`hlorank synth
// --transfer`). Indices into EvaluationSet::selected; `faster` has the lower ground-truth cost.
struct OrderedPair {
  uint32_t faster, slower;
};

// The configurations on which a ranking of one program is evaluated.
struct EvaluationSet {
  std::vector<uint32_t> selected;  // indices of configurations in memory; TpuGraphs' eval_indices may repeat one
  std::vector<double> times;       // [selected] measured; ns for layouts, relative to the normalizer for tile sizes
  double floor = 0;                // noise floor: median relative spread of the times of one configuration; 0: unknown
  std::vector<float> truth;        // [selected] ranks by ground-truth cost, lower is faster; empty: unknown
  std::vector<OrderedPair> transfer;  // empty: no transfer test
};

// Makes an evaluation set of all measured configurations of the program, or of those in `selected`, without `truth` and
// `transfer`.
EvaluationSet makeEvaluationSet(const data::MeasuredProgram& program);
EvaluationSet makeEvaluationSet(const data::MeasuredProgram& program, std::span<const uint32_t> selected);

// Lists the configurations in memory whose layouts are those that ran, without duplicates. Includes configurations
// whose times are hidden.
std::vector<uint32_t> usableOf(const data::MeasuredProgram& program);

// Converts the index of a configuration in memory to its index in the .prepared file, which may hold more. The identity
// if the program has no such file, or has tile sizes.
uint32_t storedIndex(const data::MeasuredProgram& program, uint32_t configuration);
// Converts the index of a configuration in the .prepared file to its index in memory. nullopt: it is not in memory,
// because LoadOptions::most limits the number of configurations. O(log n).
std::optional<uint32_t> indexInMemory(const data::MeasuredProgram& program, uint32_t stored);

}  // namespace hlorank::evaluate
