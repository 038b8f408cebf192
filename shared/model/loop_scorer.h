// Scores configurations with a loop network. It simulates the compiler for a configuration, predicts the cost of each
// memory access in the resulting loops, and compares the total cost with that of the layouts written in the program.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "shared/configs/problem.h"
#include "shared/model/loop_prices.h"
#include "shared/model/score.h"
#include "shared/simulation/simulator.h"

namespace hlorank::model {

// A loop of the compiled program whose cost differs between two configurations.
struct LoopChange {
  uint32_t instruction;  // node that the loop computes; for a loop that copies, the node whose result is copied
  // First node that reads the result of the loop (of a copy: the copied tensor); ~0u if there is none.
  uint32_t consumer;
  simulation::LoopKind kind;
  double elements;  // number of elements that one execution of the loop reads or writes
  double trips;     // number of executions of the loop per run of the program
  // Cost difference, as a fraction of the program's total cost with the layouts written in the program.
  float amount;
};

// Another layout for one slot (output or operand whose layout can be chosen). `row`: index of the layout among those of
// the slot.
struct SingleChange {
  uint32_t slot;
  uint8_t row;
};

class LoopScorer : public Scorer {
 public:
  // Makes a scorer from the weights of an ensemble of `members` networks. Error: the problem has no HLO module, or a
  // weight is missing, has the wrong shape or is not finite.
  static Result<std::unique_ptr<LoopScorer>> make(const configs::Problem& problem, const Weights& weights, int members,
                                                  const simulation::Rules& rules = {});
  // Makes a scorer for `problem`, which must have an HLO module and outlive the scorer. Configurations may be added to
  // `problem` later. Costs one simulation of the compiler.
  LoopScorer(const configs::Problem& problem, LoopPrices prices, const simulation::Rules& rules = {});

  // Implement Scorer. There is no scale, so z is the score. Scoring a configuration costs one simulation of the
  // compiler, except for the program layouts and the two configurations that were simulated last.
  float z(std::span<const uint8_t> choice) const override;
  float scaled(float z) const override { return z; }
  void scoreRange(size_t begin, size_t count, float* scores, std::vector<uint64_t>* programs) const override;
  float scoreMembers(std::span<const uint8_t> choice, std::vector<float>& members) const override;
  std::optional<float> compilerScore() const override { return compilerScore_; }

  // Returns a hash of the simulated loops, as scoreRange does. Costs one simulation of the compiler.
  uint64_t programOf(std::span<const uint8_t> choice) const;

  // Returns the loops whose cost differs between configurations `a` and `b`, largest absolute difference first. A
  // positive difference means that `a` is slower. The amounts add up to the difference of the total costs, as a
  // fraction of the cost with the layouts written in the program. Costs at most two simulations of the compiler.
  std::vector<LoopChange> changes(std::span<const uint8_t> a, std::span<const uint8_t> b) const;

  // Returns at most `limit` changes of a single layout of the program, those of the largest tensors first.
  std::vector<SingleChange> largestChanges(size_t limit) const;
  // Returns the score of the program layouts with one change.
  float scoreOf(const SingleChange& change) const;
  // Makes a table of the scores that result when the layout of a single tensor changes. Searches that need a score as a
  // sum over tensors use it. Simulates at most `limit` changes, those of the largest tensors; of the others, the
  // entries are 0.
  Tables tablesOfSingleChanges(size_t limit) const;

 private:
  using Cost = std::vector<double>;  // [members] cost that each network of the ensemble predicts
  // A configuration with its simulated loops and their total cost.
  struct Simulated {
    std::vector<uint8_t> choice;
    std::vector<simulation::Loop> loops;
    Cost total;
  };
  void simulate(std::span<const uint8_t> choice, Simulated& simulated) const;
  const Simulated& simulated(std::span<const uint8_t> choice) const;
  std::span<const double> price(const simulation::Loop& loop) const;
  float relativeScore(const Cost& total, std::vector<float>* members) const;

  const configs::Problem& problem_;
  LoopPrices prices_;
  mutable simulation::Simulator simulator_;  // simulates the compiler, and reuses parts of its previous simulation
  Cost work_;                                // cost of the program's dots and convolutions
  mutable std::vector<double> priced_;     // [accesses of simulator_ · members] cost per element of each memory access
  Simulated reference_;                    // the layouts written in the program
  mutable std::array<Simulated, 2> last_;  // the two configurations that were simulated last
  mutable size_t latest_ = 0;              // index in last_ of the later one
  float compilerScore_ = 0;
};

}  // namespace hlorank::model
