#include "native/evaluate/reliability.h"

#include <algorithm>
#include <cmath>

#include "shared/base/json.h"
#include "shared/base/text.h"

namespace hlorank::evaluate {
namespace {

constexpr double kShares[] = {.25, .5, .75, 1};
constexpr size_t kMostPaired = 1000;

struct Means {
  double stated = 0, observed = 0, brier = 0;
};

Means meansOf(const std::vector<Claim>& claims) {
  Means means;
  for (const Claim& claim : claims) {
    means.stated += claim.stated / double(claims.size());
    means.observed += claim.isTrue / double(claims.size());
    means.brier += std::pow(claim.stated - claim.isTrue, 2) / double(claims.size());
  }
  return means;
}

}  // namespace

void Reliability::add(std::span<const float> scores, std::span<const double> times,
                      std::optional<CompilerDefault> compilerDefault) {
  if (confidence_.pairs.empty() || scores.size() < 2) return;
  std::array<ReliabilityBin, kBins> sums;
  const size_t stride = (scores.size() + kMostPaired - 1) / kMostPaired;
  for (size_t a = 0; a < scores.size(); a += stride) {
    for (size_t b = 0; b < a; b += stride) {
      if (times[a] == times[b]) continue;
      const double stated = double(confidence_.pairConfidence(std::abs(scores[a] - scores[b])));
      ReliabilityBin& bin = sums[std::min(kBins - 1, size_t((stated - .5) * 2 * kBins))];
      bin.weight += 1;
      bin.stated += stated;
      bin.observed += scores[a] == scores[b] ? .5 : (scores[a] < scores[b]) == (times[a] < times[b]);
    }
  }
  double pairs = 0;
  for (const ReliabilityBin& bin : sums) pairs += bin.weight;
  if (pairs == 0) return;
  for (size_t i = 0; i < kBins; ++i) {
    sums_[i].weight += sums[i].weight / pairs;
    sums_[i].stated += sums[i].stated / pairs;
    sums_[i].observed += sums[i].observed / pairs;
  }
  ++programs_;
  if (!compilerDefault) return;
  const size_t first = size_t(std::min_element(scores.begin(), scores.end()) - scores.begin());
  const float gain = compilerDefault->score - scores[first];
  claims_.push_back({double(confidence_.gainConfidence(gain)), times[first] < compilerDefault->time,
                     times[first] / *std::min_element(times.begin(), times.end()) - 1});
}

std::array<ReliabilityBin, Reliability::kBins> Reliability::bins() const {
  std::array<ReliabilityBin, kBins> bins = sums_;
  for (ReliabilityBin& bin : bins) {
    if (bin.weight > 0) bin.stated /= bin.weight, bin.observed /= bin.weight;
    bin.weight /= double(programs_);
  }
  return bins;
}

double Reliability::calibrationError() const {
  double error = 0;
  for (const ReliabilityBin& bin : bins()) error += bin.weight * std::abs(bin.stated - bin.observed);
  return error;
}

std::vector<Coverage> Reliability::coverage() const {
  std::vector<Claim> surest = claims_;
  std::stable_sort(surest.begin(), surest.end(), [](const Claim& a, const Claim& b) { return a.stated > b.stated; });
  std::vector<Coverage> all;
  for (const double share : kShares) {
    const auto count = size_t(std::lround(share * double(surest.size())));
    if (count == 0) continue;
    Coverage coverage = {share};
    for (size_t i = 0; i < count; ++i) {
      coverage.observed += surest[i].isTrue / double(count);
      coverage.slowdown += surest[i].slowdown / double(count);
    }
    all.push_back(coverage);
  }
  return all;
}

Json toJson(const Reliability& reliability) {
  Json json = {{"calibrationError", number(reliability.calibrationError())}, {"pairs", Json::array()}};
  for (const ReliabilityBin& bin : reliability.bins())
    json["pairs"].push_back(
        {{"share", number(bin.weight)}, {"stated", number(bin.stated)}, {"observed", number(bin.observed)}});
  if (reliability.claims().empty()) return json;
  const Means means = meansOf(reliability.claims());
  json["claims"] = {{"programs", reliability.claims().size()},
                    {"stated", number(means.stated)},
                    {"observed", number(means.observed)},
                    {"brier", number(means.brier)},
                    {"coverage", Json::array()}};
  for (const Coverage& coverage : reliability.coverage())
    json["claims"]["coverage"].push_back(
        {{"share", coverage.share}, {"observed", number(coverage.observed)}, {"slowdown1", number(coverage.slowdown)}});
  return json;
}

std::string toText(const Reliability& reliability) {
  if (reliability.empty()) return {};
  std::string lines =
      "\nprobabilities of the model, in %: pairs of configurations, by the stated probability that they are in order\n";
  const auto row = [&](const char* name, double ReliabilityBin::*value) {
    lines += formatted("  %-12s", name);
    for (const ReliabilityBin& bin : reliability.bins())
      lines += bin.weight > 0 ? formatted("%7.1f", 100 * (bin.*value)) : "      -";
    lines += "\n";
  };
  row("stated", &ReliabilityBin::stated);
  row("observed", &ReliabilityBin::observed);
  row("share", &ReliabilityBin::weight);
  lines += formatted("  mean difference of stated and observed: %.1f\n", 100 * reliability.calibrationError());
  if (reliability.claims().empty()) return lines;
  const Means means = meansOf(reliability.claims());
  lines += formatted(
      "the first of a ranking is faster than the compiler default: %.0f %% of %zu programs, stated %.0f %% (Brier "
      "score %.3f)\n",
      100 * means.observed, reliability.claims().size(), 100 * means.stated, means.brier);
  for (const Coverage& coverage : reliability.coverage()) {
    lines += formatted("  surest %3.0f %% of the programs: true for %.0f %%, top-1 %.1f\n", 100 * coverage.share,
                       100 * coverage.observed, 100 * coverage.slowdown);
  }
  return lines;
}

}  // namespace hlorank::evaluate
