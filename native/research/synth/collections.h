// Specifications of the synthetic collections, data sets that `hlorank synth` generates: numbers and sizes of programs
// are those of the five TpuGraphs collections.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "native/base/split.h"
#include "native/research/synth/layout_cost.h"
#include "native/research/synth/networks.h"

namespace hlorank::synth {

using native::Split;

// One of the five TpuGraphs collections.
struct Collection {
  const char* name;    // "layout:xla:random"
  const char* folder;  // "layout/xla/random", relative to npz/
  // tiles: the programs are kernels with tile sizes, not layouts; language: the networks are language models only;
  // genetic: a genetic search sampled the configurations, not a random generator.
  bool tiles, language, genetic;
  size_t programs[3];  // published number of programs in train, valid, test
};
// Returns the five collections: layout:{xla,nlp}:{random,default} and tile:xla.
const std::vector<Collection>& collections();

// What to generate for one program of a collection.
struct ProgramSpec {
  std::string name;  // file name without extension; a hash for test programs, as in TpuGraphs
  Split split = Split::kTrain;
  NetworkSpec network;
  size_t configurations = 0;  // number of configurations (rows) in the file, duplicates included
  size_t repeats = 0;         // number of extra rows with the program layouts, which one row always has
  size_t distinct = 0;        // maximum number of distinct configurations; 0: no maximum
  uint64_t seed = 0;          // random seed of configurations and noise
  Law law = Law::kTraffic;    // ground-truth cost function of layouts
};

// Size of the collections to generate.
struct Size {
  double scale = .05;     // factor on the published numbers of programs, nodes and configurations
  size_t programs = 0;    // programs per collection over all splits; 0: published number · scale
  bool transfer = false;  // --transfer: every second test program is the same network as some training program
};

// Specifies all programs of a collection. At scale 1 the numbers of programs, nodes and configurations are distributed
// as published. layout:xla:random and layout:xla:default have the same networks, and so have the two nlp collections.
// The same arguments give the same list.
std::vector<ProgramSpec> makeProgramSpecs(const Collection& collection, const Size& size, uint64_t seed);

// Specifies a program with the maximum sizes of TpuGraphs: 43,615 nodes, 100,040 configurations (--largest).
ProgramSpec largestProgram(uint64_t seed);
// Specifies a program of 372 nodes, 26 of them with configurable layouts (--single).
ProgramSpec singleProgram(size_t configurations, uint64_t seed);

}  // namespace hlorank::synth
