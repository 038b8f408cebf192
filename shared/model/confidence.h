// Confidence of a ranking, from statistics in model.json: how often the better score is truly faster, and how accuracy
// falls with distance from the training programs. native/train/confidence.h writes the statistics, measured on programs
// held out from training.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "shared/graph/program.h"

namespace hlorank::model {

// Computes the program embedding, [kNodeInputs]. It is the mean of each node input over all graph nodes (see
// appendNodeInputs).
std::vector<float> embedding(const graph::Program& program);

// A point of the calibration curve. It is about all pairs of configurations of a held-out program whose scores differ
// by about `difference`. In the fraction `inOrder` of them (0 to 1), the model gives the faster one the lower score.
struct PairOrder {
  float difference, inOrder;
};

// A point of the curve of gains. If the top-ranked configuration scores better than the baseline by about `gain`, it is
// indeed faster in the fraction `faster` (0 to 1) of rankings. The baseline is the compiler default. If the model
// cannot score that, it is the layouts written in the program.
struct GainOrder {
  float gain, faster;
};

// Accuracy of a model on held-out programs at a certain distance from the nearest training program.
struct DistanceBand {
  float upTo = 0;  // greatest distance in the band, which begins where the previous band ends
  // Of the pairs of configurations whose times differ by over 2 %, the fraction that the model orders correctly.
  float pairAccuracy = 0;
};

// A training program that is similar to a given program.
struct SimilarProgram {
  std::string name;
  float distance;  // Euclidean distance between the projected embeddings of the two programs
};

// Calibration statistics of a model, measured on programs that it was not trained on.
struct Confidence {
  // Calibration curve, ascending in both fields. Empty if model.json has no statistics.
  std::vector<PairOrder> pairs;
  // Curve of gains over the baseline, ascending in both fields. Empty if model.json has none.
  std::vector<GainOrder> gains;
  // Smallest score difference at which 90 % of configuration pairs are ordered correctly.
  float separable = 0;

  // Parameters by which a program embedding is projected before distances are measured. The projection is axes ·
  // clip((embedding − shift)·scale, ±clip).
  std::vector<float> shift, scale;  // [kNodeInputs] parameters that standardise an embedding: (embedding − shift)·scale
  // [axes][kNodeInputs] directions on which a standardised embedding is projected.
  std::vector<std::vector<float>> axes;
  float clip = 0;                          // bound of a standardised embedding before its projection
  std::vector<std::string> programs;       // names of the training programs
  std::vector<std::vector<float>> places;  // [programs][axes] projected embeddings of the training programs
  // Accuracy by distance from the nearest training program, ascending. A program beyond the last band is unlike all
  // training programs.
  std::vector<DistanceBand> bands;

  // Returns the probability, 0.5 to 1, that of two configurations whose scores differ by `difference`, the one with the
  // lower score is the faster. Interpolates the calibration curve `pairs` linearly. Returns 0.5 if that curve is empty.
  float pairConfidence(float difference) const;

  // Returns the probability that the top-ranked configuration is faster than the baseline (see GainOrder). `gain` is
  // how much better its score is; a negative value means worse. Interpolates the curve `gains` linearly, clamped at its
  // ends. If that curve is empty, returns pairConfidence, which is too high for a configuration that was selected as
  // the best of many.
  float gainConfidence(float gain) const;

  // Returns the `count` training programs nearest to a program embedding, nearest first. O(training programs · axes).
  std::vector<SimilarProgram> nearest(std::span<const float> embedding, size_t count) const;
  // Returns the accuracy of the model on programs at `distance` from the nearest training program. Returns null for a
  // distance beyond all bands.
  const DistanceBand* bandOf(float distance) const;
  // Projects a program embedding, [kNodeInputs], to the space in which distances between programs are measured. The
  // result is [axes].
  std::vector<float> placeOf(std::span<const float> embedding) const;
};

// Reads the field `confidence` of model.json. Returns an empty Confidence if the field is missing, as in models of
// older versions and in models of directly learned costs (free terms). Also returns an empty one if an array does not
// have the size that this build expects.
Confidence parseConfidence(const nlohmann::ordered_json& card);

}  // namespace hlorank::model
