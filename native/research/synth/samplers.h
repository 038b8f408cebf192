// Samples the configurations of a synthetic layout program.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "native/research/synth/layout_cost.h"

namespace hlorank::synth {

using Choice = std::vector<uint8_t>;  // a configuration: [positions] setting index of each
                                      // configurable node; all 0: the program layouts

// Which configurations to sample. Setting: the layouts of one configurable node; index 0 has its program layouts.
struct Sampling {
  bool genetic = false;  // genetic search from the program layouts, as for layout:*:default; else random
  size_t count = 0;      // total number of configurations
  size_t repeats = 0;    // rows that repeat the program layouts, besides the one that always exists (random only)
  size_t distinct = 0;   // maximum number of distinct ones; 0: avoid duplicates (random only)
  // [configurable nodes] 1: the node always has setting 0. Empty: none.
  std::vector<uint8_t> fixed;
  // [configurable nodes] index of the configurable node whose setting the node copies, or its own. Empty: none copies.
  std::vector<uint32_t> tiedTo;
  uint64_t seed = 1;  // random seed
};

// A sequence of configurations; one of the first 64 has the program layouts. Deterministic for equal Sampling and equal
// reported times.
class Sampler {
 public:
  virtual ~Sampler() = default;
  // Samples the next configuration; valid until the next call.
  virtual const Choice& next() = 0;
  // Receives the measured time of the configuration that next() returned last; the genetic search prefers fast ones.
  virtual void report(double) {}
};
// Makes the sampler that `sampling` describes. `space`: the possible settings of each configurable node.
std::unique_ptr<Sampler> makeSampler(const LayoutSpace& space, const Sampling& sampling);

}  // namespace hlorank::synth
