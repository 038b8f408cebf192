// The command `hlorank synth`: generates synthetic collections in TpuGraphs format with ground-truth costs.

#include <cerrno>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <sstream>

#include "native/base/command_line.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/interrupt.h"
#include "native/base/output.h"
#include "native/base/progress.h"
#include "native/base/validators.h"
#include "native/research/commands.h"
#include "native/research/synth/layout_file.h"
#include "native/research/synth/npz_writer.h"
#include "native/research/synth/tiles.h"

namespace hlorank::research {
using namespace synth;
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr const char* kVaried = "varied";  // value of --law: another ground-truth cost function per collection

struct SynthArguments {
  std::string output, collection = "all";
  Size size;
  bool largest = false;
  size_t single = 0;     // --single: number of configurations; 0 without the option
  double noise = .0002;  // relative standard deviation of the measurement noise
  std::string law = kVaried;
  uint64_t seed = 1;
};

// The ground truth of one generated program: its entry in truth.json, and the arrays of its ground-truth file.
struct GroundTruth {
  json facts;
  npz::Archive truth;
};

// Adds the run times of a program to its ground truth, and the accuracy that a ranking can attain on noisy times.
void addTimes(GroundTruth& made, const Times& times, double noise) {
  const auto count = static_cast<int64_t>(times.noisy.size());
  made.truth.add("config_runtime", {count}, times.noisy);
  made.truth.add("config_runtime_noiseless", {count}, times.noiseless);
  made.facts["configurations"] = count;
  made.facts["noise"] = noise;
  const AttainableAccuracy best = computeAttainable(times);
  // If all times are equal, these accuracies are NaN, which JSON stores as null.
  made.facts["reachable_tau"] = best.tau;
  made.facts["reachable_pair_accuracy"] = best.pairAccuracy;
}

// Adds the transfer pairs (configurations that differ in one node) of a test program to its ground truth.
void addPairs(GroundTruth& made, const std::vector<TransferPair>& pairs) {
  const auto count = static_cast<int64_t>(pairs.size());
  std::vector<int64_t> ends, nodes;
  std::vector<double> differences;
  for (const TransferPair& pair : pairs) {
    ends.insert(ends.end(), {pair.first, pair.second});
    nodes.push_back(pair.node);
    differences.push_back(pair.difference);
  }
  made.truth.add("transfer_pairs", {count, 2}, ends);
  made.truth.add("transfer_node", {count}, nodes);
  made.truth.add("transfer_difference", {count}, differences);
  made.facts["transfer_pairs"] = count;
}

// Generates a kernel with tile sizes and writes its npz file. Error: disk I/O fails.
Result<GroundTruth> makeTile(const ProgramSpec& spec, const SynthArguments& arguments, const std::string& path) {
  Result<graph::Program> kernel = makeKernel(spec.network, spec.name);
  if (!kernel) return kernel.error();
  Result<TileTruth> truth = writeTiles(*kernel, spec, arguments.noise, path);
  if (!truth) return truth.error();
  GroundTruth made;
  made.facts["nodes"] = kernel->graph.nodes();
  made.facts["edges"] = kernel->graph.edges.size();
  addTimes(made, truth->times, arguments.noise);
  return made;
}

// Generates a program with layout configurations and writes its npz file. `genetic`: sample the configurations by
// genetic search. Error: disk I/O fails.
Result<GroundTruth> makeLayout(const ProgramSpec& spec, bool genetic, const SynthArguments& arguments,
                               const std::string& path) {
  Result<LayoutProblem> problem = makeProblem(spec);
  if (!problem) return problem.error();
  Result<LayoutTruth> truth =
      writeLayouts(*problem, spec, {genetic, arguments.noise, arguments.size.transfer, !arguments.size.transfer}, path);
  if (!truth) return truth.error();
  GroundTruth made;
  made.facts["family"] = nameOf(spec.network.family);
  made.facts["law"] = nameOf(spec.law);
  made.facts["nodes"] = problem->program.graph.nodes();
  made.facts["edges"] = problem->program.graph.edges.size();
  made.facts["configurable"] = problem->space.nodes.size();
  made.facts["base_ns"] = problem->base;
  addTimes(made, truth->times, arguments.noise);
  const std::vector<double> noisy(truth->times.noisy.begin(), truth->times.noisy.end());
  made.facts["tau_without_copies"] = computeAttainable(truth->terms, noisy).tau;
  if (arguments.size.transfer && spec.split == Split::kTest) addPairs(made, truth->pairs);
  return made;
}

// Writes an archive to the npz file `path`. Error: disk I/O fails.
Result<bool> save(const npz::Archive& archive, const std::string& path) {
  NpzWriter file(path);
  for (const npz::Array& array : archive.arrays) file.add(array);
  return file.finish();
}

// Returns the folder of the npz files of a collection.
std::string filesOf(const Collection& collection, const SynthArguments& arguments) {
  return arguments.output + "/npz/" + collection.folder;
}

// Returns the folder of the ground-truth files of a collection.
std::string truthsOf(const Collection& collection, const SynthArguments& arguments) {
  return arguments.output + "/truth/" + collection.folder;
}

// Journal of an incomplete collection, from which a later run continues. The file has one JSON line with the options,
// then one per completed program. The file is removed when all collections of the run are complete.
class Journal {
 public:
  Journal(const Collection& collection, const SynthArguments& arguments)
      : path_(truthsOf(collection, arguments) + "/unfinished.jsonl"),
        options_({{"seed", arguments.seed},
                  {"noise", arguments.noise},
                  {"law", arguments.law},
                  {"scale", arguments.size.scale},
                  {"programs", arguments.size.programs},
                  {"transfer", arguments.size.transfer},
                  {"largest", arguments.largest},
                  {"single", arguments.single}}) {}

