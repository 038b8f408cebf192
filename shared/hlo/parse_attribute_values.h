// Parsers of simple or common attribute values: numbers, lists, words, shapes, aliasing. Each reads one value at the
// cursor, or returns false after recording an error. Those that take a Module store the value in its vectors.
// Other headers have the rest: windows (parse_attribute_geometry.h), device lists and shardings (parse_sharding.h),
// metadata and origins (parse_attribute_annotations.h), literals (parse_literal.h).
#pragma once

#include <span>

#include "shared/hlo/cursor.h"
#include "shared/hlo/module.h"
#include "shared/hlo/parse_attribute_rules.h"
#include "shared/hlo/parse_shape.h"

namespace hlorank::hlo {

bool parseBool(Cursor& cursor, bool& out);
bool parseInt32(Cursor& cursor);

// Parses a list of integers between `open` and `close`, for example {1,2}. The list may be empty. Calls take(value) for
// each integer, which may return false to reject it.
template <class Take>
bool parseIntegerList(Cursor& cursor, char open, char delimiter, char close, Take take) {
  if (!cursor.expect(open, "before a list of integers")) return false;
  if (cursor.accept(close)) return true;
  do {
    int64_t value;
    if (!cursor.integer(value, "an integer") || !take(value)) return false;
  } while (cursor.accept(delimiter));
  return cursor.expect(close, "after a list of integers");
}

// Parses {ITEM, ITEM, ...}, which may be empty. Calls `parseItem` to parse each item. `what` completes the error
// "expected '{' ...".
template <class ParseItem>
bool parseBracedList(Cursor& cursor, std::string_view what, ParseItem parseItem) {
  if (!cursor.expect('{', what)) return false;
  if (cursor.accept('}')) return true;
  do {
    if (!parseItem()) return false;
  } while (cursor.accept(','));
  return cursor.expect('}', "after the list");
}

// Parses a list such as {1,2}. `out` receives the index range of the result in Module::integers.
bool parseIntegers(Cursor& cursor, Module& module, Range& out);
bool skipIntegers(Cursor& cursor);
bool skipIntegerLists(Cursor& cursor);  // checks a list of lists such as {{0,1},{2}}
bool skipIntegerPairs(Cursor& cursor);  // checks a list of pairs such as {{0,1},{1,0}}
// Parses a list of lists such as {{1,2},{3}} into one flat list 1, 2, 3. `out` receives the index range of the result
// in Module::integers.
bool parseIntegerListsFlat(Cursor& cursor, Module& module, Range& out);

// Parses one word of the enumeration that attribute `id` takes as its value, for example LT for `direction` of compare.
bool parseWord(Cursor& cursor, AttributeId id, Opcode opcode);
bool parseWords(Cursor& cursor, AttributeId id);  // parses a list of words such as {default,high}
// Parses a list of booleans such as {true,false}. If `orSingle` is set, also accepts true or false without braces.
// `count` receives the number of values.
bool parseBools(Cursor& cursor, bool orSingle, size_t* count = nullptr);
bool parseStringOrJson(Cursor& cursor);  // parses "text" or a JSON object {"name": ...}

bool parseSparsity(Cursor& cursor);        // parses {lhs={sparsity=1x4 dimension=1 stride=1} ...}
bool parseResultAccuracy(Cursor& cursor);  // parses {mode=highest} or {tolerance={ulps=2, ...}}
bool parseOutputAliasing(Cursor& cursor);  // parses {{0}: (1, {}), ...}: output index, operand number, operand index
bool parseShapeIndex(Cursor& cursor);      // parses {0, 1}, the index of an element in nested tuples

// Removes, on destruction, the shapes that were added to a module since construction. Used where shapes are parsed only
// to check their syntax.
class ScratchShapes {
 public:
  explicit ScratchShapes(Module& module);
  ~ScratchShapes();
  ScratchShapes(const ScratchShapes&) = delete;
  ScratchShapes& operator=(const ScratchShapes&) = delete;

  bool parse(Cursor& cursor, ShapeId& out) { return table_.parse(cursor, out); }

 private:
  Module& module_;
  const size_t shapes_, elements_, integers_;
  ShapeTable table_;
};

bool parseShapeOnly(Cursor& cursor, Module& module);
// Parses {shape, shape}, one shape per operand. Checks that type and dimensions of each shape equal those of its
// operand. Reports a wrong number of shapes at the end of the list.
bool parseOperandShapes(Cursor& cursor, Module& module, std::span<const InstructionId> operands);

}  // namespace hlorank::hlo
