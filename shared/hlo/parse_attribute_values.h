// Parsers of attribute values that are simple or shared: numbers, lists, words, shapes, aliasing. Each reads one value
// at the cursor and returns false after recording an error; those with a Module append the value to its pools.
// Windows and the like are in parse_attribute_geometry.h, device lists and shardings in parse_sharding.h, annotations
// (metadata, frontend attributes, origins) in parse_attribute_annotations.h, literals in parse_literal.h.
#pragma once

#include <span>

#include "shared/hlo/cursor.h"
#include "shared/hlo/module.h"
#include "shared/hlo/parse_attribute_rules.h"
#include "shared/hlo/parse_shape.h"

namespace hlorank::hlo {

bool parseBool(Cursor& cursor, bool& out);
bool parseInt32(Cursor& cursor);

// Parses open (int (delimiter int)*)? close, for example {1,2}. Calls take(value) for each integer, which returns false
// to fail.
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

// Parses '{' (item (',' item)*)? '}'. `parseItem` parses one item; `what` completes the error "expected '{' ...".
template <class ParseItem>
bool parseBracedList(Cursor& cursor, std::string_view what, ParseItem parseItem) {
  if (!cursor.expect('{', what)) return false;
  if (cursor.accept('}')) return true;
  do {
    if (!parseItem()) return false;
  } while (cursor.accept(','));
  return cursor.expect('}', "after the list");
}

bool parseIntegers(Cursor& cursor, Module& module, Range& out);  // {1,2}; `out` is a range of Module::integers
bool skipIntegers(Cursor& cursor);
bool skipIntegerLists(Cursor& cursor);                                   // {{0,1},{2}}
bool skipIntegerPairs(Cursor& cursor);                                   // {{0,1},{1,0}}
bool parseIntegerListsFlat(Cursor& cursor, Module& module, Range& out);  // {{1,2},{3}} becomes 1, 2, 3

// Parses one word of the enumeration that attribute `id` of `opcode` has as its values, for example LT of `direction`.
bool parseWord(Cursor& cursor, AttributeId id, Opcode opcode);
bool parseWords(Cursor& cursor, AttributeId id);  // {WORD, WORD}
// Parses {true,false}; with `orSingle` also true or false without braces. `count` receives the number of values.
bool parseBools(Cursor& cursor, bool orSingle, size_t* count = nullptr);
bool parseStringOrJson(Cursor& cursor);  // "text" or {"json": ...}

bool parseSparsity(Cursor& cursor);        // {lhs={sparsity=1x4 dimension=1 stride=1} ...}
bool parseResultAccuracy(Cursor& cursor);  // {mode=highest} or {tolerance={ulps=2, ...}}
bool parseOutputAliasing(Cursor& cursor);  // {{0}: (1, {}), ...}: output index, operand number, operand index
bool parseShapeIndex(Cursor& cursor);      // {0, 1}: the index of an element in nested tuples

// Parses shapes only to check them: the destructor removes the shapes that were added to the module.
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
// Parses {shape, shape}: one shape per operand, which must have the operand's type and dimensions. Reports a wrong
// number of shapes at the end of the list.
bool parseOperandShapes(Cursor& cursor, Module& module, std::span<const InstructionId> operands);

}  // namespace hlorank::hlo
