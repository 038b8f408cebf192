#include "native/tune/verify.h"

#include <algorithm>

#include "shared/base/quantile.h"
#include "shared/base/random.h"

namespace hlorank::tune {
namespace {

constexpr size_t kResamples = 4000;  // number of resamples of the bootstrap
constexpr size_t kCopies = 2;        // number of compilations of each configuration
// If the 95 % interval of the speedup is wider than this, more timing passes are run.
constexpr double kWide = .03;
// Upper limit on timing passes, as a multiple of the requested number.
constexpr size_t kMostTimes = 3;

}  // namespace

Speedup computeSpeedup(std::span<const double> compilerDefault, std::span<const double> tuned, uint64_t seed) {
  Speedup speedup;
  for (size_t p = 0; p < compilerDefault.size(); ++p) speedup.ratios.push_back(compilerDefault[p] / tuned[p]);
  if (speedup.ratios.empty()) return speedup;
  speedup.ratio = median(speedup.ratios);
  speedup.compilerDefault = median({compilerDefault.begin(), compilerDefault.end()});
  speedup.tuned = median({tuned.begin(), tuned.end()});
  Random random(seed);
  std::vector<double> medians;
  std::vector<double> resample(speedup.ratios.size());
  for (size_t i = 0; i < kResamples; ++i) {
    for (double& ratio : resample) ratio = speedup.ratios[random.below(speedup.ratios.size())];
    medians.push_back(median(resample));
  }
  std::sort(medians.begin(), medians.end());
  speedup.low = medians[kResamples * 25 / 1000];
  speedup.high = medians[kResamples * 975 / 1000 - 1];
  return speedup;
}

Result<Speedup> verify(const collect::Subject& subject, const collect::WorkerOptions& worker,
                       std::span<const uint8_t> choice, int passes, double window, uint64_t seed) {
  auto started = collect::Worker::start(worker);
  if (!started) return started.error();
  collect::Trial trial(subject, worker, seed, std::move(*started));
  int ids[2][kCopies];  // executables of the compiler default [0] and of `choice` [1]
  for (size_t copy = 0; copy < kCopies; ++copy) {
    for (size_t which = 0; which < 2; ++which) {
      auto compiled = trial.compile(which == 0 ? std::span<const uint8_t>() : choice);
      if (!compiled) return compiled.error();
      ids[which][copy] = compiled->id;
    }
  }
  std::vector<double> compilerDefault, tuned;
  Speedup speedup;
  const auto least = static_cast<size_t>(passes), between = std::max<size_t>(1, least / 4);
  for (size_t pass = 0; pass < kMostTimes * least; ++pass) {
    if (pass >= least && (pass - least) % between == 0) {
      speedup = computeSpeedup(compilerDefault, tuned, seed);
      if (speedup.high - speedup.low <= kWide) return speedup;
    }
    const size_t copy = pass % kCopies, first = pass / kCopies % 2;
    auto times = trial.time({ids[first][copy], ids[1 - first][copy]}, window);
    if (!times) return times.error();
    compilerDefault.push_back((*times)[first]);
    tuned.push_back((*times)[1 - first]);
  }
  return computeSpeedup(compilerDefault, tuned, seed);
}

}  // namespace hlorank::tune
