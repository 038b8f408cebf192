#include "native/evaluate/truth.h"

#include <algorithm>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>

#include "native/base/files.h"
#include "shared/metrics/ranking.h"
#include "shared/npz/npz.h"

namespace hlorank::evaluate {
namespace {

// Returns the key of a program in Truth::files_: "collection/split/name".
std::string keyOf(const std::string& collection, const std::string& split, const std::string& name) {
  return collection + "/" + split + "/" + name;
}

// Reads an array as integers. Error: the archive has no array of this name, or its values are not integers.
Result<std::vector<int64_t>> integersOf(const npz::Archive& archive, const char* name) {
  const auto array = archive.get(name);
  if (!array) return array.error();
  return (*array)->toIntegers();
}

// Computes the median time of each configuration of the .prepared file over its rows in the source file. `times`: [rows
// of the source file]. NaN if a configuration has no row.
std::vector<double> mediansOf(const store::StoredProgram& stored, const std::vector<int64_t>& times) {
  std::vector<std::vector<int64_t>> ofConfiguration(stored.count());
  for (uint64_t row = 0; row < times.size(); ++row) ofConfiguration[stored.configurationOf(row)].push_back(times[row]);
  std::vector<double> medians;
  for (auto& some : ofConfiguration) {
    std::sort(some.begin(), some.end());
    const size_t middle = some.size() / 2;
    medians.push_back(some.empty()          ? std::numeric_limits<double>::quiet_NaN()
                      : some.size() % 2 > 0 ? double(some[middle])
                                            : .5 * double(some[middle - 1] + some[middle]));
  }
  return medians;
}

// Reads the transfer pairs: two configurations that differ in one instruction. Returns the pairs of which both
// configurations are in `selected`. Empty if the program has no transfer pairs. Error: arrays of wrong sizes, or a row
// index out of range.
Result<std::vector<OrderedPair>> readTransferPairs(const npz::Archive& archive, const data::MeasuredProgram& program,
                                                   const std::vector<uint32_t>& selected) {
  std::vector<OrderedPair> pairs;
  if (archive.find("transfer_pairs") == nullptr) return pairs;
  const auto rows = integersOf(archive, "transfer_pairs");
  if (!rows) return rows.error();
  const auto difference = archive.get("transfer_difference");
  if (!difference) return difference.error();
  const auto differences = (*difference)->toFloats();
  if (!differences) return differences.error();
  if (rows->size() != 2 * differences->size())
    return Error{"transfer_pairs has " + std::to_string(rows->size()) + " elements, expected " +
                     std::to_string(2 * differences->size()) + " (two per element of transfer_difference)",
                 "run `hlorank synth` again"};

  constexpr uint32_t kNotSelected = UINT32_MAX;
  std::vector<uint32_t> placeOf(program.stored->count(), kNotSelected);
  for (size_t i = 0; i < selected.size(); ++i) placeOf[storedIndex(program, selected[i])] = uint32_t(i);
  const auto count = static_cast<int64_t>(program.stored->about().rows);
  for (size_t k = 0; k < differences->size(); ++k) {
    const int64_t first = (*rows)[2 * k], second = (*rows)[2 * k + 1];
    if (first < 0 || second < 0 || first >= count || second >= count)
      return Error{"transfer_pairs refers to row " + std::to_string(first < 0 || first >= count ? first : second) +
                       ", but the program has " + std::to_string(count) + " rows",
                   "pass the truth.json of the same `hlorank synth` run as DATA"};
    const uint32_t a = placeOf[program.stored->configurationOf(uint64_t(first))];
    const uint32_t b = placeOf[program.stored->configurationOf(uint64_t(second))];
    if (a == kNotSelected || b == kNotSelected || (*differences)[k] == 0) continue;
    pairs.push_back((*differences)[k] > 0 ? OrderedPair{a, b} : OrderedPair{b, a});
  }
  return pairs;
}

}  // namespace

Result<Truth> Truth::read(const std::string& path) {
  const auto bytes = native::readFile(path);
  if (!bytes) return bytes.error();
  const auto json = nlohmann::json::parse(*bytes, nullptr, /*allow_exceptions=*/false);
  Truth truth;
  const auto text = [](const nlohmann::json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  const auto collections = json.is_object() ? json.find("collections") : json.end();
  if (json.is_object() && collections != json.end() && collections->is_object()) {
    for (const auto& [collection, facts] : collections->items()) {
      if (!facts.is_object() || !facts.contains("programs")) continue;
      for (const auto& program : facts["programs"])
        if (program.is_object() && !text(program, "truth").empty())
          truth.files_[keyOf(collection, text(program, "split"), text(program, "name"))] =
              (std::filesystem::path(path).parent_path() / text(program, "truth")).string();
    }
  }
  if (truth.files_.empty())
    return Error{"lists no programs with ground-truth costs", "pass the truth.json that `hlorank synth` wrote"};
  return truth;
}

Result<bool> Truth::add(const data::MeasuredProgram& program, EvaluationSet& judged, std::string* place) const {
  const auto file = files_.find(keyOf(program.collection, nameOf(program.split), program.name));
  if (file == files_.end() || !program.stored) return false;
  *place = file->second;
  const auto bytes = native::readFile(file->second);
  if (!bytes) return bytes.error();
  const auto archive = npz::read(*bytes);
  if (!archive) return archive.error();
  const auto noisy = integersOf(*archive, "config_runtime"), known = integersOf(*archive, "config_runtime_noiseless");
  if (!noisy) return noisy.error();
  if (!known) return known.error();
  if (noisy->size() != program.stored->about().rows || known->size() != noisy->size())
    return Error{"has the run times of " + std::to_string(noisy->size()) + " configurations, but the program has " +
                     std::to_string(program.stored->about().rows),
                 "pass the truth.json of the same `hlorank synth` run as DATA"};

  if (judged.selected.empty() && !program.stored->hasTimes()) {
    judged = {};
    judged.selected = usableOf(program);
    const std::vector<double> times = mediansOf(*program.stored, *noisy);
    for (const uint32_t c : judged.selected) judged.times.push_back(times[storedIndex(program, c)]);
  }
  const std::vector<double> times = mediansOf(*program.stored, *known);
  std::vector<double> selected;
  for (const uint32_t c : judged.selected) selected.push_back(times[storedIndex(program, c)]);
  judged.truth = metrics::ranks(selected);
  auto pairs = readTransferPairs(*archive, program, judged.selected);
  if (!pairs) return pairs.error();
  judged.transfer = std::move(*pairs);
  return true;
}

}  // namespace hlorank::evaluate
