#include "native/research/synth/tiles.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <set>

#include "native/research/synth/hlo_builder.h"
#include "native/research/synth/machine.h"
#include "native/research/synth/npz_writer.h"
#include "shared/base/random.h"
#include "shared/configs/dataset.h"
#include "shared/hlo/read.h"

namespace hlorank::synth {

namespace {

using configs::TileSizes;
using hlo::Opcode;

// Operations per ns of the simulated machine: elementwise operations, and multiply-adds of dots and convolutions.
constexpr double kOperationsPerNanosecond = 2000, kMultipliesPerNanosecond = 40'000;
// Simulated machine: size of its cache in bytes, and fixed time that each tile takes in ns.
constexpr double kCacheBytes = 4 << 20, kTileNanoseconds = 200;
constexpr size_t kRowsOfMachine = 100;         // number of consecutive configurations measured on one machine
constexpr double kMachines = .05;              // relative standard deviation of machine speeds
constexpr double kSlowest = 12;                // largest run time relative to the compiler default
constexpr uint64_t kMachineSeed = 0x6d616368;  // random seed of the machine speeds

int64_t roundedUp(int64_t value, int64_t unit) {
  return (value + unit - 1) / unit * unit;
}

// Returns the bytes of a block of `sizes`, with its last dimension padded to multiples of 128 elements (lanes) and the
// one before to multiples of 32 bytes (sublanes).
double paddedBytes(const std::vector<int64_t>& sizes, int elementBytes) {
  double bytes = elementBytes;
  for (size_t d = 0; d < sizes.size(); ++d) {
    int64_t size = sizes[d];
    if (d + 1 == sizes.size()) size = roundedUp(size, kLanes);
    if (d + 2 == sizes.size()) size = roundedUp(size, kSublaneBytes / elementBytes);
    bytes *= static_cast<double>(size);
  }
  return bytes;
}

// Adds the first operation of a kernel: a random dot, convolution or reduction, or only a parameter.
Tensor makeFirstOperation(HloBuilder& hlo, Random& random, const std::string& type) {
  switch (random.below(4)) {
    case 0: {
      const int64_t m = random.pick({64, 100, 256, 512, 1024, 2000}), n = random.pick({48, 128, 320, 512, 1000, 3072});
      const int64_t k = random.pick({64, 128, 200, 768, 1024});
      const Tensor x = hlo.parameter(type, {m, k}), y = hlo.parameter(type, {k, n});
      return hlo.dot(x, y, 1, 0);
    }
    case 1: {
      const int64_t batch = random.pick({1, 4, 8, 32}), image = random.pick({7, 14, 28, 35, 56, 112});
      const int64_t from = random.pick({32, 64, 128, 256}), to = random.pick({32, 48, 64, 192, 256});
      const int64_t size = random.pick({1, 3, 5});
      const Tensor x = hlo.parameter(type, {batch, image, image, from});
      const Tensor kernel = hlo.parameter(type, {size, size, from, to});
      return hlo.convolution(x, kernel, {.size = size, .low = size / 2, .high = size / 2}, "b01f_01io->b01f",
                             {batch, image, image, to});
    }
    case 2: {
      const Tensor x = hlo.parameter(type, {random.pick({8, 24, 64, 128}), random.pick({64, 100, 256, 384}),
                                            random.pick({64, 128, 333, 512, 1024})});
      return hlo.reduce("add", hlo.binary("multiply", x, x), {1});
    }
    default:
      return hlo.parameter(type, {random.pick({2, 8, 16, 30}), random.pick({12, 28, 64, 100, 512}),
                                  random.pick({24, 100, 128, 320, 1024})});
  }
}

}  // namespace

Result<graph::Program> makeKernel(const NetworkSpec& spec, const std::string& name) {
  Random random(spec.seed);
  HloBuilder hlo;
  const std::string type = random.below(2) == 0 ? "bf16" : "f32";
  Tensor x = makeFirstOperation(hlo, random, type);
  while (hlo.count() < spec.nodes) {
    constexpr const char* kUnary[] = {"tanh", "negate", "exponential", "abs"};
    constexpr const char* kBinary[] = {"add", "multiply", "maximum", "subtract"};
    const size_t left = spec.nodes - hlo.count();
    if (left < 3 || random.below(3) > 0)
      x = hlo.unary(kUnary[random.below(4)], x);
    else if (random.below(2) == 0)
      x = hlo.binary(kBinary[random.below(4)], x, hlo.parameter(type, x.sizes));
    else
      x = hlo.binary(kBinary[random.below(4)], x,
                     hlo.broadcast(hlo.parameter(type, {x.sizes.back()}), x.sizes, {x.rank() - 1}));
  }
  Result<hlo::Module> module = hlo::parseText(std::make_shared<const std::string>(hlo.finishLast("kernel")));
  if (!module) return module.error();
  return graph::makeProgram(name, graph::makeGraph(*module));
}

KernelFacts computeKernelFacts(const graph::Program& kernel) {
  KernelFacts facts;
  const graph::Graph& graph = kernel.graph;
  const auto is = [&](uint32_t node, Opcode opcode) { return graph.opcodes[node] == hlo::tpuGraphsId(opcode); };
  const auto root = static_cast<uint32_t>(graph.nodes() - 1);
  facts.sizes.assign(kernel.dimensions(root).begin(), kernel.dimensions(root).end());
  facts.elementBytes = kernel.elementBytes(root);
  for (uint32_t node = 0; node <= root; ++node) {
    const std::span<const int64_t> sizes = kernel.dimensions(node);
    if (is(node, Opcode::kParameter)) {
      if (std::ranges::equal(sizes, facts.sizes)) facts.inputs += facts.elementBytes;
    } else if (is(node, Opcode::kDot) || is(node, Opcode::kConvolution)) {
      facts.contraction = kernel.dimensions(kernel.operands(node)[0]).back();
      facts.window = is(node, Opcode::kDot) ? 1 : kernel.convolution(node)->windowElements;
    } else if (is(node, Opcode::kReduce)) {
      // The operands of a reduction include its initial value and its reducer, both of rank 0. The condition skips
      // them.
      for (uint32_t operand : kernel.operands(node)) {
        if (const auto from = kernel.dimensions(operand); from.size() > 1) facts.contraction = from[1];
      }
    } else if (std::ranges::equal(sizes, facts.sizes)) {
      facts.operations += 1;
    }
  }
  return facts;
}

double tileCost(const KernelFacts& facts, const TileSizes& tile) {
  const auto pieces = [](int64_t size, int64_t of) { return (size + of - 1) / of; };
  double tiles = 1;
  for (size_t d = 0; d < facts.sizes.size(); ++d) tiles *= static_cast<double>(pieces(facts.sizes[d], tile.output[d]));
  const double result = paddedBytes(tile.output, facts.elementBytes), elements = result / facts.elementBytes;
  double bytes = result * (1 + facts.inputs / facts.elementBytes);
  double operations = elements * facts.operations / kOperationsPerNanosecond;
  if (facts.contraction > 1 && !tile.kernel.empty()) {
    const int64_t part = tile.kernel[0];
    tiles *= static_cast<double>(pieces(facts.contraction, part));
    const int64_t rows = tile.output.size() > 1 ? tile.output[tile.output.size() - 2] : 1;
    bytes += paddedBytes({rows, part}, facts.elementBytes) +
             facts.window * paddedBytes({part, tile.output.back()}, facts.elementBytes);
    operations += elements * facts.window * static_cast<double>(part) / kMultipliesPerNanosecond;
  }
  const double spill = 1 + 2 * std::max(0., std::log2(bytes / kCacheBytes));
  return tiles * (std::max(bytes * spill / kBytesPerNanosecond, operations) + kTileNanoseconds);
}

std::vector<TileSizes> sampleTiles(const KernelFacts& facts, size_t count, uint64_t seed) {
  Random random(seed);
  std::vector<int64_t> limits = facts.sizes;
  if (facts.contraction > 1) limits.push_back(facts.contraction);
  const auto tileOf = [&](const std::vector<int64_t>& sizes) {
    TileSizes tile;
    tile.output.assign(sizes.begin(), sizes.begin() + static_cast<int64_t>(facts.sizes.size()));
    tile.kernel.assign(sizes.begin() + static_cast<int64_t>(facts.sizes.size()), sizes.end());
    return tile;
  };
  // Tile sizes of the compiler default: blocks of 64 by 512, limited to the sizes of the result.
  std::vector<int64_t> sizes;
  for (size_t d = 0; d < limits.size(); ++d) {
    const bool last = d + 1 >= facts.sizes.size(), second = d + 2 == facts.sizes.size();
    sizes.push_back(std::min<int64_t>(limits[d], last ? 512 : second ? 64 : 1));
  }
  std::vector<TileSizes> tiles = {tileOf(sizes)};
  const double slowest = kSlowest * tileCost(facts, tiles[0]);
  std::set<std::vector<int64_t>> seen = {sizes};
  for (size_t tries = 0; tiles.size() < count && tries < 16 * count; ++tries) {
    for (size_t d = 0; d < limits.size(); ++d) {
      int powers = 0;  // smallest n with 2^n >= limit
      while (int64_t{1} << powers < limits[d]) ++powers;
      // Makes half of the sizes powers of two or the whole dimension, and the other half arbitrary.
      const double power = random.below(2) == 0 ? static_cast<double>(random.below(static_cast<size_t>(powers) + 1))
                                                : random.uniform() * powers;
      sizes[d] = std::min(limits[d], static_cast<int64_t>(std::exp2(power)));
    }
    if (!seen.insert(sizes).second) continue;
    TileSizes tile = tileOf(sizes);
    if (tileCost(facts, tile) <= slowest) tiles.push_back(std::move(tile));
  }
  return tiles;
}

Result<TileTruth> writeTiles(const graph::Program& kernel, const ProgramSpec& spec, double noise,
                             const std::string& path) {
  const KernelFacts facts = computeKernelFacts(kernel);
  const std::vector<TileSizes> tiles = sampleTiles(facts, spec.configurations, spec.seed);
  const double normal = tileCost(facts, tiles[0]);
  Noise measurement(noise, spec.seed ^ kNoiseSeed), machines(kMachines, spec.seed ^ kMachineSeed);
  configs::TileConfigurations configurations;
  TileTruth truth;
  double machine = 1;
  for (size_t c = 0; c < tiles.size(); ++c) {
    if (c % kRowsOfMachine == 0) machine = machines.factor();
    const double time = tileCost(facts, tiles[c]);
    const auto normalizer = std::max<int64_t>(1, std::llround(normal * machine));
    const double measured = time * measurement.factor();
    const auto columns = configs::toColumns(tiles[c]);
    configurations.columns.insert(configurations.columns.end(), columns.begin(), columns.end());
    configurations.runtimes.push_back(std::llround(measured * machine));
    configurations.normalizers.push_back(normalizer);
    truth.times.noiseless.push_back(std::llround(time));
    truth.times.noisy.push_back(std::llround(measured));
  }
  truth.normalizers = configurations.normalizers;
  if (spec.split == Split::kTest) configurations.runtimes.assign(tiles.size(), 0);
  NpzWriter file(path);
  for (const npz::Array& array : configs::makeTileArchive(kernel.graph, configurations).arrays) file.add(array);
  Result<bool> written = file.finish();
  if (!written) return written.error();
  return truth;
}

}  // namespace hlorank::synth
