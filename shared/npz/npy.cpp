// Reads and writes the .npy format, versions 1 to 3 (numpy/lib/format.py). A .npy file has a signature, a Python
// dictionary with type and shape, and the elements.
#include <algorithm>
#include <cstdlib>

#include "shared/npz/npz.h"

namespace hlorank::npz {

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr size_t kMaxRank = 64;  // NumPy's limit on the number of dimensions
constexpr const char* kWriteAgain = "the file is damaged; write it again with numpy.savez";

Error arrayError(const std::string& array, const std::string& what, std::string help, size_t offset) {
  Error error{"array '" + array + "': " + what, std::move(help)};
  error.where.offset = static_cast<int64_t>(offset);
  return error;
}

// Parses the dictionary in a .npy header, "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }", with keys in
// any order. Methods return false on a syntax error. After that, `at()` returns the offset of the error.
class HeaderReader {
 public:
  explicit HeaderReader(std::string_view text) : text_(text) {}

  bool read(NpyHeader& header, bool& structured) {
    int found = 0;
    if (!take('{')) return false;
    while (!take('}')) {
      std::string key;
      if (!string(key) || !take(':')) return false;
      if (key == "descr") {
        if (peek() == '[') {
          structured = true;
          return true;
        }
        if (!string(header.dtype)) return false;
      } else if (key == "fortran_order") {
        header.fortran = word("True");
        if (!header.fortran && !word("False")) return false;
      } else if (key == "shape") {
        if (!shape(header.shape)) return false;
      } else {
        return false;
      }
      ++found;
      if (!take(',') && peek() != '}') return false;
    }
    return found == 3;
  }

  size_t at() const { return at_; }

 private:
  char peek() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n')) ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    return true;
  }

  bool word(std::string_view expected) {
    peek();
    if (text_.substr(at_, expected.size()) != expected) return false;
    at_ += expected.size();
    return true;
  }

  bool string(std::string& value) {
    const char quote = peek();
    if (quote != '\'' && quote != '"') return false;
    const size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) return false;
    value = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return true;
  }

  bool shape(std::vector<int64_t>& dimensions) {
    if (!take('(')) return false;
    while (!take(')')) {
      int64_t value = 0;
      const char first = peek();
      if (first < '0' || first > '9' || dimensions.size() == kMaxRank) return false;
      for (; at_ < text_.size() && text_[at_] >= '0' && text_[at_] <= '9'; ++at_) {
        if (value > (INT64_MAX - 9) / 10) return false;
        value = 10 * value + (text_[at_] - '0');
      }
      take('L');  // skips the L that Python 2 writes after large integers: 3L
      dimensions.push_back(value);
      if (!take(',') && peek() != ')') return false;
    }
    return true;
  }

  std::string_view text_;
  size_t at_ = 0;
};

// Returns the number at the end of a dtype, such as 10 in "<U10". Returns 0 if the number is missing or exceeds 1e9.
size_t widthOf(std::string_view dtype) {
  size_t width = 0;
  for (char c : dtype.substr(std::min<size_t>(2, dtype.size()))) {
    if (c < '0' || c > '9' || width > 100'000'000) return 0;
    width = 10 * width + static_cast<size_t>(c - '0');
  }
  return width;
}

size_t itemSizeOf(std::string_view dtype) {
  return widthOf(dtype) * (dtype[1] == 'U' ? 4 : 1);
}

bool isSupported(std::string_view dtype) {
  const size_t width = widthOf(dtype);
  switch (dtype[1]) {
    case 'b':
      return width == 1;
    case 'i':
    case 'u':
      return width == 1 || width == 2 || width == 4 || width == 8;
    case 'f':
      return width == 2 || width == 4 || width == 8;
    case 'S':
    case 'U':
      return width > 0;
    default:
      return false;
  }
}

// Reorders elements from Fortran order (the first index varies fastest) to C order. `item` is the size of an element in
// bytes.
std::string fromFortranOrder(const std::string& bytes, const std::vector<int64_t>& shape, size_t item) {
  std::string result(bytes.size(), '\0');
  std::vector<size_t> index(shape.size(), 0), stride(shape.size(), item);
  for (size_t d = 1; d < shape.size(); ++d) stride[d] = stride[d - 1] * static_cast<size_t>(shape[d - 1]);
  size_t from = 0;
  for (size_t to = 0; to < bytes.size(); to += item) {
    std::memcpy(result.data() + to, bytes.data() + from, item);
    for (size_t d = shape.size(); d-- > 0;) {
      from += stride[d];
      if (++index[d] < static_cast<size_t>(shape[d])) break;
      from -= stride[d] * index[d];
      index[d] = 0;
    }
  }
  return result;
}

}  // namespace

