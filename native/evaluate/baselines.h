// Rankings of layouts that need no training, or next to none.
#pragma once

#include <array>
#include <map>
#include <span>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::evaluate {

// By the analytical model. O(chosen · slots).
std::vector<float> analyticalScores(const data::MeasuredProgram& program, std::span<const uint32_t> selected);

// By how often nodes have the setting that a configuration gives them, among all configurations of the program in
// memory, each counted as often as its file has it: minus the sum of the logarithms of the shares. A search that goes
// after fast configurations visits their settings more often. O(configurations · nodes).
std::vector<float> frequencyScores(const data::MeasuredProgram& program, std::span<const uint32_t> selected);

// By what layouts were worth in the training program that is most alike: its mean relative time with a layout of a
// tensor of an operation, summed over the slots; 0 for layouts it never had.
class NearestPrograms {
 public:
  // Learns of a program with layouts and times; others are left alone. O(configurations · slots).
  void add(const data::MeasuredProgram& program);
  bool empty() const { return known_.empty(); }

  // The most alike: its portrait (shared/model/confidence.h), every column divided by its deviation among those that
  // were added, is nearest. A program with the very same data does not count. Nothing where there is none.
  std::vector<float> scores(const data::MeasuredProgram& program, std::span<const uint32_t> selected) const;

 private:
  struct Layout {
    uint8_t opcode, tensor;
    std::array<int8_t, 6> layout;
    friend auto operator<=>(const Layout&, const Layout&) = default;
  };
  struct Known {
    uint64_t hash;
    std::vector<float> embedding;
    std::map<Layout, double> worth;  // mean time over the program's mean, minus 1
  };
  const Known* nearestTo(const data::MeasuredProgram& program) const;

  std::vector<Known> known_;
};

}  // namespace hlorank::evaluate
