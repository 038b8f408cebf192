#include "native/collect/store.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>

#include "native/base/compress.h"
#include "native/base/files.h"
#include "shared/base/fnv.h"
#include "shared/base/json.h"
#include "shared/npz/npz.h"

namespace hlorank::collect {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

template <class T>
npz::Array column(std::string name, const std::vector<T>& values) {
  return npz::makeArray<T>(std::move(name), {static_cast<int64_t>(values.size())}, values);
}

// Builds the array config_layouts, [configurations, configurable instructions, 18]. The 18 numbers are 3 tensors
// (output, operands 0 and 1) × 6 dimensions from minor to major, padded with -1. A tensor whose layout cannot be chosen
// has the layout written in the program.
npz::Array buildLayoutArray(const Subject& subject, const std::vector<Row>& rows) {
  const configs::LayoutTable& table = subject.configurations.table;
  const size_t positions = table.nodes.size();
  std::vector<int8_t> own(positions * configs::kLayoutColumns, -1);
  for (size_t p = 0; p < positions; ++p) {
    for (uint8_t tensor = 0; tensor < configs::kTensors; ++tensor) {
      const uint32_t value = configs::valueOf(subject.program, table.nodes[p], tensor);
      if (value == configs::kNoNode) continue;
      const configs::Layout layout = configs::ownLayout(subject.program, value);
      std::copy(
          layout.begin(), layout.end(),
          own.begin() + static_cast<ptrdiff_t>(p * configs::kLayoutColumns + tensor * configs::kLayoutDimensions));
    }
  }
  std::vector<int8_t> all;
  all.reserve(rows.size() * own.size());
  for (const Row& row : rows) {
    const size_t begin = all.size();
    all.insert(all.end(), own.begin(), own.end());
    for (size_t s = 0; s < row.choice.size(); ++s) {
      const configs::Layout& layout = table.layouts[table.rowBegin[s] + row.choice[s]];
      std::copy(layout.begin(), layout.end(),
                all.begin() + static_cast<ptrdiff_t>(begin + table.slots[s].position * configs::kLayoutColumns +
                                                     table.slots[s].tensor * configs::kLayoutDimensions));
    }
  }
  return npz::makeArray<int8_t>(
      "config_layouts", {static_cast<int64_t>(rows.size()), static_cast<int64_t>(positions), configs::kLayoutColumns},
      all);
}

// Converts the array config_layouts of a store to configurations: for each slot (an output or operand whose layout can
// be chosen), the index of its layout. nullopt if the array has another shape than the program needs, or a layout that
// the slot cannot have.
std::optional<std::vector<Choice>> readChoices(const configs::LayoutTable& table, const npz::Array& layouts) {
  if (layouts.itemSize() != 1 || layouts.shape.size() != 3) return std::nullopt;
  if (layouts.shape[1] != static_cast<int64_t>(table.nodes.size()) || layouts.shape[2] != configs::kLayoutColumns)
    return std::nullopt;
  std::vector<Choice> choices;
  for (int64_t r = 0; r < layouts.shape[0]; ++r) {
    Choice choice(table.slots.size());
    for (size_t s = 0; s < choice.size(); ++s) {
      configs::Layout layout;
      const size_t at =
          (static_cast<size_t>(r) * table.nodes.size() + table.slots[s].position) * configs::kLayoutColumns +
          table.slots[s].tensor * configs::kLayoutDimensions;
      std::memcpy(layout.data(), layouts.bytes.data() + at, layout.size());
      const auto begin = table.layouts.begin() + table.rowBegin[s], end = table.layouts.begin() + table.rowBegin[s + 1];
      const auto found = std::find(begin, end, layout);
      if (found == end) return std::nullopt;
      choice[s] = static_cast<uint8_t>(found - begin);
    }
    choices.push_back(std::move(choice));
  }
  return choices;
}

// Returns the JSON object in the array `meta`; null if the archive has no such array. If the array is not valid JSON,
// returns a value of nlohmann's type "discarded".
json parseMeta(const npz::Archive& archive) {
  const npz::Array* array = archive.find("meta");
  if (array == nullptr) return nullptr;
  const auto texts = array->toStrings();
  if (!texts || texts->empty()) return nullptr;
  return json::parse(texts->front(), nullptr, /*allow_exceptions=*/false);
}

constexpr char kUnreadable[] = "make it readable, or remove it to measure the program again";

// Reads an npz file. Returns nullopt if there is none. Error: it cannot be read or is damaged.
Result<std::optional<npz::Archive>> readArchive(const std::string& path) {
  using Found = std::optional<npz::Archive>;
  std::error_code error;
  if (!fs::exists(path, error)) return Found();
  const auto bytes = native::readFile(path);
  if (!bytes) return Error{path + " cannot be read: " + bytes.error().message, kUnreadable};
  auto archive = npz::read(*bytes);
  if (!archive) return Error{path + " is damaged: " + archive.error().message, kUnreadable};
  return Found(std::move(*archive));
}

}  // namespace

