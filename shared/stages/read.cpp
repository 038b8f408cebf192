#include "shared/stages/read.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "shared/npz/inflate.h"
#include "shared/stages/halide.h"
#include "shared/stages/tvm.h"

namespace hlorank::stages {
namespace {

constexpr std::string_view kLogFile = "compile_log.txt", kAboutFile = "pipeline.json";
constexpr std::string_view kRecordFile = "database_tuning_record.json", kWorkloadFile = "database_workload.json";
constexpr std::string_view kStoresFile = "store_features.npz";

std::string_view withoutGz(std::string_view name) {
  if (name.ends_with(".gz")) name.remove_suffix(3);
  return name;
}

bool isSample(std::string_view name) {
  return name.ends_with(".sample") || name.ends_with(".featurization");
}

// Removes from `order` each .featurization whose .sample is there too. `order` has indices of samples, sorted by name.
void removeSources(const std::vector<File>& files, std::vector<size_t>& order) {
  std::set<std::string> made;
  for (const size_t i : order) {
    const std::string_view name = withoutGz(files[i].name);
    if (name.ends_with(".sample")) made.insert(std::string(name.substr(0, name.rfind('.'))));
  }
  std::erase_if(order, [&](size_t i) {
    const std::string_view name = withoutGz(files[i].name);
    return name.ends_with(".featurization") && made.contains(std::string(name.substr(0, name.rfind('.'))));
  });
}

// Facts about a program from pipeline.json.
struct About {
  double noise = std::numeric_limits<double>::quiet_NaN();  // spread of repeated measurements; NaN if unknown
  std::string family;
};

About readAbout(const std::vector<File>& files) {
  About about;
  for (const File& file : files) {
    if (withoutGz(file.name) != kAboutFile) continue;
    const auto json = nlohmann::json::parse(file.bytes, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object()) continue;
    if (const auto noise = json.find("noise"); noise != json.end() && noise->is_number())
      about.noise = noise->get<double>();
    if (const auto family = json.find("family"); family != json.end() && family->is_string())
      about.family = family->get<std::string>();
    return about;
  }
  return about;
}

// Reads the samples of Halide in `files`. `order` lists the indices of the files that are samples, sorted by name.
Result<Problem> readHalide(const std::string& name, const std::vector<File>& files, const std::vector<size_t>& order,
                           size_t& failed) {
  std::optional<StageGraph> graph;
  for (failed = 0; failed < files.size(); ++failed) {
    if (withoutGz(files[failed].name) != kLogFile) continue;
    auto read = readHalideLog(files[failed].bytes);
    if (!read) return read.error();
    graph = std::move(*read);
  }
  std::vector<Sample> samples;
  std::vector<std::string> names;
  for (const size_t i : order) {
    failed = i;
    const std::string_view own = withoutGz(files[i].name);
    auto sample = own.ends_with(".sample") ? readSample(files[i].bytes) : readFeaturization(files[i].bytes);
    if (!sample) return sample.error();
    samples.push_back(std::move(*sample));
    names.emplace_back(own);
  }
  failed = order.front();
  return makeHalideProblem(name, samples, names, graph ? &*graph : nullptr);
}

}  // namespace

bool holdsSchedules(std::string_view name) {
  name = withoutGz(name);
  return isSample(name) || name == kRecordFile || name.ends_with(".log") || name.ends_with(".jsonl");
}

bool isStageFile(std::string_view name) {
  const std::string_view own = withoutGz(name);
  return holdsSchedules(name) || own == kLogFile || own == kAboutFile || own == kWorkloadFile || own == kStoresFile;
}

std::string_view pipelineFolder(std::string_view folder) {
  const auto isNumber = [](std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const size_t last = folder.rfind('/');
  if (last == std::string_view::npos || !isNumber(folder.substr(last + 1))) return folder;
  const std::string_view parent = folder.substr(0, last);
  const size_t slash = parent.rfind('/');
  std::string_view batch = parent.substr(slash == std::string_view::npos ? 0 : slash + 1);
  constexpr std::string_view kPrefix = "batch_";
  if (!batch.starts_with(kPrefix)) return folder;
  batch.remove_prefix(kPrefix.size());
  const size_t line = batch.find('_');
  if (line == std::string_view::npos || !isNumber(batch.substr(0, line)) || !isNumber(batch.substr(line + 1)))
    return folder;
  return slash == std::string_view::npos ? std::string_view() : parent.substr(0, slash);
}

Result<std::vector<Problem>> readFolder(const std::string& name, std::vector<File> files, size_t* failed) {
  size_t unused = 0;
  size_t& at = failed ? *failed : unused;
  std::vector<size_t> samples, records;
  std::optional<StoreFeatures> stores;
  std::vector<Workload> workloads;
  for (at = 0; at < files.size(); ++at) {
    File& file = files[at];
    if (npz::looksLikeGzip(file.bytes)) {
      auto bytes = npz::gunzip(file.bytes, kMaxBytes);
      if (!bytes) return bytes.error();
      file.bytes = std::move(*bytes);
    }
    const std::string_view own = withoutGz(file.name);
    if (isSample(own))
      samples.push_back(at);
    else if (holdsSchedules(own))
      records.push_back(at);
    else if (own == kStoresFile) {
      auto read = readStoreFeatures(file.bytes);
      if (!read) return read.error();
      stores = std::move(*read);
    } else if (own == kWorkloadFile) {
      workloads = readWorkloads(file.bytes);
    }
  }
  const auto byName = [&](size_t a, size_t b) { return files[a].name < files[b].name; };
  std::sort(samples.begin(), samples.end(), byName);
  removeSources(files, samples);
  std::sort(records.begin(), records.end(), byName);
  std::vector<Problem> problems;
  if (!samples.empty()) {
    auto problem = readHalide(name, files, samples, at);
    if (!problem) return problem.error();
    problems.push_back(std::move(*problem));
  }
  for (const size_t i : records) {
    at = i;
    const bool isDatabase = withoutGz(files[i].name) == kRecordFile;
    auto read = readTvmRecords(files[i].bytes, name, isDatabase && stores ? &*stores : nullptr,
                               isDatabase ? workloads : std::vector<Workload>());
    if (!read) return read.error();
    for (Problem& problem : *read) problems.push_back(std::move(problem));
  }
  at = 0;
  const About about = readAbout(files);
  for (Problem& problem : problems) {
    problem.noise = about.noise;
    problem.family = about.family;
  }
  if (problems.empty() && !workloads.empty())
    return Error{"database_workload.json lists workloads, not schedules",
                 "give database_tuning_record.json of the same database too: it has the schedules and their times"};
  if (problems.empty())
    return Error{
        "found no schedules",
        "give a folder with .sample files and compile_log.txt of Halide, or with database_tuning_record.json or "
        ".log records of TVM"};
  return problems;
}

}  // namespace hlorank::stages
