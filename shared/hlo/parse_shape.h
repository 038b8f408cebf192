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

  // Parses a shape at the cursor. A missing layout becomes row-major, as in XLA. Tuples are parsed without recursion; a
  // shape whose text was parsed before costs one hash of that text.
  bool parse(Cursor& cursor, ShapeId& out);

  // True if a shape starts at the cursor: an element type before '[', a buffer "b(", or a tuple '('. Does not move the
  // cursor.
  static bool startsShape(Cursor& cursor);

 private:
  bool parseNew(Cursor& cursor, ShapeId& out);
  bool parseArray(Cursor& cursor, ShapeId& out);

  Module& module_;
  uint32_t maxDepth_;
  TextTable bySpelling_;
};

// Add a shape to the module: an array with row-major layout, or a tuple. Every call adds a new id, even for a known
// shape.
ShapeId addArrayShape(Module& module, PrimitiveType type, std::span<const int64_t> dimensions,
                      std::span<const int64_t> dynamicDimensions = {});
ShapeId addTupleShape(Module& module, std::span<const ShapeId> elements);

}  // namespace hlorank::hlo
