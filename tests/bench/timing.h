// Measures run times for the benchmarks, in native code and WebAssembly.
#pragma once

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <vector>

namespace hlorank::bench {

using Clock = std::chrono::steady_clock;

inline double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

// Returns {min, median, max} of measured seconds, and the number of runs.
inline nlohmann::json summary(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  return {{"min", seconds.front()},
          {"median", seconds[seconds.size() / 2]},
          {"max", seconds.back()},
          {"runs", seconds.size()}};
}

// Measures the run time of `body`. After one warm-up run, runs it at least five times and for at least half a second.
// Returns the summary of the run times in seconds.
template <class Body>
nlohmann::json measure(Body&& body) {
  std::vector<double> seconds;
  double total = 0;
  body();
  while (seconds.size() < 5 || (total < 0.5 && seconds.size() < 1000)) {
    const auto start = Clock::now();
    body();
    seconds.push_back(secondsSince(start));
    total += seconds.back();
  }
  return summary(std::move(seconds));
}

}  // namespace hlorank::bench
