// Confidence of a ranking, from statistics on the model's card: how often a score difference predicts the faster
// configuration, and how accuracy falls with distance from the training programs. Written by native/train/confidence.h.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/graph/program.h"

namespace hlorank::model {

// The program embedding, [kNodeInputs]: the mean over nodes of each node input (see appendNodeInputs).
std::vector<float> embedding(const graph::Program& program);

// `inOrder`: fraction (0 to 1) of pairs of held-out configurations that the model orders correctly when their scores
// differ by about `difference`.
struct PairOrder {
  float difference, inOrder;
};

// Accuracy on held-out programs, grouped by distance to the nearest training program.
struct DistanceBand {
  float upTo = 0;          // greatest distance of the band
  float pairAccuracy = 0;  // mean fraction of correctly ordered pairs among those whose times differ by over 2 %
};

struct SimilarProgram {
  std::string name;
  float distance;
};

struct Confidence {
  std::vector<PairOrder> pairs;  // ascending in both fields
  float separable = 0;           // least score difference at which 90 % of the pairs are ordered correctly

  // Projection of an embedding to the space in which distances are measured:
  // axes · clip((embedding − shift)·scale, ±clip).
  std::vector<float> shift, scale;       // [kNodeInputs]
  std::vector<std::vector<float>> axes;  // [projected dimensions][kNodeInputs]
  float clip = 0;
  std::vector<std::string> programs;       // names of the training programs
  std::vector<std::vector<float>> places;  // [programs][axes] their projected embeddings
  std::vector<DistanceBand> bands;         // ascending; a program beyond the last is unlike all training programs

  // Probability, 0.5 to 1, that the lower-scored of two configurations is the faster one when their scores differ by
  // `difference`. Interpolates `pairs` linearly; 0.5 if `pairs` is empty.
  float pairConfidence(float difference) const;

  // The `count` training programs nearest to the embedding, nearest first. O(programs · axes).
  std::vector<SimilarProgram> nearest(std::span<const float> embedding, size_t count) const;
  // The band that contains this distance; null beyond the last band.
  const DistanceBand* bandOf(float distance) const;
  // Projects an embedding, [kNodeInputs] to [axes].
  std::vector<float> placeOf(std::span<const float> embedding) const;
};

// Reads the field `confidence` of model.json. If it is missing (older models, free terms) or its sizes do not fit this
// build, returns a Confidence without pairs and programs.
Confidence parseConfidence(const nlohmann::ordered_json& card);
Confidence readConfidence(std::string_view cardJson);

}  // namespace hlorank::model
