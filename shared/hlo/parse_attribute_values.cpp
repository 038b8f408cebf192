#include "shared/hlo/parse_attribute_values.h"

#include <algorithm>
#include <array>

#include "shared/hlo/parse_literal_number.h"

namespace hlorank::hlo {
namespace {

struct Words {
  std::string_view what;
  std::span<const std::string_view> words;
  bool anyCase = false;
};

constexpr std::string_view kDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
constexpr std::string_view kComparisonTypes[] = {"FLOAT", "TOTALORDER", "SIGNED", "UNSIGNED"};
constexpr std::string_view kFusionKinds[] = {"kLoop", "kInput", "kOutput", "kCustom"};
constexpr std::string_view kFftTypes[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
constexpr std::string_view kDistributions[] = {"rng_uniform", "rng_normal", "rng_invalid"};
constexpr std::string_view kRandomAlgorithms[] = {"rng_default", "rng_three_fry", "rng_philox"};
constexpr std::string_view kPrecisions[] = {"default", "high", "highest", "packed_nibble"};
constexpr std::string_view kPaddingTypes[] = {"PADDING_INVALID", "PADDING_VALID", "PADDING_SAME"};
constexpr std::string_view kSchedules[] = {"SCHEDULE_NONE", "SCHEDULE_LATEST", "SCHEDULE_EARLIEST"};
constexpr std::string_view kTransposes[] = {"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE", "ADJOINT"};
constexpr std::string_view kConvolutionKinds[] = {"fprop", "wgrad", "dgrad", "unset"};
constexpr std::string_view kGroupModes[] = {"cross_replica", "cross_partition", "cross_replica_and_partition",
                                            "flattened_id"};
constexpr std::string_view kAccuracyModes[] = {"default", "highest"};
constexpr std::string_view kApiVersions[] = {"API_VERSION_UNSPECIFIED", "API_VERSION_ORIGINAL",
                                             "API_VERSION_STATUS_RETURNING", "API_VERSION_STATUS_RETURNING_UNIFIED",
                                             "API_VERSION_TYPED_FFI"};
constexpr std::string_view kDotAlgorithms[] = {
    "unset",
    "dot_any_f8_any_f8_any",
    "dot_any_f8_any_f8_f32",
    "dot_any_f8_any_f8_f32_fast_accum",
    "dot_f16_f16_f16",
    "dot_f16_f16_f32",
    "dot_bf16_bf16_bf16",
    "dot_bf16_bf16_f32",
    "dot_bf16_bf16_f32_x3",
    "dot_bf16_bf16_f32_x6",
    "dot_bf16_bf16_f32_x9",
    "dot_tf32_tf32_f32",
    "dot_tf32_tf32_f32_x3",
    "dot_f32_f32_f32",
    "dot_f64_f64_f64",
};

Words wordsOf(AttributeId id, Opcode opcode) {
  switch (id) {
    case AttributeId::kDirection:
      return {"a comparison direction", kDirections};
    case AttributeId::kType:
      return {"a comparison type", kComparisonTypes};
    case AttributeId::kKind:
      return {"a kind of fusion", kFusionKinds};
    case AttributeId::kFftType:
      return {"a type of FFT", kFftTypes};
    case AttributeId::kDistribution:
      return {"a random distribution", kDistributions, true};
    case AttributeId::kAlgorithm:
      if (opcode == Opcode::kRngBitGenerator) return {"a random algorithm", kRandomAlgorithms, true};
      return {"a precision algorithm", kDotAlgorithms, true};
    case AttributeId::kOperandPrecision:
      return {"a precision", kPrecisions, true};
    case AttributeId::kPaddingType:
      return {"a padding type", kPaddingTypes};
    case AttributeId::kSchedule:
      return {"a custom-call schedule", kSchedules};
    case AttributeId::kTransposeA:
      return {"a transposition", kTransposes};
    case AttributeId::kConvKind:
    case AttributeId::kConvolutionKind:
      return {"a kind of convolution", kConvolutionKinds};
    case AttributeId::kMode:
      return {"a collective group mode", kGroupModes, true};
    case AttributeId::kApiVersion:
      return {"a custom-call API version", kApiVersions};
    default:
      return {"a word", {}};
  }
}

bool sameWord(std::string_view a, std::string_view b, bool anyCase) {
  if (!anyCase || a.size() != b.size()) return a == b;
  return std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return lower(x) == lower(y);
  });
}

bool parseWordOf(Cursor& cursor, const Words& of) {
  std::string_view word;
  if (!cursor.identifier(word)) return cursor.failExpected(of.what);
  for (std::string_view known : of.words) {
    if (sameWord(word, known, of.anyCase)) return true;
  }
  return cursor.fail(word.data(), "'" + std::string(word) + "' is not " + std::string(of.what),
                     suggestWord(word, of.words.data(), of.words.size()));
}

// -?[0-9]+ within a pattern such as 1x2 or 0_1, where no space may stand.
bool patternInteger(Cursor& cursor, int64_t& out, std::string_view pattern) {
  if (cursor.at < cursor.end && (is(*cursor.at, kDigit) || *cursor.at == '-')) return cursor.integer(out, pattern);
  return cursor.failExpected(pattern);
}

bool takeChar(Cursor& cursor, char c) {
  return cursor.at < cursor.end && *cursor.at == c && (++cursor.at, true);
}

// AxBxC, each handed to `take` with its position.
template <class Take>
bool parseCross(Cursor& cursor, Take take) {
  cursor.skipSpace();
  uint32_t position = 0;
  do {
    if (!take(position++)) return false;
  } while (takeChar(cursor, 'x'));
  return true;
}

template <class Entry>
uint32_t poolSize(const std::vector<Entry>& pool) {
  return static_cast<uint32_t>(pool.size());
}

}  // namespace

