// Free terms: numbers that a model learned for the layouts of one program.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/configs/layout_space.h"
#include "shared/model/inputs.h"

namespace hlorank::model {

// The rows that free terms were trained for: a model with free terms knows one table, and gives rows of others none.
struct FreeTable {
  std::vector<uint32_t> nodes;           // [rows] graph node of the row's slot
  std::vector<uint8_t> tensors;          // [rows]
  std::vector<configs::Layout> layouts;  // [rows]

  size_t rows() const { return nodes.size(); }
  friend bool operator==(const FreeTable&, const FreeTable&) = default;
};

FreeTable freeTableOf(const configs::LayoutTable& table);
// The input `freeRow`: int64 [rows of `configurations`], the free term of each row; `free.rows()` (none) for reference
// rows and for rows that `free` does not know.
Tensor freeRowInput(const FreeTable& free, const configs::Configurations& configurations);

nlohmann::ordered_json toJson(const FreeTable& table);
Result<FreeTable> freeTableFromJson(const nlohmann::ordered_json& json);
// `freeRows` of model.json; empty where there is none.
Result<FreeTable> freeTableOfCard(std::string_view json);

}  // namespace hlorank::model
