// Confidence of a ranking, from statistics on the model's card (model.json): how often a score difference predicts the
// faster configuration, and how accuracy falls with distance from the training programs. native/train/confidence.h
// writes these statistics, measured on programs held out from training.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "shared/graph/program.h"

namespace hlorank::model {

// Computes the program embedding, [kNodeInputs]: the mean over all nodes of each node input (see appendNodeInputs).
std::vector<float> embedding(const graph::Program& program);

// A point of the calibration curve: of all pairs of configurations of a held-out program whose scores differ by about
// `difference`, the model gives the faster one the lower score in the fraction `inOrder` (0 to 1).
struct PairOrder {
  float difference, inOrder;
};

// A point of the curve of gains: if the top-ranked configuration scores better than the baseline by about `gain`, it is
// indeed faster in the fraction `faster` (0 to 1) of rankings. Baseline: the compiler default, or the program layouts
// if the model cannot score the compiler default.
struct GainOrder {
  float gain, faster;
};

// Accuracy on those held-out programs whose distance to the nearest training program lies in one range of distances,
// the band.
struct DistanceBand {
  float upTo = 0;          // greatest distance in the band; it begins where the previous band ends
  float pairAccuracy = 0;  // mean fraction of correctly ordered pairs among those whose times differ by over 2 %
};

// A training program near a given program.
struct SimilarProgram {
  std::string name;
  float distance;  // Euclidean distance of the projected program embeddings
};

// Calibration statistics of a model, measured on programs that it was not trained on.
struct Confidence {
  std::vector<PairOrder> pairs;  // calibration curve, ascending in both fields; empty: the card has no statistics
  std::vector<GainOrder> gains;  // curve of gains, ascending in both fields; empty: the card has none
  float separable = 0;           // least score difference at which 90 % of configuration pairs are ordered correctly

  // How to project a program embedding to the space in which distances between programs are measured:
  // axes · clip((embedding − shift)·scale, ±clip).
  std::vector<float> shift, scale;         // [kNodeInputs] standardise an embedding: (embedding − shift)·scale
  std::vector<std::vector<float>> axes;    // [axes][kNodeInputs] directions on which embeddings are projected
  float clip = 0;                          // bound of a standardised node input before the projection
  std::vector<std::string> programs;       // names of the training programs
  std::vector<std::vector<float>> places;  // [programs][axes] projected embeddings of the training programs
  std::vector<DistanceBand> bands;  // ascending by distance; a program beyond the last is unlike all training programs

  // Returns the probability, 0.5 to 1, that of two configurations whose scores differ by `difference` the one with the
  // lower score is faster. Interpolates the calibration curve `pairs` linearly; 0.5 if it is empty.
  float pairConfidence(float difference) const;

  // Returns the probability that the top-ranked configuration is faster than the baseline (see GainOrder) if its score
  // is better by `gain` (negative: worse). Interpolates the curve `gains` linearly, clamped at its ends. If `gains` is
  // empty, uses pairConfidence, which overestimates: it ignores that the top one was selected as the best of many.
  float gainConfidence(float gain) const;

  // Returns the `count` training programs nearest to a program embedding, nearest first. O(training programs · axes).
  std::vector<SimilarProgram> nearest(std::span<const float> embedding, size_t count) const;
  // Returns the band that contains `distance`, that of a program to the nearest training program; null beyond the last
  // band.
  const DistanceBand* bandOf(float distance) const;
  // Projects a program embedding, [kNodeInputs], to the space in which distances are measured, [axes].
  std::vector<float> placeOf(std::span<const float> embedding) const;
};

// Reads the field `confidence` of a card (model.json). Returns an empty Confidence if the field is missing (models of
// older versions or made of free terms) or if an array does not have the size that this build expects.
Confidence parseConfidence(const nlohmann::ordered_json& card);

}  // namespace hlorank::model
