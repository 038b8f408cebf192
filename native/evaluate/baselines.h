// Baseline rankings of layout configurations: analytical cost model, setting frequency, most similar training program.
#pragma once

#include <array>
#include <map>
#include <span>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::evaluate {

// Scores of the analytical cost model for the configurations `selected`; lower is faster. O(selected · slots).
std::vector<float> analyticalScores(const data::MeasuredProgram& program, std::span<const uint32_t> selected);

// Scores by the frequency of settings: minus the sum over nodes of log(fraction of the program's rows with the same
// setting of that node). Duplicate rows count. Works where a genetic search visited fast settings more often.
// O(configurations · nodes).
std::vector<float> frequencyScores(const data::MeasuredProgram& program, std::span<const uint32_t> selected);

// Scores by the most similar training program: the sum over slots of the mean relative time that program had with the
// same (opcode, tensor, layout). A layout that does not occur in it adds 0.
class NearestPrograms {
 public:
  // Adds a training program. Ignores kernels with tile sizes and programs with fewer than two measured configurations.
  // O(configurations · slots).
  void add(const data::MeasuredProgram& program);
  bool empty() const { return programs_.empty(); }

  // Scores of the configurations `selected`; lower is faster. The most similar program has the nearest program
  // embedding (shared/model/confidence.h), each column divided by its standard deviation over the added programs.
  // Skips a program with identical data. Empty for kernels and when no program is left.
  std::vector<float> scores(const data::MeasuredProgram& program, std::span<const uint32_t> selected) const;

 private:
  struct Layout {
    uint8_t opcode, tensor;
    std::array<int8_t, 6> layout;
    friend auto operator<=>(const Layout&, const Layout&) = default;
  };
  struct TrainingProgram {
    uint64_t hash;
    std::vector<float> embedding;
    std::map<Layout, double> relativeTimes;  // mean time with this layout / mean time of the program - 1
  };
  const TrainingProgram* findNearest(const data::MeasuredProgram& program) const;

  std::vector<TrainingProgram> programs_;
};

}  // namespace hlorank::evaluate
