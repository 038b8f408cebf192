// Samples the configurations of a synthetic layout program. In the default configuration every node has setting 0.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "native/synth/layout_cost.h"

namespace hlorank::synth {

using Choice = std::vector<uint8_t>;  // [positions] setting index of each node

struct Sampling {
  bool genetic = false;        // genetic search from the default configuration (layout:*:default); else random
  size_t count = 0;            // total number of configurations
  size_t repeats = 0;          // number of duplicates of the default configuration (random sampling only)
  size_t distinct = 0;         // maximum number of distinct configurations; 0: avoid duplicates (random sampling only)
  std::vector<uint8_t> fixed;  // [positions] 1: always setting 0; empty: no position is fixed
  std::vector<uint32_t> tiedTo;  // [positions] position whose setting to copy, or itself; empty: none is tied
  uint64_t seed = 1;
};

// A sequence of configurations; one of the first 64 is the default configuration. Deterministic for equal Sampling and
// equal reported times.
class Sampler {
 public:
  virtual ~Sampler() = default;
  virtual const Choice& next() = 0;
  // Reports the measured time of the last configuration. Used by the genetic search.
  virtual void report(double) {}
};
std::unique_ptr<Sampler> makeSampler(const LayoutSpace& space, const Sampling& sampling);

}  // namespace hlorank::synth