  // Reads an existing journal. Error: there is no journal (then Error::help is ""), or it was written with other
  // options.
  Result<bool> resume() {
    const auto bytes = native::readFile(path_);
    if (!bytes) return bytes.error();
    std::istringstream lines(*bytes);
    std::string line;
    std::getline(lines, line);
    if (json::parse(line, nullptr, /*allow_exceptions=*/false) != options_)
      return Error{"was started with other options", "pass the same options to continue, or delete the folder"};
    while (std::getline(lines, line)) {
      json facts = json::parse(line, nullptr, /*allow_exceptions=*/false);
      if (!facts.is_object()) continue;  // the last line of an interrupted run may be incomplete
      const std::string name = facts.value("truth", "");
      completed_[name] = std::move(facts);
    }
    isBegun_ = true;
    return true;
  }

  // Returns the entry of the program with this ground-truth file; null if the program is not completed.
  const json* find(const std::string& truth) const {
    const auto found = completed_.find(truth);
    return found == completed_.end() ? nullptr : &found->second;
  }
  bool isEmpty() const { return completed_.empty(); }

  // Writes the options as the first line of a new journal. Does nothing for a resumed journal. Error: disk I/O fails.
  Result<bool> begin() { return isBegun_ ? Result<bool>(true) : append(options_); }
  // Adds a completed program, as its entry in truth.json. Error: disk I/O fails.
  Result<bool> add(const json& facts) {
    completed_[facts.value("truth", "")] = facts;
    return append(facts);
  }
  void remove() const {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }

 private:
  Result<bool> append(const json& line) {
    std::ofstream file(path_, isBegun_ ? std::ios::app : std::ios::trunc);
    // Starts with a newline, because the previous line may be incomplete.
    file << (isBegun_ ? "\n" : "") << line.dump() << "\n" << std::flush;
    if (!file) return Error{"cannot write " + path_ + ": " + std::strerror(errno), "free disk space"};
    isBegun_ = true;
    return true;
  }