std::string hexHash(std::string_view bytes) {
  Fnv hash;
  hash.bytes(bytes);
  return hexadecimal(hash.value());
}

double Row::runtime() const {
  double least = std::numeric_limits<double>::infinity();
  for (const double pass : passes)
    if (pass < least) least = pass;
  return least;
}

Result<bool> Store::prepare() const {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) return Error{"cannot create the folder: " + error.message(), "give a folder in a writable place"};
  constexpr uintmax_t kRoom = 64 << 20;
  const fs::space_info room = fs::space(folder_, error);
  if (!error && room.available < kRoom)
    return Error{"the disk has only " + std::to_string(room.available >> 20) + " MB of free space",
                 "free at least 64 MB, or give a folder on another disk"};
  return true;
}

Result<bool> Store::open(const json& machine) {
  if (auto prepared = prepare(); !prepared) return prepared;
  platform_ = machine.value("platform", "cpu");
  std::error_code error;
  const std::string path = folder_ + "/store.json";
  json store = {{"version", kStoreVersion}, {"machine", machine}};
  if (fs::exists(path, error)) {
    const auto bytes = native::readFile(path);
    if (!bytes) return bytes.error();
    const json old = json::parse(*bytes, nullptr, /*allow_exceptions=*/false);
    if (old.is_object() && old.contains("version") && old["version"] != kStoreVersion)
      return Error{
          "the store has format version " + oneLine(old["version"]) + ", expected " + std::to_string(kStoreVersion),
          "give another folder"};
    const std::string before = old.is_object() ? old.value("/machine/fingerprint"_json_pointer, "") : "";
    if (before == machine["fingerprint"]) return true;
    return Error{"the store was measured on another machine or with other settings (processor: " +
                     (old.is_object() ? old.value("/machine/processor"_json_pointer, "unknown") : "unreadable") + ")",
                 "run times of different machines are not comparable: give another folder"};
  }
  return native::writeFile(path, indented(store) + "\n");
}

Result<json> Store::readMeta(const std::string& name) const {
  const std::string path = rowsPath(name);
  const auto archive = readArchive(path);
  if (!archive) return archive.error();
  if (!*archive) return json(nullptr);
  json meta = parseMeta(**archive);
  if (!meta.is_object()) return Error{path + " is damaged: it has no JSON object in the array meta", kUnreadable};
  return meta;
}

