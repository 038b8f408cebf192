#include "native/train/confidence.h"

#include <ATen/ATen.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "shared/base/json.h"

namespace hlorank::train {
namespace {

constexpr size_t kGroups = 12;       // most points of a calibration curve
constexpr size_t kFewestGains = 60;  // with fewer programs, how probable gains are stays unknown
constexpr int kMantissaBits = 23;    // mantissa bits of a float32
// Number of bins for score differences between two neighbouring powers of two.
constexpr size_t kSteps = 1 << 14;
// Number of principal components of the embeddings. More do not predict better which programs are ranked badly.
constexpr int64_t kAxes = 8;
// Largest absolute value of a standardised embedding; larger values are clipped.
constexpr double kClip = 3;
// An embedding column with a smaller standard deviation counts as constant and gets scale 0.
constexpr double kConstant = 1e-4;
constexpr size_t kBands = 3;    // number of groups of programs by their distance to the nearest other program
constexpr double kUsual = .95;  // quantile of all distances at which the last group ends

// Rounds to four decimals, which keeps the file model.json small.
double rounded(double value) {
  return std::round(value * 1e4) / 1e4;
}

// Converts a vector to JSON; `round` limits the digits of its elements.
Json toJson(const at::Tensor& vector, const std::function<Json(double)>& round) {
  Json json = Json::array();
  const at::Tensor values = vector.to(at::kDouble).contiguous();
  for (int64_t i = 0; i < values.numel(); ++i) json.push_back(round(values.data_ptr<double>()[i]));
  return json;
}

Json rowsToJson(const at::Tensor& matrix) {
  Json json = Json::array();
  for (int64_t row = 0; row < matrix.size(0); ++row) json.push_back(toJson(matrix[row], rounded));
  return json;
}

// Returns, for every program, the distance to the nearest learned program; for a learned program, to the nearest one of
// another family (group of variants of one network). Infinity if there is none. `places` are the projected embeddings,
// [programs, axes].
std::vector<double> distancesToOthers(const at::Tensor& places, const std::vector<EmbeddedProgram>& programs) {
  const at::Tensor apart = at::cdist(places, places).contiguous();
  const size_t count = programs.size();
  std::vector<double> distances(count, std::numeric_limits<double>::infinity());
  for (size_t a = 0; a < count; ++a)
    for (size_t b = 0; b < count; ++b)
      if (programs[b].learned && !(programs[a].learned && programs[a].family == programs[b].family))
        distances[a] = std::min(distances[a], apart.data_ptr<double>()[a * count + b]);
  return distances;
}

// Divides the programs into thirds by distance. Returns an array with an object per third, {upTo: largest distance,
// programs: number of programs, pairAccuracy: mean accuracy}. Skips programs whose distance or accuracy is not finite,
// that is unknown.
Json makeBands(const std::vector<double>& distances, const std::vector<EmbeddedProgram>& programs) {
  std::vector<size_t> order;
  for (size_t i = 0; i < programs.size(); ++i)
    if (std::isfinite(distances[i]) && std::isfinite(programs[i].pairAccuracy)) order.push_back(i);
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return distances[a] < distances[b]; });
  Json bands = Json::array();
  for (size_t band = 0; band < kBands; ++band) {
    const size_t begin = band * order.size() / kBands, end = (band + 1) * order.size() / kBands;
    if (begin == end) continue;
    double sum = 0;
    for (size_t i = begin; i < end; ++i) sum += programs[order[i]].pairAccuracy;
    const size_t last = band + 1 < kBands ? end - 1 : size_t(kUsual * double(order.size() - 1));
    bands.push_back({{"upTo", rounded(distances[order[last]])},
                     {"programs", end - begin},
                     {"pairAccuracy", rounded(sum / double(end - begin))}});
  }
  return bands;
}

}  // namespace

void PairCalibration::add(std::span<const float> scores, std::span<const double> times) {
  size_t pairs = 0;  // number of pairs of configurations with different times
  for (size_t a = 0; a < times.size(); ++a) pairs += a - size_t(std::count(times.begin(), times.begin() + a, times[a]));
  const double weight = 1 / double(pairs);
  for (size_t a = 0; a < scores.size(); ++a) {
    for (size_t b = 0; b < a; ++b) {
      if (times[a] == times[b]) continue;
      const float apart = std::abs(scores[a] - scores[b]);
      const bool inOrder = (scores[a] < scores[b]) == (times[a] < times[b]);
      Sums& sums = sumsOf(apart);
      sums.weight += weight;
      sums.apart += weight * double(apart);
      sums.inOrder += weight * (apart == 0 ? .5 : inOrder ? 1 : 0);
    }
  }
}

