#include "shared/cost/units.h"

#include <algorithm>
#include <cmath>
#include <span>

#include "shared/base/decimal.h"
#include "shared/base/text.h"

namespace hlorank::cost {

namespace {

// Formats a number with three significant digits. Uses an exponent only from 1e15 on.
std::string threeDigits(double value) {
  const double size = std::abs(value);
  if (size >= 1e15) return formatted("%.3g", value);
  const bool isSmallInteger = size == std::floor(size) && size < 1000;
  const int decimals = isSmallInteger || size >= 99.95 ? 0 : size >= 9.995 ? 1 : 2;
  return withoutNegativeZero(formatted("%.*f", decimals, value));
}

std::string withPrefix(double value, double step, std::span<const std::string_view> units) {
  size_t unit = 0;
  while (std::abs(value) >= step * .9995 && unit + 1 < units.size()) value /= step, ++unit;
  return threeDigits(value) + (units[unit].empty() ? "" : " ") + std::string(units[unit]);
}

}  // namespace

std::string formatCount(double count, std::string_view unit) {
  constexpr std::string_view kPrefixes[] = {"", "k", "M", "G", "T", "P", "E"};
  size_t prefix = 0;
  while (std::abs(count) >= 999.5 && prefix + 1 < std::size(kPrefixes)) count /= 1000, ++prefix;
  const std::string suffix = std::string(kPrefixes[prefix]) + std::string(unit);
  return threeDigits(count) + (suffix.empty() ? "" : " " + suffix);
}

std::string formatBytes(double bytes) {
  constexpr std::string_view kUnits[] = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
  return withPrefix(bytes, 1024, kUnits);
}

std::string formatSeconds(double seconds) {
  constexpr std::string_view kUnits[] = {"ns", "µs", "ms", "s"};
  return withPrefix(seconds * 1e9, 1000, kUnits);
}

std::string formatPercent(double share) {
  return withoutNegativeZero(formatted("%.1f %%", 100 * share));
}

std::string formatTrips(double trips) {
  return trips < 1e6 && trips == std::floor(trips) ? std::to_string(static_cast<long>(trips)) : formatCount(trips);
}

std::string formatTable(const std::vector<std::vector<std::string>>& rows) {
  std::vector<size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], countCharacters(row[i]));
  }
  std::string text;
  for (const auto& row : rows) {
    for (size_t i = 0; i < row.size(); ++i) {
      if (i > 0) text += "  ";
      if (i + 1 < widths.size()) text.append(widths[i] - countCharacters(row[i]), ' ');
      text += row[i];
    }
    text += '\n';
  }
  return text;
}

}  // namespace hlorank::cost
