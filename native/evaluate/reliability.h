// Reliability of the probabilities that a model states (shared/model/confidence.h), on measured programs: how often
// what is stated with a probability is true, and how the accuracy grows when only the surest rankings are used.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "shared/model/confidence.h"

namespace hlorank::evaluate {

// Pairs of configurations whose stated probability lies in one range.
struct ReliabilityBin {
  double weight = 0;    // share of all pairs; programs have equal weight
  double stated = 0;    // mean probability that the pair is in order
  double observed = 0;  // fraction of the pairs in order
};

// What the first configuration of a ranking is stated to be: faster than the compiler default.
struct Claim {
  double stated = 0;    // probability
  bool isTrue = false;  // by the measured times
  double slowdown = 0;  // of the first, against the fastest configuration
};

// The rankings with the highest stated probabilities.
struct Coverage {
  double share = 0;     // of all rankings
  double observed = 0;  // fraction of their claims that are true
  double slowdown = 0;  // mean
};

class Reliability {
 public:
  static constexpr size_t kBins = 5;  // of equal width, from probability 0.5 to 1

  explicit Reliability(model::Confidence confidence) : confidence_(std::move(confidence)) {}

  // Adds a program: scores (lower is faster) and measured times of its configurations, both [configurations], and the
  // score and time of the compiler default if both are known. Looks at the pairs of at most 1,000 configurations,
  // evenly spaced in the list: O(configurations + 10⁶).
  struct CompilerDefault {
    float score = 0;
    double time = 0;
  };
  void add(std::span<const float> scores, std::span<const double> times, std::optional<CompilerDefault> automatic);

  // Whether there is nothing to say: the model states no probabilities, or no program was added.
  bool empty() const { return programs_ == 0; }
  std::array<ReliabilityBin, kBins> bins() const;
  // Mean difference between stated and observed over the bins, by their weight (expected calibration error).
  double calibrationError() const;
  const std::vector<Claim>& claims() const { return claims_; }
  // The surest quarter, half, three quarters and all of the claims; empty without claims.
  std::vector<Coverage> coverage() const;

 private:
  model::Confidence confidence_;
  size_t programs_ = 0;
  std::array<ReliabilityBin, kBins> sums_;  // `stated` and `observed` are multiplied by weights
  std::vector<Claim> claims_;
};

// Converts to {calibrationError, pairs: [{share, stated, observed}], claims?: {programs, stated, observed, brier,
// coverage: [{share, observed, slowdown1}]}}.
nlohmann::ordered_json toJson(const Reliability& reliability);
// Formats a plain-text table with a legend; "" if there is nothing to say.
std::string toText(const Reliability& reliability);

}  // namespace hlorank::evaluate
