#include "shared/stages/read.h"

#include <algorithm>
#include <map>
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

// Reads pipeline.json, if `files` has it. Error: it is no JSON object, or `noise` no fraction; `failed` receives its
// index.
Result<About> readAbout(const std::vector<File>& files, size_t& failed) {
  About about;
  for (failed = 0; failed < files.size(); ++failed) {
    const File& file = files[failed];
    if (withoutGz(file.name) != kAboutFile) continue;
    const auto json = nlohmann::json::parse(file.bytes, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object())
      return Error{"expected a JSON object, such as {\"noise\": 0.02, \"family\": \"conv\"}",
                   "correct or remove the file"};
    if (const auto noise = json.find("noise"); noise != json.end() && !noise->is_null()) {
      about.noise = noise->is_number() ? noise->get<double>() : -1;
      if (!(about.noise >= 0 && about.noise <= 1))
        return Error{"`noise` is " + noise->dump() + ", expected the relative spread of repeated measurements, 0 to 1",
                     "correct or remove the field"};
    }
    if (const auto family = json.find("family"); family != json.end() && family->is_string())
      about.family = family->get<std::string>();
    return about;
  }
  return about;
}

// Reads the samples of one pipeline of Halide in `files`. `order` lists the indices of the files that are samples,
// sorted by name.
Result<Problem> readHalide(const std::string& name, const std::vector<File>& files, const std::vector<size_t>& order,
                           size_t& failed) {
  const std::string& arguments = files[order.front()].arguments;
  std::optional<StageGraph> graph;
  for (failed = 0; failed < files.size(); ++failed) {
    if (withoutGz(files[failed].name) != kLogFile) continue;
    if (!files[failed].arguments.empty() && files[failed].arguments != arguments) continue;
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

namespace {

// The parts of the path of a folder in which Halide's autotuning loop keeps a schedule: "samples/batch_1_0/3".
struct ScheduleFolder {
  std::string_view pipeline, arguments;  // "samples" and "0"
};

std::optional<ScheduleFolder> parseScheduleFolder(std::string_view folder) {
  const auto isNumber = [](std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
  };
  const size_t last = folder.rfind('/');
  if (last == std::string_view::npos || !isNumber(folder.substr(last + 1))) return std::nullopt;
  const std::string_view parent = folder.substr(0, last);
  const size_t slash = parent.rfind('/');
  std::string_view batch = parent.substr(slash == std::string_view::npos ? 0 : slash + 1);
  constexpr std::string_view kPrefix = "batch_";
  if (!batch.starts_with(kPrefix)) return std::nullopt;
  batch.remove_prefix(kPrefix.size());
  const size_t line = batch.find('_');
  if (line == std::string_view::npos || !isNumber(batch.substr(0, line)) || !isNumber(batch.substr(line + 1)))
    return std::nullopt;
  return ScheduleFolder{slash == std::string_view::npos ? std::string_view() : parent.substr(0, slash),
                        batch.substr(line + 1)};
}

}  // namespace

std::string_view pipelineFolder(std::string_view folder) {
  const auto parts = parseScheduleFolder(folder);
  return parts ? parts->pipeline : folder;
}

std::string_view argumentsOf(std::string_view folder) {
  const auto parts = parseScheduleFolder(folder);
  return parts ? parts->arguments : std::string_view();
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
  std::map<std::string_view, std::vector<size_t>> pipelines;  // samples by their arguments
  for (const size_t i : samples) pipelines[files[i].arguments].push_back(i);
  for (const auto& [arguments, own] : pipelines) {
    auto problem = readHalide(pipelines.size() > 1 ? name + " " + std::string(arguments) : name, files, own, at);
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
  const auto about = readAbout(files, at);
  if (!about) return about.error();
  at = 0;
  for (Problem& problem : problems) {
    problem.noise = about->noise;
    problem.family = about->family;
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
