// Builds configurations and their layout table from dense layouts, [configurations, nodes, 18], in one pass.
#include <algorithm>
#include <cassert>
#include <cstring>
#include <optional>

#include "shared/configs/layout_space.h"

namespace hlorank::configs {

namespace {

// Bits of a packed layout: six entries of four bits, each a dimension number plus 1.
constexpr uint32_t kLayoutBits = 24;
constexpr uint32_t kNothing = 0;  // kAbsent (no layout) in packed form
// Limit of layouts per tensor, because a configuration stores the choice among them as one byte.
constexpr size_t kMaxLayouts = 256;

Layout unpack(uint32_t packed) {
  Layout layout;
  for (int i = 0; i < kLayoutDimensions; ++i) layout[i] = static_cast<int8_t>(((packed >> (4 * i)) & 15) - 1);
  return layout;
}

// Numbers the distinct layouts of every slot (output or operand whose layout can be chosen) from 0, in order of first
// appearance. It is a hash table from slot and packed layout to number. Open addressing makes it fast, because every
// layout of the input is looked up.
class LayoutIndex {
 public:
  explicit LayoutIndex(size_t slots) : layouts_(slots), entries_(1024) {}

  // Returns the number of a packed layout (six entries of four bits) of tensor `slot`. A new layout is added. Returns
  // nullopt if the layout is new but the tensor already has 256 layouts.
  std::optional<uint8_t> findOrAdd(size_t slot, uint32_t packed) {
    uint64_t key = (static_cast<uint64_t>(slot) << kLayoutBits | packed) + 1;
    size_t at = find(key);
    if (entries_[at].key == key) return entries_[at].choice;
    std::vector<uint32_t>& known = layouts_[slot];
    if (known.size() == kMaxLayouts) return std::nullopt;
    uint8_t choice = static_cast<uint8_t>(known.size());
    known.push_back(packed);
    entries_[at] = {key, choice};
    if (++used_ * 2 > entries_.size()) grow();
    return choice;
  }

  const std::vector<uint32_t>& layouts(size_t slot) const { return layouts_[slot]; }

 private:
  struct Entry {
    uint64_t key = 0;  // index of the tensor and its packed layout (24 bits), plus 1; 0 if the entry is free
    uint8_t choice = 0;
  };

  size_t find(uint64_t key) const {
    size_t mask = entries_.size() - 1;
    size_t at = static_cast<size_t>(key * 0x9e3779b97f4a7c15ULL >> 32) & mask;
    while (entries_[at].key != 0 && entries_[at].key != key) at = (at + 1) & mask;
    return at;
  }

  void grow() {
    std::vector<Entry> old(entries_.size() * 2);
    old.swap(entries_);
    for (const Entry& entry : old) {
      if (entry.key != 0) entries_[find(entry.key)] = entry;
    }
  }

