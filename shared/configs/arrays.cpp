#include "shared/configs/arrays.h"

#include "shared/configs/dataset.h"

namespace hlorank::configs {
namespace {

std::string formatShape(const npz::Array& array) {
  std::string text = "(";
  for (size_t i = 0; i < array.shape.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(array.shape[i]);
  return text + ")";
}

}  // namespace

Result<const npz::Array*> getShaped(const npz::Archive& archive, std::string_view name,
                                    const std::vector<int64_t>& shape, const std::string& meaning) {
  Result<const npz::Array*> array = archive.get(name);
  if (!array) return array;
  const std::vector<int64_t>& found = (*array)->shape;
  bool fits = found.size() == shape.size();
  for (size_t i = 0; fits && i < shape.size(); ++i) fits = shape[i] < 0 || shape[i] == found[i];
  if (fits) return array;
  return Error{std::string(name) + " has the shape " + formatShape(**array) + ", expected " + meaning,
               "write the array again with that shape, or check that both files belong to the same program"};
}

Result<std::vector<int64_t>> readIntegers(const npz::Archive& archive, std::string_view name, int64_t count,
                                          const std::string& meaning) {
  Result<const npz::Array*> array = getShaped(archive, name, {count}, meaning);
  if (!array) return array.error();
  return (*array)->toIntegers();
}

Result<std::vector<int64_t>> readRuntimes(const npz::Archive& archive, size_t count) {
  if (archive.find("config_runtime") == nullptr) return std::vector<int64_t>();
  Result<std::vector<int64_t>> times = readIntegers(archive, "config_runtime", static_cast<int64_t>(count),
                                                    "(configurations): a run time in ns for each");
  if (!times) return times;
  if (const Result<bool> checked = checkTimes(*times, "config_runtime"); !checked) return checked.error();
  if (!times->empty() && times->front() == 0) times->clear();
  return times;
}

Result<bool> checkLayouts(const Configurations& configurations, const graph::Program& program, std::string_view array) {
  const LayoutTable& table = configurations.table;
  for (size_t s = 0; s < table.slots.size(); ++s) {
    uint32_t node = table.nodes[table.slots[s].position];
    uint32_t value = valueOf(program, node, table.slots[s].tensor);
    size_t rank = value == kNoNode ? 0 : program.dimensions(value).size();
    for (uint32_t row = table.rowBegin[s]; row < table.rowBegin[s + 1]; ++row) {
      uint32_t seen = 0;
      bool fits = true;
      for (int8_t dimension : table.layouts[row]) {
        if (dimension < 0) continue;
        fits = fits && static_cast<size_t>(dimension) < rank && (seen >> dimension & 1) == 0;
        seen |= 1u << dimension;
      }
      if (fits) continue;
      return Error{std::string(array) + ": the layout " + toString(table.layouts[row]) + " does not fit " +
                       std::string(tensorName(table.slots[s].tensor)) + " of node " + std::to_string(node) +
                       ", which has " + std::to_string(rank) + " dimensions",
                   "give the program that these configurations were measured with"};
    }
  }
  return true;
}

}  // namespace hlorank::configs
