#include "native/store/repeats.h"

#include <algorithm>
#include <cmath>

#include "shared/base/quantile.h"

namespace hlorank::store {
namespace {

constexpr size_t kSure = 16;  // fewest deviations from which to estimate the drift
constexpr double kSureT = 6;  // smallest t statistic of the slope of a significant drift

// A row of the source whose configuration also occurs in other rows, and the deviation of its run time from those of
// the other rows.
struct Deviation {
  // `row`: index of the row in the source. `value`: run time of the row / median run time of its configuration - 1.
  double row, value;
};

// Estimates the relative change of run times over `rows` rows of a file: the slope of the least-squares line through
// the deviations, times `rows`. Returns 0 if the slope is not significant.
double estimateDrift(const std::vector<Deviation>& deviations, double rows) {
  const auto n = static_cast<double>(deviations.size());
  if (deviations.size() < kSure) return 0;
  double x = 0, y = 0;
  for (const Deviation& d : deviations) x += d.row / n, y += d.value / n;
  double xx = 0, xy = 0, yy = 0;
  for (const Deviation& d : deviations) {
    xx += (d.row - x) * (d.row - x);
    xy += (d.row - x) * (d.value - y);
    yy += (d.value - y) * (d.value - y);
  }
  if (xx <= 0) return 0;
  const double slope = xy / xx, rest = std::max(0., yy - slope * xy);
  const double error = std::sqrt(rest / (n - 2) / xx);
  return std::abs(slope) >= kSureT * error ? slope * rows : 0;
}

}  // namespace

Times mergeTimes(std::span<const uint32_t> configurationOf, std::span<const int64_t> runtimes,
                 std::span<const int64_t> normalizers) {
  Times result;
  const auto timeOf = [&](uint32_t row) { return runtimes.empty() ? int64_t{0} : std::max<int64_t>(0, runtimes[row]); };
  std::vector<uint32_t> again;  // all rows whose configuration has several rows
  std::vector<uint32_t> firstRow;
  std::vector<bool> several;
  for (uint32_t row = 0; row < configurationOf.size(); ++row) {
    const uint32_t configuration = configurationOf[row];
    if (configuration == firstRow.size()) {
      firstRow.push_back(row);
      several.push_back(false);
      continue;
    }
    result.repeats.push_back({row, configuration});
    if (!several[configuration]) again.push_back(firstRow[configuration]);
    several[configuration] = true;
    again.push_back(row);
  }
  for (const uint32_t row : firstRow) {
    result.times.push_back(timeOf(row));
    if (!normalizers.empty()) result.normalizers.push_back(normalizers[row]);
  }

  const auto valueOf = [&](uint32_t row) {
    const auto time = static_cast<double>(timeOf(row));
    return normalizers.empty() || normalizers[row] <= 0 ? time : time / static_cast<double>(normalizers[row]);
  };
  std::sort(again.begin(), again.end(), [&](uint32_t a, uint32_t b) {
    if (configurationOf[a] != configurationOf[b]) return configurationOf[a] < configurationOf[b];
    const double x = valueOf(a), y = valueOf(b);
    return x != y ? x < y : a < b;
  });
  std::vector<double> spreads;
  std::vector<Deviation> deviations;
  for (size_t begin = 0, end = 0; begin < again.size(); begin = end) {
    const uint32_t configuration = configurationOf[again[begin]];
    while (end < again.size() && configurationOf[again[end]] == configuration) ++end;
    const auto all = static_cast<uint32_t>(end - begin);
    size_t known = begin;  // first known run time: hidden ones are 0 and sort first
    while (known < end && timeOf(again[known]) == 0) ++known;
    if (known == end) {
      result.merged.push_back({configuration, all, 0, 0});
      continue;
    }
    const uint32_t lower = again[known + (end - known - 1) / 2], upper = again[known + (end - known) / 2];
    const double middle = (valueOf(lower) + valueOf(upper)) / 2;
    const double least = valueOf(again[known]), most = valueOf(again[end - 1]);
    double unit = 1;
    if (normalizers.empty()) {
      result.times[configuration] = timeOf(lower) + (timeOf(upper) - timeOf(lower)) / 2;
    } else {
      result.times[configuration] = timeOf(lower);
      result.normalizers[configuration] = normalizers[lower];
      if (normalizers[lower] > 0) unit = static_cast<double>(normalizers[lower]);
    }
    result.merged.push_back({configuration, all, std::llround(least * unit), std::llround(most * unit)});
    if (end - known < 2) continue;
    spreads.push_back((most - least) / middle);
    for (size_t i = known; i < end; ++i)
      deviations.push_back({static_cast<double>(again[i]), valueOf(again[i]) / middle - 1});
  }
  result.noise = median(std::move(spreads));
  result.drift = estimateDrift(deviations, static_cast<double>(configurationOf.size()));
  return result;
}

}  // namespace hlorank::store
