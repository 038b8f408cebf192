#include "native/store/prepare.h"

#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "native/base/files.h"
#include "native/base/interrupt.h"
#include "native/store/about.h"
#include "native/store/draft.h"
#include "native/store/file_writer.h"
#include "native/store/manifest.h"
#include "native/store/names.h"

namespace hlorank::store {
namespace {

namespace fs = std::filesystem;

// Returns the family of program `name` (see Families). A kernel, whose name differs from that of its tuning file
// `source`, is a family of its own.
std::string familyOf(Families& families, const std::string& source, const std::string& name) {
  const std::string stem = stemOf(source);
  return name == stem ? families.of(stem, fs::path(source).parent_path().string()) : name;
}

// A source file to convert, and the folder for its programs.
struct Task {
  std::string path;
  Place place;
  std::string folder;  // destination, relative to the output folder; "": that folder itself
};

// Returns whether to convert a file that was found in a folder. True for a tuning file, and for an npz with at least
// one known array (also for a damaged npz, which is reported later). False for a .pb next to an npz of the same name,
// because that .pb is the HLO of the npz.
bool isSource(const std::string& path) {
  if (fs::path(path).extension() == ".npz") return !isForeignArchive(path);
  if (!path.ends_with(".pb") && !path.ends_with(".pb.gz")) return false;
  std::error_code ignored;
  const fs::path beside = fs::path(path).parent_path() / (stemOf(path) + ".npz");
  return !fs::exists(beside, ignored) && isTpuGraphs(path);
}

// Lists the source files in `sources` (files and folders) with their destinations. Error: a path does not exist, or
// there are no source files.
Result<std::vector<Task>> findTasks(const std::vector<std::string>& sources, const PrepareOptions& options) {
  std::vector<Task> tasks;
  for (const std::string& source : sources) {
    auto files = native::expand({source});
    if (!files) return files.error();
    std::error_code error;
    const bool isFolder = fs::is_directory(source, error);
    for (const std::string& file : *files) {
      if (isFolder && !isSource(file)) continue;
      Task task{file, placeOf(file), ""};
      if (!options.collection.empty()) task.place.collection = options.collection;
      if (options.split) task.place.split = *options.split;
      if (!task.place.collection.empty()) {
        task.folder = task.place.collection;
        std::replace(task.folder.begin(), task.folder.end(), ':', '/');
        if (task.place.split != Split::kNone) task.folder += std::string("/") + nameOf(task.place.split);
      } else if (isFolder) {
        task.folder = fs::path(file).parent_path().lexically_relative(source).string();
        if (task.folder == ".") task.folder.clear();
      }
      tasks.push_back(std::move(task));
    }
  }
  if (tasks.empty())
    return Error{"found nothing to prepare", "pass npz or tuning files of TpuGraphs, or folders that contain some"};
  return tasks;
}

// Converts source files one after another and records the result of each.
class Preparer {
 public:
  Preparer(std::string folder, const PrepareOptions& options, const std::function<void(const Step&)>& report)
      : folder_(std::move(folder)), options_(options), report_(report) {}

  // Converts all source files, or stops at Ctrl-C. Error: the output folder cannot be written. A source that cannot be
  // read is no error but an entry of result().failures.
  Result<bool> run(const std::vector<Task>& tasks) {
    for (size_t i = 0; i < tasks.size() && !done_.interrupted; ++i) {
      step_ = {i, tasks.size(), tasks[i].path, 0, 0};
      if (report_) report_(step_);
      if (isSkipped(stemOf(tasks[i].path))) {
        done_.skipped.push_back(tasks[i].path);
        continue;
      }
      if (const auto prepared = prepareOne(tasks[i]); !prepared) return prepared;
      done_.interrupted = done_.interrupted || native::interrupted();
    }
    return true;
  }
  Preparation& result() { return done_; }

 private:
  bool isSkipped(const std::string& name) const {
    return std::find(options_.skip.begin(), options_.skip.end(), name) != options_.skip.end();
  }

  std::string pathOf(const Task& task, const std::string& name) const {
    return (fs::path(task.folder) / (name + std::string(kEnding))).string();
  }
  std::string inStore(const std::string& path) const { return (fs::path(folder_) / path).string(); }

  void addFailure(const Task& task, Error error) { done_.failures.push_back({task.path, std::move(error)}); }

  void addPrepared(const Task& task, const std::string& path, const StoredProgram& program, bool already) {
    done_.programs.push_back(summaryOf(program, path));
    done_.programs.back().source = task.path;
    done_.programs.back().already = already;
  }

  // Opens the program at `path` in the output folder if it was made from the same source for the same collection and
  // split. Null if the folder lacks such a program, or if the file is damaged. `about` identifies the source (see
  // identify()).
  std::shared_ptr<const StoredProgram> findPrepared(const Task& task, const std::string& path,
                                                    const About& about) const {
    const auto program = openStored(inStore(path));
    if (!program) return nullptr;
    const About& there = (*program)->about();
    if (there.source != about.source || there.sourceSize != about.sourceSize || there.ordinal != about.ordinal ||
        there.collection != task.place.collection || there.split != task.place.split)
      return nullptr;
    if (there.sourceTime != about.sourceTime) {
      const auto crc = computeSourceCrc(task.path);
      if (!crc || *crc != there.sourceCrc) return nullptr;
    }
    if (options_.verify && !(*program)->verify()) return nullptr;
    return *program;
  }

