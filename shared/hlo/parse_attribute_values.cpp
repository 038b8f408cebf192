#include "shared/hlo/parse_attribute_values.h"

#include <algorithm>

#include "shared/hlo/enum_words.h"
#include "shared/hlo/parse_attribute_geometry.h"
#include "shared/hlo/parse_literal_number.h"
#include "shared/hlo/suggest_word.h"

namespace hlorank::hlo {
namespace {

// The words of an enumeration in HLO text. `what` names the enumeration in errors, for example "a comparison type".
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
constexpr std::string_view kConvolutionKinds[] = {"fprop", "wgrad", "dgrad", "unset"};
constexpr std::string_view kGroupModes[] = {"cross_replica", "cross_partition", "cross_replica_and_partition",
                                            "flattened_id"};
constexpr std::string_view kAccuracyModes[] = {"default", "highest"};

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

bool parseWordOf(Cursor& cursor, const Words& words) {
  std::string_view word;
  if (!cursor.identifier(word)) return cursor.failExpected(words.what);
  for (std::string_view known : words.words) {
    if (sameWord(word, known, words.anyCase)) return true;
  }
  return cursor.fail(word.data(), "'" + std::string(word) + "' is not " + std::string(words.what),
                     suggestWord(word, words.words.data(), words.words.size()));
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
  out.begin = static_cast<uint32_t>(module.integers.size());
  if (!parseIntegerList(cursor, '{', ',', '}', [&](int64_t value) { return module.integers.push_back(value), true; }))
    return false;
  out.size = static_cast<uint32_t>(module.integers.size()) - out.begin;
  return true;
}

bool skipIntegers(Cursor& cursor) {
  return parseIntegerList(cursor, '{', ',', '}', [](int64_t) { return true; });
}

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
  out.begin = static_cast<uint32_t>(module.integers.size());
  Range inner;
  if (!parseBracedList(cursor, "before a list of lists", [&] { return parseIntegers(cursor, module, inner); }))
    return false;
  out.size = static_cast<uint32_t>(module.integers.size()) - out.begin;
  return true;
}

bool parseWord(Cursor& cursor, AttributeId id, Opcode opcode) {
  return parseWordOf(cursor, wordsOf(id, opcode));
}

bool parseWords(Cursor& cursor, AttributeId id) {
  const Words words = wordsOf(id, Opcode::kInvalid);
  return parseBracedList(cursor, "before a list of words", [&] { return parseWordOf(cursor, words); });
}

bool parseBools(Cursor& cursor, bool orSingle, size_t* count) {
  bool value;
  if (orSingle && !cursor.next('{')) return parseBool(cursor, value);
  return parseBracedList(cursor, "before a list of true and false", [&] {
    if (count != nullptr) ++*count;
    return parseBool(cursor, value);
  });
}

bool parseStringOrJson(Cursor& cursor) {
  std::string_view text;
  return cursor.next('{') ? cursor.balanced(text, "a JSON dictionary")
                          : cursor.quoted(text, "a \"string\" or a {JSON dictionary}");
}

namespace {

bool failField(Cursor& cursor, std::string_view name, std::string_view of, std::string_view fields) {
  return cursor.fail(name.data(), "unknown field '" + std::string(name) + "' in " + std::string(of),
                     "expected " + std::string(fields));
}

}  // namespace

bool parseSparsity(Cursor& cursor) {
  constexpr std::string_view kSides = "lhs= or rhs=";
  constexpr std::string_view kFields = "sparsity=, dimension=, stride= or idx=";
  return cursor.fields("before the sparsity", kSides, [&](std::string_view side) {
    if (side != "lhs" && side != "rhs") return failField(cursor, side, "a sparsity", kSides);
    return cursor.fields("before the sparsity of a side", kFields, [&](std::string_view field) {
      int64_t value;
      if (field == "dimension" || field == "stride" || field == "idx") return cursor.integer(value, "an integer");
      if (field != "sparsity") return failField(cursor, field, "a sparsity", kFields);
      return parseCross(cursor, [&](uint32_t) { return parsePatternInteger(cursor, value, "a ratio such as 2x4"); });
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
    const bool read = cursor.fields("before the tolerance", kTolerances, [&](std::string_view field) {
      if (field == "atol" || field == "rtol" || field == "ulps") {
        if (cursor.next('-')) return cursor.failHere("a tolerance cannot be negative");
        return parseFloat(cursor, false);
      }
      return failField(cursor, field, "a tolerance", kTolerances);
    });
    if (!read) return false;
  } else {
    return failField(cursor, name, "result_accuracy", kFields);
  }
  return cursor.expect('}', "after the accuracy");
}

bool parseShapeIndex(Cursor& cursor) {
  int64_t index;
  return cursor.list("before an index into a tuple, such as {0} or {}", "after an index into a tuple",
                     [&] { return cursor.integer(index, "an index"); });
}

bool parseOutputAliasing(Cursor& cursor) {
  int64_t operand;
  return cursor.list("before aliasing such as {{0}: (1, {})}", "after the aliasing", [&] {
    return parseShapeIndex(cursor) && cursor.expect(':', "between the index of the output and the operand") &&
           cursor.expect('(', "before the operand") && cursor.integer(operand, "the number of an operand") &&
           cursor.expect(',', "after the number of the operand") && parseShapeIndex(cursor) &&
           cursor.expect(')', "after the operand");
  });
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
                         " operands of this custom-call, but there are " + std::to_string(count));
}

}  // namespace hlorank::hlo
