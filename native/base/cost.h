// Elapsed time and peak memory of a process, for the summary line that long-running commands print at the end.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace hlorank::native {

// Returns the peak resident set size, in bytes, of this process or of the largest child that it has waited for.
uint64_t peakMemory();

// Measures the wall-clock time since the object was constructed.
class Stopwatch {
 public:
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }
  // Formats the elapsed time and peakMemory(): "12.3 s, peak memory 456 MB".
  std::string cost() const;

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace hlorank::native
