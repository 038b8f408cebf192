// Free terms: one learned score per layout table row of a single program, independent of any features.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/configs/layout_space.h"
#include "shared/model/inputs.h"

namespace hlorank::model {

// Identifies the rows that free terms were trained on. Rows of any other table have no free term.
struct FreeTable {
  std::vector<uint32_t> nodes;           // [rows] graph node of the row's slot
  std::vector<uint8_t> tensors;          // [rows] 0: output, 1: operand 0, 2: operand 1
  std::vector<configs::Layout> layouts;  // [rows]

  size_t rows() const { return nodes.size(); }
  friend bool operator==(const FreeTable&, const FreeTable&) = default;
};

FreeTable makeFreeTable(const configs::LayoutTable& table);
// Builds the network input `freeRow`, int64 [rows of `configurations`]: the index of each row's free term, or
// `free.rows()` (no free term) for reference rows and for rows that are not in `free`.
Tensor freeRowInput(const FreeTable& free, const configs::Configurations& configurations);

nlohmann::ordered_json toJson(const FreeTable& table);
Result<FreeTable> freeTableFromJson(const nlohmann::ordered_json& json);
// Reads the field `freeRows` of model.json; an empty table if the field is missing.
Result<FreeTable> readFreeTable(std::string_view json);

}  // namespace hlorank::model
