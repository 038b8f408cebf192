// Baseline rankings of layout configurations: by the analytical cost model, by the frequency of layouts, and by the
// most similar training program.
#pragma once

#include <array>
#include <map>
#include <span>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::evaluate {

// Scores the configurations `selected` (indices in memory) by the analytical cost model; lower is faster.
// O(selected · slots).
std::vector<float> analyticalScores(const data::MeasuredProgram& program, std::span<const uint32_t> selected);

// Scores the configurations `selected` by the frequency of their layouts in the program's file; lower is faster: minus
// the sum over configurable instructions of log(fraction of rows with these layouts of that instruction). Works where a
// genetic search visited fast layouts more often. Duplicate rows count. O(configurations · instructions).
std::vector<float> frequencyScores(const data::MeasuredProgram& program, std::span<const uint32_t> selected);

// Scores configurations by the run times of the most similar training program: the sum over slots (tensors with a
// layout) of that program's mean relative time with the same (opcode, tensor, layout); 0 if it never had it.
class NearestPrograms {
 public:
  // Adds a training program. Ignores tile-size kernels and programs with fewer than two measured configurations.
  // O(configurations · slots).
  void add(const data::MeasuredProgram& program);
  bool empty() const { return programs_.empty(); }

  // Scores the configurations `selected`; lower is faster. The most similar program is the one with the nearest program
  // embedding (model::embedding; each column divided by its standard deviation over the added programs), except
  // programs with the same data hash. Empty: a tile-size kernel, or there is no other program.
  std::vector<float> scores(const data::MeasuredProgram& program, std::span<const uint32_t> selected) const;

 private:
  // The layout of one tensor (0 output, 1 operand 0, 2 operand 1) of an instruction.
  struct Layout {
    uint8_t opcode, tensor;
    std::array<int8_t, 6> layout;
    friend auto operator<=>(const Layout&, const Layout&) = default;
  };
  struct TrainingProgram {
    uint64_t hash;                           // of the data, MeasuredProgram::hash
    std::vector<float> embedding;            // model::embedding
    std::map<Layout, double> relativeTimes;  // mean time with this layout / mean time of the program - 1
  };
  // The most similar added program with another data hash; null: there is none.
  const TrainingProgram* findNearest(const data::MeasuredProgram& program) const;

  std::vector<TrainingProgram> programs_;
};

}  // namespace hlorank::evaluate
