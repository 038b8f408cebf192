// Decodes DEFLATE streams (RFC 1951). One table lookup decodes a symbol to its base value and its number of extra bits.
// Codes longer than the index of the first table continue in a second table. A 64-bit bit buffer, once refilled, holds
// all bits of one match.
#include "shared/npz/inflate.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <vector>

namespace hlorank::npz {

namespace {

constexpr int kMaxCodeBits = 15;

enum class Kind : uint8_t { kInvalid, kLiteral, kMatch, kEnd, kTable };

// What a Huffman code of DEFLATE stands for. It is a literal byte, a length or distance, or the position of a second
// table. A length or distance is `value` plus the number in the next `extra` bits.
struct CodeEntry {
  uint16_t value = 0;
  Kind kind = Kind::kInvalid;
  uint8_t bits : 4 = 0;  // length of the code in bits; for kTable, number of bits of the index into the second table
  uint8_t extra : 4 = 0;
};

constexpr std::array<uint16_t, 29> kLengthBase = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                                  31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
constexpr std::array<uint8_t, 29> kLengthExtra = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                                  2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
constexpr std::array<uint16_t, 30> kDistanceBase = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                                    33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                                    1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
constexpr std::array<uint8_t, 30> kDistanceExtra = {0, 0, 0, 0, 1, 1, 2, 2,  3,  3,  4,  4,  5,  5,  6,
                                                    6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13};
constexpr std::array<uint8_t, 19> kCodeLengthOrder = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};

CodeEntry literalOrLength(size_t symbol) {
  if (symbol < 256) return {static_cast<uint16_t>(symbol), Kind::kLiteral};
  if (symbol == 256) return {0, Kind::kEnd};
  if (symbol - 257 >= kLengthBase.size()) return {};
  return {kLengthBase[symbol - 257], Kind::kMatch, 0, kLengthExtra[symbol - 257]};
}

CodeEntry distance(size_t symbol) {
  if (symbol >= kDistanceBase.size()) return {};
  return {kDistanceBase[symbol], Kind::kMatch, 0, kDistanceExtra[symbol]};
}

CodeEntry plainValue(size_t symbol) {
  return {static_cast<uint16_t>(symbol), Kind::kLiteral};
}

uint32_t reversed(uint32_t code, int bits) {
  uint32_t result = 0;
  for (; bits > 0; --bits, code >>= 1) result = (result << 1) | (code & 1);
  return result;
}

// Reads the input as a bit stream, lowest bit first. After `refill`, at least 56 bits can be taken. Bits past the end
// of the input are zero. `overrun` is true after such a bit was taken.
class Bits {
 public:
  explicit Bits(std::string_view input) : begin_(input.data()), at_(input.data()), end_(input.data() + input.size()) {}

  void refill() {
    if (end_ - at_ >= 8) {
      uint64_t word;
      std::memcpy(&word, at_, 8);
      buffer_ |= word << available_;
      at_ += (63 - available_) >> 3;
      available_ |= 56;
      return;
    }
    while (available_ >= 0 && available_ <= 56 && at_ < end_) {
      buffer_ |= uint64_t{static_cast<uint8_t>(*at_++)} << available_;
      available_ += 8;
    }
  }

  uint32_t peek(int bits) const { return static_cast<uint32_t>(buffer_ & ((uint64_t{1} << bits) - 1)); }
  void drop(int bits) {
    buffer_ >>= bits;
    available_ -= bits;
  }
  uint32_t take(int bits) {
    const uint32_t value = peek(bits);
    drop(bits);
    return value;
  }
  bool overrun() const { return available_ < 0; }

  // Skips to the next byte boundary and takes `size` bytes. Returns null if fewer bytes are left in the input.
  const char* takeBytes(size_t size) {
    const char* from = at_ - std::max(available_, 0) / 8;
    if (overrun() || static_cast<size_t>(end_ - from) < size) return nullptr;
    at_ = from + size;
    buffer_ = 0;
    available_ = 0;
    return from;
  }

  size_t consumed() const {
    return static_cast<size_t>(at_ - begin_) - static_cast<size_t>(std::max(available_, 0) / 8);
  }

 private:
  const char *begin_, *at_, *end_;
  uint64_t buffer_ = 0;
  int available_ = 0;
};

// Decodes a canonical Huffman code. The first `rootBits` bits of a code are its index in the first table.
class Code {
 public:
  explicit Code(int rootBits) : rootBits_(rootBits) {}

  // Builds the tables from the code length of each symbol, where length 0 means an unused symbol. Returns false if the
  // lengths are over-subscribed or incomplete. Exception: an incomplete code of at most one symbol is accepted, as RFC
  // 1951 allows.
  bool build(const uint8_t* lengths, size_t symbols, CodeEntry (*meaning)(size_t)) {
    std::array<uint32_t, kMaxCodeBits + 2> count{}, next{};
    for (size_t s = 0; s < symbols; ++s) ++count[lengths[s]];
    const size_t used = symbols - count[0];
    count[0] = 0;
    int64_t unused = 1;
    for (int bits = 1; bits <= kMaxCodeBits; ++bits) {
      unused = 2 * unused - count[bits];
      if (unused < 0) return false;
      next[bits + 1] = (next[bits] + count[bits]) << 1;
    }
    if (unused > 0 && used > 1) return false;
    entries_.assign(size_t{1} << rootBits_, CodeEntry{});
    for (size_t s = 0; s < symbols; ++s)
      if (lengths[s] > 0) add(reversed(next[lengths[s]]++, lengths[s]), lengths[s], meaning(s));
    return true;
  }

