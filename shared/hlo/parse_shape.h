// Parser of shapes in HLO text. Shapes are interned by spelling.
#pragma once

#include <span>

#include "shared/base/text_table.h"
#include "shared/hlo/cursor.h"
#include "shared/hlo/module.h"

namespace hlorank::hlo {

// Parses shapes and caches them by their text. Use one table per module.
class ShapeTable {
 public:
  explicit ShapeTable(Module& module, uint32_t maxDepth = 256) : module_(module), maxDepth_(maxDepth) {}

  // Parses a shape at the cursor; nested tuples are not parsed recursively. A missing layout becomes row-major, as in
  // XLA. A known spelling costs one hash of its text.
  bool parse(Cursor& cursor, ShapeId& out);

  // True when a shape starts at the cursor: a type name before '[', "b(" or '('. Does not move the cursor.
  static bool startsShape(Cursor& cursor);

 private:
  bool parseNew(Cursor& cursor, ShapeId& out);
  bool parseArray(Cursor& cursor, ShapeId& out);

  Module& module_;
  uint32_t maxDepth_;
  TextTable bySpelling_;
};

// Adds shapes for inferred results and for protos, with row-major layout. Not interned.
ShapeId addArrayShape(Module& module, PrimitiveType type, std::span<const int64_t> dimensions,
                      std::span<const int64_t> dynamicDimensions = {});
ShapeId addTupleShape(Module& module, std::span<const ShapeId> elements);

}  // namespace hlorank::hlo
