// Computes the field `confidence` of model.json from the scores of held-out programs: how often a score difference
// predicts the faster configuration, and how accuracy falls with the distance to other programs. Read by
// shared/model/confidence.h.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace hlorank::train {

// Builds the calibration curve: the fraction of pairs of held-out configurations that the model orders correctly, by
// the difference of their scores. Every program has the same weight.
class PairCalibration {
 public:
  // Adds all pairs of the configurations of one program, with one score and one run time each. Skips pairs with equal
  // times; counts pairs with equal scores as half correct. Time: quadratic in the configurations; memory: constant.
  void add(std::span<const float> scores, std::span<const double> times);
  // Returns [[score difference, fraction of pairs in order], ...], both ascending: the means of at most twelve groups
  // of pairs of about equal weight. Score differences are exact to 14 bits of mantissa.
  nlohmann::ordered_json curve() const;

 private:
  // Sums over the pairs of one bin of score differences: weights; weighted score differences (`apart`); weights of the
  // pairs in order.
  struct Sums {
    double weight = 0, apart = 0, inOrder = 0;
  };
  Sums& sumsOf(float apart);

  std::array<std::vector<Sums>, 256> sums_;  // [exponent of the score difference][leading 14 bits of its mantissa]
};

// Builds the curve that says how often the first configuration of a ranking is faster than the baseline, the layouts
// without a choice, by how much better its score is. The best of many scores is partly luck, so this happens less often
// than PairCalibration says of the same difference.
class GainCalibration {
 public:
  // Adds a held-out program: score of the baseline − score of the first, and whether the first ran faster.
  void add(float gain, bool isFaster) { gains_.push_back({gain, isFaster}); }
  // Returns [[gain, fraction faster], ...], ascending in both: the means of at most twelve groups of programs of about
  // equal size, neighbours merged until the fractions ascend. Null with fewer than 60 programs.
  nlohmann::ordered_json curve() const;

 private:
  std::vector<std::pair<float, bool>> gains_;
};

// Returns the score difference at which `curve` (of PairCalibration) reaches the fraction `share` of pairs in order, by
// linear interpolation; the last difference of the curve if it never does.
float differenceAtAccuracy(const nlohmann::ordered_json& curve, double share);

struct EmbeddedProgram {
  std::vector<float> embedding;  // program embedding: mean over nodes of each node feature
  std::string family;            // related programs have the same family
  double pairAccuracy;  // fraction of pairs in order when the program was held out; NaN if it was never held out
};

// Returns {shift, scale, clip, axes, places, bands} as in model::Confidence: the principal components of the program
// embeddings, and the pair accuracy by distance to the nearest program of another family. Bands are thirds of the
// programs by that distance; the last band ends at the 95th percentile of all distances.
nlohmann::ordered_json makeSimilarity(const std::vector<EmbeddedProgram>& programs);

}  // namespace hlorank::train
