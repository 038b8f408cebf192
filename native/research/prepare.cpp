// The command `hlorank prepare`: converts TpuGraphs files and measurements of `hlorank collect` to .prepared files.

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <map>

#include "native/base/command_line.h"
#include "native/base/cost.h"
#include "native/base/exit_codes.h"
#include "native/base/interrupt.h"
#include "native/base/output.h"
#include "native/base/progress.h"
#include "native/base/validators.h"
#include "native/research/commands.h"
#include "native/store/prepare.h"
#include "shared/base/json.h"
#include "shared/base/quantile.h"
#include "shared/base/text.h"

namespace hlorank::research {
using namespace store;
namespace {

struct PrepareArguments {
  std::vector<std::string> data;
  std::string output, split;
  PrepareOptions options;
  bool json = false, quiet = false;
};

// Totals over the programs of a collection (data set).
struct Sums {
  uint64_t programs = 0, already = 0, nodes = 0, rows = 0, distinct = 0, denseBytes = 0, bytes = 0;
  std::vector<double> noise;  // measurement noise of those programs whose noise is known

  void add(const PreparedProgram& program) {
    ++programs;
    already += program.already;
    nodes += program.nodes;
    rows += program.about.rows;
    distinct += program.distinct;
    denseBytes += program.about.denseBytes;
    bytes += program.bytes;
    if (program.about.noise > 0) noise.push_back(program.about.noise);
  }
  // Returns the size of the dense arrays / size of the .prepared files; 0 without files.
  double ratio() const { return bytes > 0 ? static_cast<double>(denseBytes) / static_cast<double>(bytes) : 0; }
};

constexpr int kReportVersion = 1;  // the field `version` of the JSON report

// Time and memory that a run of the command took.
struct Cost {
  double seconds = 0;
  // Size in bytes that the configurations of the programs written by this run would have as dense arrays.
  uint64_t denseBytes = 0;
  uint64_t peakBytes = 0;  // peak memory of the process, bytes
  double megabytesPerSecond() const { return seconds > 0 ? static_cast<double>(denseBytes) / 1e6 / seconds : 0; }
};

std::map<std::string, Sums> byCollection(const Preparation& preparation) {
  std::map<std::string, Sums> sums;
  for (const PreparedProgram& program : preparation.programs) sums[program.about.collection].add(program);
  return sums;
}

void printJson(const Preparation& preparation, const Cost& cost) {
  Json collections = Json::array(), failed = Json::array(), problems = Json::array();
  for (const auto& [name, sums] : byCollection(preparation))
    collections.push_back({{"collection", name},
                           {"programs", sums.programs},
                           {"already", sums.already},
                           {"nodes", sums.nodes},
                           {"rows", sums.rows},
                           {"distinct", sums.distinct},
                           {"dense_bytes", sums.denseBytes},
                           {"bytes", sums.bytes},
                           {"noise", number(median(sums.noise))}});
  for (const auto& failure : preparation.failures)
    failed.push_back({{"source", failure.source}, {"error", failure.error.message}});
  for (const PreparedProgram& program : preparation.programs)
    for (const std::string& problem : program.about.problems)
      problems.push_back({{"file", program.path}, {"problem", problem}});
  const Json all = {{"version", kReportVersion},
                    {"collections", collections},
                    {"failed", failed},
                    {"skipped", preparation.skipped},
                    {"problems", problems},
                    {"interrupted", preparation.interrupted},
                    {"seconds", cost.seconds},
                    {"megabytes_per_second", cost.megabytesPerSecond()},
                    {"peak_bytes", cost.peakBytes}};
  native::print("%s\n", all.dump(2, ' ', false, Json::error_handler_t::replace).c_str());
}

void printTable(const Preparation& preparation, const Cost& cost) {
  native::print("%-20s %8s %10s %11s %11s %12s %10s %6s %8s\n", "collection", "programs", "nodes", "rows", "distinct",
                "dense MB", "store MB", "ratio", "noise");
  for (const auto& [name, sums] : byCollection(preparation)) {
    const std::string noise = sums.noise.empty() ? "-" : formatted("%.3f %%", 100 * median(sums.noise));
    native::print("%-20s %8llu %10llu %11llu %11llu %12.1f %10.1f %6.1f %8s\n", name.empty() ? "(none)" : name.c_str(),
                  static_cast<unsigned long long>(sums.programs), static_cast<unsigned long long>(sums.nodes),
                  static_cast<unsigned long long>(sums.rows), static_cast<unsigned long long>(sums.distinct),
                  static_cast<double>(sums.denseBytes) / 1e6, static_cast<double>(sums.bytes) / 1e6, sums.ratio(),
                  noise.c_str());
  }
  native::print("%.1f s, %.0f MB/s of dense configurations, peak memory %.0f MB\n", cost.seconds,
                cost.megabytesPerSecond(), static_cast<double>(cost.peakBytes) / 1e6);
}

// Prints notes to stderr: warnings about data quality, the files that failed, and how to continue an unfinished run.
void printNotes(const Preparation& preparation, const PrepareArguments& arguments) {
  uint64_t already = 0;
  for (const PreparedProgram& program : preparation.programs) {
    already += program.already;
    for (const std::string& problem : program.about.problems)
      native::note("%s: note: %s\n", program.path.c_str(), problem.c_str());
  }
  for (const auto& failure : preparation.failures) native::report(failure.error, failure.source);
  if (already > 0 && !arguments.quiet)
    native::note("%llu of %zu programs were already in the store\n", static_cast<unsigned long long>(already),
                 preparation.programs.size());
  if (!preparation.skipped.empty() && !arguments.quiet)
    native::note("skipped %zu files or kernels (--skip)\n", preparation.skipped.size());
  if (!preparation.failures.empty() && !preparation.programs.empty())
    native::note("%s; %s contains the other programs; use `--skip NAME` to skip a program\n",
                 (counted(preparation.failures.size(), "file") + " failed").c_str(), arguments.output.c_str());
  if (preparation.stopped) native::report(*preparation.stopped, arguments.output);
  if (preparation.interrupted || preparation.stopped)
    native::note("not finished; run the same command again to continue\n");
}

int runPrepare(const PrepareArguments& arguments) {
  PrepareOptions options = arguments.options;
  if (!arguments.split.empty()) options.split = native::splitNamed(arguments.split);
  native::catchInterrupts();
  native::Progress progress("files", 0, arguments.quiet);
  const auto start = std::chrono::steady_clock::now();
  const auto prepared = prepare(arguments.data, arguments.output, options, [&](const Step& step) {
    std::string note = "of " + std::to_string(step.count) + " · " + step.source;
    if (step.total > 0) note += " " + std::to_string(100 * step.done / step.total) + " %";
    progress.update(step.index, note);
  });
  progress.clear();
  if (!prepared) return native::fail(prepared.error(), "hlorank prepare", native::kUsage);
  Cost cost;
  cost.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  cost.peakBytes = native::peakMemory();
  for (const PreparedProgram& program : prepared->programs)
    if (!program.already) cost.denseBytes += program.about.denseBytes;
  arguments.json ? printJson(*prepared, cost) : printTable(*prepared, cost);
  printNotes(*prepared, arguments);
  if (prepared->stopped) return native::kInternalError;
  if (prepared->interrupted) return native::kInterrupted;
  return prepared->failures.empty() ? native::kOk : native::kBadInput;
}

}  // namespace

std::function<int()> addPrepare(CLI::App& app) {
  auto arguments = std::make_shared<PrepareArguments>();
  PrepareOptions& options = arguments->options;
  app.footer(
      "  hlorank prepare npz/ -o store                               all collections, in their published folders\n"
      "  hlorank prepare npz/layout/xla -o store --skip unet_3d.4x4.bf16\n"
      "  hlorank prepare my.npz -o store --collection layout:xla:random --split valid\n"
      "  hlorank prepare module_tuning_data.pb data/layouts/test -o store\n"
      "Writes one .prepared file per program and manifest.json. To continue an interrupted run, run the same command\n"
      "again. If files are damaged, reports them, converts the others and exits with code 3.");
  app.add_option("DATA", arguments->data,
                 "Files to convert: .npz and tuning files (.pb) of TpuGraphs, .npz of `hlorank collect`, or folders of "
                 "them")
      ->required();
  app.add_option("-o,--output", arguments->output, "Write the store to FOLDER; create it if it does not exist")
      ->required()
      ->type_name("FOLDER")
      ->check(native::outputFolder());
  app.add_option("--collection", options.collection,
                 "Assign all DATA to this collection (default: the one in folder names such as layout/xla/random)")
      ->check(CLI::IsMember(
          {"layout:xla:random", "layout:xla:default", "layout:nlp:random", "layout:nlp:default", "tile:xla"}));
  app.add_option("--split", arguments->split,
                 "Assign all DATA to this split (default: the one in folders named train, valid or test)")
      ->check(CLI::IsMember({"train", "valid", "test"}));
  app.add_option("--skip", options.skip,
                 "Skip the program NAME (file name without extension); repeat for several programs")
      ->type_name("NAME");
  app.add_flag("--verify", options.verify, "Read every .prepared file again and verify its checksums");
  app.add_flag("--json", arguments->json, "Print one JSON object instead of a table");
  app.add_flag("-q,--quiet", arguments->quiet, "Print no progress; print only the result, warnings and errors");
  return [arguments] { return runPrepare(*arguments); };
}

}  // namespace hlorank::research
