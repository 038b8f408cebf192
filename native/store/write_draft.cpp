// Writes a program and its configurations as a .prepared file.

#include "native/store/about.h"
#include "native/store/draft.h"
#include "native/store/file_writer.h"
#include "shared/base/json.h"

namespace hlorank::store {
namespace {

constexpr size_t kWriteSize = 1 << 20;  // number of bytes of configurations to collect before a write

template <class T>
void add(FileWriter& file, Section section, const std::vector<T>& values) {
  file.add(section, std::span<const T>(values));
}

// Writes the distinct rows of the node features, in order of first occurrence, and for each node the index of its row.
// This saves space: networks repeat their layers, so there are far fewer distinct rows than nodes.
void addFeatures(FileWriter& file, const graph::Graph& graph) {
  file.add(Section::kFeatures, graph.features.distinct());
  file.add(Section::kFeatureRow, graph.features.rowOfNode());
}

// Writes the settings (layout combinations) of every configurable instruction. Then writes each configuration as the
// index of a setting per instruction: one byte, or two if the instruction has more than 256 settings.
Result<bool> addLayouts(FileWriter& file, const LayoutRows& layouts) {
  const SettingTable& table = layouts.table();
  const size_t positions = table.positions();
  std::vector<uint32_t> settingBegin = {0}, byteBegin = {0};
  std::vector<Setting> settings;
  std::vector<bool> wide;
  for (size_t p = 0; p < positions; ++p) {
    const std::vector<Setting>& own = table.settings(p);
    settings.insert(settings.end(), own.begin(), own.end());
    wide.push_back(own.size() > 256);
    settingBegin.push_back(static_cast<uint32_t>(settings.size()));
    byteBegin.push_back(byteBegin.back() + (wide.back() ? 2 : 1));
  }
  add(file, Section::kSettingBegin, settingBegin);
  static_assert(sizeof(Setting) == configs::kLayoutColumns);
  add(file, Section::kSettings, settings);
  add(file, Section::kByteBegin, byteBegin);
  if (layouts.distinct().rows() == 0) return true;

  file.begin(Section::kChoices);
  std::vector<uint16_t> row(positions);
  std::vector<uint8_t> bytes;
  for (size_t r = 0; r < layouts.distinct().rows(); ++r) {
    if (const auto read = layouts.distinct().read(r, row); !read) return read;
    for (size_t p = 0; p < positions; ++p) {
      bytes.push_back(static_cast<uint8_t>(row[p]));
      if (wide[p]) bytes.push_back(static_cast<uint8_t>(row[p] >> 8));
    }
    if (bytes.size() < kWriteSize) continue;
    file.append(bytes.data(), bytes.size());
    bytes.clear();
  }
  file.append(bytes.data(), bytes.size());
  return true;
}

}  // namespace

Result<bool> write(const Draft& draft, const std::string& path) {
  FileWriter file(path);
  const std::string about = oneLine(toJson(draft.about));
  file.add(Section::kAbout, std::span<const char>(about));
  add(file, Section::kOpcodes, draft.graph.opcodes);
  addFeatures(file, draft.graph);
  add(file, Section::kEdges, draft.graph.edges);
  add(file, Section::kSplits, draft.graph.splits);
  add(file, Section::kConfigurable, draft.graph.configurable);
  if (draft.layouts)
    if (const auto added = addLayouts(file, *draft.layouts); !added) return added;
  add(file, Section::kTileColumns, draft.tileColumns);
  add(file, Section::kTimes, draft.times.times);
  add(file, Section::kNormalizers, draft.times.normalizers);
  add(file, Section::kUsable, draft.usable);
  add(file, Section::kPrograms, draft.programs);
  add(file, Section::kLeftToCompiler, draft.leftToCompiler);
  add(file, Section::kMerged, draft.times.merged);
  add(file, Section::kRepeats, draft.times.repeats);
  file.add(Section::kModule, std::span<const char>(draft.module));
  return file.finish();
}

}  // namespace hlorank::store
