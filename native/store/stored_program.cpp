#include "native/store/stored_program.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstring>
#include <unordered_map>

#include "native/store/about.h"
#include "native/store/format.h"
#include "native/store/mapped_file.h"
#include "shared/base/fnv.h"
#include "shared/configs/dataset.h"
#include "shared/hlo/read.h"

namespace hlorank::store {
namespace {

// Greatest number of settings (layout combinations) of an instruction for which an index of one byte is enough.
constexpr uint32_t kByteSettings = 256;
// Greatest number of settings that an instruction can have, because the index of a setting has at most two bytes.
constexpr uint32_t kMaxSettings = 65536;
constexpr size_t kMaxLayouts = 256;  // greatest number of layouts of a tensor, because their index has one byte

Error damaged(const std::string& what, size_t offset) {
  Error error{"is damaged: " + what, "run `hlorank prepare` again"};
  error.where.offset = static_cast<int64_t>(offset);
  return error;
}

}  // namespace

// Opens a .prepared file and checks it. Each function that returns bool sets `error_` before it returns false.
class StoreReader {
 public:
  explicit StoreReader(std::shared_ptr<const MappedFile> file) : mapped_(std::move(file)) {
    program_->file_ = mapped_->bytes();
    program_->mapping_ = mapped_;
  }

  Result<std::shared_ptr<const StoredProgram>> open(const std::string& path) {
    program_->path_ = path;
    if (!readDirectory() || !readAbout() || !readSections() || !checkCounts() || !checkIndices()) return *error_;
    return std::shared_ptr<const StoredProgram>(program_);
  }

  // Returns the directory of sections of a .prepared file whose header was checked.
  static std::span<const SectionEntry> entriesOf(std::span<const uint8_t> file) {
    FileHeader header;
    std::memcpy(&header, file.data(), sizeof header);
    return {reinterpret_cast<const SectionEntry*>(file.data() + sizeof header), header.sections};
  }

 private:
  bool fail(Error error) {
    error_ = std::move(error);
    return false;
  }
  bool fail(const std::string& what, size_t offset) { return fail(damaged(what, offset)); }

  bool readDirectory() {
    const std::span<const uint8_t> file = program_->file_;
    FileHeader header;
    if (file.size() >= kMagic.size() && std::memcmp(file.data(), kMagic.data(), kMagic.size()) != 0)
      return fail(Error{"is not a .prepared file", "convert it with `hlorank prepare` first"});
    if (file.size() < sizeof header) return fail("it is too short", file.size());
    std::memcpy(&header, file.data(), sizeof header);
    if (header.version != kVersion)
      return fail(Error{"was prepared by another version of hlorank (format version " + std::to_string(header.version) +
                            ", expected " + std::to_string(kVersion) + ")",
                        "run `hlorank prepare` again"});
    if (header.sections > kSections || sizeof header + header.sections * sizeof(SectionEntry) > file.size())
      return fail("the section directory extends beyond the end of the file", sizeof header);
    if (directoryCrc(header, entriesOf(file).data()) != header.crc)
      return fail("checksum mismatch in the section directory", 0);
    if (header.schema != schemaHash())
      return fail(
          Error{"was prepared by a version of hlorank with other feature columns", "run `hlorank prepare` again"});
    if (header.size != file.size())
      return fail("it has " + std::to_string(file.size()) + " bytes, expected " + std::to_string(header.size),
                  std::min<size_t>(file.size(), header.size));
    for (const SectionEntry& entry : entriesOf(file)) {
      if (entry.offset <= file.size() && entry.size <= file.size() - entry.offset && entry.offset % kAlignment == 0)
        continue;
      return fail("section " + std::to_string(uint32_t(entry.section)) +
                      " is misaligned or extends beyond the end of the "
                      "file",
                  sizeof header);
    }
    return true;
  }

  const SectionEntry* find(Section section) const {
    for (const SectionEntry& entry : entriesOf(program_->file_))
      if (entry.section == section) return &entry;
    return nullptr;
  }

