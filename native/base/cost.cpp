#include "native/base/cost.h"

#include <sys/resource.h>

#include <cstdio>

namespace hlorank::native {

uint64_t peakMemory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<uint64_t>(usage.ru_maxrss) * 1024;
}

std::string Stopwatch::cost() const {
  char text[64];
  std::snprintf(text, sizeof text, "%.1f s, peak memory %.0f MB", seconds(), static_cast<double>(peakMemory()) / 1e6);
  return text;
}

}  // namespace hlorank::native
