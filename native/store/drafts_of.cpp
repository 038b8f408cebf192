// Reads each kind of source file (npz and tuning file of TpuGraphs, npz of `hlorank collect`) into drafts, the contents
// of future .prepared files.
#include <algorithm>
#include <cstring>
#include <memory>
#include <unordered_map>

#include "native/base/compress.h"
#include "native/base/files.h"
#include "native/store/dense_rows.h"
#include "native/store/draft.h"
#include "native/store/format.h"
#include "native/store/member_reader.h"
#include "native/store/names.h"
#include "native/store/prepare.h"
#include "native/store/problems.h"
#include "shared/configs/dataset.h"
#include "shared/configs/tuning_data.h"
#include "shared/graph/node_features.h"
#include "shared/hlo/read.h"
#include "shared/session/open.h"

namespace hlorank::store {
namespace {

using configs::ArchiveKind;

constexpr const char* kLayouts = "node_config_feat";
constexpr std::string_view kNpy = ".npy";

// Reads the array `name` [rows] as integers. Empty if the archive has no such array. Error: the array has another size.
Result<std::vector<int64_t>> readColumn(const npz::Archive& archive, const std::string& name, size_t rows) {
  const npz::Array* array = archive.find(name);
  if (array == nullptr) return std::vector<int64_t>();
  auto values = array->toIntegers();
  if (values && values->size() != rows)
    return Error{name + " has " + std::to_string(values->size()) + " elements, expected " + std::to_string(rows),
                 "write one element per configuration"};
  return values;
}

// Computes the metadata that follow from the data: number of rows, measurement noise, padding, problems.
// `configurationOf`: for each row of the source, the index of its distinct configuration.
void addMetadata(Draft& draft, const std::vector<uint32_t>& configurationOf) {
  About& about = draft.about;
  about.rows = configurationOf.size();
  about.noise = draft.times.noise;
  about.problems = findProblems(about.name, draft.times, about.kind);
  const std::span<const float> features = draft.graph.features.distinct();
  for (size_t row = 0; row < features.size(); row += graph::kNodeFeatures)
    for (size_t column = graph::kLayoutColumn; column < graph::kNodeFeatures; ++column)
      if (features[row + column] < 0) about.padding = -1;
  if (about.padding == -1)
    about.problems.emplace_back("its features are padded with -1; the published TpuGraphs files are padded with 0");
  if (!draft.layouts) return;
  bool padded = configurationOf.empty();
  for (size_t p = 0; p < draft.layouts->table().positions() && !padded; ++p)
    for (const Setting& setting : draft.layouts->table().settings(p))
      padded = padded || std::find(setting.begin(), setting.end(), -1) != setting.end();
  if (!padded)
    about.problems.emplace_back(
        "its configurations are not padded with -1, so an absent dimension cannot be distinguished from dimension 0");
}

// Adds the configurations of a source file that fits in memory. Equal rows become one configuration. Exception: rows
// with configurations.usable = 0 are never merged. Error: disk I/O fails; sets reading.diskFailed.
Result<bool> addConfigurations(Draft& draft, const configs::Configurations& configurations, SourceReading& reading) {
  draft.graph.configurable = configurations.table.nodes;
  auto rows = LayoutRows::make(reading.scratch, configurations.table.nodes.size());
  reading.diskFailed = !rows;
  if (!rows) return rows.error();
  draft.layouts.emplace(std::move(*rows));
  for (size_t c = 0; c < configurations.count; ++c) {
    const bool unique = !configurations.usable.empty() && configurations.usable[c] == 0;
    const auto added = addRow(configs::toColumns(configurations, c), *draft.layouts, unique);
    reading.diskFailed = draft.layouts->diskFailed();
    if (!added) return added;
  }
  const std::vector<uint32_t>& configurationOf = draft.layouts->configurationOf();
  draft.times = mergeTimes(configurationOf, configurations.runtimes, {});
  About& about = draft.about;
  about.denseBytes = configurations.count * configurations.table.nodes.size() * configs::kLayoutColumns * sizeof(float);
  if (configurations.compilerDefault >= 0)
    about.compilerDefault = configurationOf[static_cast<size_t>(configurations.compilerDefault)];
  // The first row of a configuration decides.
  const auto ofFirstRows = [&](const auto& values, auto& merged) {
    if (values.empty()) return;
    merged.resize(draft.times.times.size());
    for (size_t c = configurations.count; c-- > 0;) merged[configurationOf[c]] = values[c];
  };
  ofFirstRows(configurations.usable, draft.usable);
  ofFirstRows(configurations.leftToCompiler, draft.leftToCompiler);
  ofFirstRows(configurations.programs, draft.programs);
  for (uint32_t& first : draft.programs) first = configurationOf[first];
  addMetadata(draft, configurationOf);
  return true;
}

// Adds tile sizes to the draft (a program and its configurations). Rows whose 24 columns have equal bytes become one
// configuration.
void addTiles(Draft& draft, const configs::TileConfigurations& tiles) {
  constexpr size_t kRow = configs::kTileColumns * sizeof(float);
  std::unordered_map<std::string_view, uint32_t> known;
  std::vector<uint32_t> configurationOf;
  const char* bytes = reinterpret_cast<const char*>(tiles.columns.data());
  for (size_t c = 0; c < tiles.count(); ++c) {
    const auto [place, isNew] = known.emplace(std::string_view(bytes + c * kRow, kRow), uint32_t(known.size()));
    configurationOf.push_back(place->second);
    if (!isNew) continue;
    const auto row = tiles.columns.begin() + static_cast<ptrdiff_t>(c * configs::kTileColumns);
    draft.tileColumns.insert(draft.tileColumns.end(), row, row + configs::kTileColumns);
  }
  draft.about.kind = Kind::kTile;
  draft.about.denseBytes = tiles.count() * kRow;
  draft.times = mergeTimes(configurationOf, tiles.runtimes, tiles.normalizers);
  addMetadata(draft, configurationOf);
}

// Adds the HLO module in `bytes` (the content of an HLO file) to the draft (a program and its configurations). Error:
// the module cannot be parsed, or its opcodes differ from those of draft.graph.
Result<bool> addModule(Draft& draft, std::string bytes) {
  auto read = hlo::readModule(bytes);
  if (!read) return read.error();
  const graph::Graph graph = graph::makeGraph(read->module);
  if (graph.opcodes != draft.graph.opcodes)
    return Error{"node_opcode (" + std::to_string(draft.graph.nodes()) +
                     " nodes) does not match the HLO file next to the npz (" + std::to_string(graph.nodes()) +
                     " nodes)",
                 "replace that HLO file by the program from which the npz was made, or remove it"};
  draft.module = npz::looksLikeGzip(bytes) ? std::move(bytes) : native::gzip(bytes);
  return true;
}

Result<std::vector<Draft>> one(Draft draft) {
  std::vector<Draft> drafts;
  drafts.push_back(std::move(draft));
  return drafts;
}

// Makes an archive whose arrays have names but no contents, which suffices for configs::kindOf.
npz::Archive namesOf(const std::vector<npz::Member>& members) {
  npz::Archive names;
  for (const npz::Member& member : members)
    if (member.name.ends_with(kNpy))
      names.arrays.push_back({std::string(member.name.substr(0, member.name.size() - kNpy.size())), {}, {}, {}});
  return names;
}

// Reads an npz of TpuGraphs into a draft (a program and its configurations). The array node_config_feat, which may be
// larger than memory, is read a few configurations at a time; all other arrays are read as a whole.
class NpzReader {
 public:
  NpzReader(std::shared_ptr<const MappedFile> file, Draft& draft, SourceReading& reading)
      : file_(std::move(file)), draft_(draft), reading_(reading) {}

