#include "native/store/manifest.h"

#include <algorithm>
#include <filesystem>

#include "native/base/files.h"
#include "native/store/about.h"
#include "native/store/format.h"
#include "shared/base/fnv.h"
#include "shared/base/json.h"

namespace hlorank::store {

namespace fs = std::filesystem;

PreparedProgram summaryOf(const StoredProgram& program, const std::string& path) {
  PreparedProgram summary;
  summary.path = path;
  summary.about = program.about();
  summary.nodes = program.nodes();
  summary.configurable = program.positions();
  summary.distinct = program.count();
  summary.bytes = program.bytes();
  summary.hash = program.hash();
  return summary;
}

Result<bool> writeManifest(const std::string& folder, const Preparation& preparation) {
  const auto files = native::expand({folder});
  if (!files) return files.error();
  Json programs = Json::array();
  for (const std::string& file : *files) {
    if (fs::path(file).extension() != kEnding) continue;
    const auto program = openStored(file);
    if (!program) continue;
    const PreparedProgram summary = summaryOf(**program, fs::path(file).lexically_relative(folder).string());
    const About& about = summary.about;
    programs.push_back({{"file", summary.path},
                        {"name", about.name},
                        {"family", about.family},
                        {"collection", about.collection},
                        {"split", nameOf(about.split)},
                        {"nodes", summary.nodes},
                        {"configurable", summary.configurable},
                        {"rows", about.rows},
                        {"distinct", summary.distinct},
                        {"noise", about.noise},
                        {"dense_bytes", about.denseBytes},
                        {"bytes", summary.bytes},
                        {"hash", hexadecimal(summary.hash)},
                        {"problems", about.problems}});
  }
  Json failed = Json::array();
  for (const auto& failure : preparation.failures)
    failed.push_back({{"source", failure.source}, {"error", failure.error.message}});
  const Json manifest = {{"version", kVersion},
                         {"schema", hexadecimal(schemaHash())},
                         {"programs", programs},
                         {"failed", failed},
                         {"skipped", preparation.skipped}};
  return native::writeFile((fs::path(folder) / "manifest.json").string(), indented(manifest) + "\n");
}

}  // namespace hlorank::store