  // Makes `elements` a view of the content of a section; empty if the file does not have the section.
  template <class T>
  bool view(Section section, std::span<const T>& elements, bool checkSum = true) {
    const SectionEntry* entry = find(section);
    if (entry == nullptr) return true;
    const std::span<const uint8_t> file = program_->file_;
    if (entry->size % sizeof(T) != 0)
      return fail("section " + std::to_string(uint32_t(section)) + " is truncated", entry->offset);
    const uint8_t* data = file.data() + entry->offset;
    if (checkSum && crcOf(data, entry->size) != entry->crc)
      return fail("checksum mismatch in section " + std::to_string(uint32_t(section)), entry->offset);
    elements = {reinterpret_cast<const T*>(data), entry->size / sizeof(T)};
    return true;
  }

  bool readAbout() {
    std::span<const char> json;
    if (!view(Section::kAbout, json)) return false;
    auto about = parseAbout({json.data(), json.size()});
    if (!about) return fail("section 1 (metadata) is missing or incomplete", sizeof(FileHeader));
    program_->about_ = std::move(*about);
    Fnv hash;
    for (const SectionEntry& entry : entriesOf(program_->file_)) {
      if (entry.section == Section::kAbout) continue;
      hash.number(static_cast<uint32_t>(entry.section));
      hash.number(entry.size);
      hash.number(entry.crc);
    }
    program_->hash_ = hash.value();
    return true;
  }

  bool readSections() {
    StoredProgram& p = *program_;
    constexpr bool kLarge = false;  // verify() checks the checksums of large sections
    return view(Section::kOpcodes, p.opcodes_) && view(Section::kFeatures, p.featureRows_, kLarge) &&
           view(Section::kFeatureRow, p.featureRow_) && view(Section::kEdges, p.edges_) &&
           view(Section::kSplits, p.splits_) && view(Section::kConfigurable, p.configurable_) &&
           view(Section::kSettingBegin, p.settingBegin_) && view(Section::kSettings, p.settings_) &&
           view(Section::kByteBegin, p.byteBegin_) && view(Section::kChoices, p.choices_, kLarge) &&
           view(Section::kTimes, p.times_) && view(Section::kUsable, p.usable_) &&
           view(Section::kPrograms, p.programs_) && view(Section::kLeftToCompiler, p.leftToCompiler_) &&
           view(Section::kMerged, p.merged_) && view(Section::kRepeats, p.repeats_) &&
           view(Section::kTileColumns, p.tileColumns_, kLarge) && view(Section::kNormalizers, p.normalizers_) &&
           view(Section::kModule, p.module_, kLarge);
  }

