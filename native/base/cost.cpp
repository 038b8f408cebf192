#include "native/base/cost.h"

#include <sys/resource.h>

#include <algorithm>

#include "shared/base/text.h"

namespace hlorank::native {

uint64_t peakMemory() {
  rusage own{}, ofChildren{};
  getrusage(RUSAGE_SELF, &own);
  getrusage(RUSAGE_CHILDREN, &ofChildren);
  return static_cast<uint64_t>(std::max(own.ru_maxrss, ofChildren.ru_maxrss)) * 1024;
}

std::string Stopwatch::cost() const {
  return formatted("%.1f s, peak memory %.0f MB", seconds(), static_cast<double>(peakMemory()) / 1e6);
}

}  // namespace hlorank::native
