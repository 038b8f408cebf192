#include "native/research/synth/layout_cost.h"
#include "native/research/synth/machine.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "shared/base/fnv.h"
#include "shared/base/random.h"

namespace hlorank::synth {

namespace {

using configs::kLayoutDimensions;
using configs::kNoNode;
using configs::kTensors;
using hlo::Opcode;

constexpr double kMostPadding = 8;    // largest factor by which padding increases bytes
constexpr double kBurst = 64;         // cost of a jump in memory, in elements
constexpr int kHops = 3;              // most edges between the two tensors of a CopyTerm
constexpr size_t kMostProducers = 4;  // most producers with a CopyTerm per operand
// kShapeNanoseconds: maximum cost of a tensor by the cost function kShapes. kHeavyNanoseconds: cost by kHeavyTails of a
// program whose factors are all 1.
constexpr double kShapeNanoseconds = 20'000, kHeavyNanoseconds = 1e6;
// Number of random configurations of which computeBase finds the fastest and slowest.
constexpr int kRandomChoices = 256;

// Weight and penalty of each tensor (output, operand 0, operand 1) of an instruction in the ground-truth cost kTraffic.
struct Coefficients {
  std::array<double, kTensors> weight, penalty;
};
constexpr Coefficients kConvolution = {{1, 1.5, 3}, {.4, .3, .5}};
constexpr Coefficients kDot = {{1, 1.25, 2}, {.4, .2, .6}};
constexpr Coefficients kReshape = {{1, 1, 0}, {.2, .2, 0}};

const Coefficients& coefficientsOf(uint8_t opcode) {
  if (opcode == hlo::tpuGraphsId(Opcode::kConvolution)) return kConvolution;
  return opcode == hlo::tpuGraphsId(Opcode::kDot) ? kDot : kReshape;
}

// Returns whether the operation is elementwise, so that its result has the layout of the operands of the same sizes.
bool keepsLayout(uint8_t opcode) {
  constexpr Opcode kOperations[] = {Opcode::kAbs,      Opcode::kAdd,      Opcode::kConvert, Opcode::kCopy,
                                    Opcode::kDivide,   Opcode::kExp,      Opcode::kMaximum, Opcode::kMinimum,
                                    Opcode::kMultiply, Opcode::kNegate,   Opcode::kRsqrt,   Opcode::kSelect,
                                    Opcode::kSqrt,     Opcode::kSubtract, Opcode::kTanh};
  return std::any_of(std::begin(kOperations), std::end(kOperations),
                     [&](Opcode operation) { return hlo::tpuGraphsId(operation) == opcode; });
}

// Returns the unpadded size of the result of node `value`, in bytes.
double bytesOf(const graph::Program& program, uint32_t value) {
  double bytes = program.elementBytes(value);
  for (int64_t size : program.dimensions(value)) bytes *= static_cast<double>(size);
  return bytes;
}

// Returns the two most minor dimensions of a tensor (0 output, 1 operand 0, 2 operand 1) of rank `rank` in a setting
// (layouts of a node's tensors). If the layout is left to the compiler, returns those of the row-major layout. -1: no
// such dimension.
std::array<int, 2> minorOf(const Setting& setting, size_t tensor, size_t rank) {
  const int8_t* order = setting.data() + tensor * kLayoutDimensions;
  if (order[0] >= 0) return {order[0], order[1]};
  return {static_cast<int>(rank) - 1, static_cast<int>(rank) - 2};
}

// Returns the factor by which a dimension grows when it is padded to a multiple of `unit`.
double padding(int64_t size, int64_t unit) {
  const int64_t padded = (size + unit - 1) / unit * unit;
  return static_cast<double>(padded) / static_cast<double>(std::max<int64_t>(1, size));
}

// Returns the cost of a tensor in ns by the cost function kTraffic (see Law). `value`: the node whose result this
// tensor is. `minor`: the two most minor dimensions of the tensor.
double slotTerm(const graph::Program& program, uint32_t value, const std::array<int, 2>& minor, double weight,
                double penalty) {
  const std::span<const int64_t> sizes = program.dimensions(value);
  if (sizes.empty() || minor[0] >= static_cast<int>(sizes.size()) || minor[1] >= static_cast<int>(sizes.size()))
    return 0;
  const int bytes = std::max(1, program.elementBytes(value));
  const int64_t first = std::max<int64_t>(1, sizes[static_cast<size_t>(minor[0])]);
  const int64_t second = minor[1] < 0 ? 1 : sizes[static_cast<size_t>(minor[1])];
  const double waste = std::min(kMostPadding, padding(first, kLanes) * padding(second, kSublaneBytes / bytes));
  const bool turned = minor[0] != static_cast<int>(sizes.size()) - 1;
  return weight * bytesOf(program, value) / kBytesPerNanosecond *
         (waste + kBurst / static_cast<double>(first) + (turned ? penalty : 0));
}

// The properties of a configurable tensor on which its cost by the functions kShapes and kHeavyTails depends.
struct SlotKind {
  uint8_t opcode, tensor;
  int minor;  // most minor dimension of the tensor; -1 for rank 0
  std::span<const int64_t> sizes;
};

// Returns a pseudo-random number in [0, 1) that depends only on the integers.
double hashToUnit(std::initializer_list<int64_t> integers, std::span<const int64_t> more = {}) {
  Fnv hash;
  for (const int64_t integer : integers) hash.number(integer);
  for (const int64_t integer : more) hash.number(integer);
  return Random(hash.value()).uniform();
}

// Returns the cost of a tensor for the cost function kShapes, from 0 to 20,000 ns. The cost is proportional to the cube
// of a uniform random number, so that most tensors are cheap and few expensive.
double shapeTerm(const SlotKind& kind) {
  if (kind.minor < 0 || kind.sizes.size() < 2) return 0;
  const int64_t fromLast = static_cast<int64_t>(kind.sizes.size()) - 1 - kind.minor;
  const int64_t size = kind.sizes[static_cast<size_t>(kind.minor)];
  const auto magnitude = static_cast<int64_t>(std::log2(static_cast<double>(std::max<int64_t>(1, size))));
  return kShapeNanoseconds * std::pow(hashToUnit({kind.opcode, kind.tensor, fromLast, magnitude}), 3);
}

// Returns the natural logarithm of a tensor's cost factor for the cost function kHeavyTails. Returns 0 if the last
// dimension of the tensor is the most minor.
double heavyTerm(const SlotKind& kind) {
  const auto rank = static_cast<int64_t>(kind.sizes.size());
  if (kind.minor < 0 || rank < 2 || kind.minor == rank - 1) return 0;
  const double magnitude = std::pow(10, -3 + 3.5 * hashToUnit({kind.opcode, kind.tensor, kind.minor, 1}, kind.sizes));
  const bool faster = hashToUnit({kind.opcode, kind.tensor, kind.minor, 2}, kind.sizes) < .3;
  return faster ? -std::log1p(magnitude) : std::log1p(magnitude);
}

// Finds configurable nodes whose result becomes that of node `value` by at most kHops - 1 layout-preserving operations.
// Returns the first kMostProducers of them, as indices among the configurable nodes. `positions` maps a configurable
// node to this index.
std::vector<uint32_t> producersOf(const graph::Program& program, uint32_t value,
                                  const std::unordered_map<uint32_t, uint32_t>& positions) {
  const std::span<const int64_t> sizes = program.dimensions(value);
  std::vector<uint32_t> found, seen = {value};
  size_t level = 0;
  for (int hop = 1; hop <= kHops; ++hop) {
    const size_t end = seen.size();
    for (; level < end; ++level) {
      const uint32_t node = seen[level];
      if (const auto at = positions.find(node); at != positions.end()) {
        if (found.size() < kMostProducers) found.push_back(at->second);
        continue;
      }
      if (!keepsLayout(program.graph.opcodes[node])) continue;
      for (uint32_t operand : program.operands(node)) {
        if (std::find(seen.begin(), seen.end(), operand) == seen.end() &&
            std::ranges::equal(program.dimensions(operand), sizes))
          seen.push_back(operand);
      }
    }
  }
  return found;
}

// Compresses the logarithm of a factor beyond +-6 logarithmically. Then many effects of one sign still give plausible
// times.
double softLimit(double logarithm) {
  constexpr double kMost = 6;
  const double beyond = std::abs(logarithm) - kMost;
  return beyond <= 0 ? logarithm : std::copysign(kMost + std::log1p(beyond), logarithm);
}

}  // namespace

const char* nameOf(Law law) {
  constexpr const char* kNames[] = {"traffic", "overlap", "shapes", "gated", "heavy"};
  return kNames[static_cast<size_t>(law)];
}

LayoutCosts::LayoutCosts(const graph::Program& program, const LayoutSpace& space, Law law) : law_(law) {
  std::unordered_map<uint32_t, uint32_t> positions;
  for (uint32_t i = 0; i < space.nodes.size(); ++i) positions.emplace(space.nodes[i], i);
  for (size_t i = 0; i < space.nodes.size(); ++i) {
    const uint32_t node = space.nodes[i];
    const Coefficients& of = coefficientsOf(program.graph.opcodes[node]);
    begin_.push_back(terms_.size());
    for (const Setting& setting : space.settings[i]) {
      double term = 0;
      std::array<uint8_t, kTensors> packed = {};
      bool opens = true;
      for (uint8_t t = 0; t < kTensors; ++t) {
        const uint32_t value = configs::valueOf(program, node, t);
        if (value == kNoNode) continue;
        const std::span<const int64_t> sizes = program.dimensions(value);
        const std::array<int, 2> minor = minorOf(setting, t, sizes.size());
        const double traffic = slotTerm(program, value, minor, of.weight[t], of.penalty[t]);
        const SlotKind kind = {program.graph.opcodes[node], t, minor[0], sizes};
        switch (law) {
          case Law::kOverlap:
            term = std::max(term, traffic);
            break;
          case Law::kShapes:
            term += shapeTerm(kind);
            break;
          case Law::kHeavyTails:
            term += heavyTerm(kind);
            break;
          default:
            term += traffic;
        }
        if (t == 0) opens = minor[0] == static_cast<int>(sizes.size()) - 1;
        packed[t] = static_cast<uint8_t>((minor[0] + 2) * 16 + minor[1] + 2);
      }
      terms_.push_back(term);
      opens_.push_back(opens);
      minor_.push_back(packed);
    }
  }

  if (law == Law::kShapes || law == Law::kHeavyTails) return;  // these cost functions ignore copies
  struct Consumer {
    uint32_t position;
    uint8_t tensor;
  };
  std::unordered_map<uint32_t, Consumer> last;  // for each value, the last configurable node that reads it
  for (uint32_t i = 0; i < space.nodes.size(); ++i) {
    for (uint8_t t = 1; t < kTensors; ++t) {
      const uint32_t value = configs::valueOf(program, space.nodes[i], t);
      if (value == kNoNode || program.dimensions(value).size() < 2) continue;
      if (t == 2 && value == configs::valueOf(program, space.nodes[i], 1))
        continue;  // both operands are the same tensor
      const double nanoseconds = bytesOf(program, value) / kBytesPerNanosecond;
      for (uint32_t producer : producersOf(program, value, positions))
        copies_.push_back({producer, i, 0, t, nanoseconds});
      if (const auto before = last.find(value); before != last.end())
        copies_.push_back({before->second.position, i, before->second.tensor, t, nanoseconds});
      last[value] = {i, t};
    }
  }
}

double LayoutCosts::of(std::span<const uint8_t> choice) const {
  return withoutCopies(choice) + copiesOf(choice);
}

double LayoutCosts::withoutCopies(std::span<const uint8_t> choice) const {
  double sum = 0;
  for (size_t i = 0; i < choice.size(); ++i) {
    const bool shows = law_ != Law::kGated || i == 0 || opens_[begin_[i - 1] + choice[i - 1]];
    if (shows) sum += terms_[begin_[i] + choice[i]];
  }
  return law_ == Law::kHeavyTails ? kHeavyNanoseconds * std::exp(softLimit(sum)) : sum;
}

double LayoutCosts::copiesOf(std::span<const uint8_t> choice) const {
  double sum = 0;
  for (const CopyTerm& copy : copies_) {
    const uint8_t a = minor_[begin_[copy.a] + choice[copy.a]][copy.tensorA];
    const uint8_t b = minor_[begin_[copy.b] + choice[copy.b]][copy.tensorB];
    if (a == b) continue;
    const double hidden = law_ == Law::kOverlap ? .5 * terms_[begin_[copy.b] + choice[copy.b]] : 0;
    sum += std::max(0.0, copy.nanoseconds - hidden);
  }
  return sum;
}

double computeBase(const LayoutSpace& space, const LayoutCosts& costs, Law law, uint64_t seed) {
  if (law == Law::kHeavyTails) return 0;
  Random random(seed);
  const double ratio = 1.1 * std::pow(3 / 1.1, random.uniform());
  double fastest = INFINITY, slowest = 0;
  std::vector<uint8_t> choice(space.nodes.size());
  for (int i = 0; i < kRandomChoices; ++i) {
    for (size_t n = 0; n < choice.size(); ++n) choice[n] = static_cast<uint8_t>(random.below(space.settings[n].size()));
    const double cost = costs.of(choice);
    fastest = std::min(fastest, cost);
    slowest = std::max(slowest, cost);
  }
  return std::max((slowest - ratio * fastest) / (ratio - 1), .2 * fastest);
}

}  // namespace hlorank::synth
