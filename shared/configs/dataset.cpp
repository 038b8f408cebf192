#include "shared/configs/dataset.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace hlorank::configs {

namespace {

std::string formatShape(const npz::Array& array) {
  std::string text = "(";
  for (size_t i = 0; i < array.shape.size(); ++i) text += (i == 0 ? "" : ", ") + std::to_string(array.shape[i]);
  return text + ")";
}

// Returns the array `name` if it has the given shape, where -1 matches any size. Errors: no such array; another shape,
// which the message compares with `meaning`, "(edges, 2): consumer and producer of each edge".
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

// Reads config_runtime, [count] ns; empty if the array is missing or all times are 0 (hidden).
Result<std::vector<int64_t>> readRuntimes(const npz::Archive& archive, size_t count) {
  if (archive.find("config_runtime") == nullptr) return std::vector<int64_t>();
  Result<std::vector<int64_t>> times = readIntegers(archive, "config_runtime", static_cast<int64_t>(count),
                                                    "(configurations): a run time in ns for each");
  if (!times) return times;
  if (const Result<bool> checked = checkTimes(*times, "config_runtime"); !checked) return checked.error();
  if (!times->empty() && times->front() == 0) times->clear();
  return times;
}

// Returns [configurations]: 1 if usable, else 0. Not usable: a duplicate (compiles to the program of an earlier one;
// its run time is a copy), and one of kind `auto` (compiler default), because its stated layouts are not those that
// ran; sets leftToCompiler of these to 1.
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

// Reads the array `constrained`, [configurations, nodes, 3], of older stores: 0 for a slot that was left to the
// compiler, for which config_layouts has the program layout. Gives these slots the layout kAbsent, except slots that no
// configuration constrains. Returns [configurations]: 1 if all slots were left to the compiler.
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

// Returns [configurations]: the index of the first configuration with the same `module_hash`, the hash of the compiled
// program; empty without this array.
Result<std::vector<uint32_t>> readPrograms(const npz::Archive& archive, size_t count) {
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
// `auto_exact` (layouts recorded); -1 if there is none.
int64_t findCompilerDefault(const npz::Archive& archive) {
  const npz::Array* array = archive.find("kind");
  if (array == nullptr) return -1;
  Result<std::vector<std::string>> kinds = array->toStrings();
  if (!kinds) return -1;
  const auto found = std::find_if(kinds->begin(), kinds->end(),
                                  [](const std::string& kind) { return kind == "auto" || kind == "auto_exact"; });
  return found == kinds->end() ? -1 : found - kinds->begin();
}

// Returns the instruction index of every configurable node (instruction whose layouts were configured), found by its
// name (node_config_names) and that of its computation (node_config_comps). Error: the module has no such instruction.
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
  // Instruction names are unique only within their computation.
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

// Checks that every layout names only dimensions of its tensor, each at most once. Never returns false: the Error names
// `array`, the layout and its tensor.
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

}  // namespace

Result<bool> checkTimes(std::span<const int64_t> times, const std::string& array) {
  const bool isHidden = std::all_of(times.begin(), times.end(), [](int64_t time) { return time == 0; });
  for (size_t c = 0; c < times.size() && !isHidden; ++c) {
    if (times[c] > 0) continue;
    return Error{array + "[" + std::to_string(c) + "] is " + std::to_string(times[c]) +
                     ", expected a positive time in ns (or 0 in all rows to hide the times)",
                 "remove configurations that were not measured, then write the file again"};
  }
  return true;
}

Result<bool> checkFinite(std::span<const float> values, size_t columns, const std::string& array) {
  const auto wrong = std::find_if_not(values.begin(), values.end(), [](float value) { return std::isfinite(value); });
  if (wrong == values.end()) return true;
  const size_t place = static_cast<size_t>(wrong - values.begin());
  return Error{array + "[" + std::to_string(place / columns) + ", " + std::to_string(place % columns) + "] is " +
                   std::to_string(*wrong) + ", expected a finite number that float32 can hold",
               "write the file again from the program, with 0 for unknown features"};
}

ArchiveKind kindOf(const npz::Archive& archive) {
  auto has = [&](std::string_view name) { return archive.find(name) != nullptr; };
  if (has("config_layouts") && has("node_config_names")) return ArchiveKind::kMeasured;
  if (!has("node_feat") || !has("node_opcode") || !has("edge_index")) return ArchiveKind::kUnknown;
  if (has("node_config_feat")) return ArchiveKind::kLayout;
  return has("config_feat") ? ArchiveKind::kTile : ArchiveKind::kGraph;
}

Result<graph::Graph> readGraph(const npz::Archive& archive) {
  graph::Graph graph;
  Result<const npz::Array*> features =
      getShaped(archive, "node_feat", {-1, graph::kNodeFeatures}, "(nodes, 140): the features of each node");
  if (!features) return features.error();
  Result<std::vector<float>> values = (*features)->toFloats();
  if (!values) return values.error();
  if (const Result<bool> finite = checkFinite(*values, graph::kNodeFeatures, "node_feat"); !finite)
    return finite.error();
  graph.features = graph::FeatureRows::fromDense(*values);
  const int64_t nodes = (*features)->shape[0];
  Result<std::vector<int64_t>> opcodes =
      readIntegers(archive, "node_opcode", nodes, "(nodes): an opcode for each row of node_feat");
  if (!opcodes) return opcodes.error();
  for (int64_t opcode : *opcodes) {
    if (opcode < 0 || opcode > hlo::kMaxTpuGraphsId) {
      return Error{"node_opcode holds " + std::to_string(opcode) + ", expected 0 to 120",
                   "use the opcode numbers of TpuGraphs"};
    }
    graph.opcodes.push_back(static_cast<uint8_t>(opcode));
  }
  Result<const npz::Array*> edges =
      getShaped(archive, "edge_index", {-1, 2}, "(edges, 2): consumer and producer of each edge");
  if (!edges) return edges.error();
  Result<std::vector<int64_t>> ends = (*edges)->toIntegers();
  if (!ends) return ends.error();
  for (size_t i = 0; i + 1 < ends->size(); i += 2) {
    const int64_t u = (*ends)[i], v = (*ends)[i + 1];
    if (u < 0 || v < 0 || u >= nodes || v >= nodes) {
      return Error{"edge_index has an edge between nodes " + std::to_string(u) + " and " + std::to_string(v) +
                       ", expected node numbers below " + std::to_string(nodes),
                   "number the nodes by their rows in node_feat, from 0"};
    }
    graph.edges.push_back({static_cast<uint32_t>(u), static_cast<uint32_t>(v)});
  }
  if (const npz::Array* splits = archive.find("node_splits")) {
    Result<std::vector<int64_t>> starts = splits->toIntegers();
    if (!starts) return starts.error();
    graph.splits = std::move(*starts);
  } else {
    graph.splits = {0, nodes};
  }
  if (archive.find("node_config_ids") == nullptr) return graph;
  Result<std::vector<int64_t>> ids =
      readIntegers(archive, "node_config_ids", -1, "(configurable nodes): the node number of each");
  if (!ids) return ids.error();
  for (int64_t id : *ids) {
    if (id < 0 || id >= nodes) {
      return Error{
          "node_config_ids has node " + std::to_string(id) + ", expected node numbers below " + std::to_string(nodes),
          "number the nodes by their rows in node_feat, from 0"};
    }
    graph.configurable.push_back(static_cast<uint32_t>(id));
  }
  return graph;
}

Result<Configurations> readLayouts(const npz::Archive& archive, const graph::Program& program,
                                   std::vector<uint32_t> nodes) {
  Result<const npz::Array*> columns = archive.get("node_config_feat");
  if (!columns) return columns.error();
  Result<Configurations> read = fromColumns(std::move(nodes), **columns);
  if (!read) return read;
  Result<Configurations> configurations = canonical(program, std::move(*read));
  if (!configurations) return configurations;
  Result<std::vector<int64_t>> runtimes = readRuntimes(archive, configurations->count);
  if (!runtimes) return runtimes.error();
  configurations->runtimes = std::move(*runtimes);
  return configurations;
}

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
  Result<std::vector<uint8_t>> usable = markUsable(archive, configurations->count, *leftToCompiler);
  if (!usable) return usable.error();
  configurations->usable = std::move(*usable);
  configurations->automatic = findCompilerDefault(archive);
  Result<std::vector<uint32_t>> programs = readPrograms(archive, configurations->count);
  if (!programs) return programs.error();
  for (size_t c = 0; c < programs->size(); ++c)
    if ((*leftToCompiler)[(*programs)[c]]) (*leftToCompiler)[c] = 1;
  configurations->leftToCompiler = std::move(*leftToCompiler);
  configurations->programs = std::move(*programs);
  return configurations;
}

