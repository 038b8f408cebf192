#include "native/store/dense_rows.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <type_traits>

namespace hlorank::store {
namespace {

constexpr size_t kColumns = configs::kLayoutColumns;
// Bytes inflated at a time; few enough to stay in the CPU cache until they are decoded.
constexpr size_t kBatch = 256 << 10;

// A number of dtype float16 (IEEE 754 binary16).
struct Half {
  uint16_t bits;
};

template <size_t kSize>
bool equalBytes(const char* a, const char* b) {
  uint64_t differences = 0;
  size_t at = 0;
  for (; at + 8 <= kSize; at += 8) {
    uint64_t x, y;
    std::memcpy(&x, a + at, 8);
    std::memcpy(&y, b + at, 8);
    differences |= x ^ y;
  }
  for (; at < kSize; ++at) differences |= static_cast<uint64_t>(a[at] ^ b[at]);
  return differences == 0;
}

// Converts the 18 layout values of an instruction, of type T, to a Setting (3 tensors × 6 dimensions). Returns false if
// a value is not an integer in -1..14.
template <class T>
bool toSetting(const char* bytes, Setting& setting) {
  T values[kColumns];
  std::memcpy(values, bytes, sizeof values);
  bool right = true;
  for (size_t i = 0; i < kColumns; ++i) {
    if constexpr (std::is_same_v<T, Half>) {
      const float value = npz::halfToFloat(values[i].bits);
      const float fit = value >= -1 && value < configs::kMaxRank ? value : .5f;
      setting[i] = static_cast<int8_t>(fit);
      right &= static_cast<float>(setting[i]) == value;
    } else if constexpr (std::is_floating_point_v<T>) {
      const T fit = values[i] >= T(-1) && values[i] < T(configs::kMaxRank) ? values[i] : T(.5);
      setting[i] = static_cast<int8_t>(fit);
      right &= static_cast<T>(setting[i]) == values[i];
    } else {
      if constexpr (std::is_signed_v<T>) right &= values[i] >= T(-1);
      right &= values[i] < T(configs::kMaxRank);
      setting[i] = static_cast<int8_t>(values[i]);
    }
  }
  return right;
}

Error wrongValue(const std::string& array, size_t row, size_t position) {
  return {array + " contains a value that is not a dimension number (configuration " + std::to_string(row) +
              ", configurable node " + std::to_string(position) + ")",
          "write layouts as integers from 0, minor to major, padded with -1"};
}

Error tooMany(const std::string& array, size_t row, size_t position) {
  return {array + " has more than " + std::to_string(SettingTable::kMost) +
              " distinct settings of one node (configuration " + std::to_string(row) + ", configurable node " +
              std::to_string(position) + ")",
          "split the file into several with fewer configurations each"};
}

// Converts configurations of the dense array (dtype T) to indices of settings (layout combinations) per instruction.
// Compares the bytes with those of the previous configuration first, because most settings are equal.
template <class T>
class RowDecoder {
 public:
  static constexpr size_t kNode = kColumns * sizeof(T);  // bytes per configurable instruction

  RowDecoder(std::string array, SettingTable& table)
      : array_(std::move(array)), table_(table), row_(table.positions()) {}

  // Decodes the configuration with index `number` from `bytes` [positions * kNode] into row(). `before`: bytes of the
  // previous configuration; null if there is none. Returns an error, or nullopt on success.
  std::optional<Error> decode(const char* bytes, const char* before, size_t number) {
    for (size_t p = 0; p < row_.size(); ++p) {
      const size_t at = p * kNode;
      if (before != nullptr && equalBytes<kNode>(bytes + at, before + at)) continue;
      Setting setting;
      if (!toSetting<T>(bytes + at, setting)) return wrongValue(array_, number, p);
      const uint32_t index = table_.indexOf(static_cast<uint32_t>(p), setting);
      if (index == SettingTable::kFull) return tooMany(array_, number, p);
      row_[p] = static_cast<uint16_t>(index);
    }
    return std::nullopt;
  }
  std::span<const uint16_t> row() const { return row_; }