  // Determines the kind of the archive from the names of its arrays. Error: not a valid archive, or of no known kind.
  Result<ArchiveKind> open() {
    auto members = npz::members(file_->text());
    if (!members) return members.error();
    for (const npz::Member& member : *members)
      if (member.name.ends_with(kNpy)) members_.push_back(member);
    const npz::Archive names = namesOf(members_);
    const ArchiveKind kind = configs::kindOf(names);
    if (kind != ArchiveKind::kUnknown && kind != ArchiveKind::kGraph) return kind;
    std::string found;
    for (const npz::Array& array : names.arrays) found += (found.empty() ? "" : ", ") + array.name;
    return Error{"the archive has " + (found.empty() ? "no arrays" : "the arrays " + found) +
                     ", expected a program with configurations (node_feat, node_opcode, edge_index, and "
                     "node_config_feat or config_feat) or measured configurations (config_layouts, node_config_names)",
                 "pass an .npz of TpuGraphs or of `hlorank collect`"};
  }

  // Reads an npz with layout configurations. `beside`: the HLO file next to it, or "". If reading.progress cancels,
  // sets reading.cancelled.
  Result<bool> readLayout(const std::string& beside) {
    auto archive = readSmallArrays();
    if (!archive) return archive.error();
    if (const auto begun = begin(*archive, beside); !begun) return begun;
    auto rows = LayoutRows::make(reading_.scratch, draft_.graph.configurable.size());
    reading_.diskFailed = !rows;
    if (!rows) return rows.error();
    draft_.layouts.emplace(std::move(*rows));
    MemberReader reader(file_, *member(kLayouts));
    const auto header = reader.header();
    if (!header) return header.error();
    draft_.about.denseBytes = header->elementsSize;
    const auto added = addRows(reader, *header, *draft_.layouts, [&](uint64_t done) {
      return !reading_.progress || reading_.progress(done, header->elementsSize);
    });
    reading_.diskFailed = draft_.layouts->diskFailed();
    if (!added) return added;
    reading_.cancelled = !*added;
    if (reading_.cancelled) return true;
    const std::vector<uint32_t>& configurationOf = draft_.layouts->configurationOf();
    const auto times = readColumn(*archive, "config_runtime", configurationOf.size());
    if (!times) return times.error();
    if (const auto checked = configs::checkTimes(*times, "config_runtime"); !checked) return checked.error();
    draft_.times = mergeTimes(configurationOf, *times, {});
    addMetadata(draft_, configurationOf);
    return true;
  }