size_t npyHeaderSize(std::string_view start) {
  if (start.size() < kNpyStart || start.substr(0, kMagic.size()) != kMagic) return 0;
  const auto byte = [&](size_t at) { return size_t{static_cast<uint8_t>(start[at])}; };
  const size_t version = byte(6);
  if (version < 1 || version > 3) return 0;
  return version == 1 ? 10 + (byte(8) | byte(9) << 8) : 12 + (byte(8) | byte(9) << 8 | byte(10) << 16 | byte(11) << 24);
}

Result<NpyHeader> readNpyHeader(const std::string& name, std::string_view bytes) {
  if (bytes.size() < kNpyStart || bytes.substr(0, kMagic.size()) != kMagic)
    return arrayError(name, "not a .npy file", kWriteAgain, 0);
  NpyHeader header;
  header.size = npyHeaderSize(bytes);
  const int version = static_cast<uint8_t>(bytes[kMagic.size()]);
  if (header.size == 0)
    return arrayError(name, "version " + std::to_string(version) + " of the .npy format is not supported", kWriteAgain,
                      6);
  if (bytes.size() < header.size) return arrayError(name, "the header is truncated", kWriteAgain, 8);

  const size_t start = version == 1 ? 10 : 12;
  bool structured = false;
  HeaderReader reader(bytes.substr(start, header.size - start));
  if (!reader.read(header, structured))
    return arrayError(name, "the header is not a NumPy header", kWriteAgain, start + reader.at());
  if (structured)
    return arrayError(name, "structured dtypes are not supported", "save each field as a separate array", start);
  std::string& dtype = header.dtype;
  if (dtype.size() < 2 || std::string_view("<>|=").find(dtype[0]) == std::string_view::npos)
    return arrayError(name, "unknown dtype '" + dtype + "'", kWriteAgain, start);
  if (dtype[1] == 'O')
    return arrayError(name, "pickled Python objects are not supported",
                      "save numbers or strings: array.astype(float) or astype(str)", start);
  if (!isSupported(dtype))
    return arrayError(name, "unsupported dtype '" + dtype + "', expected b1, i1-i8, u1-u8, f2-f8, S or U",
                      "convert it before saving, for example array.astype('float32')", start);
  const size_t item = itemSizeOf(dtype);
  const bool single = dtype[1] == 'S' || item == 1;
  if (dtype[0] == '>' && !single)
    return arrayError(name, "big-endian data is not supported", "save array.astype(array.dtype.newbyteorder('<'))",
                      start);
  dtype[0] = single ? '|' : '<';

  header.elementsSize = item;
  for (int64_t dimension : header.shape)
    if (dimension == 0) header.elementsSize = 0;
  for (int64_t dimension : header.shape) {
    if (header.elementsSize == 0) break;
    const bool fits = static_cast<uint64_t>(dimension) <= UINT64_MAX / header.elementsSize;
    header.elementsSize = fits ? header.elementsSize * static_cast<uint64_t>(dimension) : UINT64_MAX;
  }
  return header;
}

Result<Array> readNpy(std::string name, std::string bytes) {
  Result<NpyHeader> header = readNpyHeader(name, bytes);
  if (!header) return header.error();
  const size_t available = bytes.size() - header->size;
  if (header->elementsSize > available)
    return arrayError(name, "fewer elements than its shape requires", kWriteAgain, header->size);
  if (header->elementsSize < available)
    return arrayError(name,
                      std::to_string(available) + " bytes of elements, but its shape requires " +
                          std::to_string(header->elementsSize),
                      kWriteAgain, header->size);
  Array array{std::move(name), std::move(header->dtype), std::move(header->shape), {}};
  bytes.erase(0, header->size);
  array.bytes = header->fortran && array.shape.size() > 1 ? fromFortranOrder(bytes, array.shape, array.itemSize())
                                                          : std::move(bytes);
  return array;
}

std::string npyHeader(const Array& array) {
  std::string text = "{'descr': '" + array.dtype + "', 'fortran_order': False, 'shape': (";
  for (size_t d = 0; d < array.shape.size(); ++d) text += (d > 0 ? ", " : "") + std::to_string(array.shape[d]);
  text += array.shape.size() == 1 ? ",), }" : "), }";
  // Leaves room for the first dimension to grow to 21 digits and pads to a multiple of 64 bytes, as NumPy does.
  if (!array.shape.empty()) text.append(21 - std::to_string(array.shape[0]).size(), ' ');
  const bool longHeader = text.size() + 64 > 0xFFFF;
  const size_t start = longHeader ? 12 : 10;
  text.append(63 - (start + text.size()) % 64, ' ');
  text += '\n';
  std::string header(kMagic);
  header += longHeader ? '\2' : '\1';
  header += '\0';
  for (size_t i = 0; i < start - 8; ++i) header += static_cast<char>(text.size() >> (8 * i));
  return header + text;
}

size_t Array::itemSize() const {
  return itemSizeOf(dtype);
}

int64_t Array::count() const {
  int64_t product = 1;
  for (int64_t dimension : shape)
    if (dimension == 0) return 0;
  for (int64_t dimension : shape) product *= dimension;
  return product;
}

}  // namespace hlorank::npz