  // Converts the programs of one source file. If the source cannot be read, adds a failure to the result. Error: the
  // output folder cannot be written.
  Result<bool> prepareOne(const Task& task) {
    About about;
    identify(task.path, about);
    const std::string first = pathOf(task, stemOf(task.path));
    if (written_.count(first)) {
      addFailure(task, Error{"has the same name in the store as another source (" + first + ")",
                             "rename one of them, or prepare it to another folder"});
      return true;
    }
    if (const auto program = findPrepared(task, first, about)) {
      written_.insert(first);
      addPrepared(task, first, *program, /*already=*/true);
      return true;
    }
    std::error_code error;
    fs::create_directories(inStore(task.folder), error);
    if (error)
      return Error{"cannot create the folder " + inStore(task.folder) + ": " + error.message(),
                   "choose a writable folder"};
    SourceReading reading;
    reading.scratch = inStore(task.folder);
    reading.progress = [&](uint64_t done, uint64_t total) {
      step_.done = done;
      step_.total = total;
      if (report_) report_(step_);
      return !native::interrupted();
    };
    auto drafts = readDrafts(task.path, reading);
    done_.interrupted = reading.cancelled;
    if (reading.cancelled) return true;
    if (!drafts && reading.diskFailed) return drafts.error();
    if (!drafts) {
      addFailure(task, drafts.error());
      return true;
    }
    for (Draft& draft : *drafts)
      if (const auto written = writeOne(task, draft); !written) return written;
    return true;
  }

  // Writes one program of a source file. Does nothing if the options skip the program or the output folder already has
  // it. Error: disk I/O fails.
  Result<bool> writeOne(const Task& task, Draft& draft) {
    if (isSkipped(draft.about.name)) {
      done_.skipped.push_back(task.path + " (" + draft.about.name + ")");
      return true;
    }
    draft.about.collection = task.place.collection;
    draft.about.split = task.place.split;
    draft.about.family = familyOf(families_, task.path, draft.about.name);
    const std::string path = pathOf(task, draft.about.name);
    written_.insert(path);
    if (const auto program = findPrepared(task, path, draft.about)) {
      addPrepared(task, path, *program, /*already=*/true);
      return true;
    }
    if (const auto written = write(draft, inStore(path)); !written) return written;
    const auto program = openStored(inStore(path));
    if (!program) return program.error();
    if (options_.verify)
      if (const auto verified = (*program)->verify(); !verified) return verified;
    addPrepared(task, path, **program, /*already=*/false);
    return true;
  }

  std::string folder_;
  const PrepareOptions& options_;
  const std::function<void(const Step&)>& report_;
  Families families_;
  // Paths of the programs written by this run, relative to the output folder.
  std::set<std::string> written_;
  Step step_ = {};
  Preparation done_;
};

}  // namespace

Result<Preparation> prepare(const std::vector<std::string>& sources, const std::string& folder,
                            const PrepareOptions& options, const std::function<void(const Step&)>& report) {
  const auto tasks = findTasks(sources, options);
  if (!tasks) return tasks.error();
  removeLeftovers(folder);
  Preparer preparer(folder, options, report);
  auto ran = preparer.run(*tasks);
  Preparation& done = preparer.result();
  if (ran && !done.programs.empty()) ran = writeManifest(folder, done);
  if (!ran) done.stopped = ran.error();
  return std::move(done);
}

Result<std::vector<std::shared_ptr<const StoredProgram>>> openSource(const std::string& source,
                                                                     const PrepareOptions& options) {
  std::error_code error;
  std::string folder = (fs::temp_directory_path(error) / "hlorank.XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr)
    return Error{"cannot create a folder in " + fs::path(folder).parent_path().string(),
                 "set TMPDIR to a writable folder"};
  struct FolderRemover {
    const std::string& folder;
    ~FolderRemover() {
      std::error_code ignored;
      fs::remove_all(folder, ignored);
    }
  } remover{folder};
  SourceReading reading;
  reading.scratch = folder;
  reading.progress = [](uint64_t, uint64_t) { return !native::interrupted(); };
  auto drafts = readDrafts(source, reading);
  if (!drafts) return drafts.error();
  if (reading.cancelled) return Error{"interrupted while reading", ""};
  const Place place = placeOf(source);
  Families families;
  std::vector<std::shared_ptr<const StoredProgram>> programs;
  for (Draft& draft : *drafts) {
    draft.about.collection = options.collection.empty() ? place.collection : options.collection;
    draft.about.split = options.split.value_or(place.split);
    draft.about.family = familyOf(families, source, draft.about.name);
    const std::string path = folder + "/" + std::to_string(programs.size()) + std::string(kEnding);
    if (const auto written = write(draft, path); !written) return written.error();
    auto program = openStored(path);
    if (!program) return program.error();
    programs.push_back(std::move(*program));
  }
  return programs;
}

}  // namespace hlorank::store
