// Reads the layout configurations of one program that `hlorank collect` measured.
#include <algorithm>
#include <unordered_map>

#include "shared/configs/arrays.h"
#include "shared/configs/dataset.h"
#include "shared/configs/pass_spread.h"

namespace hlorank::configs {
namespace {

// Returns, for each configuration, 1 if it is usable, else 0. Duplicates are not usable: they compile to the program of
// an earlier configuration and copy its run time. Configurations of kind `auto` (compiler default) are not usable
// either, because they did not run with the layouts that the file states. For these, leftToCompiler becomes 1.
Result<std::vector<uint8_t>> markUsable(const npz::Archive& archive, size_t count,
                                        std::vector<uint8_t>& leftToCompiler) {
  std::vector<uint8_t> usable(count, 1);
  const int64_t rows = static_cast<int64_t>(count);
  if (archive.find("first") != nullptr) {
    Result<std::vector<int64_t>> first =
        readIntegers(archive, "first", rows, "(configurations): 0 for a duplicate of an earlier row, else 1");
    if (!first) return first.error();
    for (size_t c = 0; c < count; ++c) usable[c] = (*first)[c] != 0;
  }
  if (archive.find("kind") != nullptr) {
    Result<const npz::Array*> array =
        getShaped(archive, "kind", {rows}, "(configurations): the kind of each, such as default or auto");
    if (!array) return array.error();
    Result<std::vector<std::string>> kinds = (*array)->toStrings();
    if (!kinds) return kinds.error();
    for (size_t c = 0; c < count; ++c) {
      if ((*kinds)[c] == "auto") usable[c] = 0, leftToCompiler[c] = 1;
    }
  }
  return usable;
}

// Reads the array `constrained`, [configurations, nodes, 3], of older files, which is 0 for a tensor whose layout the
// compiler chose. For such a tensor the file states the layout of the program, which is replaced by kAbsent; but a
// tensor that no configuration constrains keeps it. Returns, for each configuration, 1 if the compiler chose all
// layouts.
Result<std::vector<uint8_t>> readUnconstrained(const npz::Archive& archive, Configurations& all) {
  std::vector<uint8_t> leftToCompiler(all.count);
  if (archive.find("constrained") == nullptr) return leftToCompiler;
  const size_t columns = all.table.nodes.size() * kTensors, slots = all.table.slots.size();
  Result<const npz::Array*> array = getShaped(
      archive, "constrained", {static_cast<int64_t>(all.count), static_cast<int64_t>(all.table.nodes.size()), kTensors},
      "(configurations, nodes, 3): 1 for each tensor whose layout was required, else 0");
  if (!array) return array.error();
  Result<std::vector<int64_t>> values = (*array)->toIntegers();
  if (!values) return values.error();
  const auto isConstrained = [&](size_t c, size_t s) {
    const Slot& slot = all.table.slots[s];
    return (*values)[c * columns + slot.position * kTensors + slot.tensor] != 0;
  };
  for (size_t c = 0; c < all.count; ++c) {
    const auto begin = values->begin() + static_cast<ptrdiff_t>(c * columns);
    leftToCompiler[c] = std::all_of(begin, begin + static_cast<ptrdiff_t>(columns), [](int64_t v) { return v == 0; });
  }
  LayoutTable& table = all.table;
  std::vector<Layout> layouts;
  std::vector<uint32_t> rowBegin = {0};
  for (size_t s = 0; s < slots; ++s) {
    const uint32_t rows = table.rowBegin[s + 1] - table.rowBegin[s];
    layouts.insert(layouts.end(), table.layouts.begin() + table.rowBegin[s],
                   table.layouts.begin() + table.rowBegin[s + 1]);
    size_t constrained = 0;
    for (size_t c = 0; c < all.count; ++c) constrained += isConstrained(c, s);
    if (constrained > 0 && constrained < all.count) {
      if (rows > UINT8_MAX) return Error{"a tensor has more than 255 layouts", "split the file into several files"};
      layouts.push_back(kAbsent);
      for (size_t c = 0; c < all.count; ++c)
        if (!isConstrained(c, s)) all.choices[c * slots + s] = static_cast<uint8_t>(rows);
    }
    rowBegin.push_back(static_cast<uint32_t>(layouts.size()));
  }
  table.layouts = std::move(layouts);
  table.rowBegin = std::move(rowBegin);
  return leftToCompiler;
}

// Returns, for each configuration, the index of the first configuration with the same `module_hash` (hash of the
// compiled program). Returns an empty list if the file has no such array. Error: the array does not have one text per
// configuration.
Result<std::vector<uint32_t>> readFirstWithSameProgram(const npz::Archive& archive, size_t count) {
  std::vector<uint32_t> programs;
  if (archive.find("module_hash") == nullptr) return programs;
  Result<const npz::Array*> array = getShaped(archive, "module_hash", {static_cast<int64_t>(count)},
                                              "(configurations): the hash of the compiled program of each");
  if (!array) return array.error();
  Result<std::vector<std::string>> hashes = (*array)->toStrings();
  if (!hashes) return hashes.error();
  std::unordered_map<std::string_view, uint32_t> first;
  for (uint32_t c = 0; c < count; ++c) programs.push_back(first.try_emplace((*hashes)[c], c).first->second);
  return programs;
}

// Returns the index of the compiler default: the first configuration of kind `auto` (layouts not recorded) or
// `auto_exact` (layouts recorded). Returns -1 if there is none.
int64_t findCompilerDefault(const npz::Archive& archive) {
  const npz::Array* array = archive.find("kind");
  if (array == nullptr) return -1;
  Result<std::vector<std::string>> kinds = array->toStrings();
  if (!kinds) return -1;
  const auto found = std::find_if(kinds->begin(), kinds->end(),
                                  [](const std::string& kind) { return kind == "auto" || kind == "auto_exact"; });
  return found == kinds->end() ? -1 : found - kinds->begin();
}

// Returns the index of every instruction whose layouts were varied. Finds an instruction by its name (array
// node_config_names) and the name of its computation (array node_config_comps). Error: the module has no such
// instruction.
Result<std::vector<uint32_t>> findNodes(const npz::Archive& archive, const hlo::Module& module) {
  Result<const npz::Array*> names =
      getShaped(archive, "node_config_names", {-1}, "(nodes): an instruction name for each");
  if (!names) return names.error();
  Result<const npz::Array*> computations =
      getShaped(archive, "node_config_comps", {(*names)->shape[0]}, "(nodes): the name of its computation for each");
  if (!computations) return computations.error();
  Result<std::vector<std::string>> name = (*names)->toStrings(), computation = (*computations)->toStrings();
  if (!name) return name.error();
  if (!computation) return computation.error();
  std::unordered_map<std::string_view, uint32_t> byName;
  for (uint32_t c = 0; c < module.computations.size(); ++c) byName.emplace(module.computations[c].name, c);
  // The key is the computation with the instruction name, because instruction names are unique only within a
  // computation.
  std::unordered_map<std::string, uint32_t> nodes;
  auto key = [](uint32_t c, std::string_view instruction) {
    return std::to_string(c) + "/" + std::string(instruction);
  };
  for (uint32_t i = 0; i < module.instructions.size(); ++i) {
    nodes.emplace(key(module.instructions[i].computation, module.instructions[i].name), i);
  }
  std::vector<uint32_t> found;
  for (size_t i = 0; i < name->size(); ++i) {
    auto c = byName.find((*computation)[i]);
    auto node = c == byName.end() ? nodes.end() : nodes.find(key(c->second, (*name)[i]));
    if (node == nodes.end()) {
      return Error{
          "node_config_names: the program has no instruction " + (*name)[i] + " in a computation " + (*computation)[i],
          "give the program that was measured (NAME.hlo.txt.gz in the folder of NAME.npz)"};
    }
    found.push_back(node->second);
  }
  return found;
}

// Returns the JAX platform on which the configurations were measured. Older files do not record it: they are taken for
// measurements of a CPU.
Result<std::string> readPlatform(const npz::Archive& archive) {
  const npz::Array* array = archive.find("platform");
  if (array == nullptr) return std::string("cpu");
  Result<std::vector<std::string>> names = array->toStrings();
  if (!names) return names.error();
  if (names->size() != 1 || !isPlatform(names->front()))
    return Error{"platform is not one of cpu, gpu and tpu", "write the name of the JAX platform that was measured"};
  return std::move(names->front());
}

// Returns how much the passes of the measurement differ; 0 if the archive has no array of them.
double readPassSpread(const npz::Archive& archive, const std::vector<uint8_t>& usable) {
  const npz::Array* array = archive.find("runtime_pass");
  if (array == nullptr || array->shape.size() != 2 || array->shape[1] == 0) return 0;
  const auto times = array->toFloats();
  const auto width = static_cast<size_t>(array->shape[1]);
  if (!times || times->size() != usable.size() * width) return 0;
  std::vector<std::vector<double>> passes(usable.size());
  for (size_t i = 0; i < times->size(); ++i)
    if (usable[i / width] != 0 && (*times)[i] > 0) passes[i / width].push_back((*times)[i]);
  return passSpread(passes);
}

}  // namespace

Result<Configurations> readMeasured(const npz::Archive& archive, const hlo::Module& module,
                                    const graph::Program& program) {
  Result<std::vector<uint32_t>> nodes = findNodes(archive, module);
  if (!nodes) return nodes.error();
  Result<const npz::Array*> columns = archive.get("config_layouts");
  if (!columns) return columns.error();
  Result<Configurations> read = fromColumns(std::move(*nodes), **columns);
  if (!read) return read;
  Result<bool> fits = checkLayouts(*read, program, "config_layouts");
  if (!fits) return fits.error();
  Result<std::vector<uint8_t>> leftToCompiler = readUnconstrained(archive, *read);
  if (!leftToCompiler) return leftToCompiler.error();
  Result<Configurations> configurations = canonical(program, std::move(*read));
  if (!configurations) return configurations;
  Result<std::vector<int64_t>> runtimes = readRuntimes(archive, configurations->count);
  if (!runtimes) return runtimes.error();
  configurations->runtimes = std::move(*runtimes);
  Result<std::string> platform = readPlatform(archive);
  if (!platform) return platform.error();
  configurations->platform = std::move(*platform);
  Result<std::vector<uint8_t>> usable = markUsable(archive, configurations->count, *leftToCompiler);
  if (!usable) return usable.error();
  configurations->usable = std::move(*usable);
  configurations->passSpread = readPassSpread(archive, configurations->usable);
  configurations->compilerDefault = findCompilerDefault(archive);
  Result<std::vector<uint32_t>> programs = readFirstWithSameProgram(archive, configurations->count);
  if (!programs) return programs.error();
  for (size_t c = 0; c < programs->size(); ++c)
    if ((*leftToCompiler)[(*programs)[c]]) (*leftToCompiler)[c] = 1;
  configurations->leftToCompiler = std::move(*leftToCompiler);
  configurations->programs = std::move(*programs);
  return configurations;
}

}  // namespace hlorank::configs
