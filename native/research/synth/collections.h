// Specifications of the synthetic collections, data sets that `hlorank synth` generates. The numbers and sizes of their
// programs are those of the five TpuGraphs collections.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "native/base/split.h"
#include "native/research/synth/layout_cost.h"
#include "native/research/synth/networks.h"

namespace hlorank::synth {

using native::Split;

// One of the five collections (data sets) of TpuGraphs.
struct Collection {
  const char* name;    // such as "layout:xla:random"
  const char* folder;  // such as "layout/xla/random", relative to npz/
  // `tiles`: the programs are kernels with tile sizes, not layouts. `language`: all networks are language models.
  // `genetic`: a genetic search sampled the configurations, not a random generator.
  bool tiles, language, genetic;
  size_t programs[3];  // published numbers of programs in train, valid and test
};
// Returns the five collections: layout:{xla,nlp}:{random,default} and tile:xla.
const std::vector<Collection>& collections();

// What to generate for one program of a synthetic collection.
struct ProgramSpec {
  std::string name;  // file name without extension; a hash for test programs, as in TpuGraphs
  Split split = Split::kTrain;
  NetworkSpec network;
  size_t configurations = 0;  // configurations (rows) in the file, including duplicates
  size_t repeats = 0;       // extra rows with the layouts written in the program, besides the row that always has them
  size_t distinct = 0;      // most distinct configurations; 0: no limit
  uint64_t seed = 0;        // random seed of configurations and noise
  Law law = Law::kTraffic;  // the function that gives the ground-truth cost of layouts
};

// How much to generate: the size of the synthetic collections.
struct Size {
  double scale = .05;  // factor on the published numbers of programs, nodes and configurations
  // Number of programs per collection, over all splits; 0: published number · scale.
  size_t programs = 0;
  // --transfer: whether every second test program is the same network as some training program.
  bool transfer = false;
};

// Specifies all programs of a collection. At scale 1 the numbers of programs, nodes and configurations are distributed
// as published. layout:xla:random and layout:xla:default have the same networks; so do the two nlp collections. The
// same arguments give the same list.
std::vector<ProgramSpec> makeProgramSpecs(const Collection& collection, const Size& size, uint64_t seed);

// Specifies a program with the maximum sizes in TpuGraphs: 43,615 nodes, 100,040 configurations (option --largest).
ProgramSpec largestProgram(uint64_t seed);
// Specifies a program of 372 nodes, 26 of which have configurable layouts (option --single).
ProgramSpec singleProgram(size_t configurations, uint64_t seed);

}  // namespace hlorank::synth
