// Free terms: numbers that are learned directly, instead of computed from features, one per row (a slot with one of its
// layouts) of a single program. A slot is a tensor whose layout can be chosen.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "shared/base/result.h"
#include "shared/configs/layout_space.h"
#include "shared/model/inputs.h"

namespace hlorank::model {

// The rows (a slot with one of its layouts) that free terms were trained on, identified by node, tensor and layout.
struct FreeTable {
  std::vector<uint32_t> nodes;           // [rows] graph node that the slot belongs to
  std::vector<uint8_t> tensors;          // [rows] tensor of the node: 0 output, 1 operand 0, 2 operand 1
  std::vector<configs::Layout> layouts;  // [rows] layout of the tensor

  size_t rows() const { return nodes.size(); }
  friend bool operator==(const FreeTable&, const FreeTable&) = default;
};

// Lists all rows of a layout table.
FreeTable makeFreeTable(const configs::LayoutTable& table);
// Builds the network input `freeRow`, int64 [rows of the layout table of `configurations`]: the index of each row in
// `free`; `free.rows()` (no free term) for program layouts and for rows that `free` does not have.
Tensor freeRowInput(const FreeTable& free, const configs::Configurations& configurations);

// Convert between a FreeTable and the JSON list [[node, tensor, layout], ...] with one entry per row.
nlohmann::ordered_json toJson(const FreeTable& table);
Result<FreeTable> freeTableFromJson(const nlohmann::ordered_json& json);

}  // namespace hlorank::model
