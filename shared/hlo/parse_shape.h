// Parser of shapes in HLO text. Shapes with the same text share one id.
#pragma once

#include <span>

#include "shared/base/text_table.h"
#include "shared/hlo/cursor.h"
#include "shared/hlo/module.h"

namespace hlorank::hlo {

// Parses shapes and caches them by their text. All shapes of a module must be parsed with the same table.
class ShapeTable {
 public:
  explicit ShapeTable(Module& module, uint32_t maxDepth = 256) : module_(module), maxDepth_(maxDepth) {}

  // Parses a shape at the cursor. If the layout is missing, fills in the row-major layout, as XLA does. Does not use
  // recursion for tuples. If the same text was parsed before, only a hash of the text is computed.
  bool parse(Cursor& cursor, ShapeId& out);

  // Whether a shape starts at the cursor: an element type before '[', a buffer "b(", or a tuple '('. The cursor does
  // not move.
  static bool startsShape(Cursor& cursor);

 private:
  bool parseNew(Cursor& cursor, ShapeId& out);
  bool parseArray(Cursor& cursor, ShapeId& out);

  Module& module_;
  uint32_t maxDepth_;
  TextTable bySpelling_;
};

// Add a shape to the module: an array with row-major layout, or a tuple. Every call adds a new id, even if the module
// has an equal shape.
ShapeId addArrayShape(Module& module, PrimitiveType type, std::span<const int64_t> dimensions,
                      std::span<const int64_t> dynamicDimensions = {});
ShapeId addTupleShape(Module& module, std::span<const ShapeId> elements);

}  // namespace hlorank::hlo
