#include "shared/hlo/parse_attribute_geometry.h"

#include <algorithm>
#include <array>

#include "shared/hlo/parse_attribute_values.h"
#include "shared/hlo/suggest_word.h"

namespace hlorank::hlo {
namespace {

bool takeChar(Cursor& cursor, char c) {
  return cursor.at < cursor.end && *cursor.at == c && (++cursor.at, true);
}

template <class Entry>
uint32_t poolSize(const std::vector<Entry>& pool) {
  return static_cast<uint32_t>(pool.size());
}

}  // namespace

bool parsePatternInteger(Cursor& cursor, int64_t& out, std::string_view pattern) {
  if (cursor.at < cursor.end && (is(*cursor.at, kDigit) || *cursor.at == '-')) return cursor.integer(out, pattern);
  return cursor.failExpected(pattern);
}

bool parseWindow(Cursor& cursor, Module& module, Range& out) {
  constexpr std::string_view kNames[] = {"size", "stride", "pad", "lhs_dilate", "rhs_dilate", "rhs_reversal"};
  constexpr size_t kSize = 0, kPad = 2, kReversal = 5;
  constexpr std::array<int64_t WindowDimension::*, 6> kMembers = {
      &WindowDimension::size,         &WindowDimension::stride,         &WindowDimension::paddingLow,
      &WindowDimension::baseDilation, &WindowDimension::windowDilation, nullptr};

  cursor.skipSpace();
  const char* start = cursor.at;
  out = {poolSize(module.windowDimensions), 0};
  if (!cursor.expect('{', "before a window")) return false;
  unsigned seen = 0;
  while (!cursor.accept('}')) {
    cursor.skipSpace();
    const char* at = cursor.at;
    std::string_view name;
    if (!cursor.attributeName(name))
      return cursor.failExpected("size=, stride=, pad= or another field of a window, or '}'");
    const size_t field =
        static_cast<size_t>(std::find(std::begin(kNames), std::end(kNames), name) - std::begin(kNames));
    if (field == std::size(kNames))
      return cursor.fail(at, "unknown field '" + std::string(name) + "' in a window",
                         suggestWord(name, kNames, std::size(kNames)));
    if (seen >> field & 1) return cursor.fail(at, "'" + std::string(name) + "=' is given twice in this window");
    const bool first = seen == 0;
    seen |= 1u << field;
    uint32_t count = 0;
    const bool read = parseCross(cursor, [&](uint32_t position) {
      if (first) module.windowDimensions.emplace_back(), ++out.size;
      WindowDimension unused;
      WindowDimension& dimension = position < out.size ? module.windowDimensions[out.begin + position] : unused;
      ++count;
      int64_t value;
      if (!parsePatternInteger(cursor, value, field == kPad ? "a padding such as 0_1x0_1" : "numbers such as 3 or 3x3"))
        return false;
      if (field == kReversal) {
        dimension.reversal = value == 1;
        return true;
      }
      dimension.*kMembers[field] = value;
      return field != kPad ||
             (takeChar(cursor, '_') ? parsePatternInteger(cursor, dimension.paddingHigh, "a padding such as 0_1x0_1")
                                    : cursor.failExpected("'_' between the low and the high padding"));
    });
    if (!read) return false;
    if (count != out.size)
      return cursor.fail(at, "'" + std::string(name) + "=' has " + std::to_string(count) +
                                 " dimensions, but this window has " + std::to_string(out.size));
  }
  if (seen != 0 && !(seen >> kSize & 1)) return cursor.fail(start, "this window has no size=");
  return true;
}

namespace {

// Dimension labels of the input, kernel or output of a convolution, converted to dimension numbers. In the text, each
// of the two non-spatial dimensions is a letter, each spatial dimension a digit, and a dimension without a role '?'.
struct Labels {
  char firstLetter, secondLetter;
  int64_t first = 0, second = 0;
  std::array<int64_t, 10> spatial = {};
  uint32_t spatialCount = 0;
  const char* start = nullptr;
};

bool parseLabels(Cursor& cursor, Labels& labels) {
  const char* start = labels.start = cursor.at;
  const auto isLabel = [&](char c) {
    return is(c, kDigit) || c == '?' || c == labels.firstLetter || c == labels.secondLetter;
  };
  unsigned digits = 0;
  bool first = false, second = false;
  for (; cursor.at < cursor.end && isLabel(*cursor.at); ++cursor.at) {
    const char c = *cursor.at;
    if (c == '?') continue;
    const int64_t position = cursor.at - start;
    bool& letterSeen = c == labels.firstLetter ? first : second;
    const bool isDigit = is(c, kDigit);
    if (isDigit ? digits >> (c - '0') & 1 : letterSeen)
      return cursor.fail(start, std::string("the dimension label '") + c + "' is repeated in these labels");
    if (isDigit) {
      digits |= 1u << (c - '0');
      labels.spatial[static_cast<size_t>(c - '0')] = position;
      ++labels.spatialCount;
    } else {
      letterSeen = true;
      (c == labels.firstLetter ? labels.first : labels.second) = position;
    }
  }
  if (cursor.at - start < 2) return cursor.fail(start, "expected dimension labels such as b01f_01io->b01f");
  if (digits != (1u << labels.spatialCount) - 1)
    return cursor.fail(start, "the spatial dimensions in '" + std::string(cursor.since(start)) +
                                  "' must be numbered from 0 without gaps");
  return true;
}

Range addSpatial(Module& module, const Labels& labels) {
  const Range range = {poolSize(module.integers), labels.spatialCount};
  module.integers.insert(module.integers.end(), labels.spatial.begin(), labels.spatial.begin() + labels.spatialCount);
  return range;
}

}  // namespace

bool parseDimensionLabels(Cursor& cursor, Module& module, ConvolutionDimensions& out) {
  cursor.skipSpace();
  Labels input{'b', 'f'}, kernel{'i', 'o'}, output{'b', 'f'};
  if (!parseLabels(cursor, input)) return false;
  if (!takeChar(cursor, '_')) return cursor.failExpected("'_' between the labels of the input and of the kernel");
  if (!parseLabels(cursor, kernel)) return false;
  if (!takeChar(cursor, '-') || !takeChar(cursor, '>'))
    return cursor.failExpected("'->' between the labels of the kernel and of the output");
  if (!parseLabels(cursor, output)) return false;
  if (input.spatialCount != kernel.spatialCount || input.spatialCount != output.spatialCount)
    return cursor.fail(input.start,
                       "input, kernel and output must have the same number of spatial dimensions, but have " +
                           std::to_string(input.spatialCount) + ", " + std::to_string(kernel.spatialCount) + " and " +
                           std::to_string(output.spatialCount));
  out.inputBatch = input.first;
  out.inputFeature = input.second;
  out.kernelInputFeature = kernel.first;
  out.kernelOutputFeature = kernel.second;
  out.outputBatch = output.first;
  out.outputFeature = output.second;
  out.inputSpatial = addSpatial(module, input);
  out.kernelSpatial = addSpatial(module, kernel);
  out.outputSpatial = addSpatial(module, output);
  return true;
}

bool parseSlice(Cursor& cursor, Module& module, Range& out) {
  out = {poolSize(module.sliceDimensions), 0};
  return parseBracedList(cursor, "before the ranges of a slice", [&] {
    cursor.skipSpace();
    const char* start = cursor.at;
    SliceDimension dimension;
    int64_t* const parts[] = {&dimension.start, &dimension.limit, &dimension.stride};
    size_t count = 0;
    const bool read = parseIntegerList(cursor, '[', ':', ']', [&](int64_t value) {
      if (count < std::size(parts)) *parts[count] = value;
      return ++count, true;
    });
    if (!read) return false;
    if (count != 2 && count != 3) return cursor.fail(start, "expected [start:limit] or [start:limit:stride]");
    module.sliceDimensions.push_back(dimension);
    ++out.size;
    return true;
  });
}

bool parsePadding(Cursor& cursor, Module& module, Range& out) {
  out = {poolSize(module.paddingDimensions), 0};
  constexpr std::string_view kPattern = "a padding such as 0_1x2_3_1: low_high or low_high_interior for each dimension";
  return parseCross(cursor, [&](uint32_t) {
    PaddingDimension dimension;
    if (!parsePatternInteger(cursor, dimension.low, kPattern)) return false;
    if (!takeChar(cursor, '_')) return cursor.failExpected("'_' between the low and the high padding");
    if (!parsePatternInteger(cursor, dimension.high, kPattern)) return false;
    if (takeChar(cursor, '_') && !parsePatternInteger(cursor, dimension.interior, kPattern)) return false;
    module.paddingDimensions.push_back(dimension);
    ++out.size;
    return true;
  });
}

}  // namespace hlorank::hlo
