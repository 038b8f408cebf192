// How far to trust a ranking: what the card of a model says about score differences, and about programs that are like
// those it learned from or unlike all of them. Written by native/train/confidence.h.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/graph/program.h"

namespace hlorank::model {

// What a program is like, in few numbers: the means of its nodes' inputs (see appendNodeInputs). [kNodeInputs]
std::vector<float> embedding(const graph::Program& program);

// Of pairs of held-out configurations whose scores differed by about `difference`, the share that was in order.
struct PairOrder {
  float difference, inOrder;
};

// What is known of programs at a distance from everything that was learned from, by programs held out.
struct DistanceBand {
  float upTo = 0;          // distances at most this
  float pairAccuracy = 0;  // mean of pairs more than 2 % apart that were put in order
};

struct SimilarProgram {
  std::string name;
  float distance;
};

struct Confidence {
  std::vector<PairOrder> pairs;  // both ascending
  float separable = 0;           // difference from which on nine in ten pairs were in order

  // A portrait's place: axes · clip((portrait − shift)·scale, ±clip).
  std::vector<float> shift, scale;       // [kNodeInputs]
  std::vector<std::vector<float>> axes;  // [places][kNodeInputs]
  float clip = 0;
  std::vector<std::string> programs;       // names of those that were learned from
  std::vector<std::vector<float>> places;  // [programs][axes]
  std::vector<DistanceBand> bands;         // ascending; beyond the last: unlike anything that was learned from

  // How sure it is that of two configurations the one with the lower score is the faster: .5 to 1, between the entries
  // of `pairs`; .5 where nothing is known.
  float pairConfidence(float difference) const;

  // The `count` nearest of the programs that were learned from, nearest first. O(programs · axes).
  std::vector<SimilarProgram> nearest(std::span<const float> embedding, size_t count) const;
  // Of the programs at this distance; null beyond the last band.
  const DistanceBand* bandOf(float distance) const;
  std::vector<float> placeOf(std::span<const float> embedding) const;  // [axes]
};

// From model.json. A card without it (older models, free terms) gives one that knows nothing: no pairs and no
// programs. So does one whose sizes do not fit this build.
Confidence parseConfidence(const nlohmann::ordered_json& card);
Confidence readConfidence(std::string_view cardJson);

}  // namespace hlorank::model
