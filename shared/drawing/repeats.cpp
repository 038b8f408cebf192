#include "shared/drawing/repeats.h"

#include <algorithm>
#include <unordered_map>

namespace hlorank::drawing {

std::vector<Repeat> findRepeats(const std::vector<uint64_t>& symbols, const std::vector<uint32_t>& cuts,
                                uint32_t gram) {
  constexpr uint64_t kBase = 0x100000001b3;
  const uint32_t n = static_cast<uint32_t>(symbols.size());
  std::vector<Repeat> repeats;
  if (n < 2 * gram) return repeats;
  uint64_t highest = 1;  // factor of the window's first symbol in the rolling hash: kBase^(gram − 1)
  for (uint32_t k = 1; k < gram; ++k) highest *= kBase;

  // Maps the hash of a window to the index of its last symbol, where the window occurred last.
  std::unordered_map<uint64_t, uint32_t> last;
  last.reserve(n);
  uint64_t hash = 0;
  uint32_t free = 0;      // index of the first symbol after the repetitions found so far
  uint32_t runBegin = 0;  // index of the last symbol of the first window that occurs again
  uint32_t distance = 0;  // distance between equal windows, which is the period; 0 if there is no repetition now
  const auto finish = [&](uint32_t end) {  // ends the repetition before index `end`
    if (distance == 0) return;
    // First symbol of the range whose symbols up to `end` equal those one period before.
    const uint32_t matchBegin = runBegin + 1 - gram;
    const uint32_t begin = std::max(free, matchBegin - distance);
    if (end < begin + 2 * distance) return;
    const uint32_t length = end - begin, most = length / distance;
    uint32_t best = begin;
    // Moves the start to where the cost of starting a copy is lowest. With more than 3 copies, this may lose one copy.
    const uint32_t latest = most > 3 ? distance - 1 : length % distance;
    for (uint32_t phase = 0; phase <= latest; ++phase)
      if (cuts[begin + phase] < cuts[best]) best = begin + phase;
    repeats.push_back({best, distance, (end - best) / distance});
    free = best + distance * ((end - best) / distance);
  };
  for (uint32_t i = 0; i < n; ++i) {
    if (i >= gram) hash -= highest * symbols[i - gram];
    hash = hash * kBase + symbols[i];
    if (i + 1 < gram) continue;
    const auto [entry, isNew] = last.try_emplace(hash, i);
    const uint32_t d = isNew ? 0 : i - entry->second;
    entry->second = i;
    if (d == distance) continue;
    finish(i);
    distance = d;
    runBegin = i;
  }
  finish(n);
  return repeats;
}

}  // namespace hlorank::drawing
