// Scores configurations with a loop network: simulates the compiler for a configuration, predicts the cost of each
// memory access of the loops that the compiled program runs, and compares the total cost with that of the program
// layouts.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "shared/configs/problem.h"
#include "shared/model/loop_prices.h"
#include "shared/model/score.h"
#include "shared/simulation/simulator.h"

namespace hlorank::model {

// A loop whose cost differs between two configurations.
struct LoopChange {
  uint32_t instruction;  // node that the loop computes; of a copy: the node whose result is copied
  uint32_t consumer;     // node that reads a copy; ~0u: none, or not a copy
  simulation::LoopKind kind;
  double elements;  // elements that one execution of the loop reads or writes
  double trips;     // executions per run of the program
  float amount;     // difference of its cost, as a fraction of the total cost with the program layouts
};

class LoopScorer : public Scorer {
 public:
  // Makes a scorer from the weights of an ensemble of `members` networks. Errors: the problem has no HLO module, or a
  // weight is missing, has the wrong shape or is not finite.
  static Result<std::unique_ptr<LoopScorer>> make(const configs::Problem& problem, const Weights& weights, int members,
                                                  const simulation::Rules& rules = {});
  // Requires problem.module. `problem` must outlive the scorer; its configurations may grow. Cost: one simulation.
  LoopScorer(const configs::Problem& problem, LoopPrices prices, const simulation::Rules& rules = {});

  // The scores of Scorer; there is no scale. Cost of each: one simulation.
  float z(std::span<const uint8_t> choice) const override;
  float scaled(float z) const override { return z; }
  void scoreRange(size_t begin, size_t count, float* scores, std::vector<uint64_t>* programs) const override;
  float scoreMembers(std::span<const uint8_t> choice, std::vector<float>& members) const override;
  std::optional<float> compilerScore() const override { return compilerScore_; }

  // Returns the loops whose cost differs between choice `a` and choice `b`, largest magnitude first; positive: `a` is
  // slower. The amounts add up to the difference of the total costs. Cost: two simulations.
  std::vector<LoopChange> changes(std::span<const uint8_t> a, std::span<const uint8_t> b) const;

  // Makes tables of the scores that the program layouts get when a single slot has another layout, for searches that
  // need a sum over slots. Simulates at most `limit` changes, those of the largest tensors; the rest are 0.
  Tables tablesOfSingleChanges(size_t limit) const;

 private:
  using Cost = std::vector<double>;  // [members]
  Cost totalCost(std::span<const uint8_t> choice, uint64_t* program = nullptr) const;
  const Cost& price(const simulation::Loop& loop) const;
  float relativeScore(const Cost& total, std::vector<float>* members) const;

  const configs::Problem& problem_;
  LoopPrices prices_;
  mutable simulation::Simulator simulator_;               // keeps what its last simulation can share with the next
  Cost work_;                                             // cost of dots and convolutions
  mutable std::unordered_map<std::string, Cost> priced_;  // inputs of an access, as bytes -> its price
  Cost reference_;                                        // total cost with the program layouts
  float compilerScore_ = 0;
};

}  // namespace hlorank::model