PairCalibration::Sums& PairCalibration::sumsOf(float apart) {
  const uint32_t bits = std::bit_cast<uint32_t>(apart);
  std::vector<Sums>& steps = sums_[bits >> kMantissaBits];
  if (steps.empty()) steps.resize(kSteps);
  return steps[(bits & ((1u << kMantissaBits) - 1)) / ((1u << kMantissaBits) / kSteps)];
}

Json PairCalibration::curve() const {
  std::vector<Sums> ascending;
  double whole = 0;
  for (const std::vector<Sums>& steps : sums_) {
    for (const Sums& sums : steps) {
      if (sums.weight > 0) ascending.push_back(sums);
      whole += sums.weight;
    }
  }
  Json curve = Json::array();
  double passed = 0, least = .5;
  Sums group;
  for (size_t i = 0; i < ascending.size(); ++i) {
    passed += ascending[i].weight;
    group.weight += ascending[i].weight;
    group.apart += ascending[i].apart;
    group.inOrder += ascending[i].inOrder;
    if (passed * kGroups < whole * double(curve.size() + 1) && i + 1 < ascending.size()) continue;
    least = std::max(least, group.inOrder / group.weight);  // never below the previous value, so that the curve ascends
    const double apart = rounded(group.apart / group.weight);
    if (curve.empty() || apart > curve.back()[0].get<double>()) curve.push_back({apart, rounded(least)});
    group = {};
  }
  return curve;
}

Json GainCalibration::curve() const {
  if (gains_.size() < kFewestGains) return nullptr;
  std::vector<std::pair<float, bool>> ascending = gains_;
  std::sort(ascending.begin(), ascending.end());
  struct Group {
    double count = 0, gain = 0, faster = 0;  // sums over the programs of the group
  };
  std::vector<Group> groups;
  for (size_t i = 0; i < kGroups; ++i) {
    Group group;
    for (size_t j = i * ascending.size() / kGroups; j < (i + 1) * ascending.size() / kGroups; ++j)
      group.count += 1, group.gain += double(ascending[j].first), group.faster += ascending[j].second;
    groups.push_back(group);
    while (groups.size() > 1) {  // algorithm "pool adjacent violators"
      const Group last = groups.back(), before = groups[groups.size() - 2];
      if (before.faster * last.count < last.faster * before.count) break;
      groups.pop_back();
      groups.back() = {before.count + last.count, before.gain + last.gain, before.faster + last.faster};
    }
  }
  Json curve = Json::array();
  for (const Group& group : groups)
    curve.push_back({rounded(group.gain / group.count), rounded(group.faster / group.count)});
  return curve;
}

float differenceAtAccuracy(const Json& curve, double share) {
  double before = 0, reached = .5;
  for (const Json& point : curve) {
    const double difference = point[0], inOrder = point[1];
    if (inOrder >= share)
      return float(inOrder > reached ? before + (difference - before) * (share - reached) / (inOrder - reached)
                                     : difference);
    before = difference;
    reached = inOrder;
  }
  return float(before);
}

Json makeSimilarity(const std::vector<EmbeddedProgram>& programs) {
  const int64_t count = int64_t(programs.size()), width = int64_t(programs.at(0).embedding.size());
  at::Tensor embeddings = at::empty({count, width}, at::kDouble);
  for (int64_t i = 0; i < count; ++i)
    std::copy(programs[size_t(i)].embedding.begin(), programs[size_t(i)].embedding.end(),
              embeddings.data_ptr<double>() + i * width);
  std::vector<int64_t> indices;
  for (int64_t i = 0; i < count; ++i)
    if (programs[size_t(i)].learned) indices.push_back(i);
  const auto ofLearned = [&](const at::Tensor& rows) { return rows.index_select(0, at::tensor(indices)); };
  const at::Tensor shift = ofLearned(embeddings).mean(0);
  const at::Tensor deviation = (ofLearned(embeddings) - shift).square().mean(0).sqrt();
  const at::Tensor scale = at::where(deviation > kConstant, 1 / deviation, at::zeros_like(deviation));
  const at::Tensor normal = ((embeddings - shift) * scale).clamp(-kClip, kClip);
  const at::Tensor centred = ofLearned(normal) - ofLearned(normal).mean(0);
  const auto [values, vectors] = at::linalg_eigh(centred.t().matmul(centred));  // eigenvalues in ascending order
  const at::Tensor axes = vectors.narrow(1, std::max<int64_t>(0, width - kAxes), std::min(width, kAxes)).t();
  const at::Tensor places = normal.matmul(axes.t());

  Json json;
  // The scale is up to 1 / kConstant, and enlarges errors of the shift as much.
  const auto precise = [](double value) { return number(value); };
  json["shift"] = toJson(shift, precise);
  json["scale"] = toJson(scale, precise);
  json["clip"] = kClip;
  json["axes"] = rowsToJson(axes);
  json["places"] = rowsToJson(ofLearned(places));
  json["bands"] = makeBands(distancesToOthers(places, programs), programs);
  return json;
}

}  // namespace hlorank::train
