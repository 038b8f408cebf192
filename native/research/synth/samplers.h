// Samples layout configurations of a synthetic program. A setting is one combination of the layouts of a configurable
// node's output and operands; index 0 has the layouts written in the program.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "native/research/synth/layout_cost.h"

namespace hlorank::synth {

using Choice = std::vector<uint8_t>;  // a configuration: [positions] setting index of each
                                      // configurable node; all 0: the program layouts

// Which configurations to sample.
struct Sampling {
  bool genetic = false;  // true: genetic search from the program layouts, as for layout:*:default; false: random
  size_t count = 0;      // number of configurations, duplicates included
  size_t repeats = 0;    // number of extra configurations with the program layouts, which one always has (random only)
  size_t distinct = 0;   // maximum number of distinct configurations; 0: avoid duplicates (random only)
  // [configurable nodes] 1: the node has setting 0 in every configuration. Empty if all nodes vary.
  std::vector<uint8_t> fixed;
  // [configurable nodes] index of the configurable node whose setting the node copies; its own index: it copies none.
  // Empty if no node copies.
  std::vector<uint32_t> tiedTo;
  uint64_t seed = 1;  // random seed
};

// A sequence of configurations; one of the first 64 has the program layouts. The same Sampling and the same reported
// times give the same sequence.
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
