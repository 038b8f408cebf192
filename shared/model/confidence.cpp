// Embeds programs, measures their distance to a model's training programs, and reads the calibration statistics in
// model.json.
#include "shared/model/confidence.h"

#include <algorithm>
#include <cmath>

#include "shared/base/json.h"
#include "shared/model/inputs.h"
#include "shared/model/schema.h"

namespace hlorank::model {

namespace {

// Whether the sizes of all arrays agree with each other and with the number of node inputs of this build.
bool hasConsistentSizes(const Confidence& confidence) {
  const auto isEmbedding = [](const std::vector<float>& v) { return v.size() == kNodeInputs; };
  const auto isPlace = [&](const std::vector<float>& v) { return v.size() == confidence.axes.size(); };
  return isEmbedding(confidence.shift) && isEmbedding(confidence.scale) &&
         std::all_of(confidence.axes.begin(), confidence.axes.end(), isEmbedding) &&
         std::all_of(confidence.places.begin(), confidence.places.end(), isPlace) &&
         confidence.places.size() == confidence.programs.size();
}

}  // namespace

std::vector<float> embedding(const graph::Program& program) {
  std::vector<double> sums(kNodeInputs, 0);
  std::vector<float> inputs;
  for (uint32_t node = 0; node < program.graph.nodes(); ++node) {
    inputs.clear();
    appendNodeInputs(program, node, inputs);
    for (size_t i = 0; i < inputs.size(); ++i) sums[i] += inputs[i];
  }
  const double nodes = std::max<double>(1, static_cast<double>(program.graph.nodes()));
  std::vector<float> means;
  means.reserve(sums.size());
  for (double sum : sums) means.push_back(static_cast<float>(sum / nodes));
  return means;
}

float Confidence::pairConfidence(float difference) const {
  PairOrder before{0, .5f};
  for (const PairOrder& pair : pairs) {
    if (difference < pair.difference) {
      const float share = (difference - before.difference) / (pair.difference - before.difference);
      return before.inOrder + share * (pair.inOrder - before.inOrder);
    }
    before = pair;
  }
  return before.inOrder;
}

float Confidence::gainConfidence(float gain) const {
  if (gains.empty()) return gain < 0 ? 1 - pairConfidence(-gain) : pairConfidence(gain);
  GainOrder before = gains.front();
  for (const GainOrder& point : gains) {
    if (gain < point.gain) {
      if (point.gain <= before.gain) return point.faster;
      const float share = (gain - before.gain) / (point.gain - before.gain);
      return before.faster + share * (point.faster - before.faster);
    }
    before = point;
  }
  return before.faster;
}

std::vector<float> Confidence::placeOf(std::span<const float> embedding) const {
  std::vector<float> place;
  for (const std::vector<float>& axis : axes) {
    float along = 0;
    for (size_t i = 0; i < axis.size(); ++i)
      along += axis[i] * std::clamp((embedding[i] - shift[i]) * scale[i], -clip, clip);
    place.push_back(along);
  }
  return place;
}

std::vector<SimilarProgram> Confidence::nearest(std::span<const float> embedding, size_t count) const {
  const std::vector<float> place = placeOf(embedding);
  std::vector<SimilarProgram> all;
  for (size_t program = 0; program < programs.size(); ++program) {
    float squares = 0;
    for (size_t i = 0; i < place.size(); ++i) {
      const float apart = place[i] - places[program][i];
      squares += apart * apart;
    }
    all.push_back({programs[program], std::sqrt(squares)});
  }
  count = std::min(count, all.size());
  const auto nearer = [](const SimilarProgram& a, const SimilarProgram& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.name < b.name;
  };
  std::partial_sort(all.begin(), all.begin() + static_cast<ptrdiff_t>(count), all.end(), nearer);
  all.resize(count);
  return all;
}

const DistanceBand* Confidence::bandOf(float distance) const {
  const auto band = std::find_if(bands.begin(), bands.end(), [&](const DistanceBand& b) { return distance <= b.upTo; });
  return band == bands.end() ? nullptr : &*band;
}

Confidence parseConfidence(const Json& card) {
  Confidence confidence;
  if (!card.is_object() || !card.contains("confidence")) return confidence;
  try {
    const Json& json = card.at("confidence");
    json.at("separable").get_to(confidence.separable);
    for (const Json& pair : json.at("pairs"))
      confidence.pairs.push_back({pair.at(0).get<float>(), pair.at(1).get<float>()});
    if (json.contains("gains"))
      for (const Json& point : json.at("gains"))
        confidence.gains.push_back({point.at(0).get<float>(), point.at(1).get<float>()});
    const Json& similarity = json.at("similarity");
    similarity.at("shift").get_to(confidence.shift);
    similarity.at("scale").get_to(confidence.scale);
    similarity.at("axes").get_to(confidence.axes);
    similarity.at("clip").get_to(confidence.clip);
    similarity.at("places").get_to(confidence.places);
    for (const Json& program : card.at("training").at("data")) confidence.programs.push_back(program.at("name"));
    for (const Json& band : similarity.at("bands"))
      confidence.bands.push_back({band.at("upTo").get<float>(), band.at("pairAccuracy").get<float>()});
  } catch (const Json::exception&) {
    return {};
  }
  return hasConsistentSizes(confidence) ? confidence : Confidence{};
}

}  // namespace hlorank::model