  std::vector<std::vector<uint32_t>> layouts_;
  std::vector<Entry> entries_;
  size_t used_ = 0;
};

// Reads six values of type T and packs them into 24 bits. Returns nullopt if a value is not a whole number from -1 to
// 14.
template <class T>
std::optional<uint32_t> pack(const char* bytes) {
  T values[kLayoutDimensions];
  std::memcpy(values, bytes, sizeof values);
  uint32_t packed = 0;
  for (int i = 0; i < kLayoutDimensions; ++i) {
    if (!(values[i] >= T(-1) && values[i] < T(kMaxRank))) return std::nullopt;
    int value = static_cast<int>(values[i]);
    if (static_cast<T>(value) != values[i]) return std::nullopt;
    packed |= static_cast<uint32_t>(value + 1) << (4 * i);
  }
  return packed;
}

// Where a layout occurs in the input array: configuration, instruction and tensor. `position` is the index of the
// instruction on the array's axis of nodes.
struct Place {
  size_t configuration, position, tensor;
};

std::string toString(const Place& place) {
  return "configuration " + std::to_string(place.configuration) + ", configurable node " +
         std::to_string(place.position) + ", " + std::string(tensorName(static_cast<uint8_t>(place.tensor)));
}

// Builds configurations from `choices`, [count, 3 · nodes], the index of the chosen layout for each tensor. Omits
// tensors that never have a layout. Compacts `choices` in place.
Configurations removeEmptySlots(std::vector<uint32_t> nodes, const LayoutIndex& index, size_t count,
                                std::vector<uint8_t> choices) {
  Configurations configurations;
  LayoutTable& table = configurations.table;
  const size_t slots = nodes.size() * kTensors;
  std::vector<size_t> remaining;
  table.rowBegin.push_back(0);
  for (size_t slot = 0; slot < slots; ++slot) {
    const std::vector<uint32_t>& layouts = index.layouts(slot);
    if (std::all_of(layouts.begin(), layouts.end(), [](uint32_t packed) { return packed == kNothing; })) continue;
    remaining.push_back(slot);
    table.slots.push_back({static_cast<uint32_t>(slot / kTensors), static_cast<uint8_t>(slot % kTensors)});
    for (uint32_t packed : layouts) table.layouts.push_back(unpack(packed));
    table.rowBegin.push_back(static_cast<uint32_t>(table.layouts.size()));
  }
  size_t to = 0;
  for (size_t c = 0; c < count; ++c) {
    for (size_t slot : remaining) choices[to++] = choices[c * slots + slot];
  }
  choices.resize(to);
  choices.shrink_to_fit();
  table.nodes = std::move(nodes);
  configurations.count = count;
  configurations.reference.assign(remaining.size(), 0);
  configurations.choices = std::move(choices);
  return configurations;
}

template <class T>
Result<Configurations> build(std::vector<uint32_t> nodes, const char* bytes, size_t count, const std::string& name) {
  const size_t slots = nodes.size() * kTensors;
  LayoutIndex index(slots);
  std::vector<uint8_t> choices(count * slots);
  // [slots] Packed layout of each tensor in the previous configuration. Consecutive configurations often have the same
  // layout for a tensor, which saves a lookup of its number.
  std::vector<uint32_t> last(slots, UINT32_MAX);
  std::vector<uint8_t> lastChoice(slots);
  for (size_t c = 0; c < count; ++c) {
    for (size_t slot = 0; slot < slots; ++slot, bytes += sizeof(T) * kLayoutDimensions) {
      std::optional<uint32_t> packed = pack<T>(bytes);
      if (!packed) {
        return Error{name + " has a value that is not a dimension number (" +
                         toString(Place{c, slot / kTensors, slot % kTensors}) + ")",
                     "write layouts as whole numbers from 0 to 14, minor to major, padded with -1"};
      }
      if (*packed != last[slot]) {
        std::optional<uint8_t> choice = index.findOrAdd(slot, *packed);
        if (!choice) {
          return Error{name + " has more than " + std::to_string(kMaxLayouts) + " layouts for one tensor (" +
                           toString(Place{c, slot / kTensors, slot % kTensors}) + ")",
                       "split the file into several files with fewer configurations each"};
        }
        last[slot] = *packed;
        lastChoice[slot] = *choice;
      }
      choices[c * slots + slot] = lastChoice[slot];
    }
  }
  return removeEmptySlots(std::move(nodes), index, count, std::move(choices));
}

}  // namespace

Result<Configurations> fromColumns(std::vector<uint32_t> nodes, std::span<const int8_t> columns, size_t count) {
  assert(columns.size() == count * nodes.size() * kLayoutColumns);
  return build<int8_t>(std::move(nodes), reinterpret_cast<const char*>(columns.data()), count, "the layout array");
}

Result<Configurations> fromColumns(std::vector<uint32_t> nodes, const npz::Array& columns) {
  const std::vector<int64_t>& shape = columns.shape;
  if (shape.size() != 3 || shape[0] < 0 || shape[1] != static_cast<int64_t>(nodes.size()) ||
      shape[2] != kLayoutColumns) {
    std::string found;
    for (int64_t size : shape) found += (found.empty() ? "" : ", ") + std::to_string(size);
    return Error{
        columns.name + " has the shape (" + found + "), expected (configurations, " + std::to_string(nodes.size()) +
            ", 18)",
        "the second axis has one entry per configurable node; the third holds the layouts of output, operand 0 "
        "and operand 1, six dimension numbers each"};
  }
  const size_t count = static_cast<size_t>(shape[0]);
  const std::string& dtype = columns.dtype;
  assert(columns.bytes.size() == count * nodes.size() * kLayoutColumns * columns.itemSize());
  const char* bytes = columns.bytes.data();
  if (dtype == "|i1") return build<int8_t>(std::move(nodes), bytes, count, columns.name);
  if (dtype == "<i2") return build<int16_t>(std::move(nodes), bytes, count, columns.name);
  if (dtype == "<i4") return build<int32_t>(std::move(nodes), bytes, count, columns.name);
  if (dtype == "<i8") return build<int64_t>(std::move(nodes), bytes, count, columns.name);
  if (dtype == "<f4") return build<float>(std::move(nodes), bytes, count, columns.name);
  if (dtype == "<f8") return build<double>(std::move(nodes), bytes, count, columns.name);
  return Error{columns.name + " has the dtype " + dtype + ", expected signed integers or floats",
               "convert it with .astype(numpy.int8)"};
}

}  // namespace hlorank::configs
