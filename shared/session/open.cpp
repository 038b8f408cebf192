#include "shared/session/open.h"

#include <optional>
#include <utility>

#include "shared/configs/dataset.h"
#include "shared/configs/tuning_data.h"
#include "shared/hlo/opcode.h"
#include "shared/hlo/read.h"
#include "shared/npz/npz.h"
#include "shared/session/saved.h"

namespace hlorank::session {
namespace {

using configs::ArchiveKind;

// The files to open, by kind of their content. A pointer is null if there is no file of that kind.
struct Files {
  const File* program = nullptr;  // an HLO module
  const File* archive = nullptr;  // an npz with a graph, configurations, or both
  const File* saved = nullptr;    // configurations as JSON, CSV or proto text, as saved.h writes them
};

// Determines the kind of each file by its content. On error, `failed` receives the index of the faulty file.
Result<Files> classifyFiles(const std::vector<File>& files, size_t& failed) {
  Files result;
  for (size_t i = 0; i < files.size(); ++i) {
    const File*& place = npz::looksLikeNpz(files[i].bytes) ? result.archive
                         : looksSaved(files[i].bytes)      ? result.saved
                                                           : result.program;
    failed = i;
    if (place) {
      const bool programs = place == result.program;
      return Error{programs ? "two programs were given at once" : "two files of configurations were given at once",
                   "give one program, one npz, or a program and one file of its configurations"};
    }
    place = &files[i];
  }
  failed = 0;
  if (result.saved && (!result.program || result.archive)) {
    failed = static_cast<size_t>(result.saved - files.data());
    return Error{"this file has configurations but not their program",
                 "give it together with its program, an HLO file"};
  }
  if (!result.program && !result.archive) return Error{"no file was given", "give an HLO module or an npz"};
  return result;
}

std::string formatName(ArchiveKind kind) {
  switch (kind) {
    case ArchiveKind::kGraph:
      return "npz of a graph";
    case ArchiveKind::kLayout:
      return "TpuGraphs npz (layout)";
    case ArchiveKind::kTile:
      return "TpuGraphs npz (tile)";
    case ArchiveKind::kMeasured:
      return "npz of measured configurations";
    default:
      return "npz";
  }
}

std::string nothingToChoose(const graph::Program& program) {
  const size_t configurable = program.graph.configurable.size();
  return "This program has no layouts to choose: " +
         (configurable == 0 ? "it has no convolution, dot or reshape"
          : configurable == 1
              ? "its one configurable instruction has no tensor"
              : "none of its " + std::to_string(configurable) + " configurable instructions has a tensor") +
         " whose dimensions could be in another order.";
}

struct ReadArchive {
  npz::Archive archive;
  ArchiveKind kind = ArchiveKind::kUnknown;
};

Result<ReadArchive> readArchive(const File& file, bool hasProgram) {
  auto archive = npz::read(file.bytes);
  if (!archive) return archive.error();
  ReadArchive result{std::move(*archive), ArchiveKind::kUnknown};
  result.kind = configs::kindOf(result.archive);
  if (result.kind == ArchiveKind::kMeasured && !hasProgram) {
    return Error{"this npz has configurations but not their program",
                 "give it together with its program, an HLO file of the same name"};
  }
  return result;
}

// Sets the configurations of `opened` to the layouts or tile sizes that a TpuGraphs tuning file measured.
// `opened.module` must be the first module of that file. The bool is always true.
Result<bool> addTunedConfigurations(Opened& opened) {
  const auto modules = configs::parseTuningData(*opened.module->source);
  if (!modules) return modules.error();
  if (modules->empty() || modules->front().runs.empty()) return true;
  const configs::TunedModule& tuned = modules->front();
  if (tuned.runs.front().kind != configs::TunedRun::Kind::kLayout) {
    std::vector<configs::TunedModule> same;  // the last module of a name has the compiler default's time
    for (const configs::TunedModule& module : *modules)
      if (module.name == tuned.name) same.push_back(module);
    auto kernels = configs::tilesOf(same);
    if (!kernels) return kernels.error();
    if (!kernels->empty() && kernels->front().module == 0) opened.tiles = std::move(kernels->front().tiles);
    return true;
  }
  auto runs = configs::layoutsOf(tuned, opened.program.graph.nodes());
  if (!runs) return runs.error();
  auto configurations = configs::canonical(opened.program, std::move(*runs));
  if (!configurations) return configurations.error();
  opened.configurations = std::move(*configurations);
  return true;
}

}  // namespace

Result<Opened> open(std::vector<File> files, const Options& options, size_t* file) {
  size_t unused = 0;
  size_t& failed = file ? *file : unused;
  const auto begin = [&](OpeningStep step) {
    if (options.onStep) options.onStep(step);
  };
  const auto indexOf = [&](const File* f) { return static_cast<size_t>(f - files.data()); };

  begin(OpeningStep::kRead);
  auto which = classifyFiles(files, failed);
  if (!which) return which.error();
  Opened opened;
  std::optional<ReadArchive> archive;
  bool isTuned = false;
  if (which->program) {
    failed = indexOf(which->program);
    auto read = hlo::readModule(std::move(files[failed].bytes));
    if (!read) return read.error();
    opened.format = hlo::describeFormat(*read);
    isTuned = read->format == hlo::Format::kModuleTuningData;
    opened.module = std::make_shared<const hlo::Module>(std::move(read->module));
    opened.name = opened.module->name;
  }
  if (which->archive) {
    failed = indexOf(which->archive);
    auto read = readArchive(*which->archive, which->program != nullptr);
    if (!read) return read.error();
    archive = std::move(*read);
    opened.format += (opened.format.empty() ? "" : " + ") + formatName(archive->kind);
    if (opened.name.empty()) opened.name = which->archive->name;
  }

  begin(OpeningStep::kFeatures);
  if (archive) {
    auto dataset = configs::readProblem(archive->archive, opened.name, opened.module.get());
    if (!dataset) return dataset.error();
    opened.program = std::move(dataset->program);
    opened.configurations = std::move(dataset->configurations);
    opened.instructionTimes = std::move(dataset->instructionTimes);
    opened.tiles = std::move(dataset->tiles);
  } else {
    opened.program = graph::makeProgram(*opened.module, graph::makeGraph(*opened.module));
    if (isTuned)
      if (const auto added = addTunedConfigurations(opened); !added) return added.error();
  }

  begin(OpeningStep::kConfigurations);
  if (which->saved) {
    failed = indexOf(which->saved);
    auto saved = readSaved(which->saved->bytes, *opened.module, opened.program);
    if (!saved) return saved.error();
    opened.configurations = std::move(*saved);
    if (!options.keepNumbers) opened.configurations.numbers.clear();
    opened.tiles.reset();
    opened.format += " + saved configurations";
  }
  if (opened.configurations.count == 0) {
    const size_t requested = options.candidates.value_or(configs::kDefaultCandidates);
    const size_t bytes = options.candidates ? configs::kCandidateBytes : configs::kDefaultCandidateBytes;
    opened.configurations = configs::candidates(opened.program, requested, options.seed, bytes);
    const size_t most = configs::maxCandidates(opened.configurations.table.slots.size(), bytes);
    if (requested > most && opened.configurations.count == most)
      opened.notices.push_back(
          {"fewer-candidates", "Only " + std::to_string(most) + " of " + std::to_string(requested) +
                                   " candidates were generated: more would take over " + std::to_string(bytes >> 20) +
                                   " MiB of memory" +
                                   (options.candidates ? "." : "; set --candidates to generate more.")});
  }
  addNotices(opened);
  return opened;
}

void addNotices(Opened& opened) {
  if (opened.module) {
    opened.warnings = opened.module->warnings;
    for (Notice& notice : detectNotices(*opened.module)) opened.notices.push_back(std::move(notice));
  }
  for (const std::string& guess : opened.program.guesses) opened.notices.push_back({"guessed", guess + "."});
  if (opened.tiles) {
    opened.notices.push_back(
        {"tiles",
         std::string("The configurations of this file are tile sizes of one kernel: `hlorank rank --model RUN` ranks "
                     "them by a model that was trained on tile sizes. ") +
             (opened.configurations.table.slots.empty() ? "The page ranks no tile sizes."
                                                        : "The page ranks generated layouts of the kernel instead.")});
  } else if (opened.configurations.count > 0 && opened.configurations.table.slots.empty()) {
    opened.notices.push_back({"nothing-to-choose", nothingToChoose(opened.program)});
  } else if (opened.configurations.generated) {
    opened.notices.push_back(
        {"generated",
         "The file has no configurations, so candidates were generated: the program's own layouts, single changes of "
         "them, and random combinations of changes."});
  } else if (const std::string& platform = opened.configurations.platform; platform == "gpu" || platform == "tpu") {
    const bool isKnown = std::any_of(opened.notices.begin(), opened.notices.end(),
                                     [&](const Notice& notice) { return notice.kind == platform; });
    if (!isKnown)
      opened.notices.push_back({platform, std::string("The configurations were measured on a ") +
                                              (platform == "gpu" ? "GPU" : "TPU") +
                                              ". The published models were trained on XLA:CPU; their ranking may not "
                                              "hold on another backend."});
  } else if (!opened.module) {
    opened.notices.push_back(
        {"tpu",
         "This file is in the format of TpuGraphs, measured on TPUs. The published models were trained on XLA:CPU; "
         "their ranking may not hold on another backend."});
  }
  if (!opened.module) {
    opened.notices.push_back(
        {"no-program",
         "This file has the graph of a program but not its HLO: the ranking works without instruction names, trip "
         "counts and dimension roles."});
  }
}

std::string nodeName(const Opened& opened, uint32_t node) {
  if (opened.module) return std::string(opened.module->instructions[node].name);
  return "node " + std::to_string(node);
}

std::string computationName(const Opened& opened, uint32_t node) {
  if (!opened.module) return {};
  return std::string(opened.module->computations[opened.module->instructions[node].computation].name);
}

std::string_view opcodeName(const Opened& opened, uint32_t node) {
  if (opened.module) return hlo::name(opened.module->instructions[node].opcode);
  return hlo::tpuGraphsOpcodeName(opened.program.graph.opcodes[node]);
}

std::string shapeName(const Opened& opened, uint32_t node) {
  if (opened.module) return hlo::toString(*opened.module, opened.module->instructions[node].shape);
  std::string text;
  for (int64_t dimension : opened.program.dimensions(node))
    text += (text.empty() ? "[" : ",") + std::to_string(dimension);
  return text.empty() ? "[]" : text + "]";
}

}  // namespace hlorank::session