 private:
  std::string array_;
  SettingTable& table_;
  std::vector<uint16_t> row_;
};

template <class T>
Result<bool> addRowsOf(MemberReader& reader, size_t count, LayoutRows& rows,
                       const std::function<bool(uint64_t)>& progress) {
  RowDecoder<T> decoder(reader.name(), rows.table());
  const size_t rowSize = rows.table().positions() * RowDecoder<T>::kNode;
  const size_t batch = std::max<size_t>(1, kBatch / std::max<size_t>(rowSize, 1));
  std::vector<char> buffer((batch + 1) * rowSize);  // the last configuration of the previous batch, then this batch
  uint64_t done = 0;
  for (size_t first = 0; first < count; first += batch) {
    const size_t some = std::min(batch, count - first);
    if (const auto read = reader.read(buffer.data() + rowSize, some * rowSize); !read) return read;
    for (size_t i = 0; i < some; ++i) {
      const char* bytes = buffer.data() + (i + 1) * rowSize;
      if (auto error = decoder.decode(bytes, first + i == 0 ? nullptr : bytes - rowSize, first + i)) return *error;
      if (const auto added = rows.add(decoder.row()); !added) return added;
    }
    std::copy_n(buffer.begin() + static_cast<ptrdiff_t>(some * rowSize), rowSize, buffer.begin());
    done += some * rowSize;
    if (!progress(done)) return false;
  }
  return reader.finish();
}

}  // namespace

Result<bool> addRows(MemberReader& reader, const npz::NpyHeader& header, LayoutRows& rows,
                     const std::function<bool(uint64_t)>& progress) {
  const auto positions = static_cast<int64_t>(rows.table().positions());
  const std::vector<int64_t>& shape = header.shape;
  if (shape.size() != 3 || shape[1] != positions || shape[2] != configs::kLayoutColumns) {
    std::string found;
    for (const int64_t size : shape) found += (found.empty() ? "" : ", ") + std::to_string(size);
    return Error{
        reader.name() + " has the shape (" + found + "), expected (configurations, " + std::to_string(positions) +
            ", 18)",
        "axis 1 has one entry per configurable node; axis 2 has the layouts of output, operand 0 and operand 1, "
        "six dimensions each"};
  }
  if (positions == 0 && shape[0] > 0)
    return Error{reader.name() + " has configurations, but node_config_ids lists no configurable nodes",
                 "list the configurable nodes in node_config_ids"};
  if (header.fortran)
    return Error{reader.name() + " is in Fortran order, expected C order", "save numpy.ascontiguousarray(array)"};
  if (shape[0] >= int64_t{UINT32_MAX})
    return Error{reader.name() + " has " + std::to_string(shape[0]) + " configurations, a store holds fewer than " +
                     std::to_string(UINT32_MAX),
                 "split the file"};
  const auto count = static_cast<size_t>(shape[0]);
  const std::string& dtype = header.dtype;
  if (dtype == "<f4") return addRowsOf<float>(reader, count, rows, progress);
  if (dtype == "<f8") return addRowsOf<double>(reader, count, rows, progress);
  if (dtype == "<f2") return addRowsOf<Half>(reader, count, rows, progress);
  if (dtype == "|i1") return addRowsOf<int8_t>(reader, count, rows, progress);
  if (dtype == "<i2") return addRowsOf<int16_t>(reader, count, rows, progress);
  if (dtype == "<i4") return addRowsOf<int32_t>(reader, count, rows, progress);
  if (dtype == "<i8") return addRowsOf<int64_t>(reader, count, rows, progress);
  if (dtype == "|u1") return addRowsOf<uint8_t>(reader, count, rows, progress);
  if (dtype == "<u2") return addRowsOf<uint16_t>(reader, count, rows, progress);
  if (dtype == "<u4") return addRowsOf<uint32_t>(reader, count, rows, progress);
  if (dtype == "<u8") return addRowsOf<uint64_t>(reader, count, rows, progress);
  return Error{reader.name() + " has the dtype " + dtype + ", expected integers or floats",
               "convert it with .astype(numpy.int8)"};
}

Result<bool> addRow(std::span<const int8_t> columns, LayoutRows& rows, bool unique) {
  RowDecoder<int8_t> decoder("the array of layouts", rows.table());
  const auto* bytes = reinterpret_cast<const char*>(columns.data());
  if (auto error = decoder.decode(bytes, nullptr, rows.configurationOf().size())) return *error;
  return rows.add(decoder.row(), unique);
}

}  // namespace hlorank::store