bool parseBool(Cursor& cursor, bool& out) {
  out = cursor.acceptWord("true");
  return out || cursor.acceptWord("false") || cursor.failExpected("true or false");
}

bool parseInt32(Cursor& cursor) {
  cursor.skipSpace();
  const char* start = cursor.at;
  int64_t value;
  if (!cursor.integer(value, "an integer")) return false;
  return (value >= INT32_MIN && value <= INT32_MAX) || cursor.fail(start, "this number does not fit in 32 bits");
}

bool parseIntegers(Cursor& cursor, Module& module, Range& out) {
  out.begin = poolSize(module.integers);
  if (!parseIntegerList(cursor, '{', ',', '}', [&](int64_t value) { return module.integers.push_back(value), true; }))
    return false;
  out.size = poolSize(module.integers) - out.begin;
  return true;
}

bool skipIntegers(Cursor& cursor) {
  return parseIntegerList(cursor, '{', ',', '}', [](int64_t) { return true; });
}

namespace {

template <class ParseInner>
bool parseBracedList(Cursor& cursor, std::string_view what, ParseInner parseInner) {
  if (!cursor.expect('{', what)) return false;
  if (cursor.accept('}')) return true;
  do {
    if (!parseInner()) return false;
  } while (cursor.accept(','));
  return cursor.expect('}', "after the list");
}

}  // namespace

bool skipIntegerLists(Cursor& cursor) {
  return parseBracedList(cursor, "before a list of lists", [&] { return skipIntegers(cursor); });
}

bool skipIntegerPairs(Cursor& cursor) {
  return parseBracedList(cursor, "before a list of pairs", [&] {
    cursor.skipSpace();
    const char* start = cursor.at;
    int64_t count = 0;
    if (!parseIntegerList(cursor, '{', ',', '}', [&](int64_t) { return ++count, true; })) return false;
    return count == 2 ||
           cursor.fail(start, "expected a pair such as {0,1}, found " + std::to_string(count) + " integers");
  });
}

