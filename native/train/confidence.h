// Calibration of confidence on held-out programs, for the card. Read by shared/model/confidence.h.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace hlorank::train {

// Calibration curve: fraction of held-out pairs that the model orders correctly, by the difference of their scores.
// Every program has the same weight.
class PairCalibration {
 public:
  // Adds all pairs of configurations of one program. Pairs with equal times are skipped; pairs with equal scores count
  // as half correct. O(n²) time; memory does not grow with the number of pairs.
  void add(std::span<const float> scores, std::span<const double> times);
  // [[score difference, fraction in order], ...], both ascending: means of twelve groups of about equal weight.
  // Differences are binned to 14 bits of mantissa.
  nlohmann::ordered_json curve() const;

 private:
  // Weighted sums over the pairs of one bin of score differences.
  struct Sums {
    double weight = 0, apart = 0, inOrder = 0;  // apart: score difference
  };
  Sums& sumsOf(float apart);

  std::array<std::vector<Sums>, 256> sums_;  // by the exponent of the difference, then by its mantissa
};

// The score difference at which the curve reaches the fraction `share`, by linear interpolation; the last difference of
// the curve if it stays below.
float differenceAtAccuracy(const nlohmann::ordered_json& curve, double share);

struct EmbeddedProgram {
  std::vector<float> embedding;  // see shared/model/confidence.h
  std::string family;
  double pairAccuracy;  // fraction of pairs in order when the program was held out; NaN if it was not
};

// {shift, scale, clip, axes, places, bands}: principal components of the program embeddings, and pair accuracy by the
// distance to the nearest program of another family. Bands are thirds of the programs by that distance; the last band
// ends at the 95th percentile.
nlohmann::ordered_json makeSimilarity(const std::vector<EmbeddedProgram>& programs);

}  // namespace hlorank::train
