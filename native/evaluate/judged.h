// The configurations on which a ranking of a program is evaluated, with their measured times.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::evaluate {

// A pair of a transfer test (docs/synth.md): indices into EvaluationSet::selected.
struct TransferPair {
  uint32_t faster, slower;
};

struct EvaluationSet {
  std::vector<uint32_t> selected;  // configurations in memory; the official subsets of TpuGraphs may repeat one
  std::vector<double> times;       // [selected]; the unit is the same within a program
  double floor = 0;                // noise floor: median relative spread of repeated measurements; 0: unknown
  std::vector<float> truth;        // [selected] scores by ground-truth cost; empty: unknown
  std::vector<TransferPair> transfer;
};

// All measured configurations of the program, or those in `selected`.
EvaluationSet makeEvaluationSet(const data::MeasuredProgram& program);
EvaluationSet makeEvaluationSet(const data::MeasuredProgram& program, std::span<const uint32_t> selected);

// Configurations in memory that are not duplicates and ran with the requested layouts, with known or hidden times.
std::vector<uint32_t> usableOf(const data::MeasuredProgram& program);

// Converts a configuration index in memory to the index in the store. The identity if the program has no store.
uint32_t storedIndex(const data::MeasuredProgram& program, uint32_t configuration);
// The inverse. nullopt if LoadOptions::most left the configuration out of memory. O(log n).
std::optional<uint32_t> indexInMemory(const data::MeasuredProgram& program, uint32_t stored);

}  // namespace hlorank::evaluate
