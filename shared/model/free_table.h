// Free terms: costs that are learned directly, one number per tensor and layout of a single program, instead of being
// computed from features.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "shared/base/result.h"
#include "shared/configs/layout_space.h"
#include "shared/model/inputs.h"

namespace hlorank::model {

// The layouts for which costs were learned directly (free terms). Each row is one layout of one tensor of a program.
struct FreeTable {
  std::vector<uint32_t> nodes;           // [rows] graph node whose output or operand the tensor is
  std::vector<uint8_t> tensors;          // [rows] 0: output of the node, 1: operand 0, 2: operand 1
  std::vector<configs::Layout> layouts;  // [rows] layout of the tensor

  size_t rows() const { return nodes.size(); }
  friend bool operator==(const FreeTable&, const FreeTable&) = default;
};

// Lists every layout of every tensor in a layout table.
FreeTable makeFreeTable(const configs::LayoutTable& table);
// Builds the network input `freeRow`, int64 [rows of the layout table]: for each tensor and layout, its index in
// `free`. The value is `free.rows()`, which means no learned cost, for layouts written in the program and layouts
// missing in `free`.
Tensor freeRowInput(const FreeTable& free, const configs::Configurations& configurations);

// Convert between a FreeTable and the JSON list [[node, tensor, layout], ...], with one entry per row.
nlohmann::ordered_json toJson(const FreeTable& table);
Result<FreeTable> freeTableFromJson(const nlohmann::ordered_json& json);

}  // namespace hlorank::model