  // Decodes the next Huffman code in `bits` and removes it from `bits`.
  CodeEntry take(Bits& bits) const {
    CodeEntry entry = entries_[bits.peek(rootBits_)];
    if (entry.kind == Kind::kTable) {
      bits.drop(rootBits_);
      entry = entries_[entry.value + bits.peek(entry.bits)];
    }
    bits.drop(entry.bits);
    return entry;
  }

 private:
  void add(uint32_t code, int bits, CodeEntry entry) {
    size_t begin = 0, size = entries_.size();
    if (bits > rootBits_) {
      // Gives all second-level tables the same width: the bits of the longest code that remain after the rootBits_
      // that index the first table. The tables have a few thousand entries in total.
      CodeEntry& link = entries_[code & ((1u << rootBits_) - 1)];
      const int width = kMaxCodeBits - rootBits_;
      if (link.kind != Kind::kTable) {
        link = {static_cast<uint16_t>(entries_.size()), Kind::kTable, static_cast<uint8_t>(width)};
        begin = entries_.size();
        entries_.resize(begin + (size_t{1} << width));
      } else {
        begin = link.value;
      }
      size = size_t{1} << width;
      code >>= rootBits_;
      bits -= rootBits_;
    } else {
      size = size_t{1} << rootBits_;
    }
    entry.bits = static_cast<uint8_t>(bits) & 15;
    for (size_t i = code; i < size; i += size_t{1} << bits) entries_[begin + i] = entry;
  }

  int rootBits_;
  std::vector<CodeEntry> entries_;
};

class Inflater {
 public:
  Inflater(std::string& output, std::string_view input, int64_t maxBytes)
      : output_(output), bits_(input), start_(output.size()), written_(output.size()) {
    const uint64_t most = std::numeric_limits<ptrdiff_t>::max() - output.size();
    limit_ = output.size() +
             static_cast<size_t>(std::min<uint64_t>(static_cast<uint64_t>(std::max<int64_t>(maxBytes, 0)), most));
  }

  Result<size_t> run() {
    bool last = false;
    while (!last && !failure_) {
      bits_.refill();
      last = bits_.take(1);
      switch (bits_.take(2)) {
        case 0:
          stored();
          break;
        case 1:
          fixedCodes();
          compressed();
          break;
        case 2:
          if (dynamicCodes()) compressed();
          break;
        default:
          fail("invalid block type");
      }
    }
    output_.resize(written_);
    if (failure_) {
      Error error{std::string("cannot decompress: ") + failure_, help_};
      error.where.offset = static_cast<int64_t>(bits_.consumed());
      return error;
    }
    return bits_.consumed();
  }

 private:
  static constexpr const char* kTruncated = "the stream is truncated";

  bool fail(const char* what, const char* help = "the file is damaged; download or write it again") {
    failure_ = what;
    help_ = help;
    return false;
  }

  // Makes space for `bytes` more bytes of output. Returns false if the output would exceed its size limit.
  bool reserveOutput(size_t bytes) {
    if (bytes <= output_.size() - written_) return true;
    if (limit_ - written_ < bytes)
      return fail("the decompressed data exceeds the size limit",
                  "the file may be damaged; otherwise split it into smaller files");
    const size_t more = std::max({written_ + bytes, output_.capacity(), output_.size() + output_.size() / 2 + 65536});
    output_.resize(std::min(limit_, more));
    return true;
  }

  bool stored() {
    const char* header = bits_.takeBytes(4);
    if (!header) return fail(kTruncated);
    const auto byte = [&](int i) { return static_cast<uint32_t>(static_cast<uint8_t>(header[i])); };
    const uint32_t size = byte(0) | byte(1) << 8, complement = byte(2) | byte(3) << 8;
    if ((size ^ complement) != 0xFFFF) return fail("the length of a stored block does not match its complement");
    const char* from = bits_.takeBytes(size);
    if (!from) return fail(kTruncated);
    if (!reserveOutput(size)) return false;
    if (size > 0) std::memcpy(output_.data() + written_, from, size);
    written_ += size;
    return true;
  }

  void fixedCodes() {
    std::array<uint8_t, 288> lengths;
    for (size_t s = 0; s < lengths.size(); ++s) lengths[s] = s < 144 ? 8 : s < 256 ? 9 : s < 280 ? 7 : 8;
    literals_.build(lengths.data(), lengths.size(), literalOrLength);
    lengths.fill(5);
    distances_.build(lengths.data(), 32, distance);
  }

