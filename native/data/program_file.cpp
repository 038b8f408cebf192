#include "native/data/program_file.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "native/base/files.h"
#include "shared/base/fnv.h"

namespace hlorank::data {
namespace {

namespace fs = std::filesystem;

bool isNpz(const std::string& path) {
  return fs::path(path).extension() == ".npz";
}

// Files as they are, folders as the npz files in them.
Result<std::vector<std::string>> npzFiles(const std::vector<std::string>& paths) {
  auto files = native::expand(paths);
  if (!files) return files.error();
  std::vector<std::string> chosen;
  for (const std::string& file : *files) {
    const bool named = std::find(paths.begin(), paths.end(), file) != paths.end();
    if (named || isNpz(file)) chosen.push_back(file);
  }
  if (chosen.empty())
    return Error{"there is no .npz file among the data", "name npz files, or a folder that has some", {}, {}};
  return chosen;
}

std::string familyOf(const std::string& name, const nlohmann::json& families) {
  const auto found = families.find(name);
  if (found != families.end() && found->is_string()) return found->get<std::string>();
  return name.substr(0, name.find('_'));
}

nlohmann::json familiesOf(const fs::path& folder) {
  const fs::path path = folder / "families.json";
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored)) return nlohmann::json::object();
  const auto bytes = native::readFile(path.string());
  nlohmann::json families =
      bytes ? nlohmann::json::parse(*bytes, nullptr, /*allow_exceptions=*/false) : nlohmann::json();
  return families.is_object() ? families : nlohmann::json::object();
}

Result<std::unique_ptr<MeasuredProgram>> loadOne(const std::string& path) {
  auto program = std::make_unique<MeasuredProgram>();
  program->path = path;
  program->name = fs::path(path).stem().string();
  std::vector<session::File> files;
  Fnv hash;
  for (const std::string& file : {path, programBeside(path)}) {
    if (file.empty()) continue;
    auto bytes = native::readFile(file);
    if (!bytes) return bytes.error();
    hash.bytes(*bytes);
    files.push_back({file, std::move(*bytes)});
  }
  program->hash = hash.value();
  auto opened = session::open(std::move(files));
  if (!opened) return opened.error();
  program->opened = std::move(*opened);
  if (!program->opened.hasTimes())
    return Error{"has no run times to learn from or to compare with",
                 "give an npz with config_runtime: configurations that were measured",
                 {},
                 {}};
  program->physics = model::physicsOf(program->opened.program, program->opened.configurations);
  return program;
}

}  // namespace

std::vector<uint32_t> MeasuredProgram::measured() const {
  const configs::Configurations& all = opened.configurations;
  std::vector<uint32_t> chosen;
  for (size_t c = 0; c < all.count; ++c)
    if ((all.usable.empty() || all.usable[c]) && all.runtimes[c] > 0) chosen.push_back(uint32_t(c));
  return chosen;
}

std::string programBeside(const std::string& npzPath) {
  if (!isNpz(npzPath)) return {};
  std::error_code ignored;
  for (const char* ending : {".hlo.txt.gz", ".hlo.txt", ".hlo.gz", ".hlo", ".pb.gz", ".pb"}) {
    const fs::path candidate = fs::path(npzPath).replace_extension(ending);
    if (fs::is_regular_file(candidate, ignored)) return candidate.string();
  }
  return {};
}

Result<MeasuredPrograms> load(const std::vector<std::string>& paths, std::string* place) {
  *place = paths.empty() ? "" : paths.front();
  const auto files = npzFiles(paths);
  if (!files) return files.error();
  std::map<std::string, nlohmann::json> families;  // by folder
  MeasuredPrograms programs;
  for (const std::string& file : *files) {
    *place = file;
    auto program = loadOne(file);
    if (!program) return program.error();
    const std::string folder = fs::path(file).parent_path().string();
    if (!families.count(folder)) families[folder] = familiesOf(folder);
    (*program)->family = familyOf((*program)->name, families[folder]);
    programs.push_back(std::move(*program));
  }
  return programs;
}

std::vector<int> foldsByFamily(const MeasuredPrograms& programs, int folds) {
  std::map<std::string, std::vector<size_t>> members;
  for (size_t i = 0; i < programs.size(); ++i) members[programs[i]->family].push_back(i);
  std::vector<std::vector<size_t>> families;
  for (auto& [name, list] : members) families.push_back(std::move(list));
  std::stable_sort(families.begin(), families.end(), [](const auto& a, const auto& b) { return a.size() > b.size(); });

  std::vector<int> foldOf(programs.size());
  std::vector<size_t> size(size_t(folds), 0);
  for (const auto& family : families) {
    const size_t fold = size_t(std::min_element(size.begin(), size.end()) - size.begin());
    size[fold] += family.size();
    for (size_t i : family) foldOf[i] = int(fold);
  }
  return foldOf;
}

}  // namespace hlorank::data
