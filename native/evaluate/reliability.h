// Tests on measured programs whether the probabilities that a model predicts (shared/model/confidence.h) are
// calibrated. There are two kinds of probabilities. The first is that, of two configurations, the one with the lower
// score is faster. The second is that a "claim" is true: that the top-ranked configuration is faster than the compiler
// default.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "shared/model/confidence.h"

namespace hlorank::evaluate {

// The pairs of configurations whose predicted probability to be ranked in the right order lies in one range (a bin).
struct ReliabilityBin {
  // Fraction of all pairs that are in the bin; every program has equal weight.
  double weight = 0;
  double stated = 0;  // mean predicted probability of the pairs
  // Fraction of the pairs that are in the right order by the measured times.
  double observed = 0;
};

// The claim about one program that its top-ranked configuration is faster than the compiler default.
struct Claim {
  double stated = 0;    // predicted probability that the claim is true
  bool isTrue = false;  // whether the claim is true by the measured times
  double slowdown = 0;  // measured time of the top-ranked configuration / fastest time - 1
};

// Results for the fraction `share` of the programs whose claims have the highest predicted probabilities. A claim says
// that the top-ranked configuration is faster than the compiler default.
struct Coverage {
  double share = 0;     // fraction of all programs that are included
  double observed = 0;  // fraction of the claims of these programs that are true
  // Mean of measured time of the top-ranked configuration / fastest time - 1.
  double slowdown = 0;
};

class Reliability {
 public:
  static constexpr size_t kBins = 5;  // bins have equal width, from probability 0.5 to 1

  explicit Reliability(model::Confidence confidence) : confidence_(std::move(confidence)) {}

  // Score (lower is faster) and measured time of the layouts that the compiler chooses on its own.
  struct CompilerDefault {
    float score = 0;
    double time = 0;
  };
  // Adds a program: scores (lower is faster) and measured times of its configurations, both [configurations], and score
  // and time of the compiler default (`compilerDefault`), if known. Compares the pairs of at most 1,000 configurations,
  // evenly spaced in the list: O(configurations + 10⁶).
  void add(std::span<const float> scores, std::span<const double> times,
           std::optional<CompilerDefault> compilerDefault);

  // Returns true if there are no results: the model predicts no probabilities, or no program was added.
  bool empty() const { return programs_ == 0; }
  std::array<ReliabilityBin, kBins> bins() const;
  // Returns the expected calibration error: the mean of |stated − observed| over the bins, weighted by
  // ReliabilityBin::weight.
  double calibrationError() const;
  const std::vector<Claim>& claims() const { return claims_; }
  // Returns the results for a quarter, half, three quarters and all of the programs: those whose claims have the
  // highest predicted probabilities. Empty if there are no claims.
  std::vector<Coverage> coverage() const;

 private:
  model::Confidence confidence_;
  size_t programs_ = 0;
  std::array<ReliabilityBin, kBins> sums_;  // `stated` and `observed` are sums of value · weight
  std::vector<Claim> claims_;
};

// Converts the results to JSON: {calibrationError, pairs: [{share, stated, observed}], claims?: {programs, stated,
// observed, brier, coverage: [{share, observed, slowdown1}]}}.
nlohmann::ordered_json toJson(const Reliability& reliability);
// Formats the results as a plain-text table with a legend; "" if there are no results.
std::string toText(const Reliability& reliability);

}  // namespace hlorank::evaluate
