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
  std::vector<uint32_t> nodes;           // [rows] number of the graph node that has the tensor as its output or operand
  std::vector<uint8_t> tensors;          // [rows] which tensor of the node: 0 output, 1 operand 0, 2 operand 1
  std::vector<configs::Layout> layouts;  // [rows] layout of the tensor

  size_t rows() const { return nodes.size(); }
  friend bool operator==(const FreeTable&, const FreeTable&) = default;
};

// Lists every layout of every tensor in a layout table.
FreeTable makeFreeTable(const configs::LayoutTable& table);
// Builds the network input `freeRow`, int64 [rows of the layout table]. For each tensor and layout, it has the index in
// `free` of the learned cost. The value free.rows() means that no cost was learned. It is used for layouts that are
// missing in `free` and for the layouts written in the program.
Tensor freeRowInput(const FreeTable& free, const configs::Configurations& configurations);

// Convert between a FreeTable and the JSON list [[node, tensor, layout], ...]. The list has one entry per row of the
// table.
nlohmann::ordered_json toJson(const FreeTable& table);
Result<FreeTable> freeTableFromJson(const nlohmann::ordered_json& json);

}  // namespace hlorank::model
