#include "native/evaluate/subset.h"

#include <filesystem>
#include <nlohmann/json.hpp>

#include "native/base/files.h"

namespace hlorank::evaluate {
namespace {

// Returns the TpuGraphs collection that a subset file applies to, by the name of the file: "layout:xla:random" for
// xla_random.json; "" for a file of any other name.
std::string collectionOf(const std::string& path) {
  std::string name = "layout:" + std::filesystem::path(path).stem().string();
  if (const size_t between = name.find('_'); between != std::string::npos) name[between] = ':';
  return store::isCollection(name) ? name : std::string();
}

}  // namespace

Result<bool> Subsets::read(const std::string& path) {
  const auto bytes = native::readFile(path);
  if (!bytes) return bytes.error();
  const Error wrong = {"is not a JSON object of the form {\"PROGRAM\": [ROW, ...], ...}",
                       "pass a file such as TpuGraphs' eval_indices/xla_random.json"};
  const auto json = nlohmann::json::parse(*bytes, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return wrong;
  const std::string collection = collectionOf(path);
  for (const auto& [name, rows] : json.items()) {
    if (!rows.is_array()) return wrong;
    std::vector<uint64_t>& list = rows_[{collection, name}];
    for (const auto& row : rows) {
      if (!row.is_number_unsigned()) return wrong;
      list.push_back(row.get<uint64_t>());
    }
  }
  return true;
}

Result<std::optional<std::vector<uint32_t>>> Subsets::of(const data::MeasuredProgram& program) const {
  auto found = rows_.find({program.collection, program.name});
  if (found == rows_.end()) found = rows_.find({"", program.name});
  std::optional<std::vector<uint32_t>> selected;
  if (found == rows_.end()) return selected;
  const uint64_t rows = program.stored ? program.stored->about().rows : program.opened.configurations.count;
  selected.emplace();
  for (const uint64_t row : found->second) {
    if (row >= rows)
      return Error{"has " + std::to_string(rows) + " rows, but the subset lists row " + std::to_string(row),
                   "pass the file as published; --subset refers to its rows"};
    selected->push_back(program.stored ? program.stored->configurationOf(row) : uint32_t(row));
  }
  return selected;
}

}  // namespace hlorank::evaluate
