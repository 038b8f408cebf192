// Scores the configurations of one problem, whatever the model: tables (score.h) or a simulated compiler
// (loop_scorer.h). Lower is faster; the reference configuration (the program layouts) scores exactly 0. A choice is a
// configuration as one row index (number of a layout) per slot.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace hlorank::model {

class Scorer {
 public:
  virtual ~Scorer() = default;

  // A score is scaled(z(choice)): z is the sum of costs before the scale of the model (Scale in score.h), which
  // `scaled` applies.
  virtual float z(std::span<const uint8_t> choice) const = 0;
  virtual float scaled(float z) const = 0;
  float score(std::span<const uint8_t> choice) const { return scaled(z(choice)); }

  // Scores the configurations with the indices begin to begin + count − 1; writes [count] scores. If the model
  // simulates the compiler, writes to `programs` [count] hashes that are equal for configurations with the same
  // simulated loops; else empties it. `programs` may be null.
  virtual void scoreRange(size_t begin, size_t count, float* scores, std::vector<uint64_t>* programs) const = 0;

  // Returns the score of a choice and writes the scores by the networks of an ensemble to `members`, which is empty
  // without an ensemble.
  virtual float scoreMembers(std::span<const uint8_t> choice, std::vector<float>& members) const = 0;

  // Returns the score of the layouts that the compiler chooses on its own; nullopt if the model does not simulate it.
  virtual std::optional<float> compilerScore() const { return std::nullopt; }
};

}  // namespace hlorank::model
