// The five collections of TpuGraphs in numbers: how many programs of which size with how many configurations.
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
  const char* folder;             // "layout/xla/random", below npz/
  bool tiles, language, genetic;  // language: of language models alone; genetic: configurations of a search
  size_t programs[3];             // by split
};
const std::vector<Collection>& collections();

struct ProgramSpec {
  std::string name;  // of the file; of a test program its hash, as published
  Split split = Split::kTrain;
  NetworkSpec network;
  size_t configurations = 0;
  size_t repeats = 0;   // of the default, on top of its first row
  size_t distinct = 0;  // different ones at most; 0: all
  uint64_t seed = 0;    // of configurations and noise
  Law law = Law::kTraffic;
};

struct Size {
  double scale = .05;     // of everything: programs, nodes, configurations
  size_t programs = 0;    // of a collection; 0: as published, times the scale
  bool transfer = false;  // every second test program is one of the training programs again
};

// All programs of a collection. At scale 1 their numbers, nodes and configurations are distributed as published. The
// `random` and `default` collections of one source are of the same programs. The same arguments give the same list.
std::vector<ProgramSpec> programsOf(const Collection& collection, const Size& size, uint64_t seed);

// The largest real case, 43,615 nodes by 100,040 configurations, and an ordinary one of 372 nodes, 26 of them
// configurable.
ProgramSpec largestProgram(uint64_t seed);
ProgramSpec singleProgram(size_t configurations, uint64_t seed);

}  // namespace hlorank::synth
