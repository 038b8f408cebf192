// Baselines for the ranking of layout configurations: by the analytical cost model, by the frequency of layouts, and by
// the run times of the most similar training program.
#pragma once

#include <array>
#include <map>
#include <span>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::evaluate {

// Scores the configurations `selected` (indices into the loaded configurations) by the analytical cost model, without
// learned parameters; lower is faster. O(selected · slots), where a slot is an output or operand whose layout can be
// chosen.
std::vector<float> analyticalScores(const data::MeasuredProgram& program, std::span<const uint32_t> selected);

// Scores the configurations `selected` by how often their layouts occur in the program's file; lower is faster. Score:
// −Σ over configurable instructions of log(fraction of the file's rows in which the instruction has the same layouts);
// duplicate rows count. A good baseline if a genetic search chose the configurations, because it visits fast layouts
// more often. O(configurations · instructions).
std::vector<float> frequencyScores(const data::MeasuredProgram& program, std::span<const uint32_t> selected);

// Scores configurations by the run times of the most similar training program. The score is a sum over the tensors
// whose layout can be chosen. Each adds the mean relative run time of that program's configurations in which a tensor
// of the same kind (opcode, output or operand) has the same layout; 0 if there are none.
class NearestPrograms {
 public:
  // Adds a training program. Ignores a program whose configurations are tile sizes instead of layouts, and one with
  // fewer than two measured configurations.
  // O(configurations · slots), where a slot is an output or operand whose layout can be chosen.
  void add(const data::MeasuredProgram& program);
  bool empty() const { return programs_.empty(); }

  // Scores the configurations `selected` (indices into the loaded configurations); lower is faster. The most similar
  // program has the nearest model::embedding, each column divided by its standard deviation over the added programs.
  // Programs with the same data (MeasuredProgram::hash) are excluded. Returns an empty vector for a kernel with tile
  // sizes, and if no other program was added.
  std::vector<float> scores(const data::MeasuredProgram& program, std::span<const uint32_t> selected) const;

 private:
  // A layout, with the opcode of the instruction and the tensor (0 output, 1 operand 0, 2 operand 1) that has this
  // layout.
  struct Layout {
    uint8_t opcode, tensor;
    std::array<int8_t, 6> layout;
    friend auto operator<=>(const Layout&, const Layout&) = default;
  };
  struct TrainingProgram {
    uint64_t hash;                 // MeasuredProgram::hash, which identifies the program's data
    std::vector<float> embedding;  // features of the program, from model::embedding
    // Per layout: mean time of the configurations with this layout / mean time of all configurations - 1.
    std::map<Layout, double> relativeTimes;
  };
  // Returns the training program whose embedding is nearest to that of `program`. Skips programs with the same hash, so
  // that a training program is not its own neighbour. Returns null if none is left.
  const TrainingProgram* findNearest(const data::MeasuredProgram& program) const;

  std::vector<TrainingProgram> programs_;
};

}  // namespace hlorank::evaluate
