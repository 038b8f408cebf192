#include "shared/model/free_table.h"

#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

#include "shared/base/integer_field.h"

namespace hlorank::model {
namespace {

using Key = std::tuple<uint32_t, uint8_t, configs::Layout>;

}  // namespace

FreeTable makeFreeTable(const configs::LayoutTable& table) {
  FreeTable free;
  free.layouts = table.layouts;
  for (size_t slot = 0; slot < table.slots.size(); ++slot) {
    const uint32_t rows = table.rowBegin[slot + 1] - table.rowBegin[slot];
    free.nodes.insert(free.nodes.end(), rows, table.nodes[table.slots[slot].position]);
    free.tensors.insert(free.tensors.end(), rows, table.slots[slot].tensor);
  }
  return free;
}

Tensor freeRowInput(const FreeTable& free, const configs::Configurations& configurations) {
  std::map<Key, int64_t> known;
  for (size_t row = 0; row < free.rows(); ++row)
    known[{free.nodes[row], free.tensors[row], free.layouts[row]}] = static_cast<int64_t>(row);

  const FreeTable requested = makeFreeTable(configurations.table);
  std::vector<int64_t> rows(requested.rows(), static_cast<int64_t>(free.rows()));
  for (size_t row = 0; row < requested.rows(); ++row) {
    const auto found = known.find({requested.nodes[row], requested.tensors[row], requested.layouts[row]});
    if (found != known.end()) rows[row] = found->second;
  }
  for (size_t slot = 0; slot < configurations.table.slots.size(); ++slot)
    rows[configurations.table.rowBegin[slot] + configurations.reference[slot]] = static_cast<int64_t>(free.rows());
  return {"freeRow", {static_cast<int64_t>(rows.size())}, std::move(rows)};
}

nlohmann::ordered_json toJson(const FreeTable& table) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  for (size_t row = 0; row < table.rows(); ++row)
    rows.push_back({table.nodes[row], table.tensors[row], table.layouts[row]});
  return rows;
}

Result<FreeTable> freeTableFromJson(const nlohmann::ordered_json& json) {
  const Error error{"model.json: expected the field `freeRows` to be a list of [node, tensor, layout]",
                    "export the model again with `hlorank export`"};
  if (!json.is_array()) return error;
  FreeTable table;
  for (const auto& row : json) {
    if (!row.is_array() || row.size() != 3 || !row[2].is_array() ||
        row[2].size() != static_cast<size_t>(configs::kLayoutDimensions))
      return error;
    const auto node = integerFromJson<uint32_t>(row[0]);
    const auto tensor = integerFromJson<uint8_t>(row[1]);
    if (!node || !tensor) return error;
    configs::Layout layout;
    for (size_t i = 0; i < layout.size(); ++i) {
      const auto dimension = integerFromJson<int8_t>(row[2][i]);
      if (!dimension) return error;
      layout[i] = *dimension;
    }
    table.nodes.push_back(*node);
    table.tensors.push_back(*tensor);
    table.layouts.push_back(layout);
  }
  return table;
}

}  // namespace hlorank::model