std::optional<Measured> Store::load(const std::string& name, const Subject& subject) const {
  const auto read = readArchive(rowsPath(name));
  if (!read || !*read) return std::nullopt;
  const npz::Archive* archive = &**read;
  Measured measured;
  measured.meta = parseMeta(*archive);
  if (!measured.meta.is_object() || measured.meta.value("program", "") != hexHash(subject.text)) return std::nullopt;
  const npz::Array* layouts = archive->find("config_layouts");
  const npz::Array* passes = archive->find("runtime_pass");
  if (layouts == nullptr || passes == nullptr) return std::nullopt;
  const auto choices = readChoices(subject.configurations.table, *layouts);
  auto strings = [&](const char* array) { return archive->find(array)->toStrings(); };
  auto integers = [&](const char* array) { return archive->find(array)->toIntegers(); };
  for (const char* array : {"kind", "module_hash", "first", "round", "compile_seconds"})
    if (archive->find(array) == nullptr) return std::nullopt;
  const auto kinds = strings("kind"), hashes = strings("module_hash");
  const auto first = integers("first"), round = integers("round");
  const auto times = passes->toFloats(), seconds = archive->find("compile_seconds")->toFloats();
  if (!choices || !kinds || !hashes || !first || !round || !times || !seconds) return std::nullopt;
  const size_t count = choices->size(), width = count ? times->size() / count : 0;
  if (kinds->size() != count || hashes->size() != count || first->size() != count || round->size() != count ||
      seconds->size() != count || times->size() != count * width)
    return std::nullopt;
  for (size_t r = 0; r < count; ++r) {
    Row row{(*choices)[r],
            (*kinds)[r],
            std::strtoull((*hashes)[r].c_str(), nullptr, 16),
            (*first)[r] != 0,
            static_cast<int>((*round)[r]),
            (*seconds)[r],
            {}};
    for (size_t p = 0; p < width; ++p)
      if (!std::isnan((*times)[r * width + p])) row.passes.push_back((*times)[r * width + p]);
    measured.rows.push_back(std::move(row));
  }
  auto instructions = configs::readInstructionTimes(*archive, count);
  if (!instructions) return std::nullopt;
  measured.instructions = std::move(*instructions);
  return measured;
}

Result<bool> Store::save(const std::string& name, const Subject& subject, const Measured& measured) const {
  const configs::LayoutTable& table = subject.configurations.table;
  std::vector<std::string> computations, names, kinds, hashes;
  for (const uint32_t node : table.nodes) {
    const hlo::Instruction& instruction = subject.module->instructions[node];
    computations.emplace_back(subject.module->computations[instruction.computation].name);
    names.emplace_back(instruction.name);
  }
  std::vector<uint8_t> freeSlots(table.nodes.size() * configs::kTensors, 0), first;
  for (const configs::Slot& slot : table.slots) freeSlots[slot.position * configs::kTensors + slot.tensor] = 1;
  size_t width = 1;
  for (const Row& row : measured.rows) width = std::max(width, row.passes.size());
  std::vector<float> passes, seconds;
  std::vector<int64_t> runtimes;
  std::vector<int32_t> rounds;
  for (const Row& row : measured.rows) {
    kinds.push_back(row.kind);
    hashes.push_back(hexadecimal(row.hash));
    first.push_back(row.first);
    rounds.push_back(row.round);
    seconds.push_back(row.seconds);
    runtimes.push_back(std::llround(row.runtime()));
    for (size_t p = 0; p < width; ++p)
      passes.push_back(p < row.passes.size() ? static_cast<float>(row.passes[p])
                                             : std::numeric_limits<float>::quiet_NaN());
  }
  json meta = measured.meta;
  meta["version"] = kStoreVersion;
  meta["program"] = hexHash(subject.text);
  meta["rows"] = measured.rows.size();
  const auto rows = static_cast<int64_t>(measured.rows.size());
  npz::Archive archive;
  archive.arrays = {buildLayoutArray(subject, measured.rows),
                    npz::makeStringArray("node_config_comps", computations),
                    npz::makeStringArray("node_config_names", names),
                    npz::makeArray<uint8_t>("node_free_slots",
                                            {static_cast<int64_t>(table.nodes.size()), configs::kTensors}, freeSlots),
                    column("config_runtime", runtimes),
                    npz::makeArray<float>("runtime_pass", {rows, static_cast<int64_t>(width)}, passes),
                    npz::makeStringArray("kind", kinds),
                    npz::makeStringArray("module_hash", hashes),
                    column("first", first),
                    column("round", rounds),
                    column("compile_seconds", seconds),
                    npz::makeStringArray("platform", {platform_}),
                    npz::makeStringArray("meta", {oneLine(meta)})};
  if (!measured.instructions.empty()) configs::addInstructionTimes(archive, measured.instructions);
  std::error_code error;
  if (!fs::exists(programPath(name), error) || !fs::exists(rowsPath(name), error)) {
    auto written = native::writeFile(programPath(name), native::gzip(subject.text));
    if (!written) return written;
  }
  return native::writeFile(rowsPath(name), npz::write(archive, native::deflate));
}

}  // namespace hlorank::collect