  std::string path_;
  json options_;
  std::map<std::string, json> completed_;  // entry of each completed program, by its ground-truth file
  bool isBegun_ = false;
};

// Writes the files of a collection, except the programs that `journal` lists as completed. Adds the entry of the
// collection to `truth` (the content of truth.json). Returns false after Ctrl-C. Error: disk I/O fails.
Result<bool> makeCollection(const Collection& collection, const std::vector<ProgramSpec>& programs,
                            const SynthArguments& arguments, Journal& journal, json& truth) {
  const std::string files = filesOf(collection, arguments), truths = truthsOf(collection, arguments);
  std::error_code error;
  for (const std::string& folder : {truths, files}) {
    for (const char* split : {"/train", "/valid", "/test"}) {
      fs::create_directories(folder + split, error);
      if (error)
        return Error{"cannot create the folder " + folder + split + ": " + error.message(), "choose a writable folder"};
    }
    if (const auto begun = journal.begin(); !begun) return begun;
  }
  native::Progress progress(collection.name, programs.size());
  json entries = json::array();
  size_t done = 0, ranked = 0, configurations = 0, counts[4] = {};  // counts: programs by split
  double tau = 0;
  uintmax_t bytes = 0;
  for (const ProgramSpec& spec : programs) {
    if (native::interrupted()) return false;
    const std::string file = std::string("/") + nameOf(spec.split) + "/" + spec.name + ".npz";
    const std::string truthFile = std::string("truth/") + collection.folder + file;
    const json* facts = journal.find(truthFile);
    if (facts == nullptr) {
      Result<GroundTruth> made = collection.tiles ? makeTile(spec, arguments, files + file)
                                                  : makeLayout(spec, collection.genetic, arguments, files + file);
      if (!made) return made.error();
      Result<bool> saved = save(made->truth, truths + file);
      if (!saved) return saved.error();
      made->facts["name"] = spec.name;
      made->facts["split"] = nameOf(spec.split);
      made->facts["truth"] = truthFile;
      if (const auto added = journal.add(made->facts); !added) return added;
      facts = journal.find(truthFile);
    }
    configurations += facts->at("configurations").get<size_t>();
    if (const json& best = facts->at("reachable_tau"); best.is_number() && !std::isnan(best.get<double>())) {
      tau += best.get<double>();
      ++ranked;
    }
    entries.push_back(*facts);
    bytes += fs::file_size(files + file, error);
    ++counts[static_cast<size_t>(spec.split)];
    progress.update(++done);
  }
  progress.clear();
  truth["collections"][collection.name] = {{"transfer", arguments.size.transfer && !collection.tiles},
                                           {"programs", std::move(entries)}};
  native::print("%-18s %4zu train, %3zu valid, %3zu test; %zu configurations; %.1f MB; mean attainable tau %.3f\n",
                collection.name, counts[1], counts[2], counts[3], configurations, static_cast<double>(bytes) / 1e6,
                tau / static_cast<double>(ranked));
  return true;
}

// Reads the truth.json of earlier runs in the same folder, or starts an empty one. Stores the seed and noise of this
// run in the result.
json readTruth(const std::string& path, const SynthArguments& arguments) {
  json truth = json::object();
  if (auto bytes = native::readFile(path)) truth = json::parse(*bytes, nullptr, /*allow_exceptions=*/false);
  if (!truth.is_object()) truth = json::object();
  truth["seed"] = arguments.seed;
  truth["noise"] = arguments.noise;
  return truth;
}

// Selects the ground-truth cost function of the programs of a collection. With the option value `varied`, collections
// get different functions, but never kTraffic, on which the model forms of `hlorank train` were tuned.
Law lawOf(const Collection& collection, const SynthArguments& arguments) {
  for (const Law law : kLaws)
    if (arguments.law == nameOf(law)) return law;
  const size_t number = static_cast<size_t>(&collection - collections().data());
  constexpr size_t kOthers = std::size(kLaws) - 1;
  return kLaws[1 + (number + arguments.seed - 1) % kOthers];
}

// Prints an error about the command line. Returns the exit code.
int usage(const std::string& message, const std::string& help) {
  return native::fail(Error{message, help}, "hlorank synth", native::kUsage);
}

int runSynth(const SynthArguments& arguments, const CLI::App& app) {
  if (arguments.largest || arguments.single > 0)
    native::noteIgnored(app, {"--scale", "--programs"}, "there is one program of a given size");
  std::vector<const Collection*> selected;
  for (const Collection& collection : collections()) {
    const bool one = arguments.largest || arguments.single > 0;
    if (one ? collection.name == std::string("layout:xla:random")
            : (arguments.collection == "all" && !(arguments.size.transfer && collection.tiles)) ||
                  arguments.collection == collection.name)
      selected.push_back(&collection);
  }
  if (arguments.size.transfer && selected.size() == 1 && selected[0]->tiles)
    return usage("--transfer does not apply to tile collections", "choose a layout collection");
  std::map<const Collection*, Journal> journals;
  for (const Collection* collection : selected) {
    Journal& journal = journals.emplace(collection, Journal(*collection, arguments)).first->second;
    const std::string files = filesOf(*collection, arguments);
    std::error_code error;
    if (!fs::exists(files, error)) continue;
    const auto resumed = journal.resume();
    if (!resumed && resumed.error().help.empty())
      return usage(files + " already exists", "choose another folder, or delete it first");
    if (!resumed) return usage(files + " " + resumed.error().message, resumed.error().help);
  }
  native::catchInterrupts();
  const std::string path = arguments.output + "/truth.json";
  json truth = readTruth(path, arguments);
  for (const Collection* collection : selected) {
    std::vector<ProgramSpec> programs;
    if (arguments.largest) programs.push_back(largestProgram(arguments.seed));
    if (arguments.single > 0) programs.push_back(singleProgram(arguments.single, arguments.seed));
    if (programs.empty()) programs = makeProgramSpecs(*collection, arguments.size, arguments.seed);
    for (ProgramSpec& spec : programs) spec.law = lawOf(*collection, arguments);
    Journal& journal = journals.at(collection);
    Result<bool> made = makeCollection(*collection, programs, arguments, journal, truth);
    if ((!made || !*made) && journal.isEmpty()) {
      std::error_code error;
      fs::remove_all(filesOf(*collection, arguments), error);
      fs::remove_all(truthsOf(*collection, arguments), error);
    }
    if (!made) return native::fail(made.error(), "hlorank synth", native::kInternalError);
    if (!*made) {
      native::note("interrupted; run the same command again to continue\n");
      return native::kInterrupted;
    }
    Result<bool> written = native::writeFile(path, truth.dump(1) + "\n");
    if (!written) return native::fail(written.error(), path, native::kInternalError);
  }
  for (const auto& [collection, journal] : journals) journal.remove();
  return native::kOk;
}

}  // namespace

