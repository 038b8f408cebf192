#include "native/research/synth/collections.h"

#include <algorithm>
#include <cmath>

#include "shared/base/fnv.h"
#include "shared/base/random.h"
#include "shared/base/text.h"

namespace hlorank::synth {

namespace {

// Lower bounds at any scale. kLeastPrograms and kLeastConfigurations: numbers of programs and of configurations for
// train, valid and test. kLeastNodes: number of nodes of a program.
constexpr size_t kLeastPrograms[] = {8, 2, 2}, kLeastConfigurations[] = {64, 128, 128}, kLeastNodes = 150;
// Upper bounds, which are the published maxima of TpuGraphs: configurations and nodes of a program.
// kTestConfigurations: published number of configurations of a test program.
constexpr size_t kMostConfigurations = 100'040, kMostNodes = 43'615, kTestConfigurations = 1000;
// Greatest number of further configurations in a file that have the layouts written in the program, as the first one
// does.
constexpr size_t kRepeats = 39;

// Derives a random seed for the purpose `what` from the seed of the run.
uint64_t mixSeed(uint64_t seed, const std::string& what) {
  Fnv hash;
  hash.number(seed);
  hash.bytes(what);
  return Random(hash.value()).next();
}

// Samples a number between `low` and `high`, uniformly in its logarithm.
double between(Random& random, double low, double high) {
  return low * std::pow(high / low, random.uniform());
}

// Returns value · scale, rounded, but not less than the smaller of `least` and `value`.
size_t scaled(double value, double scale, size_t least) {
  const auto whole = static_cast<size_t>(std::llround(value));
  return std::max(std::min(whole, least), static_cast<size_t>(std::llround(value * scale)));
}

// Samples the number of nodes of a program with layouts at scale 1: 13,894 on average, 5,711 for language models.
double sampleNodeCount(bool language, Random& random) {
  if (language) return between(random, 800, 19'000);
  return random.uniform() < .35 ? 490 + random.uniform() * (kMostNodes - 490) : between(random, 490, kMostNodes);
}

// Samples the number of configurations of a program with layouts at scale 1.
double sampleLayoutCount(const Collection& collection, Split split, Random& random) {
  if (split == Split::kTest) return kTestConfigurations;
  if (collection.language)
    return random.uniform() < .6 ? kMostConfigurations : between(random, 10'000, kMostConfigurations);
  if (collection.genetic) return between(random, 1'963, 19'221);
  if (split == Split::kTrain && random.uniform() < .06) return random.below(2) == 0 ? 20 : 156;
  return between(random, 481, 19'040);
}

// Samples the number of nodes of a tile-size kernel, 4 to 96 at any scale.
size_t sampleKernelNodes(Random& random) {
  return 4 + random.below(93);
}

// Samples the number of tile sizes of a kernel in a collection of full size (scale 1): 831 to 2,900, but 2 to 4 for
// 2.5 % of the kernels.
double sampleTileCount(Random& random) {
  return random.uniform() < .025 ? 2 + static_cast<double>(random.below(3)) : between(random, 831, 2'900);
}

Family sampleFamily(bool language, Random& random) {
  constexpr Family kAll[] = {Family::kResnet, Family::kInception, Family::kUnet, Family::kDlrm,  Family::kBert,
                             Family::kResnet, Family::kBert,      Family::kUnet, Family::kAlbert};
  constexpr Family kLanguage[] = {Family::kBert, Family::kBert, Family::kAlbert, Family::kTalkingHeads};
  return language ? kLanguage[random.below(std::size(kLanguage))] : kAll[random.below(std::size(kAll))];
}

// Returns the index of a split in arrays with an element per split: 0 train, 1 valid, 2 test.
size_t indexOf(Split split) {
  return static_cast<size_t>(split) - 1;
}

// Returns the number of programs that a collection has in a split (train, valid or test).
size_t programCount(const Collection& collection, const Size& size, Split split) {
  const size_t published = collection.programs[indexOf(split)];
  if (size.programs == 0) return scaled(static_cast<double>(published), size.scale, kLeastPrograms[indexOf(split)]);
  const size_t all = collection.programs[0] + collection.programs[1] + collection.programs[2];
  const size_t held = std::max<size_t>(1, size.programs * published / all);
  if (split != Split::kTrain) return held;
  const size_t valid = std::max<size_t>(1, size.programs * collection.programs[1] / all);
  const size_t test = std::max<size_t>(1, size.programs * collection.programs[2] / all);
  return size.programs > valid + test ? size.programs - valid - test : 1;
}

// Specifies the program with index `index` in a split (train, valid or test) of a collection.
ProgramSpec makeProgramSpec(const Collection& collection, const Size& size, Split split, size_t index, uint64_t seed) {
  const std::string place = std::string(nameOf(split)) + std::to_string(index);
  // The seed of the network depends only on xla or nlp, so that the `random` and the `default` collection have the same
  // networks.
  Random source(mixSeed(seed, (collection.tiles ? "tile" : collection.language ? "nlp" : "xla") + place));
  Random own(mixSeed(seed, collection.name + place));
  ProgramSpec spec;
  spec.split = split;
  spec.network.family = sampleFamily(collection.language, source);
  spec.network.nodes = collection.tiles ? sampleKernelNodes(source)
                                        : scaled(sampleNodeCount(collection.language, source), size.scale, kLeastNodes);
  spec.network.seed = source.next();
  spec.seed = own.next();
  const double configurations = collection.tiles
                                    ? sampleTileCount(own)
                                    : sampleLayoutCount(collection, split, own) +
                                          (collection.language && split == Split::kTest && index == 0 ? 1 : 0);
  spec.configurations = scaled(configurations, size.scale, kLeastConfigurations[indexOf(split)]);
  if (!collection.tiles && !collection.language && !collection.genetic)
    spec.repeats = std::min(kRepeats, spec.configurations / 4);
  // As in TpuGraphs, two training programs of layout:nlp:random have many rows but few distinct configurations.
  if (collection.language && !collection.genetic && split == Split::kTrain && (index == 1 || index == 2))
    spec.distinct = scaled(index == 1 ? 48 : 1'296, size.scale, 8);
  const std::string name = formatted("%s_%04zu", collection.tiles ? "kernel" : nameOf(spec.network.family), index);
  spec.name = split == Split::kTrain ? name : std::string(nameOf(split)) + "_" + name;
  if (split == Split::kTest) spec.name = hexadecimal(spec.network.seed) + hexadecimal(spec.seed);
  return spec;
}

}  // namespace

const std::vector<Collection>& collections() {
  static const std::vector<Collection> all = {
      {"layout:xla:random", "layout/xla/random", false, false, false, {69, 7, 8}},
      {"layout:xla:default", "layout/xla/default", false, false, true, {61, 7, 8}},
      {"layout:nlp:random", "layout/nlp/random", false, true, false, {207, 20, 17}},
      {"layout:nlp:default", "layout/nlp/default", false, true, true, {198, 20, 17}},
      {"tile:xla", "tile/xla", true, false, false, {5709, 676, 844}},
  };
  return all;
}

std::vector<ProgramSpec> makeProgramSpecs(const Collection& collection, const Size& size, uint64_t seed) {
  std::vector<ProgramSpec> programs;
  for (const Split split : {Split::kTrain, Split::kValid, Split::kTest}) {
    const size_t count = programCount(collection, size, split);
    for (size_t i = 0; i < count; ++i) programs.push_back(makeProgramSpec(collection, size, split, i, seed));
  }
  if (!size.transfer) return programs;
  const size_t trained = programCount(collection, size, Split::kTrain);
  size_t test = 0;
  for (ProgramSpec& program : programs) {
    if (program.split != Split::kTest) continue;
    if (test % 2 == 0) program.network = programs[test % trained].network;
    ++test;
  }
  return programs;
}

ProgramSpec largestProgram(uint64_t seed) {
  ProgramSpec spec = {.name = "largest", .configurations = kMostConfigurations, .repeats = kRepeats, .seed = seed};
  spec.network = {.family = Family::kBert, .nodes = kMostNodes, .configurable = 1000, .seed = seed};
  return spec;
}

ProgramSpec singleProgram(size_t configurations, uint64_t seed) {
  ProgramSpec spec = {.name = "single", .configurations = configurations, .seed = seed};
  spec.network = {.family = Family::kAlexnet, .nodes = 372, .configurable = 26, .seed = seed};
  return spec;
}

}  // namespace hlorank::synth
