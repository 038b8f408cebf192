// Elapsed time and peak memory of the process, for the summary line that long commands print at the end.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace hlorank::native {

// Peak resident set size of this process, in bytes.
uint64_t peakMemory();

// Measures the time since its construction.
class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  // Elapsed time and peak memory of the process as text: "12.3 s, peak memory 456 MB".
  std::string cost() const;

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace hlorank::native