  // Reads an npz with tile sizes. `beside` is the path of the HLO file in the same folder; "" if there is none.
  Result<bool> readTiles(const std::string& beside) {
    auto archive = readSmallArrays();
    if (!archive) return archive.error();
    if (const auto begun = begin(*archive, beside); !begun) return begun;
    const auto tiles = configs::readTiles(*archive);
    if (!tiles) return tiles.error();
    addTiles(draft_, *tiles);
    return true;
  }

 private:
  const npz::Member* member(std::string_view name) const {
    for (const npz::Member& member : members_)
      if (member.name.substr(0, member.name.size() - kNpy.size()) == name) return &member;
    return nullptr;
  }

  // Reads every array except the large node_config_feat.
  Result<npz::Archive> readSmallArrays() const {
    npz::Archive archive;
    for (const npz::Member& member : members_) {
      MemberReader reader(file_, member);
      if (reader.name() == kLayouts) continue;
      const auto header = reader.header();
      if (!header) return header.error();
      auto array = reader.rest();
      if (!array) return array.error();
      archive.arrays.push_back(std::move(*array));
    }
    return archive;
  }

  // Reads the graph, and the HLO module from the file `beside` unless that is "". Error: the module does not match the
  // graph.
  Result<bool> begin(const npz::Archive& archive, const std::string& beside) {
    auto graph = configs::readGraph(archive);
    if (!graph) return graph.error();
    draft_.graph = std::move(*graph);
    if (beside.empty()) return true;
    auto bytes = native::readFile(beside);
    if (!bytes) return bytes.error();
    return addModule(draft_, std::move(*bytes));
  }

