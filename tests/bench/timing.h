// Timing of benchmarks, for native code and WebAssembly.
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

// {min, median, max} in seconds, and the number of runs.
inline nlohmann::json summary(std::vector<double> seconds) {
  std::sort(seconds.begin(), seconds.end());
  return {{"min", seconds.front()},
          {"median", seconds[seconds.size() / 2]},
          {"max", seconds.back()},
          {"runs", seconds.size()}};
}

// Runs `body` at least five times and for half a second, after one run for warm-up. Returns the summary of the times.
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
