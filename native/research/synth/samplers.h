// Samples layout configurations of a synthetic program. A setting is one combination of the layouts of a configurable
// node's output and operands. Setting 0 has the layouts written in the program.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "native/research/synth/layout_cost.h"

namespace hlorank::synth {

// A configuration: for each configurable node, the index of its setting (combination of layouts). All 0: the layouts
// written in the program.
using Choice = std::vector<uint8_t>;

// Describes which layout configurations of a program to sample, and how many.
struct Sampling {
  // Whether to sample by genetic search from the layouts written in the program, as for the collections
  // layout:*:default; else at random.
  bool genetic = false;
  size_t count = 0;  // number of configurations, including duplicates
  // Random sampling: number of extra configurations with the layouts written in the program. One configuration always
  // has these layouts and is not counted.
  size_t repeats = 0;
  // Random sampling: most distinct configurations. 0: avoid duplicates.
  size_t distinct = 0;
  // For each configurable node, 1 if it has the layouts written in the program in every configuration. Empty if the
  // layouts of all nodes vary.
  std::vector<uint8_t> fixed;
  // For each configurable node, the index of the configurable node whose layouts it copies; its own index if it copies
  // none. Empty if no node copies.
  std::vector<uint32_t> tiedTo;
  uint64_t seed = 1;
};

// A sequence of layout configurations, one of the first 64 of which has the layouts written in the program. The same
// Sampling and the same reported times give the same sequence.
class Sampler {
 public:
  virtual ~Sampler() = default;
  // Samples the next configuration. The reference is valid until the next call.
  virtual const Choice& next() = 0;
  // Receives the measured time of the configuration that next() returned last. The genetic search prefers fast
  // configurations.
  virtual void report(double) {}
};
// Makes the sampler that `sampling` describes. `space`: the possible settings (combinations of layouts) of each
// configurable node.
std::unique_ptr<Sampler> makeSampler(const LayoutSpace& space, const Sampling& sampling);

}  // namespace hlorank::synth
