#include "shared/simulation/order.h"

#include <algorithm>

namespace hlorank::simulation {

namespace {

constexpr Order kEmpty = {0, {}};

// The dimensions of an array whose size is not 1, in ascending order.
struct Movable {
  std::array<uint8_t, kMaxRank> dimensions{};
  size_t count = 0;
  explicit Movable(Sizes sizes) {
    for (size_t d = 0; d < sizes.size(); ++d)
      if (sizes[d] != 1) dimensions[count++] = static_cast<uint8_t>(d);
  }
};

}  // namespace

Order rowMajor(size_t rank) {
  Order order = kEmpty;
  for (size_t d = rank; d-- > 0;) order.append(d);
  return order;
}

bool sameInMemory(Sizes sizes, const Order& a, const Order& b) {
  if (a == b) return true;
  if (a.rank != b.rank) return false;
  size_t j = 0;
  for (const uint8_t d : a.list()) {
    if (sizes[d] == 1) continue;
    while (sizes[b.dimensions[j]] == 1) ++j;
    if (b.dimensions[j++] != d) return false;
  }
  return true;
}

bool isRowMajor(Sizes sizes, const Order& order) {
  int last = 256;
  for (const uint8_t d : order.list()) {
    if (sizes[d] == 1) continue;
    if (d > last) return false;
    last = d;
  }
  return true;
}

Order reshaped(Sizes from, Sizes to, const Order& order) {
  const Movable f(from), t(to);
  // A range of consecutive dimensions of the operand (from) and a range of consecutive dimensions of the result (to),
  // with the same product of sizes.
  struct Group {
    uint8_t fromBegin, fromEnd, toBegin, toEnd;
  };
  std::array<Group, kMaxRank> groups;
  std::array<uint8_t, kMaxRank> groupOf{};  // [dimensions of from] number of the group that contains each dimension
  size_t count = 0, i = 0, j = 0;
  while (i < f.count || j < t.count) {
    if (i >= f.count || j >= t.count) return {};
    Group group{static_cast<uint8_t>(i), 0, static_cast<uint8_t>(j), 0};
    int64_t left = from[f.dimensions[i++]], right = to[t.dimensions[j++]];
    while (left != right) {
      if (left < right) {
        if (i >= f.count) return {};
        left *= from[f.dimensions[i++]];
      } else {
        if (j >= t.count) return {};
        right *= to[t.dimensions[j++]];
      }
    }
    group.fromEnd = static_cast<uint8_t>(i);
    group.toEnd = static_cast<uint8_t>(j);
    for (size_t k = group.fromBegin; k < group.fromEnd; ++k) groupOf[f.dimensions[k]] = static_cast<uint8_t>(count);
    groups[count++] = group;
  }
  // The reshape is a bitcast only if the dimensions of each group are contiguous and row-major in memory.
  Order result = kEmpty;
  const Group* open = nullptr;
  size_t next = 0;  // 1 + index in f of the dimension that must come next
  for (const uint8_t d : order.list()) {
    if (from[d] == 1) continue;
    if (open == nullptr) {
      open = &groups[groupOf[d]];
      next = open->fromEnd;
    }
    if (d != f.dimensions[next - 1]) return {};
    if (--next > open->fromBegin) continue;
    for (size_t k = open->toEnd; k-- > open->toBegin;) result.append(t.dimensions[k]);
    open = nullptr;
  }
  for (size_t d = to.size(); d-- > 0;)
    if (to[d] == 1) result.append(d);
  return result;
}

Order resultOfTranspose(DimensionList permutation, const Order& operand) {
  std::array<uint8_t, kMaxRank> inverse{};
  for (size_t i = 0; i < permutation.size(); ++i) inverse[permutation[i]] = static_cast<uint8_t>(i);
  Order result = kEmpty;
  for (const uint8_t d : operand.list()) result.append(inverse[d]);
  return result;
}

Order operandOfBroadcast(DimensionList positions, const Order& result) {
  Order operand = kEmpty;
  for (const uint8_t d : result.list()) {
    const auto found = std::find(positions.begin(), positions.end(), d);
    if (found != positions.end()) operand.append(static_cast<size_t>(found - positions.begin()));
  }
  return operand;
}

}  // namespace hlorank::simulation
