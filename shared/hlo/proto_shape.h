// Converts shapes from protos (ShapeProto, LayoutProto, ProgramShapeProto of xla/xla_data.proto).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/text_table.h"
#include "shared/hlo/module.h"

namespace hlorank::hlo::proto {

// Parses ShapeProtos into shapes of a module and caches them by their bytes. Throws Malformed for tuples nested deeper
// than `maxDepth`.
class ShapeReader {
 public:
  ShapeReader(Module& module, uint32_t maxDepth) : module_(module), maxDepth_(maxDepth) {}

  ShapeId read(std::string_view message) { return read(message, 0); }

  // Formats a ProgramShapeProto as the value of entry_computation_layout, for example {(f32[2]{0}, s32[])->f32[2]{0}}.
  std::string programShapeText(std::string_view message);

 private:
  ShapeId read(std::string_view message, uint32_t depth);
  ShapeId readNew(std::string_view message, uint32_t depth);
  void readLayout(std::string_view message, uint32_t depth, Shape& shape);

  Module& module_;
  uint32_t maxDepth_;
  TextTable byMessage_;
};

}  // namespace hlorank::hlo::proto