std::function<int()> addSynth(CLI::App& app) {
  auto arguments = std::make_shared<SynthArguments>();
  app.footer(
      "  hlorank synth -o made                                            all five collections at 5 % of full size\n"
      "  hlorank synth -o made --collection tile:xla --programs 40        40 kernels with tile sizes\n"
      "  hlorank synth -o made --collection layout:nlp:random --scale 1   full published size\n"
      "  hlorank synth -o made --transfer --collection layout:xla:random  transfer test\n"
      "  hlorank synth -o one --single 40000                              one program with 40,000 configurations\n"
      "Writes npz/ in TpuGraphs format, where test programs have no run times, and truth.json and truth/ with all\n"
      "run times, the ground-truth costs and the attainable accuracy. To continue an interrupted run, run the same\n"
      "command again. See docs/synth.md.");
  app.add_option("-o,--output", arguments->output, "Write the collections to FOLDER; create it if it does not exist")
      ->required()
      ->type_name("FOLDER")
      ->check(native::outputFolder());
  std::vector<std::string> names = {"all"};
  for (const Collection& collection : collections()) names.emplace_back(collection.name);
  CLI::Option* collection =
      app.add_option("--collection", arguments->collection, "Generate only this collection, or all five (all)")
          ->check(CLI::IsMember(names))
          ->capture_default_str();
  app.add_option("--scale", arguments->size.scale,
                 "Multiply the published numbers of programs, nodes and configurations by this factor")
      ->check(native::range(.001, 1.))
      ->capture_default_str();
  app.add_option("--programs", arguments->size.programs,
                 "Number of programs per collection over all splits (without it: published number times --scale)")
      ->check(native::range(3, 100'000));
  CLI::Option* largest = app.add_flag("--largest", arguments->largest,
                                      "Generate one program of the maximum published size: 43,615 nodes, 100,040 "
                                      "configurations");
  app.add_option("--single", arguments->single,
                 "Generate one program with 372 nodes (26 configurable) and N configurations")
      ->type_name("N")
      ->excludes(largest)
      ->excludes(collection)
      ->check(native::range(1, 10'000'000));
  largest->excludes(collection);
  app.add_flag("--transfer", arguments->size.transfer,
               "Test transfer between similar instructions: vary the layouts of some only in train and valid programs, "
               "of others of equal opcode and shapes only in test programs")
      ->excludes(largest)
      ->excludes("--single");
  app.add_option("--noise", arguments->noise, "Relative standard deviation of the measurement noise (0.01: 1 %)")
      ->check(native::range(0., .2))
      ->capture_default_str();
  std::vector<std::string> laws = {kVaried};
  for (const Law law : kLaws) laws.emplace_back(nameOf(law));
  app.add_option("--law", arguments->law,
                 "Ground-truth cost function of layouts (see docs/synth.md); varied: a different one for each layout "
                 "collection, never traffic")
      ->check(CLI::IsMember(laws))
      ->capture_default_str();
  app.add_option("--seed", arguments->seed, "Random seed; the same options and seed give the same bytes")
      ->check(native::nonNegative<uint64_t>())
      ->capture_default_str();
  return [arguments, command = &app] { return runSynth(*arguments, *command); };
}

}  // namespace hlorank::research