Result<TileConfigurations> readTiles(const npz::Archive& archive) {
  TileConfigurations tiles;
  Result<const npz::Array*> columns = getShaped(archive, "config_feat", {-1, kTileColumns},
                                                "(configurations, 24): tile sizes, their sums and products");
  if (!columns) return columns.error();
  Result<std::vector<float>> values = (*columns)->toFloats();
  if (!values) return values.error();
  if (const Result<bool> finite = checkFinite(*values, kTileColumns, "config_feat"); !finite) return finite.error();
  tiles.columns = std::move(*values);
  Result<std::vector<int64_t>> runtimes = readRuntimes(archive, tiles.count());
  if (!runtimes) return runtimes.error();
  tiles.runtimes = std::move(*runtimes);
  if (archive.find("config_runtime_normalizers") == nullptr) return tiles;
  Result<std::vector<int64_t>> normalizers =
      readIntegers(archive, "config_runtime_normalizers", static_cast<int64_t>(tiles.count()),
                   "(configurations): the run time in ns of the compiler default for each");
  if (!normalizers) return normalizers.error();
  if (const Result<bool> checked = checkTimes(*normalizers, "config_runtime_normalizers"); !checked)
    return checked.error();
  tiles.normalizers = std::move(*normalizers);
  return tiles;
}