  bool checkCounts() {
    const StoredProgram& p = *program_;
    const size_t count = p.times_.size();
    const bool tile = p.about_.kind == Kind::kTile;
    const size_t positions = tile ? 0 : p.configurable_.size();
    const auto expect = [&](bool right, const char* what) { return right || fail(what, 0); };
    if (!expect(p.featureRow_.size() == p.opcodes_.size() && p.featureRows_.size() % graph::kNodeFeatures == 0,
                "the features do not match the number of nodes") ||
        !expect(p.usable_.empty() || p.usable_.size() == count,
                "the usable flags do not match the number of configurations") ||
        !expect((p.programs_.empty() || p.programs_.size() == count) &&
                    (p.leftToCompiler_.empty() || p.leftToCompiler_.size() == count),
                "the compiled programs do not match the number of configurations") ||
        !expect(p.tileColumns_.size() == (tile ? count * configs::kTileColumns : 0),
                "the tiles do not match the number of run times") ||
        !expect(p.normalizers_.empty() || p.normalizers_.size() == count,
                "the normalizers do not match the number of run times") ||
        !expect(p.about_.compilerDefault < static_cast<int64_t>(count),
                "the index of the compiler-default configuration is out of range") ||
        !expect(count <= UINT32_MAX && p.repeats_.size() <= p.about_.rows && p.about_.rows - p.repeats_.size() == count,
                "the numbers of rows, repeated rows and configurations do not match"))
      return false;
    if (tile) return true;
    if (!expect(p.settingBegin_.size() == positions + 1 && p.byteBegin_.size() == positions + 1,
                "the setting offsets do not match the number of configurable nodes"))
      return false;
    if (!expect(p.settingBegin_.front() == 0 && p.byteBegin_.front() == 0, "the setting offsets do not begin at 0"))
      return false;
    for (size_t at = 0; at < positions; ++at) {
      const uint64_t settings = uint64_t{p.settingBegin_[at + 1]} - p.settingBegin_[at];
      const uint64_t bytes = uint64_t{p.byteBegin_[at + 1]} - p.byteBegin_[at];
      if (!expect(p.settingBegin_[at + 1] >= p.settingBegin_[at] && settings <= kMaxSettings &&
                      (settings > 0 || count == 0) && bytes == (settings > kByteSettings ? 2u : 1u),
                  "a configurable node has a wrong number of settings"))
        return false;
    }
    return expect(p.settings_.size() == size_t{p.settingBegin_.back()} * configs::kLayoutColumns,
                  "the number of settings does not match the setting offsets") &&
           expect(p.choices_.size() == count * p.byteBegin_.back(),
                  "the size of the choices does not match the number of configurations");
  }

  bool checkIndices() {
    const StoredProgram& p = *program_;
    const size_t nodes = p.opcodes_.size(), count = p.times_.size();
    const auto all = [&](const auto& elements, auto isRight, const char* what) {
      return std::all_of(elements.begin(), elements.end(), isRight) || fail(what, 0);
    };
    uint64_t row = 0;
    const size_t featureRows = p.featureRows_.size() / graph::kNodeFeatures;
    const auto sound = [&](const Result<bool>& checked) { return checked || fail(checked.error().message, 0); };
    return sound(configs::checkTimes(p.times_, "times")) && sound(configs::checkTimes(p.normalizers_, "normalizers")) &&
           sound(configs::checkFinite(p.featureRows_, graph::kNodeFeatures, "features")) &&
           sound(configs::checkFinite(p.tileColumns_, configs::kTileColumns, "tiles")) &&
           all(
               p.featureRow_, [&](uint32_t i) { return i < featureRows; }, "a feature row index is out of range") &&
           all(
               p.opcodes_, [](uint8_t opcode) { return opcode <= hlo::kMaxTpuGraphsId; },
               "an opcode is out of range") &&
           all(
               p.edges_, [&](const graph::Edge& e) { return e.u < nodes && e.v < nodes; },
               "an edge refers to a node out of range") &&
           all(
               p.configurable_, [&](uint32_t node) { return node < nodes; }, "a configurable node is out of range") &&
           all(
               p.splits_, [&](int64_t split) { return split >= 0 && split <= static_cast<int64_t>(nodes); },
               "a segment start is out of range") &&
           all(
               p.settings_, [](int8_t value) { return value >= -1 && value < configs::kMaxRank; },
               "a setting contains a value that is not a dimension number") &&
           all(
               p.programs_, [&](uint32_t first) { return first < count; }, "a compiled program is out of range") &&
           all(
               p.merged_, [&](const Merged& merged) { return merged.configuration < count; },
               "a merged configuration is out of range") &&
           all(
               p.repeats_,
               [&](const Repeat& repeat) {
                 const bool right = repeat.configuration < count && repeat.row >= row && repeat.row < p.about_.rows;
                 row = uint64_t{repeat.row} + 1;
                 return right;
               },
               "a repeated row is out of range or out of order");
  }

