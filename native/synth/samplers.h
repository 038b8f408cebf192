// Which configurations a collection has.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "native/synth/layout_cost.h"

namespace hlorank::synth {

using Choice = std::vector<uint8_t>;  // [positions] a setting of each node

struct Sampling {
  bool genetic = false;        // a genetic search from the default, as the `default` collections; else random settings
  size_t count = 0;            // configurations in all
  size_t repeats = 0;          // how often the default comes again
  size_t distinct = 0;         // no more different ones than these; 0: all differ as far as there are enough
  std::vector<uint8_t> fixed;  // [positions] 1: always at the default; empty: none
  std::vector<uint32_t> tiedTo;  // [positions] the position whose setting it has, itself where free; empty: all free
  uint64_t seed = 1;
};

// One configuration after the other, the default somewhere among the first 64. The same sampling gives the same ones,
// given the same times.
class Sampler {
 public:
  virtual ~Sampler() = default;
  virtual const Choice& next() = 0;
  // The time of the one given last. A genetic search goes by it.
  virtual void tell(double) {}
};
std::unique_ptr<Sampler> makeSampler(const LayoutSpace& space, const Sampling& sampling);

}  // namespace hlorank::synth
