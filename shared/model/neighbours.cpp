#include "shared/model/neighbours.h"

#include <algorithm>
#include <string_view>

#include "shared/hlo/opcode.h"
#include "shared/model/operation_kind.h"

namespace hlorank::model {

namespace {

// How the dimensions of an operation's operand correspond to the dimensions of its result.
enum class Carry : uint8_t { kNothing, kSame, kTranspose, kBroadcast, kReduce };

constexpr DimensionMap kNoDimensions = {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1};

// Returns, for each number in TpuGraphs' opcode table, how the operation maps dimensions of an operand to dimensions of
// its result.
std::array<Carry, 256> makeCarries() {
  std::array<Carry, 256> carries{};
  for (size_t opcode = 0; opcode < carries.size(); ++opcode) {
    if (isElementwise(static_cast<uint8_t>(opcode))) carries[opcode] = Carry::kSame;
  }
  for (std::string_view name : {"slice", "pad", "concatenate"}) carries[hlo::tpuGraphsIdFromName(name)] = Carry::kSame;
  carries[hlo::tpuGraphsIdFromName("transpose")] = Carry::kTranspose;
  carries[hlo::tpuGraphsIdFromName("broadcast")] = Carry::kBroadcast;
  carries[hlo::tpuGraphsIdFromName("reduce")] = Carry::kReduce;
  carries[0] = Carry::kNothing;  // opcode number 0 means that TpuGraphs' table lacks the opcode
  return carries;
}

// Returns entry i of the HLO attribute `dimensions` of a node. Returns -1 if there is no such entry or if it is not a
// dimension number below `rank`.
int dimensionsEntry(const graph::Program& program, uint32_t node, size_t i, size_t rank) {
  const std::span<const int64_t> entries = program.dimensionsAttribute(node);
  if (i >= entries.size()) return -1;
  return entries[i] >= 0 && entries[i] < static_cast<int64_t>(rank) ? static_cast<int>(entries[i]) : -1;
}

// Sets `map` to the composition of two dimension maps: `first` is applied first, then `second`. Returns false if no
// dimension has a counterpart.
bool compose(const DimensionMap& first, const DimensionMap& second, DimensionMap& map) {
  bool any = false;
  for (size_t i = 0; i < map.size(); ++i) {
    map[i] = first[i] < 0 ? int8_t{-1} : second[first[i]];
    any = any || map[i] >= 0;
  }
  return any;
}

// Returns the inverse of a dimension map.
DimensionMap inverse(const DimensionMap& map) {
  DimensionMap inverted = kNoDimensions;
  for (size_t i = 0; i < map.size(); ++i) {
    if (map[i] >= 0) inverted[map[i]] = static_cast<int8_t>(i);
  }
  return inverted;
}

}  // namespace

Surroundings::Surroundings(const graph::Program& program) : program_(program), seen_(program.graph.nodes()) {
  ranks_.reserve(program.graph.nodes());
  for (uint32_t node = 0; node < program.graph.nodes(); ++node) {
    ranks_.push_back(static_cast<uint8_t>(std::min<size_t>(program.dimensions(node).size(), kNoDimensions.size())));
  }
}

bool Surroundings::carries(uint32_t node, uint32_t operand, DimensionMap& toResult) const {
  static const std::array<Carry, 256> kCarries = makeCarries();
  const size_t from = ranks_[operand], to = ranks_[node];
  const Carry carry = kCarries[program_.graph.opcodes[node]];
  if (from == 0 || to == 0) return false;
  toResult = kNoDimensions;
  switch (carry) {
    case Carry::kNothing:
      return false;
    case Carry::kSame:
      if (from != to) return false;
      for (size_t i = 0; i < from; ++i) toResult[i] = static_cast<int8_t>(i);
      return true;
    case Carry::kTranspose:
      if (from != to) return false;
      for (size_t i = 0; i < to; ++i) {
        int source = dimensionsEntry(program_, node, i, from);
        if (source >= 0) toResult[source] = static_cast<int8_t>(i);
      }
      return true;
    case Carry::kBroadcast:
      if (from > to) return false;
      for (size_t i = 0; i < from; ++i) toResult[i] = static_cast<int8_t>(dimensionsEntry(program_, node, i, to));
      return true;
    case Carry::kReduce: {
      if (from <= to) return false;
      uint32_t reduced = 0;
      for (size_t i = 0; i < from - to; ++i) {
        int dimension = dimensionsEntry(program_, node, i, from);
        if (dimension >= 0) reduced |= 1u << dimension;
      }
      size_t next = 0;
      for (size_t i = 0; i < from && next < to; ++i) {
        if ((reduced >> i & 1) == 0) toResult[i] = static_cast<int8_t>(next++);
      }
      return true;
    }
  }
  return false;
}

const std::vector<Reached>& Surroundings::around(uint32_t value) {
  found_.clear();
  Reached start{value, 0, true, kNoDimensions};
  for (size_t i = 0; i < ranks_[value]; ++i) start.map[i] = static_cast<int8_t>(i);
  found_.push_back(start);
  seen_[value] = 1;
  auto reach = [&](const Reached& from, uint32_t node, bool upstream, const DimensionMap& step) {
    Reached next{node, static_cast<uint8_t>(from.steps + 1), from.upstream && upstream, kNoDimensions};
    if (!compose(from.map, step, next.map)) return;
    seen_[node] = 1;
    found_.push_back(next);
  };
  size_t edges = 0;
  for (size_t at = 0; at < found_.size() && found_[at].steps < kMaxSteps; ++at) {
    const Reached from = found_[at];
    DimensionMap step;
    for (uint32_t user : program_.users(from.node)) {
      if (found_.size() >= kMaxReachable || ++edges > kMaxEdgesWalked) break;
      if (seen_[user] == 0 && carries(user, from.node, step)) reach(from, user, false, step);
    }
    for (uint32_t operand : program_.operands(from.node)) {
      if (found_.size() >= kMaxReachable || ++edges > kMaxEdgesWalked) break;
      if (seen_[operand] == 0 && carries(from.node, operand, step))
        reach(from, operand, isElementwise(program_.graph.opcodes[from.node]), inverse(step));
    }
  }
  for (const Reached& reached : found_) seen_[reached.node] = 0;
  return found_;
}

}  // namespace hlorank::model
