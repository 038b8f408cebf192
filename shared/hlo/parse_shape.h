// Shapes in HLO text, interned by their spelling.
#pragma once

#include <unordered_map>

#include "shared/hlo/cursor.h"
#include "shared/hlo/module.h"

namespace hlorank::hlo {

// Finds shapes read before by their text. One per module being read.
class ShapeTable {
 public:
  explicit ShapeTable(Module& module, uint32_t maxDepth = 256) : module_(module), maxDepth_(maxDepth) {}

  // Reads a shape at the cursor, tuples without recursion. A layout is read when `{` is followed by a number, ':' or '}' ... see
  // the grammar in the comment of parse_shape.cpp. A missing layout is filled in as row-major.
  bool parse(Cursor& cursor, ShapeId& out);

  // True when the text at the cursor can start a shape (a type name followed by '[', or '(').
  static bool startsShape(Cursor& cursor);

 private:
  Module& module_;
  uint32_t maxDepth_;
  std::unordered_map<std::string_view, ShapeId> bySpelling_;
};

// New shapes for inferred results and for binaries; row-major layout filled in unless given. Interned by content is not promised.
ShapeId addArrayShape(Module& module, PrimitiveType type, std::span<const int64_t> dimensions, std::span<const int64_t> dynamicDimensions = {});
ShapeId addTupleShape(Module& module, std::span<const ShapeId> elements);

}  // namespace hlorank::hlo
