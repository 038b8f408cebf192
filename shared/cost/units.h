// Formats numbers with their units, for people.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hlorank::cost {

// Format with three significant digits and a prefix: "1.23 GFLOP", "4.56 MiB", "7.89 ms"; percentages as "12.3 %".
std::string formatCount(double count, std::string_view unit = "");  // prefixes k, M, G, T, P, E
std::string formatBytes(double bytes);                              // B, KiB, MiB, …
std::string formatSeconds(double seconds);                          // ns, µs, ms, s
std::string formatPercent(double share);                            // of a fraction, 0 to 1; one decimal
std::string formatTrips(double trips);                              // "24", "1.5 M"

// Formats a table with aligned columns: the last one to the left, the others to the right. rows[0] has the titles. Each
// UTF-8 character counts as one column of text.
std::string formatTable(const std::vector<std::vector<std::string>>& rows);

}  // namespace hlorank::cost
