// Scores the configurations of one program, whatever the model: tables of costs (score.h) or a simulated compiler
// (loop_scorer.h). Lower is faster; the layouts written in the program score exactly 0. A choice is a configuration:
// the index of the chosen layout for each tensor whose layout can be chosen.
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

  // Returns z, the combined cost of a configuration before the model's scale (Scale in score.h). The configuration's
  // score is scaled(z(choice)).
  virtual float z(std::span<const uint8_t> choice) const = 0;
  virtual float scaled(float z) const = 0;
  float score(std::span<const uint8_t> choice) const { return scaled(z(choice)); }

  // Writes the scores of `count` configurations, from index `begin` on, to `scores`. A model that simulates the
  // compiler also writes `count` hashes to `programs`, which are equal for configurations with the same simulated
  // loops. Other models empty `programs`. `programs` may be null.
  virtual void scoreRange(size_t begin, size_t count, float* scores, std::vector<uint64_t>* programs) const = 0;

  // Returns the score of a configuration. Writes the scores by the single networks of an ensemble to `members`. Empties
  // `members` if there is no ensemble.
  virtual float scoreMembers(std::span<const uint8_t> choice, std::vector<float>& members) const = 0;

  // Returns the score of the layouts that the compiler chooses by itself. Returns nullopt if the model does not
  // simulate the compiler.
  virtual std::optional<float> compilerScore() const { return std::nullopt; }
};

}  // namespace hlorank::model