Result<Problem> readProblem(const npz::Archive& archive, std::string name, const hlo::Module* module) {
  const ArchiveKind kind = kindOf(archive);
  Problem problem;
  if (module != nullptr) problem.program = graph::makeProgram(*module, graph::makeGraph(*module));
  if (kind == ArchiveKind::kUnknown) {
    std::string names;
    for (const npz::Array& array : archive.arrays) names += (names.empty() ? "" : ", ") + array.name;
    return Error{"the archive has " + (names.empty() ? "no arrays" : "the arrays " + names) +
                     ", expected a program (node_feat, node_opcode, edge_index) or configurations (config_layouts, "
                     "node_config_names)",
                 "give an .npz file of TpuGraphs, of `hlorank features` or of `hlorank collect`"};
  }
  if (kind == ArchiveKind::kMeasured) {
    if (module == nullptr) {
      return Error{"the archive holds configurations, but not their program",
                   "give the program as well (NAME.hlo.txt.gz in the folder of NAME.npz)"};
    }
    Result<Configurations> configurations = readMeasured(archive, *module, problem.program);
    if (!configurations) return configurations.error();
    problem.configurations = std::move(*configurations);
    return problem;
  }
  Result<graph::Graph> graph = readGraph(archive);
  if (!graph) return graph.error();
  if (module != nullptr && graph->opcodes != problem.program.graph.opcodes) {
    return Error{"node_opcode does not match the given program (archive: " + std::to_string(graph->nodes()) +
                     " nodes, program: " + std::to_string(problem.program.graph.nodes()) + ")",
                 "give the program that this archive was made from, or only the archive"};
  }
  if (kind == ArchiveKind::kTile) {
    Result<TileConfigurations> tiles = readTiles(archive);
    if (!tiles) return tiles.error();
    problem.tiles = std::move(*tiles);
  }
  std::vector<uint32_t> configurable = graph->configurable;
  if (module == nullptr) problem.program = graph::makeProgram(std::move(name), std::move(*graph));
  if (kind == ArchiveKind::kLayout) {
    Result<Configurations> configurations = readLayouts(archive, problem.program, std::move(configurable));
    if (!configurations) return configurations.error();
    problem.configurations = std::move(*configurations);
  }
  return problem;
}

}  // namespace hlorank::configs