  std::shared_ptr<const MappedFile> mapped_;
  std::shared_ptr<StoredProgram> program_ = std::make_shared<StoredProgram>();
  std::optional<Error> error_;
};

Result<std::shared_ptr<const StoredProgram>> openStored(const std::string& path) {
  auto file = MappedFile::open(path);
  if (!file) return file.error();
  return StoreReader(std::move(*file)).open(path);
}

uint64_t StoredProgram::bytes() const {
  return file_.size();
}

void StoredProgram::forget() const {
  mapping_->forget(0, file_.size());
}

bool StoredProgram::hasTimes() const {
  return std::any_of(times_.begin(), times_.end(), [](int64_t time) { return time > 0; });
}

void StoredProgram::settingsOf(size_t configuration, std::span<uint32_t> out) const {
  assert(configuration < count() && out.size() == positions());
  const uint8_t* row = choices_.data() + configuration * byteBegin_.back();
  for (size_t p = 0; p < out.size(); ++p) {
    const uint32_t settings = settingBegin_[p + 1] - settingBegin_[p];
    const uint32_t setting = settings > kByteSettings ? row[0] | uint32_t{row[1]} << 8 : row[0];
    row += settings > kByteSettings ? 2 : 1;
    out[p] = setting < settings ? setting : 0;  // an index is out of range only in a damaged file
  }
}

uint32_t StoredProgram::configurationOf(uint64_t row) const {
  assert(row < about_.rows);
  const auto next = std::lower_bound(repeats_.begin(), repeats_.end(), row,
                                     [](const Repeat& repeat, uint64_t r) { return repeat.row < r; });
  if (next != repeats_.end() && next->row == row) return next->configuration;
  return static_cast<uint32_t>(row - static_cast<uint64_t>(next - repeats_.begin()));
}

Result<std::shared_ptr<const hlo::Module>> StoredProgram::module() const {
  if (module_.empty()) return std::shared_ptr<const hlo::Module>();
  auto read = hlo::readModule({reinterpret_cast<const char*>(module_.data()), module_.size()});
  if (!read) return read.error();
  if (read->module.instructions.size() != nodes())
    return damaged("the HLO module and the graph have different numbers of nodes", 0);
  return std::make_shared<const hlo::Module>(std::move(read->module));
}

graph::FeatureRows StoredProgram::features() const {
  return graph::FeatureRows::fromDistinct({featureRows_.begin(), featureRows_.end()},
                                          {featureRow_.begin(), featureRow_.end()});
}

graph::Program StoredProgram::program(const hlo::Module* module) const {
  if (module != nullptr) return graph::makeProgram(*module, graph::makeGraph(*module));
  graph::Graph graph;
  graph.opcodes.assign(opcodes_.begin(), opcodes_.end());
  graph.features = features();
  graph.edges.assign(edges_.begin(), edges_.end());
  graph.splits.assign(splits_.begin(), splits_.end());
  graph.configurable.assign(configurable_.begin(), configurable_.end());
  return graph::makeProgram(about_.name, std::move(graph));
}

Result<configs::Configurations> StoredProgram::configurations(const graph::Program& program,
                                                              std::span<const uint32_t> selected) const {
  configs::Configurations result;
  configs::LayoutTable& table = result.table;
  table.nodes.assign(configurable_.begin(), configurable_.end());
  table.rowBegin.push_back(0);
  if (about_.kind == Kind::kTile || count() == 0) return result;

  // The slots (outputs and operands whose layout can be chosen) of a configurable instruction in the layout table.
  struct PositionSlots {
    uint32_t first = 0, slots = 0;  // index of the first slot; number of slots
  };
  std::vector<PositionSlots> slotsAt(positions());
  // For each setting (layout combination) of an instruction, the layout that it gives to slot first + i, as an index
  // among the layouts of that slot.
  std::vector<std::array<uint8_t, configs::kTensors>> choiceOf(settingBegin_.back());
  for (uint32_t p = 0; p < positions(); ++p) {
    slotsAt[p].first = static_cast<uint32_t>(table.slots.size());
    for (uint8_t tensor = 0; tensor < configs::kTensors; ++tensor) {
      std::vector<configs::Layout> layouts;
      const uint32_t slot = slotsAt[p].slots;
      for (uint32_t s = settingBegin_[p]; s < settingBegin_[p + 1]; ++s) {
        configs::Layout layout;
        std::memcpy(
            layout.data(),
            settings_.data() + size_t{s} * configs::kLayoutColumns + size_t{tensor} * configs::kLayoutDimensions,
            layout.size());
        const auto known = std::find(layouts.begin(), layouts.end(), layout);
        choiceOf[s][slot] = static_cast<uint8_t>(known - layouts.begin());
        if (known != layouts.end()) continue;
        if (layouts.size() == kMaxLayouts)
          return Error{"has more than " + std::to_string(kMaxLayouts) + " layouts of " +
                           std::string(configs::tensorName(tensor)) + " of node " + std::to_string(configurable_[p]),
                       "skip the program"};
        layouts.push_back(layout);
      }
      if (layouts.size() == 1 && layouts.front() == configs::kAbsent) continue;
      ++slotsAt[p].slots;
      table.slots.push_back({p, tensor});
      table.layouts.insert(table.layouts.end(), layouts.begin(), layouts.end());
      table.rowBegin.push_back(static_cast<uint32_t>(table.layouts.size()));
    }
  }

  std::vector<uint32_t> settings(positions());
  const auto append = [&](size_t configuration, std::vector<uint8_t>& choices) {
    settingsOf(configuration, settings);
    for (size_t p = 0; p < settings.size(); ++p) {
      const auto& choice = choiceOf[settingBegin_[p] + settings[p]];
      choices.insert(choices.end(), choice.begin(), choice.begin() + slotsAt[p].slots);
    }
  };
  std::unordered_map<uint32_t, uint32_t> firstOf;  // by compiled program: index of its first selected configuration
  result.count = selected.size();
  result.choices.reserve(selected.size() * table.slots.size());
  for (const uint32_t configuration : selected) {
    assert(configuration < count());
    append(configuration, result.choices);
    result.runtimes.push_back(times_[configuration]);
    if (!usable_.empty()) result.usable.push_back(usable_[configuration]);
    if (!leftToCompiler_.empty()) result.leftToCompiler.push_back(leftToCompiler_[configuration]);
    if (!programs_.empty()) {
      const auto self = static_cast<uint32_t>(result.programs.size());
      result.programs.push_back(firstOf.try_emplace(programs_[configuration], self).first->second);
    }
    if (about_.compilerDefault == configuration)
      result.compilerDefault = static_cast<int64_t>(result.runtimes.size()) - 1;
  }
  if (!hasTimes()) result.runtimes.clear();
  return configs::canonical(program, std::move(result));
}

std::optional<configs::TileConfigurations> StoredProgram::tiles() const {
  if (about_.kind != Kind::kTile) return std::nullopt;
  configs::TileConfigurations tiles;
  tiles.columns.assign(tileColumns_.begin(), tileColumns_.end());
  if (hasTimes()) tiles.runtimes.assign(times_.begin(), times_.end());
  tiles.normalizers.assign(normalizers_.begin(), normalizers_.end());
  return tiles;
}

Result<bool> StoredProgram::verify() const {
  for (const SectionEntry& entry : StoreReader::entriesOf(file_)) {
    if (crcOf(file_.data() + entry.offset, entry.size) != entry.crc)
      return damaged("checksum mismatch in section " + std::to_string(uint32_t(entry.section)), entry.offset);
  }
  const uint8_t* row = choices_.data();
  for (size_t configuration = 0; configuration < count() && about_.kind == Kind::kLayout; ++configuration) {
    for (size_t p = 0; p < positions(); ++p) {
      const uint32_t settings = settingBegin_[p + 1] - settingBegin_[p];
      const uint32_t setting = settings > kByteSettings ? row[0] | uint32_t{row[1]} << 8 : row[0];
      if (setting >= settings)
        return damaged("a configuration has a setting index out of range", static_cast<size_t>(row - file_.data()));
      row += settings > kByteSettings ? 2 : 1;
    }
  }
  return true;
}

}  // namespace hlorank::store
