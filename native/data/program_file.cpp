#include "native/data/program_file.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>
#include <set>

#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/data/stage_files.h"
#include "native/store/format.h"
#include "native/store/prepare.h"
#include "shared/base/fnv.h"
#include "shared/base/random.h"
#include "shared/npz/npz.h"

namespace hlorank::data {
namespace {

namespace fs = std::filesystem;

using Stored = std::shared_ptr<const store::StoredProgram>;

Error noTimesError() {
  return {"the file has no run times", "give an npz file with measured configurations (array config_runtime)"};
}

}  // namespace

Result<std::vector<session::File>> readWithProgram(const std::string& path, std::string* place) {
  std::vector<session::File> files;
  for (const std::string& file : {path, findProgramFile(path)}) {
    if (file.empty()) continue;
    *place = file;
    auto bytes = native::readFile(file);
    if (!bytes) return bytes.error();
    files.push_back({file, std::move(*bytes)});
  }
  return files;
}

Result<std::string> readProgramFile(std::string& path, int& code) {
  auto bytes = native::readFile(path);
  if (bytes && npz::looksLikeNpz(*bytes)) {
    const std::string beside = findProgramFile(path);
    if (beside.empty()) {
      code = native::kBadInput;
      return Error{"the file holds arrays of features, not a program: shapes and attributes are missing",
                   "give the HLO text or proto that the arrays were made from"};
    }
    bytes = native::readFile(path = beside);
  }
  if (!bytes) code = native::kUsage;
  return bytes;
}

Result<session::Opened> openFiles(std::vector<session::File> files, const session::Options& options,
                                  std::string* place) {
  std::vector<std::string> names;
  names.reserve(files.size());
  for (const session::File& file : files) names.push_back(file.name);
  size_t wrong = 0;
  auto opened = session::open(std::move(files), options, &wrong);
  if (!opened && wrong < names.size()) *place = names[wrong];
  return opened;
}

namespace {

// Loads a program with its configurations and run times from an npz file of `hlorank collect`. Error: a file cannot be
// read, or has no run times; `place` receives the path of the faulty file.
Result<std::unique_ptr<MeasuredProgram>> loadMeasured(const std::string& path, store::Families& families,
                                                      std::string* place) {
  auto program = std::make_unique<MeasuredProgram>();
  program->path = path;
  program->name = fs::path(path).stem().string();
  program->family = families.of(program->name, fs::path(path).parent_path().string());
  auto files = readWithProgram(path, place);
  if (!files) return files.error();
  Fnv hash;
  for (const session::File& file : *files) hash.bytes(file.bytes);
  program->hash = hash.value();
  auto opened = openFiles(std::move(*files), {}, place);
  if (!opened) return opened.error();
  program->opened = std::move(*opened);
  *place = path;
  if (!program->opened.hasTimes()) return noTimesError();
  program->analytical = model::computeAnalyticalCosts(program->opened.program, program->opened.configurations);
  return program;
}

// Selects at most `options.most` layout configurations and returns their indices, ascending. Takes the compiler default
// and the configurations with the smallest hashes. The hash has a random seed, so the sample is uniform. The sample
// does not depend on the order of configurations in the file.
std::vector<uint32_t> selectConfigurations(const store::StoredProgram& stored, const LoadOptions& options) {
  if (stored.about().kind == store::Kind::kTile) return {};
  std::vector<uint32_t> selected(stored.count());
  std::iota(selected.begin(), selected.end(), 0u);
  if (options.most == 0 || selected.size() <= options.most) return selected;
  // Hash of each setting, that is a choice of layouts for one configurable instruction (3 tensors × 6 dimensions,
  // padded with -1). The hash of a configuration is the sum of the hashes of its settings.
  std::vector<uint64_t> hashOfSetting(stored.settingBegin().back());
  for (size_t p = 0; p < stored.positions(); ++p)
    for (uint32_t s = stored.settingBegin()[p]; s < stored.settingBegin()[p + 1]; ++s) {
      Fnv hash(Fnv::kStart ^ Random(options.seed + p).next());
      for (const int8_t value : stored.settings().subspan(size_t{s} * configs::kLayoutColumns, configs::kLayoutColumns))
        hash.byte(static_cast<uint8_t>(value));
      hashOfSetting[s] = Random(hash.value()).next();
    }
  std::vector<uint32_t> settings(stored.positions());
  std::vector<std::pair<uint64_t, uint32_t>> ranked;
  for (const uint32_t configuration : selected) {
    stored.settingsOf(configuration, settings);
    uint64_t hash = 0;
    for (size_t p = 0; p < settings.size(); ++p) hash += hashOfSetting[stored.settingBegin()[p] + settings[p]];
    ranked.emplace_back(configuration == stored.about().compilerDefault ? 0 : hash, configuration);
  }
  const auto last = ranked.begin() + static_cast<ptrdiff_t>(options.most);
  std::nth_element(ranked.begin(), last, ranked.end());
  selected.clear();
  for (auto next = ranked.begin(); next != last; ++next) selected.push_back(next->second);
  std::sort(selected.begin(), selected.end());
  return selected;
}

// Builds the program in a .prepared file, with the layout configurations `selected` or with all tile sizes.
Result<session::Opened> openedFrom(const store::StoredProgram& stored, std::span<const uint32_t> selected) {
  auto module = stored.module();
  if (!module) return module.error();
  session::Opened opened;
  opened.name = *module ? std::string((*module)->name) : stored.about().name;
  opened.format = "prepared";
  opened.program = stored.program(module->get());
  opened.module = std::move(*module);
  auto configurations = stored.configurations(opened.program, selected);
  if (!configurations) return configurations.error();
  opened.configurations = std::move(*configurations);
  opened.configurations.platform = stored.about().platform;
  opened.tiles = stored.tiles();
  return opened;
}

Result<std::unique_ptr<MeasuredProgram>> loadStored(const std::string& path, Stored stored,
                                                    const LoadOptions& options) {
  const store::About& about = stored->about();
  if (!options.acceptUnmeasured && !stored->hasTimes()) return noTimesError();
  if (!options.acceptTiles && about.kind == store::Kind::kTile)
    return Error{"the file has tile configurations of a kernel, expected layout configurations",
                 "give programs of the layout collections"};
  auto program = std::make_unique<MeasuredProgram>();
  program->path = path;
  program->name = about.name;
  program->family = about.family;
  program->hash = stored->hash();
  program->collection = about.collection;
  program->split = about.split;
  program->selected = selectConfigurations(*stored, options);
  auto opened = openedFrom(*stored, program->selected);
  if (!opened) return opened.error();
  program->opened = std::move(*opened);
  program->analytical = model::computeAnalyticalCosts(program->opened.program, program->opened.configurations);
  stored->forget();
  program->stored = std::move(stored);
  return program;
}

// Opens the programs in a .prepared or TpuGraphs file. Returns an empty list if the file has another format.
Result<std::vector<Stored>> openStoredIn(const std::string& path) {
  if (isPrepared(path)) {
    auto stored = store::openStored(path);
    if (!stored) return stored.error();
    return std::vector<Stored>{std::move(*stored)};
  }
  if (store::isTpuGraphs(path)) return store::openSource(path);
  return std::vector<Stored>();
}

}  // namespace

bool isPrepared(const std::string& path) {
  return fs::path(path).extension() == store::kEnding;
}

Result<session::Opened> openProgram(const std::string& path, const session::Options& options, std::string* place,
                                    int* code) {
  *place = path;
  *code = native::kBadInput;
  std::error_code ignored;
  if (isPrepared(path) && fs::exists(path, ignored)) {
    const auto stored = store::openStored(path);
    if (!stored) return stored.error();
    if (const auto valid = (*stored)->verify(); !valid) return valid.error();
    auto opened = openedFrom(**stored, selectConfigurations(**stored, {.most = 0}));
    if (opened) session::addNotices(*opened);
    return opened;
  }
  auto files = readWithProgram(path, place);
  if (files) return openFiles(std::move(*files), options, place);
  *code = native::kUsage;
  return files.error();
}

std::vector<uint32_t> MeasuredProgram::measured() const {
  if (stages) {
    std::vector<uint32_t> selected;
    for (size_t c = 0; c < stages->count; ++c)
      if (stages->runtimes[c] > 0) selected.push_back(uint32_t(c));
    return selected;
  }
  if (opened.tiles) {
    std::vector<uint32_t> selected;
    for (size_t c = 0; c < opened.tiles->runtimes.size(); ++c)
      if (opened.tiles->runtimes[c] > 0) selected.push_back(uint32_t(c));
    return selected;
  }
  const configs::Configurations& all = opened.configurations;
  std::vector<uint32_t> selected;
  for (size_t c = 0; c < all.count; ++c)
    if ((all.usable.empty() || all.usable[c]) && c < all.runtimes.size() && all.runtimes[c] > 0)
      selected.push_back(uint32_t(c));
  return selected;
}

Result<std::vector<std::string>> listDataFiles(const std::vector<std::string>& paths, std::string* place) {
  auto files = native::expand(paths, place);
  if (!files) return files.error();
  std::vector<std::string> selected;
  std::set<fs::path> seen;  // a file that is named, and lies in a folder that is named too, counts once
  for (const std::string& file : groupStageFiles(paths, *files)) {
    std::error_code error;
    if (!seen.insert(fs::weakly_canonical(file, error)).second) continue;
    const bool named = std::find(paths.begin(), paths.end(), file) != paths.end();
    const fs::path ending = fs::path(file).extension();
    if (named || ending == ".npz" || isPrepared(file) || (ending != ".zip" && holdsStages(file)))
      selected.push_back(file);
  }
  if (selected.empty())
    return Error{"found no .npz or .prepared file and no schedules of Halide or TVM",
                 "give data files, or folders that contain some"};
  return selected;
}

Result<MeasuredPrograms> load(const std::vector<std::string>& paths, const LoadOptions& options, std::string* place) {
  *place = paths.empty() ? "" : paths.front();
  const auto files = listDataFiles(paths, place);
  if (!files) return files.error();
  store::Families families;
  MeasuredPrograms programs;
  // Maps a folder to the files of schedules in that folder which `paths` names.
  std::map<std::string, std::vector<std::string>> named;
  for (const std::string& file : *files)
    if (isScheduleFile(file)) named[fs::path(file).parent_path().string()].push_back(file);
  for (const std::string& file : *files) {
    *place = file;
    if (holdsStages(file)) {
      std::vector<std::string> together;
      if (isScheduleFile(file)) {
        together = named[fs::path(file).parent_path().string()];
        if (together.front() != file) continue;  // the file `together.front()` loads this one too
      }
      auto own = loadStages(file, together, options, place);
      if (!own) return own.error();
      for (auto& program : *own) programs.push_back(std::move(program));
      continue;
    }
    auto stored = openStoredIn(file);
    if (!stored) return stored.error();
    if (stored->empty()) {
      auto program = loadMeasured(file, families, place);
      if (!program) return program.error();
      programs.push_back(std::move(*program));
    }
    for (Stored& one : *stored) {
      auto program = loadStored(file, std::move(one), options);
      if (!program) return program.error();
      programs.push_back(std::move(*program));
    }
  }
  for (const auto& program : programs)
    if (program->stages.has_value() != programs.front()->stages.has_value() ||
        (program->stages && program->stages->kind != programs.front()->stages->kind)) {
      *place = program->path;
      return Error{"the data mixes HLO programs, schedules of Halide and schedules of TVM, or several formats of TVM",
                   "give programs of one kind"};
    }
  return programs;
}

Result<MeasuredPrograms> load(const std::vector<std::string>& paths, std::string* place) {
  return load(paths, LoadOptions(), place);
}

std::vector<int> assignFolds(const MeasuredPrograms& programs, int folds) {
  std::map<std::string, std::vector<size_t>> members;
  for (size_t i = 0; i < programs.size(); ++i) members[programs[i]->family].push_back(i);
  std::vector<std::vector<size_t>> families;
  families.reserve(members.size());
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
