// What a card says about how far to trust a ranking: measured on what was held out. Read by shared/model/confidence.h.
#pragma once

#include <array>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

namespace hlorank::train {

// How often held-out pairs were in order, by how far apart their scores were. Programs weigh the same.
class PairOrders {
 public:
  // Scores and times of the configurations of one program; pairs of equal times say nothing, of equal scores half.
  // O(n²) in time; the pairs are not kept.
  void add(std::span<const float> scores, std::span<const double> times);
  // [[difference, share in order], ...], both ascending: the means of twelve groups of equal weight, whose bounds are
  // between differences that are one part in 16,384 apart.
  nlohmann::ordered_json curve() const;

 private:
  // Of pairs whose scores are about as far apart.
  struct Sums {
    double weight = 0, apart = 0, inOrder = 0;
  };
  Sums& sumsOf(float apart);

  std::array<std::vector<Sums>, 256> sums_;  // by the exponent of the difference, then by its mantissa
};

// The difference from which on a curve stays above the share; its last when it never does.
float differenceFor(const nlohmann::ordered_json& curve, double share);

// A program as likeness sees it.
struct EmbeddedProgram {
  std::vector<float> embedding;  // shared/model/confidence.h
  std::string family;
  double pairAccuracy;  // when it was held out; NaN when it was not
};

// {shift, scale, clip, axes, places, bands}: portraits by their principal axes, and how well programs were ranked by
// the distance to the nearest program of another family. Bands are thirds of the programs, the last up to the distance
// that 95 % of the programs stay below.
nlohmann::ordered_json similarity(const std::vector<EmbeddedProgram>& programs);

}  // namespace hlorank::train