  std::shared_ptr<const MappedFile> file_;
  Draft& draft_;
  SourceReading& reading_;
  std::vector<npz::Member> members_;
};

// Reads an npz of `hlorank collect`, and the HLO file `beside` ("" for none). Both fit in memory.
Result<bool> readMeasured(const std::string& source, const std::string& beside, Draft& draft, SourceReading& reading) {
  std::vector<session::File> files;
  for (const std::string& path : {source, beside}) {
    if (path.empty()) continue;
    auto bytes = native::readFile(path);
    if (!bytes) return bytes.error();
    files.push_back({path, std::move(*bytes)});
  }
  std::string program = files.size() > 1 ? files[1].bytes : std::string();
  const auto opened = session::open(std::move(files));
  if (!opened) return opened.error();
  draft.graph = opened->program.graph;
  draft.about.platform = opened->configurations.platform;
  if (const auto added = addModule(draft, std::move(program)); !added) return added;
  return addConfigurations(draft, opened->configurations, reading);
}

// Replaces '/' and control characters by '_', so that `text` can be a file name.
std::string toFileName(std::string_view text) {
  std::string name(text);
  for (char& c : name)
    if (c == '/' || static_cast<unsigned char>(c) < ' ') c = '_';
  return name;
}

// Reads a TpuGraphs tuning file (.pb) into drafts (programs with their configurations). A module with layouts gives one
// draft; kernels with tile sizes give one draft each. `bytes`: content of the file, not gzipped. `about`: metadata of
// the file.
Result<std::vector<Draft>> readTuningFile(std::string bytes, const About& about, SourceReading& reading) {
  const auto owner = std::make_shared<const std::string>(std::move(bytes));
  const auto modules = configs::parseTuningData(*owner);
  if (!modules) return modules.error();
  const auto begin = [&](const configs::TunedModule& tuned, Draft& draft) -> Result<bool> {
    const auto parsed = hlo::parseModuleProto(tuned.module, owner);
    if (!parsed) return parsed.error();
    draft.about = about;
    draft.graph = graph::makeGraph(*parsed);
    return addModule(draft, std::string(tuned.module));
  };
  if (modules->size() == 1 && !modules->front().nodes.empty()) {
    Draft draft;
    if (const auto begun = begin(modules->front(), draft); !begun) return begun.error();
    const auto configurations = configs::layoutsOf(modules->front(), draft.graph.nodes());
    if (!configurations) return configurations.error();
    if (const auto added = addConfigurations(draft, *configurations, reading); !added) return added.error();
    return one(std::move(draft));
  }
  const auto kernels = configs::tilesOf(*modules);
  if (!kernels) return kernels.error();
  std::vector<Draft> drafts;
  for (const configs::TunedKernel& kernel : *kernels) {
    const configs::TunedModule& tuned = (*modules)[kernel.module];
    Draft draft;
    if (const auto begun = begin(tuned, draft); !begun) return begun.error();
    const std::string number = std::to_string(drafts.size());
    draft.about.ordinal = static_cast<uint32_t>(drafts.size());
    draft.about.name += "_" + std::string(number.size() < 2 ? "0" : "") + number + "_" + toFileName(tuned.name);
    draft.graph.configurable.clear();
    addTiles(draft, kernel.tiles);
    drafts.push_back(std::move(draft));
  }
  if (drafts.empty())
    return Error{"the tuning data has no kernel with at least two configurations that ran",
                 "pass a tuning file that contains run times"};
  return drafts;
}

// Returns the content of a TpuGraphs tuning file, decompressed if `bytes` is gzipped; nullopt if the file is of another
// kind.
Result<std::optional<std::string>> readTuningData(std::string_view bytes) {
  std::string whole(bytes);
  if (npz::looksLikeGzip(whole)) {
    auto inflated = npz::gunzip(whole, hlo::Limits{}.inflatedBytes);
    if (!inflated) return inflated.error();
    whole = std::move(*inflated);
  }
  if (!configs::looksLikeTuningData(whole)) return std::optional<std::string>();
  return std::optional(std::move(whole));
}

}  // namespace

bool isForeignArchive(const std::string& path) {
  const auto file = MappedFile::open(path);
  if (!file) return false;
  const auto members = npz::members((*file)->text());
  if (!members) return false;
  const npz::Archive names = namesOf(*members);
  for (const char* name : {"node_feat", "node_opcode", "edge_index", kLayouts, "config_feat", "config_layouts"})
    if (names.find(name) != nullptr) return false;
  return true;
}

bool isTpuGraphs(const std::string& path) {
  const auto file = MappedFile::open(path);
  if (!file) return false;
  if (npz::looksLikeNpz((*file)->text())) {
    Draft draft;
    SourceReading reading;
    const auto kind = NpzReader(*file, draft, reading).open();
    return kind && *kind != ArchiveKind::kMeasured;
  }
  const auto tuned = readTuningData((*file)->text());
  return tuned && *tuned;
}

Result<std::vector<Draft>> readDrafts(const std::string& source, SourceReading& reading) {
  auto file = MappedFile::open(source);
  if (!file) return file.error();
  Draft draft;
  draft.about.name = stemOf(source);
  identify(source, draft.about);
  const auto crc = computeSourceCrc(source);
  if (!crc) return crc.error();
  draft.about.sourceCrc = *crc;
  if (!npz::looksLikeNpz((*file)->text())) {
    auto tuned = readTuningData((*file)->text());
    if (!tuned) return tuned.error();
    if (!*tuned) return Error{"is neither an npz nor a tuning file", "pass files of TpuGraphs or of `hlorank collect`"};
    return readTuningFile(std::move(**tuned), draft.about, reading);
  }
  const std::string beside = findProgramFile(source);
  NpzReader npz(*file, draft, reading);
  const auto kind = npz.open();
  if (!kind) return kind.error();
  Result<bool> read = *kind == ArchiveKind::kMeasured ? readMeasured(source, beside, draft, reading)
                      : *kind == ArchiveKind::kTile   ? npz.readTiles(beside)
                                                      : npz.readLayout(beside);
  if (!read) return read.error();
  return one(std::move(draft));
}

}  // namespace hlorank::store
