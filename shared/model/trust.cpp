#include "shared/model/trust.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "shared/model/inputs.h"
#include "shared/model/schema.h"

namespace hlorank::model {

namespace {

using Json = nlohmann::ordered_json;

bool fits(const Trust& trust) {
  const auto isPortrait = [](const std::vector<float>& v) { return v.size() == kNodeInputs; };
  const auto isPlace = [&](const std::vector<float>& v) { return v.size() == trust.axes.size(); };
  return isPortrait(trust.shift) && isPortrait(trust.scale) &&
         std::all_of(trust.axes.begin(), trust.axes.end(), isPortrait) &&
         std::all_of(trust.places.begin(), trust.places.end(), isPlace) && trust.places.size() == trust.programs.size();
}

}  // namespace

std::vector<float> portrait(const graph::Program& program) {
  std::vector<double> sums(kNodeInputs, 0);
  std::vector<float> inputs;
  for (uint32_t node = 0; node < program.graph.nodes(); ++node) {
    inputs.clear();
    appendNodeInputs(program, node, inputs);
    for (size_t i = 0; i < inputs.size(); ++i) sums[i] += inputs[i];
  }
  const double nodes = std::max<double>(1, static_cast<double>(program.graph.nodes()));
  std::vector<float> means;
  for (double sum : sums) means.push_back(static_cast<float>(sum / nodes));
  return means;
}

float Trust::sureness(float difference) const {
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

std::vector<float> Trust::placeOf(std::span<const float> portrait) const {
  std::vector<float> place;
  for (const std::vector<float>& axis : axes) {
    float along = 0;
    for (size_t i = 0; i < axis.size(); ++i)
      along += axis[i] * std::clamp((portrait[i] - shift[i]) * scale[i], -clip, clip);
    place.push_back(along);
  }
  return place;
}

std::vector<Neighbour> Trust::nearest(std::span<const float> portrait, size_t count) const {
  const std::vector<float> place = placeOf(portrait);
  std::vector<Neighbour> all;
  for (size_t program = 0; program < programs.size(); ++program) {
    float squares = 0;
    for (size_t i = 0; i < place.size(); ++i) {
      const float apart = place[i] - places[program][i];
      squares += apart * apart;
    }
    all.push_back({programs[program], std::sqrt(squares)});
  }
  count = std::min(count, all.size());
  const auto nearer = [](const Neighbour& a, const Neighbour& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.name < b.name;
  };
  std::partial_sort(all.begin(), all.begin() + static_cast<ptrdiff_t>(count), all.end(), nearer);
  all.resize(count);
  return all;
}

const DistanceBand* Trust::bandOf(float distance) const {
  const auto band = std::find_if(bands.begin(), bands.end(), [&](const DistanceBand& b) { return distance <= b.upTo; });
  return band == bands.end() ? nullptr : &*band;
}

Trust readTrust(std::string_view cardJson) {
  return trustOf(Json::parse(cardJson.begin(), cardJson.end(), nullptr, /*allow_exceptions=*/false));
}

Trust trustOf(const Json& card) {
  Trust trust;
  if (!card.is_object() || !card.contains("trust")) return trust;
  try {
    const Json& json = card.at("trust");
    json.at("separable").get_to(trust.separable);
    for (const Json& pair : json.at("pairs")) trust.pairs.push_back({pair.at(0).get<float>(), pair.at(1).get<float>()});
    const Json& likeness = json.at("likeness");
    likeness.at("shift").get_to(trust.shift);
    likeness.at("scale").get_to(trust.scale);
    likeness.at("axes").get_to(trust.axes);
    likeness.at("clip").get_to(trust.clip);
    likeness.at("places").get_to(trust.places);
    for (const Json& program : card.at("training").at("data")) trust.programs.push_back(program.at("name"));
    for (const Json& band : likeness.at("bands"))
      trust.bands.push_back({band.at("upTo").get<float>(), band.at("pairAccuracy").get<float>()});
  } catch (const Json::exception&) {
    return {};
  }
  return fits(trust) ? trust : Trust{};
}

}  // namespace hlorank::model
