#include "native/train/train_command.h"

#include <filesystem>
#include <memory>

#include "native/base/command_line.h"
#include "native/base/cost.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/interrupt.h"
#include "native/base/output.h"
#include "native/model/device.h"
#include "native/train/defaults.h"
#include "native/train/run.h"
#include "native/train/run_data.h"

namespace hlorank::train {
namespace {

constexpr int64_t kStepsWithoutFit = 300;  // of free terms that a loss is to train

struct Arguments {
  RunOptions run;
  std::string folder;
  std::string loss = "hinge";
  std::string aggregation, scale;  // empty: the form's
  int crossAttention = 0;          // configurations of the company
  bool bothDirections = false, noTables = false, noGates = false, whole = false, rawNodes = false;
  bool resume = false, quiet = false;
  int timeout = 60;
  std::string device = "cpu";
};

// The form's settings under those of the command line: an option that was not given takes the form's value. Says what
// was chosen, and why.
void applyForm(Arguments& arguments, const CLI::App& app, const Survey& survey, bool quiet) {
  std::string reason;
  if (arguments.run.form == kAutomaticForm) {
    const ChosenForm selected = formFor(survey);
    arguments.run.form = selected.name;
    reason = std::string(" (") + selected.reason + ")";
  }
  const RunOptions preset = presetOf(arguments.run.form, survey);
  const RunOptions given = arguments.run;
  RunOptions& run = arguments.run;
  run.description = preset.description;
  const auto keep = [&](const char* option) { return app.count(option) > 0; };
  if (!keep("--dropout")) run.recipe.dropout = preset.recipe.dropout;
  if (!keep("--rate")) run.recipe.rate = preset.recipe.rate;
  if (!keep("--configurations")) run.recipe.configurations = preset.recipe.configurations;
  if (!keep("--epochs")) run.recipe.epochs = preset.recipe.epochs;
  if (!keep("--steps")) run.steps = keep("--epochs") ? 0 : preset.steps;
  run.recipe.fit = preset.recipe.fit && !keep("--loss");
  if (keep("--loss") && preset.recipe.fit && !keep("--epochs") && !keep("--steps")) run.steps = kStepsWithoutFit;
  if (!keep("--validation")) run.validation = preset.validation;
  if (keep("--layers")) run.description.encoderLayers = given.description.encoderLayers;
  if (keep("--table-layers")) run.description.tableLayers = given.description.tableLayers;
  if (keep("--width")) run.description.encoderWidth = given.description.encoderWidth;
  if (keep("--multiplier-hidden")) run.description.multiplierHidden = given.description.multiplierHidden;
  if (keep("--corrections")) run.description.correctionWidth = given.description.correctionWidth;
  if (keep("--pairs")) run.description.pairWidth = given.description.pairWidth;
  if (keep("--head")) run.description.headWidth = given.description.headWidth;
  if (arguments.bothDirections) run.description.bothDirections = 1;
  if (arguments.noTables && run.description.join != model::Join::kTables) run.description.tables = 0;
  if (arguments.noGates) run.description.gates = 0;
  if (arguments.rawNodes) run.description.rawNodes = 1;
  if (arguments.crossAttention > 0) addCrossAttention(run.description, arguments.crossAttention, keep("--head"));
  run.recipe.reduced = !arguments.whole;
  if (keep("--members")) run.description.members = given.description.members;
  if (arguments.aggregation == "sum") run.description.aggregation = model::Aggregation::kSum;
  if (arguments.aggregation == "largest-per-value") run.description.aggregation = model::Aggregation::kLargestPerValue;
  if (arguments.scale == "identity") run.description.scale = model::Scale::kIdentity;
  if (arguments.scale == "signed-log") run.description.scale = model::Scale::kSignedLog;

  ChosenMargin margin = run.margin ? ChosenMargin{*run.margin, "--margin"} : marginFor(survey);
  run.recipe.margin = margin.margin;
  if (quiet) return;
  std::fprintf(stderr, "form %s%s; pairs of times within %.3g %% are noise (%s)\n", run.form.c_str(), reason.c_str(),
               100 * run.recipe.margin, margin.reason.c_str());
  if (run.recipe.fit)
    std::fprintf(
        stderr,
        "fitted exactly, the penalty chosen on configurations left out; --form, --margin and --loss override\n");
  else if (run.steps > 0)
    std::fprintf(stderr, "%lld steps at rate %g; --form, --margin, --steps and --rate override\n",
                 static_cast<long long>(run.steps), run.recipe.rate);
  else
    std::fprintf(stderr, "%d epochs at rate %g; --form, --margin, --epochs and --rate override\n", run.recipe.epochs,
                 run.recipe.rate);
}

// The options that the run in the folder began with; of several processes, the first one has the folder.
Result<RunOptions> recordedOptions(const std::string& path, const Processes& processes) {
  std::string record;
  if (processes.isFirst()) {
    auto bytes = native::readFile(path);
    if (!bytes) return bytes.error();
    record = std::move(*bytes);
  }
  const auto json = nlohmann::ordered_json::parse(processes.ofFirst(record), nullptr, /*allow_exceptions=*/false);
  return runOptionsFromJson(json.is_object() ? json.value("options", nlohmann::ordered_json()) : json);
}

int trainAmong(const Processes& processes, Arguments& arguments, const CLI::App& app) {
  const native::Stopwatch watch;
  if (arguments.resume) {
    const std::string path = (std::filesystem::path(arguments.folder) / "run.json").string();
    const auto options = recordedOptions(path, processes);
    if (!options) {
      native::report(options.error(), path);
      std::error_code ignored;
      return std::filesystem::exists(path, ignored) ? native::kBadInput : native::kUsage;
    }
    const std::vector<std::string> moved = arguments.run.data;
    arguments.run = *options;
    if (!moved.empty()) arguments.run.data = moved;
  }
  ErrorContext errorContext;
  const bool quiet = arguments.quiet || !processes.isFirst();
  native::catchInterrupts();  // the first Ctrl-C asks to stop after this step; a second one ends the program
  RunData data;
  const auto loaded = data.load(arguments.run, &errorContext.place);
  if (!loaded) {
    native::report(loaded.error(), errorContext.place);
    return native::kBadInput;
  }
  if (!arguments.resume) {
    arguments.run.recipe.loss = *lossFromName(arguments.loss);
    applyForm(arguments, app, surveyOf(data.programs()), quiet);
  }
  if (arguments.crossAttention > 0 && arguments.run.form == "free") {
    native::note(
        "hlorank train: --cross-attention needs a form that knows programs, not one program's own layouts: name one "
        "with "
        "--form\n");
    return native::kUsage;
  }
  const auto device = model::deviceNamed(arguments.device);
  if (!device) {
    native::report(device.error(), "--device");
    return native::kUsage;
  }
  arguments.run.recipe.device = *device;
  const auto outcome =
      run(arguments.folder, std::move(data), arguments.run, processes, arguments.resume, quiet, &errorContext);
  if (!outcome) {
    native::report(outcome.error(), errorContext.place);
    return errorContext.machine ? native::kInternalError : native::kBadInput;
  }
  if (*outcome == RunOutcome::kInterrupted) {
    if (processes.isFirst())
      native::note("hlorank train: interrupted; go on with `hlorank train --resume -o %s`\n", arguments.folder.c_str());
    return native::kInterrupted;
  }
  if (!quiet) native::note("hlorank train: the model is in %s; %s\n", arguments.folder.c_str(), watch.cost().c_str());
  return native::kOk;
}

int runTrain(Arguments& arguments, const CLI::App& app) {
  if (!arguments.resume && arguments.run.data.empty()) {
    native::note("hlorank train: name the data to learn from, or --resume a run\n");
    return native::kUsage;
  }
  const auto rendezvous = rendezvousFromEnvironment();
  if (!rendezvous) {
    native::report(rendezvous.error(), "hlorank train");
    return native::kUsage;
  }
  constexpr std::chrono::minutes kForAll{15};  // machines of a cluster start one after the other
  const std::chrono::seconds timeout(arguments.timeout);
  const auto processes = Processes::meet(*rendezvous, timeout, app.count("--timeout") > 0 ? timeout : kForAll);
  if (!processes) {
    native::report(processes.error(), "hlorank train");
    return native::kInternalError;
  }
  try {
    return trainAmong(*processes, arguments, app);
  } catch (const PeerLost& gone) {
    native::report({"process " + std::to_string(rendezvous->rank) + " of " + std::to_string(rendezvous->world) +
                        " ends, another one is gone or does not answer: " + gone.what(),
                    "what the others said last tells why; go on from the last checkpoint with `hlorank train --resume "
                    "-o " +
                        arguments.folder + "`, by as many processes as you like"},
                   "hlorank train");
    return native::kInternalError;
  }
}

}  // namespace

std::function<int()> addTrain(CLI::App& program) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* app = program.add_subcommand("train", "Train a model on measured run times");
  app->footer(
      "  hlorank train DATA -o run                                 form, margin and steps chosen by the data\n"
      "  hlorank train data/measured -o run --folds 7 --members 3  with cross-validation over families\n"
      "  hlorank train data/measured -o run --form graph           a graph network on physics\n"
      "  hlorank train npz/layout/xla/random -o run --form early   TpuGraphs, by its own split; `prepare` it first "
      "when large\n"
      "  hlorank train npz/tile/xla -o run --form late             tile sizes\n"
      "  hlorank train program.npz -o run                          one program's own layouts\n"
      "  hlorank train --resume -o run                             go on after Ctrl-C, to the same bits\n"
      "  torchrun --nproc-per-node 2 --no-python hlorank train data/measured -o run\n"
      "                                                            by several processes, on one machine or many");
  RunOptions& run = arguments->run;
  Recipe& recipe = run.recipe;
  model::Description& description = run.description;
  app->add_option(
      "DATA", run.data,
      "What was measured: npz, .prepared or tuning .pb files, or folders; NAME.hlo.txt.gz beside is the program");
  app->add_option("-o,--output", arguments->folder, "Folder of the run")->required();
  app->add_flag("--resume", arguments->resume, "Go on with the run in the folder, with the options it began with");
  std::vector<std::string> forms = formNames();
  forms.push_back(kAutomaticForm);
  app->add_option("--form", run.form, "calibrated, graph, table, early, late, free, or auto: by the data")
      ->check(CLI::IsMember(forms))
      ->capture_default_str();
  app->add_option("--loss", arguments->loss,
                  "hinge, listmle or mse (of log time); free: trained by it instead of fitted")
      ->check(CLI::IsMember({"hinge", "listmle", "mse"}))
      ->capture_default_str();
  app->add_option("--margin", run.margin,
                  "Pairs closer than this share of the time are noise (from repeated measurements)")
      ->check(CLI::Range(0.0, 10.0));
  CLI::Option* epochs = app->add_option("--epochs", recipe.epochs, "Passes over the programs, instead of --steps")
                            ->check(CLI::Range(0, 1000000));
  app->add_option("--steps", run.steps, "Steps of training, up to a whole epoch (by form and data)")
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 40))
      ->excludes(epochs);
  app->add_option("--rate", recipe.rate, "Learning rate (by form)")
      ->check(CLI::Range(0.0, 10.0))
      ->capture_default_str();
  app->add_option("--decay", recipe.decay, "Weight decay of what is not free")
      ->check(CLI::Range(0.0, 10.0))
      ->capture_default_str();
  app->add_option("--dropout", recipe.dropout, "Dropout probability of features (by form)")
      ->check(CLI::Range(0.0, .95))
      ->capture_default_str();
  app->add_option("--clip", recipe.clip, "Largest norm of the gradient")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app->add_option("--batch", recipe.batch, "Programs a step")->check(CLI::Range(1, 100000))->capture_default_str();
  app->add_option("--configurations", recipe.configurations, "Most configurations of a program a step")
      ->check(CLI::Range(2, 100000))
      ->capture_default_str();
  app->add_option("--seed", recipe.seed, "Seed of everything random")->capture_default_str();
  app->add_option("--members", description.members, "Networks from different seeds whose tables are averaged")
      ->check(CLI::Range(1, 64));
  app->add_option("--folds", run.folds, "Cross-validate over families, in this many folds")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  app->add_option("--programs", run.programs,
                  "Learn from this many programs of those outside of a fold, drawn by the seed; 0: all")
      ->check(CLI::Range(0, 1000000))
      ->capture_default_str();
  app->add_option("--validation", run.validation, "Share set aside to choose the best epoch by, and to stop early")
      ->check(CLI::Range(0.0, .9))
      ->capture_default_str();
  app->add_option("--patience", recipe.patience, "Epochs without a better held-out loss before stopping")
      ->check(CLI::Range(0, 1000000))
      ->capture_default_str();
  app->add_option("--test", run.test, "Share of a single program's configurations that figures are of")
      ->check(CLI::Range(0.0, .9))
      ->capture_default_str();
  app->add_option("--layers", description.encoderLayers, "Steps of the node encoder; -1: no encoder")
      ->check(CLI::Range(-1, 32));
  app->add_option("--table-layers", description.tableLayers,
                  "early, late: steps of the node encoder that the tables have for themselves; -1: none (2)")
      ->check(CLI::Range(-1, 32));
  app->add_option("--width", description.encoderWidth, "Width of the node encoder (graph: 16)")
      ->check(CLI::Range(1, 4096));
  app->add_option("--multiplier-hidden", description.multiplierHidden,
                  "Hidden width before the multipliers (calibrated: 32, graph: 16)")
      ->check(CLI::Range(0, 4096));
  app->add_option("--corrections", description.correctionWidth, "Hidden width of free corrections; 0: none")
      ->check(CLI::Range(0, 4096));
  app->add_option("--pairs", description.pairWidth, "Rank of entries for pairs of neighbouring slots; 0: none")
      ->check(CLI::Range(0, 1024));
  app->add_option("--head", description.headWidth, "Hidden width of the head where configurations join the graph")
      ->check(CLI::Range(0, 4096));
  app->add_flag("--both-directions", arguments->bothDirections, "early: producers hear their users as well");
  app->add_flag("--cross-attention{128}", arguments->crossAttention,
                "A head compares a configuration with so many others of its program, always the same ones; "
                "--cross-attention=64")
      ->check(CLI::Range(2, 4096));
  app->add_flag("--no-tables", arguments->noTables, "early, late: without the score of physics and tables beside");
  app->add_flag("--no-gates", arguments->noGates,
                "table, early, late: what is learned is not in proportion to bytes, padding and copies");
  app->add_flag("--raw-nodes", arguments->rawNodes, "Sizes among a node's features as they are, not as logarithms");
  app->add_flag("--repeats", run.repeats, "A configuration is learned from as often as it was measured; else once");
  app->add_flag("--by-configurations", recipe.byConfigurations,
                "A program counts by how many configurations it has; else all count the same");
  app->add_flag("--whole", arguments->whole, "early: compute all nodes, also those no configuration reaches");
  app->add_option("--segment", recipe.segment,
                  "early: gradients through parts of so many nodes of a large graph, the others remembered; 0: all")
      ->check(CLI::Range(int64_t{0}, int64_t{1} << 40))
      ->capture_default_str();
  app->add_option("--segment-dropout", recipe.segmentDropout, "Share of the remembered parts left out of a step")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  app->add_option("--most", run.most, "Configurations of a program to take into memory, spread evenly; 0: all")
      ->capture_default_str();
  app->add_option("--aggregation", arguments->aggregation, "sum or largest-per-value")
      ->check(CLI::IsMember({"sum", "largest-per-value"}));
  app->add_option("--scale", arguments->scale, "identity or signed-log")
      ->check(CLI::IsMember({"identity", "signed-log"}));
  app->add_option("--target", run.target, "What the times were measured on, for the card")->capture_default_str();
  app->add_option("--threads", run.threads, "Threads; more than one may change the last bits")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app->add_option("--device", arguments->device, "cpu, cuda, or cuda:1 for the second GPU")->capture_default_str();
  app->add_option(
         "--timeout", arguments->timeout,
         "Seconds that one of several processes waits for the others' step; when given, also for all to start (else "
         "15 minutes)")
      ->check(CLI::Range(1, 86400))
      ->capture_default_str();
  app->add_flag("-q,--quiet", arguments->quiet, "No progress");
  return [arguments, app] { return runTrain(*arguments, *app); };
}

}  // namespace hlorank::train
