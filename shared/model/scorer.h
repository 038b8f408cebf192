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

  // Returns the summed cost of a configuration before the model's scale (Scale in score.h). Its score is
  // scaled(z(choice)).
  virtual float z(std::span<const uint8_t> choice) const = 0;
  virtual float scaled(float z) const = 0;
  float score(std::span<const uint8_t> choice) const { return scaled(z(choice)); }

  // Scores `count` configurations from index `begin` on and writes their scores, [count]. A model that simulates the
  // compiler also writes `programs`, [count] hashes that are equal for configurations with the same simulated loops;
  // other models empty it. `programs` may be null.
  virtual void scoreRange(size_t begin, size_t count, float* scores, std::vector<uint64_t>* programs) const = 0;

  // Returns the score of a configuration. Writes its score by each network of an ensemble to `members`, which is empty
  // without an ensemble.
  virtual float scoreMembers(std::span<const uint8_t> choice, std::vector<float>& members) const = 0;

  // Returns the score of the layouts that the compiler chooses by itself; nullopt if the model does not simulate the
  // compiler.
  virtual std::optional<float> compilerScore() const { return std::nullopt; }
};

}  // namespace hlorank::model
