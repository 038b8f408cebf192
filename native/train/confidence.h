// Computes the calibration of a model from the scores of programs that it was not trained on: how often a score
// difference predicts the faster of two configurations, and how the accuracy decreases with the distance of a program
// to the training programs. The result is the field `confidence` of model.json, which shared/model/confidence.h reads.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace hlorank::train {

// Computes the calibration curve of pairs of configurations, of programs that the model was not trained on. The curve
// is the fraction of pairs that the model orders correctly, as a function of the difference of their scores. Every
// program has the same weight.
class PairCalibration {
 public:
  // Adds all pairs of configurations of one program. `scores` (lower is faster), `times`: [configurations]. Skips pairs
  // with equal times. Pairs with equal scores count as half correct. Time: quadratic; memory: constant.
  void add(std::span<const float> scores, std::span<const double> times);
  // Returns the curve [[score difference, fraction of pairs ordered correctly], ...], ascending in both. Its points are
  // the means of at most twelve groups of pairs of about equal weight. Score differences are exact to 14 bits of
  // mantissa.
  nlohmann::ordered_json curve() const;

 private:
  // Sums over the pairs of configurations whose score difference is in one bin. `weight`: sum of the weights. `apart`:
  // sum of weight · score difference. `inOrder`: sum of the weights of correctly ordered pairs.
  struct Sums {
    double weight = 0, apart = 0, inOrder = 0;
  };
  Sums& sumsOf(float apart);

  // The sums of all bins. A bin has two indices: the exponent of the score difference, and the leading 14 bits of its
  // mantissa.
  std::array<std::vector<Sums>, 256> sums_;
};

// Computes the calibration curve of gains: how often the top-ranked configuration is faster than the baseline (what
// runs without a choice of layouts), as a function of their score difference. The top-ranked one is faster less often
// than PairCalibration predicts for the same difference, because the best of many scores is partly luck.
class GainCalibration {
 public:
  // Adds a program that the model was not trained on. `gain`: score of the baseline − score of the top-ranked
  // configuration. `isFaster`: whether the top-ranked configuration ran faster than the baseline.
  void add(float gain, bool isFaster) { gains_.push_back({gain, isFaster}); }
  // Returns the curve [[gain, fraction of programs with isFaster], ...], ascending in both. Its points are the means of
  // at most twelve groups of about equally many programs; groups are merged until the fractions ascend. Returns JSON
  // null for fewer than 60 programs.
  nlohmann::ordered_json curve() const;

 private:
  std::vector<std::pair<float, bool>> gains_;
};

// Returns the score difference at which the fraction of correctly ordered pairs reaches `share`, by linear
// interpolation. `curve` is a result of PairCalibration. If the fraction stays below `share`, returns the last
// difference of the curve.
float differenceAtAccuracy(const nlohmann::ordered_json& curve, double share);

// The facts about a program of a training run that makeSimilarity reads.
struct EmbeddedProgram {
  std::vector<float> embedding;  // the mean over the nodes of each node feature
  std::string family;            // group of variants of one network
  // Fraction of correctly ordered pairs of configurations when the program was held out; NaN if it never was.
  double pairAccuracy;
  bool learned = true;  // whether the model was trained on the program; at least one program must be
};

// Returns {shift, scale, clip, axes, places, bands}, fields of model::Confidence. They are the standardisation and the
// principal axes of the embeddings of learned programs, their projected embeddings (`places`), and the mean pair
// accuracy in three bands of the distance to the nearest learned program; for a program that is learned itself, to the
// nearest one of another family (group of variants of one network). Each band has a third of the programs with a pair
// accuracy; the last band ends at the 95th percentile of their distances.
nlohmann::ordered_json makeSimilarity(const std::vector<EmbeddedProgram>& programs);

}  // namespace hlorank::train
