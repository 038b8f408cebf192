// Specifications of the synthetic collections: numbers and sizes of programs as in the five TpuGraphs collections.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "native/synth/layout_cost.h"
#include "native/synth/networks.h"

namespace hlorank::synth {

enum class Split { kTrain, kValid, kTest };
const char* nameOf(Split split);  // "train"

struct Collection {
  const char* name;               // "layout:xla:random"
  const char* folder;             // "layout/xla/random", relative to npz/
  bool tiles, language, genetic;  // language: language models only; genetic: configurations from a genetic search
  size_t programs[3];             // number of programs in train, valid, test
};
const std::vector<Collection>& collections();

struct ProgramSpec {
  std::string name;  // file name without extension; a hash for test programs, as in TpuGraphs
  Split split = Split::kTrain;
  NetworkSpec network;
  size_t configurations = 0;
  size_t repeats = 0;   // additional rows with the default configuration (setting 0 of every node)
  size_t distinct = 0;  // maximum number of distinct configurations; 0: no maximum
  uint64_t seed = 0;    // random seed of configurations and noise
  Law law = Law::kTraffic;
};

struct Size {
  double scale = .05;     // factor of the published numbers of programs, nodes and configurations
  size_t programs = 0;    // programs per collection; 0: published number · scale
  bool transfer = false;  // every second test program has the network of a training program
};

// Specifications of all programs of a collection. At scale 1 the numbers of programs, nodes and configurations are
// distributed as published. The `random` and `default` collections of one source (xla, nlp) have the same networks. The
// same arguments give the same list.
std::vector<ProgramSpec> makeProgramSpecs(const Collection& collection, const Size& size, uint64_t seed);

// One program with the maximum sizes of TpuGraphs (43,615 nodes, 100,040 configurations); one of 372 nodes, 26 of them
// configurable.
ProgramSpec largestProgram(uint64_t seed);
ProgramSpec singleProgram(size_t configurations, uint64_t seed);

}  // namespace hlorank::synth