  bool dynamicCodes() {
    const size_t literalCount = bits_.take(5) + 257, distanceCount = bits_.take(5) + 1, lengthCount = bits_.take(4) + 4;
    std::array<uint8_t, 320> lengths{};
    for (size_t i = 0; i < lengthCount; ++i) {
      bits_.refill();
      lengths[kCodeLengthOrder[i]] = static_cast<uint8_t>(bits_.take(3));
    }
    if (!codeLengths_.build(lengths.data(), kCodeLengthOrder.size(), plainValue))
      return fail("invalid Huffman code lengths");
    lengths.fill(0);
    const size_t total = literalCount + distanceCount;
    for (size_t i = 0; i < total;) {
      bits_.refill();
      const CodeEntry entry = codeLengths_.take(bits_);
      if (bits_.overrun()) return fail(kTruncated);
      if (entry.kind == Kind::kInvalid) return fail("invalid Huffman code");
      if (entry.value < 16) {
        lengths[i++] = static_cast<uint8_t>(entry.value);
        continue;
      }
      if (entry.value == 16 && i == 0) return fail("a repeated code length without a previous one");
      const uint8_t length = entry.value == 16 ? lengths[i - 1] : 0;
      const size_t repeat = entry.value == 16   ? 3 + bits_.take(2)
                            : entry.value == 17 ? 3 + bits_.take(3)
                                                : 11 + bits_.take(7);
      if (repeat > total - i) return fail("too many code lengths");
      std::fill_n(lengths.data() + i, repeat, length);
      i += repeat;
    }
    if (lengths[256] == 0) return fail("a block has no end-of-block code");
    return (literals_.build(lengths.data(), literalCount, literalOrLength) &&
            distances_.build(lengths.data() + literalCount, distanceCount, distance)) ||
           fail("invalid Huffman code lengths");
  }

  // Decodes literals and matches up to the end of a block. One refill of the bit buffer suffices for a length (15 + 5
  // bits) and a distance (15 + 13 bits). The loop keeps its state in local variables. Members would be slower, because
  // the compiler must assume that stores to the output change them.
  bool compressed() {
    Bits bits = bits_;
    char* output = output_.data();
    size_t at = written_, size = output_.size();
    const auto grow = [&](size_t bytes) {
      written_ = at;
      const bool grown = reserveOutput(bytes);
      output = output_.data();
      size = output_.size();
      return grown;
    };
    bool end = false;
    while (!end && !failure_) {
      bits.refill();
      const CodeEntry symbol = literals_.take(bits);
      if (symbol.kind == Kind::kLiteral) {
        if (at == size && !grow(1)) break;
        output[at++] = static_cast<char>(symbol.value);
      } else if (symbol.kind == Kind::kMatch) {
        const size_t length = symbol.value + bits.take(symbol.extra);
        const CodeEntry entry = distances_.take(bits);
        const size_t back = entry.value + bits.take(entry.extra);
        if (entry.kind != Kind::kMatch) {
          fail("invalid Huffman code");
        } else if (back > at - start_) {
          fail("a match reaches before the start of the output");
        } else if (length <= size - at || grow(length)) {
          copy(output + at, back, length);
          at += length;
        }
      } else if (symbol.kind == Kind::kEnd) {
        end = true;
      } else {
        fail("invalid Huffman code");
      }
      if (bits.overrun()) fail(kTruncated);
    }
    bits_ = bits;
    written_ = at;
    return !failure_;
  }

  // Copies `length` bytes to `to`, from the position `back` bytes before `to`. Source and destination may overlap.
  static void copy(char* to, size_t back, size_t length) {
    const char* from = to - back;
    if (back >= length) {
      std::memcpy(to, from, length);
    } else if (back == 1) {
      std::memset(to, *from, length);
    } else {
      for (size_t i = 0; i < length; ++i) to[i] = from[i];
    }
  }

  std::string& output_;  // output buffer; while decoding, longer than the `written_` bytes that are valid
  Bits bits_;
  size_t start_, written_, limit_;
  const char* failure_ = nullptr;
  const char* help_ = "";
  Code literals_{11}, distances_{8}, codeLengths_{7};
};

}  // namespace

Result<size_t> inflateInto(std::string& output, std::string_view deflated, int64_t maxBytes) {
  return Inflater(output, deflated, maxBytes).run();
}

Result<std::string> inflate(std::string_view deflated, int64_t maxBytes, size_t sizeHint) {
  std::string output;
  constexpr uint64_t kMaxOutputPerByte = 1032;  // greatest number of output bytes per input byte that DEFLATE can reach
  const uint64_t most =
      std::min<uint64_t>(kMaxOutputPerByte * deflated.size(), static_cast<uint64_t>(std::max<int64_t>(maxBytes, 0)));
  output.reserve(static_cast<size_t>(std::min<uint64_t>(sizeHint, most)));
  Result<size_t> used = inflateInto(output, deflated, maxBytes);
  if (!used) return used.error();
  return output;
}

}  // namespace hlorank::npz
