// Formats amounts for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hlorank::cost {

// Three significant digits and a prefix: "1.23 GFLOP", "4.56 MiB", "7.89 ms", "12.3 %".
std::string formatCount(double count, std::string_view unit = "");  // prefixes k, M, G, T, P, E
std::string formatBytes(double bytes);                              // B, KiB, MiB, …
std::string formatSeconds(double seconds);                          // ns, µs, ms, s
std::string formatPercent(double share);                            // one decimal
std::string formatTrips(double trips);                              // "24", "1.5 M"

// Cells in columns, aligned. The first row has the titles; the last column is left-aligned, the others right-aligned.
// Counts a UTF-8 character as one place.
std::string formatTable(const std::vector<std::vector<std::string>>& rows);

}  // namespace hlorank::cost