bool parseIntegerListsFlat(Cursor& cursor, Module& module, Range& out) {
  out.begin = poolSize(module.integers);
  Range inner;
  if (!parseBracedList(cursor, "before a list of lists", [&] { return parseIntegers(cursor, module, inner); }))
    return false;
  out.size = poolSize(module.integers) - out.begin;
  return true;
}

bool parseWord(Cursor& cursor, AttributeId id, Opcode opcode) {
  return parseWordOf(cursor, wordsOf(id, opcode));
}

bool parseWords(Cursor& cursor, AttributeId id) {
  const Words words = wordsOf(id, Opcode::kInvalid);
  return parseBracedList(cursor, "before a list of words", [&] { return parseWordOf(cursor, words); });
}

bool parseBools(Cursor& cursor, bool orSingle) {
  bool value;
  if (orSingle && !cursor.next('{')) return parseBool(cursor, value);
  return parseBracedList(cursor, "before a list of true and false", [&] { return parseBool(cursor, value); });
}

bool parseStringOrJson(Cursor& cursor) {
  std::string_view text;
  return cursor.next('{') ? cursor.balanced(text, "a JSON dictionary")
                          : cursor.quoted(text, "a \"string\" or a {JSON dictionary}");
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
      return cursor.fail(at, "a window has no field '" + std::string(name) + "'",
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
      if (!patternInteger(cursor, value, field == kPad ? "a padding such as 0_1x0_1" : "numbers such as 3 or 3x3"))
        return false;
      if (field == kReversal) {
        dimension.reversal = value == 1;
        return true;
      }
      dimension.*kMembers[field] = value;
      return field != kPad ||
             (takeChar(cursor, '_') ? patternInteger(cursor, dimension.paddingHigh, "a padding such as 0_1x0_1")
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

// One of the three parts of dimension labels: a letter for each dimension, digits for the spatial ones, '?' for
// dimensions without a role.
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
      return cursor.fail(start, std::string("the dimension label '") + c + "' stands twice in '" +
                                    std::string(cursor.since(start)) + "'");
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
    return cursor.fail(input.start, "input, kernel and output must have equally many spatial dimensions, but have " +
                                        std::to_string(input.spatialCount) + ", " +
                                        std::to_string(kernel.spatialCount) + " and " +
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
    if (!patternInteger(cursor, dimension.low, kPattern)) return false;
    if (!takeChar(cursor, '_')) return cursor.failExpected("'_' between the low and the high padding");
    if (!patternInteger(cursor, dimension.high, kPattern)) return false;
    if (takeChar(cursor, '_') && !patternInteger(cursor, dimension.interior, kPattern)) return false;
    module.paddingDimensions.push_back(dimension);
    ++out.size;
    return true;
  });
}

namespace {

// '{' (','? name=VALUE)* '}'; `parseField(name)` reads a value, or fails for a name it does not know.
template <class ParseField>
bool parseFields(Cursor& cursor, std::string_view where, std::string_view fields, ParseField parseField) {
  if (!cursor.expect('{', where)) return false;
  while (!cursor.accept('}')) {
    cursor.accept(',');
    std::string_view name;
    if (!cursor.attributeName(name)) return cursor.failExpected(fields);
    if (!parseField(name)) return false;
  }
  return true;
}

bool failField(Cursor& cursor, std::string_view name, std::string_view of, std::string_view fields) {
  return cursor.fail(name.data(), std::string(of) + " has no field '" + std::string(name) + "'",
                     "expected " + std::string(fields));
}

}  // namespace

bool parseSparsity(Cursor& cursor) {
  constexpr std::string_view kSides = "lhs= or rhs=";
  constexpr std::string_view kFields = "sparsity=, dimension=, stride= or idx=";
  return parseFields(cursor, "before the sparsity", kSides, [&](std::string_view side) {
    if (side != "lhs" && side != "rhs") return failField(cursor, side, "a sparsity", kSides);
    return parseFields(cursor, "before the sparsity of a side", kFields, [&](std::string_view field) {
      int64_t value;
      if (field == "dimension" || field == "stride" || field == "idx") return cursor.integer(value, "an integer");
      if (field != "sparsity") return failField(cursor, field, "a sparsity", kFields);
      return parseCross(cursor, [&](uint32_t) { return patternInteger(cursor, value, "a ratio such as 2x4"); });
    });
  });
}

bool parseResultAccuracy(Cursor& cursor) {
  constexpr std::string_view kFields = "mode= or tolerance=";
  constexpr std::string_view kTolerances = "atol=, rtol= or ulps=";
  if (!cursor.expect('{', "before the accuracy")) return false;
  std::string_view name;
  if (!cursor.attributeName(name)) return cursor.failExpected(kFields);
  if (name == "mode") {
    if (!parseWordOf(cursor, {"an accuracy mode", kAccuracyModes, true})) return false;
  } else if (name == "tolerance") {
    const bool read = parseFields(cursor, "before the tolerance", kTolerances, [&](std::string_view field) {
      if (field == "atol" || field == "rtol" || field == "ulps") return parseFloat(cursor, false);
      return failField(cursor, field, "a tolerance", kTolerances);
    });
    if (!read) return false;
  } else {
    return failField(cursor, name, "result_accuracy", kFields);
  }
  return cursor.expect('}', "after the accuracy");
}

bool parseShapeIndex(Cursor& cursor) {
  if (!cursor.expect('{', "before an index into a tuple, such as {0} or {}")) return false;
  while (!cursor.accept('}')) {
    int64_t index;
    if (!cursor.integer(index, "an index")) return false;
    if (!cursor.accept(',')) return cursor.expect('}', "after an index into a tuple");
  }
  return true;
}

bool parseOutputAliasing(Cursor& cursor) {
  if (!cursor.expect('{', "before aliasing such as {{0}: (1, {})}")) return false;
  while (!cursor.accept('}')) {
    int64_t operand;
    if (!parseShapeIndex(cursor) || !cursor.expect(':', "between the index of the output and the operand") ||
        !cursor.expect('(', "before the operand") || !cursor.integer(operand, "the number of an operand") ||
        !cursor.expect(',', "after the number of the operand") || !parseShapeIndex(cursor) ||
        !cursor.expect(')', "after the operand"))
      return false;
    if (!cursor.accept(',')) return cursor.expect('}', "after the aliasing");
  }
  return true;
}

ScratchShapes::ScratchShapes(Module& module)
    : module_(module),
      shapes_(module.shapes.size()),
      elements_(module.shapeElements.size()),
      integers_(module.integers.size()),
      table_(module) {}

ScratchShapes::~ScratchShapes() {
  module_.shapes.resize(shapes_);
  module_.shapeElements.resize(elements_);
  module_.integers.resize(integers_);
}

bool parseShapeOnly(Cursor& cursor, Module& module) {
  ShapeId shape;
  return ScratchShapes(module).parse(cursor, shape);
}

bool parseOperandShapes(Cursor& cursor, Module& module, std::span<const InstructionId> operands) {
  ScratchShapes shapes(module);
  size_t count = 0;
  const bool read = parseBracedList(cursor, "before a list of shapes", [&] {
    cursor.skipSpace();
    const char* start = cursor.at;
    ShapeId shape;
    if (!shapes.parse(cursor, shape)) return false;
    const size_t operand = count++;
    if (operand >= operands.size() || compatible(module, shape, module.instructions[operands[operand]].shape))
      return true;
    return cursor.fail(start, "this layout constraint does not have the dimensions of operand " +
                                  std::to_string(operand) + ", which is " +
                                  toString(module, module.instructions[operands[operand]].shape));
  });
  if (!read) return false;
  return count == operands.size() ||
         cursor.failHere("there must be one layout constraint for each of the " + std::to_string(operands.size()) +
                         " operands of the custom-call before this, but there are " + std::to_string(count));
}

}  // namespace hlorank::hlo
