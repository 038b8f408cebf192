// Shapes in HLO text, interned by their spelling.
#pragma once

#include <span>

#include "shared/base/text_table.h"
#include "shared/hlo/cursor.h"
#include "shared/hlo/module.h"

namespace hlorank::hlo {

// Reads shapes, and finds those read before by their text. One per module being read.
class ShapeTable {
 public:
  explicit ShapeTable(Module& module, uint32_t maxDepth = 256) : module_(module), maxDepth_(maxDepth) {}

  // Reads a shape at the cursor, tuples without recursion. A missing layout is filled in as row-major, as XLA does.
  // Cost: one hash of the text for a spelling seen before.
  bool parse(Cursor& cursor, ShapeId& out);

  // True when the text at the cursor starts a shape: a type name before '[', "b(" or '('. Does not move.
  static bool startsShape(Cursor& cursor);

 private:
  bool parseNew(Cursor& cursor, ShapeId& out);
  bool parseArray(Cursor& cursor, ShapeId& out);

  Module& module_;
  uint32_t maxDepth_;
  TextTable bySpelling_;
};

// New shapes for inferred results and for binaries; a row-major layout is filled in. Not interned.
ShapeId addArrayShape(Module& module, PrimitiveType type, std::span<const int64_t> dimensions,
                      std::span<const int64_t> dynamicDimensions = {});
ShapeId addTupleShape(Module& module, std::span<const ShapeId> elements);

}  // namespace hlorank::hlo
