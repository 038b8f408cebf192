// Formats numbers with units for human readers.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hlorank::cost {

// Format a number with three significant digits, a prefix and a unit, such as "1.23 GFLOP", "4.56 MiB" or "7.89 ms".
// Percentages are formatted as "12.3 %".
std::string formatCount(double count, std::string_view unit = "");  // with prefixes k, M, G, T, P, E
std::string formatBytes(double bytes);                              // with units B, KiB, MiB, …
std::string formatSeconds(double seconds);                          // with units ns, µs, ms, s
std::string formatPercent(double share);                            // formats a fraction, 0 to 1, with one decimal
std::string formatTrips(double trips);                              // formats a trip count, such as "24" or "1.50 M"

// Formats a table with aligned columns. The last column is aligned to the left, all others to the right. rows[0] has
// the titles. Each UTF-8 character counts as one column of text.
std::string formatTable(const std::vector<std::vector<std::string>>& rows);

}  // namespace hlorank::cost
