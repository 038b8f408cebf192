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

constexpr int64_t kStepsWithoutFit = 300;  // training steps of form `free` when --loss replaces the least-squares fit

struct Arguments {
  RunOptions run;
  std::string folder;
  std::string loss = "hinge";
  std::string aggregation, scale;  // empty: the preset of the form
  int crossAttention = 0;          // configurations in the reference set; 0: no cross-configuration attention
  bool bothDirections = false, noTables = false, noGates = false, whole = false, rawNodes = false;
  bool resume = false, quiet = false;
  int timeout = 60;
  std::string device = "cpu";
};

// Fills every option that the command line does not set from the preset of the form. Unless `quiet`, prints the form,
// the margin and the length of the training to stderr, with the reason for each.
void applyForm(Arguments& arguments, const CLI::App& app, const Survey& survey, bool quiet) {
  std::string reason;
  if (arguments.run.form == kFormAuto) {
    const FormChoice selected = chooseForm(survey);
    arguments.run.form = selected.name;
    reason = std::string(" (") + selected.reason + ")";
  }
  const RunOptions preset = presetOptions(arguments.run.form, survey);
  const RunOptions given = arguments.run;
  RunOptions& run = arguments.run;
  run.description = preset.description;
  const auto isGiven = [&](const char* option) { return app.count(option) > 0; };
  if (!isGiven("--dropout")) run.recipe.dropout = preset.recipe.dropout;
  if (!isGiven("--rate")) run.recipe.rate = preset.recipe.rate;
  if (!isGiven("--configurations")) run.recipe.configurations = preset.recipe.configurations;
  if (!isGiven("--epochs")) run.recipe.epochs = preset.recipe.epochs;
  if (!isGiven("--steps")) run.steps = isGiven("--epochs") ? 0 : preset.steps;
  run.recipe.fit = preset.recipe.fit && !isGiven("--loss");
  if (isGiven("--loss") && preset.recipe.fit && !isGiven("--epochs") && !isGiven("--steps"))
    run.steps = kStepsWithoutFit;
  if (!isGiven("--validation")) run.validation = preset.validation;
  if (isGiven("--layers")) run.description.encoderLayers = given.description.encoderLayers;
  if (isGiven("--table-layers")) run.description.tableLayers = given.description.tableLayers;
  if (isGiven("--width")) run.description.encoderWidth = given.description.encoderWidth;
  if (isGiven("--multiplier-hidden")) run.description.multiplierHidden = given.description.multiplierHidden;
  if (isGiven("--corrections")) run.description.correctionWidth = given.description.correctionWidth;
  if (isGiven("--pairs")) run.description.pairWidth = given.description.pairWidth;
  if (isGiven("--head")) run.description.headWidth = given.description.headWidth;
  if (arguments.bothDirections) run.description.bothDirections = 1;
  if (arguments.noTables && run.description.join != model::Join::kTables) run.description.tables = 0;
  if (arguments.noGates) run.description.gates = 0;
  if (arguments.rawNodes) run.description.rawNodes = 1;
  if (arguments.crossAttention > 0) addCrossAttention(run.description, arguments.crossAttention, isGiven("--head"));
  run.recipe.reduced = !arguments.whole;
  if (isGiven("--members")) run.description.members = given.description.members;
  if (arguments.aggregation == "sum") run.description.aggregation = model::Aggregation::kSum;
  if (arguments.aggregation == "largest-per-value") run.description.aggregation = model::Aggregation::kLargestPerValue;
  if (arguments.scale == "identity") run.description.scale = model::Scale::kIdentity;
  if (arguments.scale == "signed-log") run.description.scale = model::Scale::kSignedLog;

  MarginChoice margin = run.margin ? MarginChoice{*run.margin, "--margin"} : chooseMargin(survey);
  run.recipe.margin = margin.margin;
  if (quiet) return;
  std::fprintf(stderr, "form %s%s; run times within %.3g %% of each other count as equal (%s)\n", run.form.c_str(),
               reason.c_str(), 100 * run.recipe.margin, margin.reason.c_str());
  if (run.recipe.fit)
    std::fprintf(
        stderr,
        "fit by least squares, penalty chosen by cross-validation over configurations; change with --form, --margin, "
        "--loss\n");
  else if (run.steps > 0)
    std::fprintf(stderr, "%lld steps, initial learning rate %g; change with --form, --margin, --steps, --rate\n",
                 static_cast<long long>(run.steps), run.recipe.rate);
  else
    std::fprintf(stderr, "%d epochs, initial learning rate %g; change with --form, --margin, --epochs, --rate\n",
                 run.recipe.epochs, run.recipe.rate);
}

// Reads the options of the run from its run.json at `path`. Only process 0 reads the file; it broadcasts the content.
Result<RunOptions> readRecordedOptions(const std::string& path, const Processes& processes) {
  std::string record;
  if (processes.isFirst()) {
    auto bytes = native::readFile(path);
    if (!bytes) return bytes.error();
    record = std::move(*bytes);
  }
  const auto json =
      nlohmann::ordered_json::parse(processes.broadcastFromFirst(record), nullptr, /*allow_exceptions=*/false);
  return runOptionsFromJson(json.is_object() ? json.value("options", nlohmann::ordered_json()) : json);
}

// Returns the exit code. Throws PeerLost.
int trainWith(const Processes& processes, Arguments& arguments, const CLI::App& app) {
  const native::Stopwatch watch;
  if (arguments.resume) {
    const std::string path = (std::filesystem::path(arguments.folder) / "run.json").string();
    const auto options = readRecordedOptions(path, processes);
    if (!options) {
      native::report(options.error(), path);
      std::error_code ignored;
      return std::filesystem::exists(path, ignored) ? native::kBadInput : native::kUsage;
    }
    const std::vector<std::string> movedData = arguments.run.data;
    arguments.run = *options;
    if (!movedData.empty()) arguments.run.data = movedData;
  }
  ErrorContext errorContext;
  const bool quiet = arguments.quiet || !processes.isFirst();
  native::catchInterrupts();  // the first Ctrl-C stops after the current step; the second one ends the process
  RunData data;
  const auto loaded = data.load(arguments.run, &errorContext.place);
  if (!loaded) {
    native::report(loaded.error(), errorContext.place);
    return native::kBadInput;
  }
  if (!arguments.resume) {
    arguments.run.recipe.loss = *lossFromName(arguments.loss);
    applyForm(arguments, app, surveyData(data.programs()), quiet);
  }
  if (arguments.crossAttention > 0 && arguments.run.form == "free") {
    native::note(
        "hlorank train: --cross-attention does not work with form free, which learns the layouts of one program; add "
        "--form table, early or late\n");
    return native::kUsage;
  }
  const auto device = model::parseDevice(arguments.device);
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
      native::note("hlorank train: interrupted; continue with `hlorank train --resume -o %s`\n",
                   arguments.folder.c_str());
    return native::kInterrupted;
  }
  if (!quiet)
    native::note("hlorank train: wrote the model to %s; %s\n", arguments.folder.c_str(), watch.cost().c_str());
  return native::kOk;
}

int runTrain(Arguments& arguments, const CLI::App& app) {
  if (!arguments.resume && arguments.run.data.empty()) {
    native::note("hlorank train: no training data; give DATA, or continue a run with --resume\n");
    return native::kUsage;
  }
  const auto rendezvous = rendezvousFromEnvironment();
  if (!rendezvous) {
    native::report(rendezvous.error(), "hlorank train");
    return native::kUsage;
  }
  constexpr std::chrono::minutes kStartTimeout{15};  // machines of a cluster start at different times
  const std::chrono::seconds timeout(arguments.timeout);
  const auto processes = Processes::connect(*rendezvous, timeout, app.count("--timeout") > 0 ? timeout : kStartTimeout);
  if (!processes) {
    native::report(processes.error(), "hlorank train");
    return native::kInternalError;
  }
  try {
    return trainWith(*processes, arguments, app);
  } catch (const PeerLost& lost) {
    native::report({"process " + std::to_string(rendezvous->rank) + " of " + std::to_string(rendezvous->world) +
                        " stops: another process ended or does not answer: " + lost.what(),
                    "see the last messages of the other processes for the cause; continue from the last checkpoint "
                    "with `hlorank train --resume -o " +
                        arguments.folder + "`, with any number of processes"},
                   "hlorank train");
    return native::kInternalError;
  }
}

}  // namespace

std::function<int()> addTrain(CLI::App& program) {
  auto arguments = std::make_shared<Arguments>();
  CLI::App* app = program.add_subcommand("train", "Train a model on measured run times");
  app->footer(
      "  hlorank train DATA -o run                                 choose form, margin and steps from the data\n"
      "  hlorank train data/measured -o run --folds 7 --members 3  cross-validate over program families\n"
      "  hlorank train data/measured -o run --form graph           calibrate the analytical model by a graph network\n"
      "  hlorank train npz/layout/xla/random -o run --form early   TpuGraphs with its published split (run `hlorank\n"
      "                                                            prepare` first if the collection is large)\n"
      "  hlorank train npz/tile/xla -o run --form late             rank tile sizes instead of layouts\n"
      "  hlorank train program.npz -o run                          fit the layouts of one program\n"
      "  hlorank train --resume -o run                             continue after Ctrl-C; same result to the bit\n"
      "  torchrun --nproc-per-node 2 --no-python hlorank train data/measured -o run\n"
      "                                                            train with several processes or machines");
  RunOptions& run = arguments->run;
  Recipe& recipe = run.recipe;
  model::Description& description = run.description;
  app->add_option(
      "DATA", run.data,
      "Measured configurations: npz, .prepared or tuning .pb files, or folders of them. NAME.hlo.txt.gz next to "
      "NAME.npz is read as its program");
  app->add_option("-o,--output", arguments->folder, "Write checkpoints, metrics and the model to this folder")
      ->required();
  app->add_flag("--resume", arguments->resume,
                "Continue the run in the output folder with the options it was started with");
  std::vector<std::string> forms = formNames();
  forms.push_back(kFormAuto);
  app->add_option("--form", run.form,
                  "Model form: calibrated or graph (analytical cost model with learned multipliers), table (adds a "
                  "learned cost per layout), early or late (early- or late-join graph network), free (one learned cost "
                  "per layout of one program), auto (choose by the data)")
      ->check(CLI::IsMember(forms))
      ->capture_default_str();
  app->add_option("--loss", arguments->loss,
                  "Loss: hinge (pairwise ranking), listmle (listwise ranking) or mse (squared error of the log run "
                  "time). With form free, train with this loss instead of the least-squares fit")
      ->check(CLI::IsMember({"hinge", "listmle", "mse"}))
      ->capture_default_str();
  app->add_option("--margin", run.margin,
                  "Ignore pairs whose run times differ by less than this fraction (estimated from repeated "
                  "measurements if not given)")
      ->check(CLI::Range(0.0, 10.0));
  CLI::Option* epochs =
      app->add_option("--epochs", recipe.epochs, "Number of passes over the training programs, instead of --steps")
          ->check(CLI::Range(0, 1000000));
  app->add_option("--steps", run.steps,
                  "Number of optimizer steps, rounded up to whole epochs (if not given: by form and data)")
      ->check(CLI::Range(int64_t{1}, int64_t{1} << 40))
      ->excludes(epochs);
  app->add_option("--rate", recipe.rate,
                  "Initial learning rate of AdamW; decays to 0 along a cosine (if not given: by form)")
      ->check(CLI::Range(0.0, 10.0))
      ->capture_default_str();
  app->add_option("--decay", recipe.decay, "Weight decay of AdamW; not applied to biases, gains and free terms")
      ->check(CLI::Range(0.0, 10.0))
      ->capture_default_str();
  app->add_option("--dropout", recipe.dropout,
                  "Dropout probability of input and hidden features (if not given: by form)")
      ->check(CLI::Range(0.0, .95))
      ->capture_default_str();
  app->add_option("--clip", recipe.clip, "Clip the gradient to this L2 norm")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  app->add_option("--batch", recipe.batch, "Programs per step")->check(CLI::Range(1, 100000))->capture_default_str();
  app->add_option("--configurations", recipe.configurations,
                  "Sample at most this many configurations of each program per step")
      ->check(CLI::Range(2, 100000))
      ->capture_default_str();
  app->add_option("--seed", recipe.seed,
                  "Random seed (initial weights, order of programs, sampled configurations, dropout, splits)")
      ->capture_default_str();
  app->add_option("--members", description.members,
                  "Ensemble size: train this many networks from different seeds and average their outputs")
      ->check(CLI::Range(1, 64));
  app->add_option(
         "--folds", run.folds,
         "Cross-validate over program families with this many folds before training on all programs; 0: do not")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  app->add_option("--programs", run.programs,
                  "Train on a sample of this many training programs (of each fold), chosen by --seed; 0: all")
      ->check(CLI::Range(0, 1000000))
      ->capture_default_str();
  app->add_option("--validation", run.validation,
                  "Hold out this fraction of the training data and keep the epoch with the lowest loss on it")
      ->check(CLI::Range(0.0, .9))
      ->capture_default_str();
  app->add_option("--patience", recipe.patience,
                  "Stop after this many epochs without a lower validation loss; 0: never stop early")
      ->check(CLI::Range(0, 1000000))
      ->capture_default_str();
  app->add_option("--test", run.test, "With one program: hold out this fraction of its configurations as the test set")
      ->check(CLI::Range(0.0, .9))
      ->capture_default_str();
  app->add_option("--layers", description.encoderLayers, "Message passing layers of the node encoder; -1: no encoder")
      ->check(CLI::Range(-1, 32));
  app->add_option("--table-layers", description.tableLayers,
                  "early, late: message passing layers of the separate node encoder of the layout table; -1: no "
                  "encoder (if not given: 2)")
      ->check(CLI::Range(-1, 32));
  app->add_option("--width", description.encoderWidth,
                  "Width of the node encoder (if not given: by form and data, 16 to 64)")
      ->check(CLI::Range(1, 4096));
  app->add_option("--multiplier-hidden", description.multiplierHidden,
                  "Hidden width of the network that multiplies the analytical costs; 0: linear (if not given: by form, "
                  "0 to 32)")
      ->check(CLI::Range(0, 4096));
  app->add_option("--corrections", description.correctionWidth,
                  "Hidden width of the network that adds a learned cost to each layout; 0: no such cost")
      ->check(CLI::Range(0, 4096));
  app->add_option("--pairs", description.pairWidth,
                  "Rank of the learned cost of layout pairs of neighbouring slots; 0: no such cost")
      ->check(CLI::Range(0, 1024));
  app->add_option("--head", description.headWidth,
                  "early, late, --cross-attention: hidden width of the scoring head; 0: linear")
      ->check(CLI::Range(0, 4096));
  app->add_flag("--both-directions", arguments->bothDirections, "early: pass messages from users to operands as well");
  app->add_flag("--cross-attention{128}", arguments->crossAttention,
                "Compare each configuration with a fixed reference set of this many configurations of its program by "
                "cross-configuration attention, for example --cross-attention=64")
      ->check(CLI::Range(2, 4096));
  app->add_flag("--no-tables", arguments->noTables,
                "early, late: score by the graph network alone, without adding the score of the analytical model and "
                "the layout table");
  app->add_flag("--no-gates", arguments->noGates,
                "table, early, late: do not scale learned costs by bytes moved, padding and copies");
  app->add_flag("--raw-nodes", arguments->rawNodes,
                "Feed sizes in the node features as they are instead of as logarithms");
  app->add_flag("--repeats", run.repeats, "Weight a configuration by the number of its measurements instead of once");
  app->add_flag("--by-configurations", recipe.byConfigurations,
                "Weight the loss of a program by its number of configurations instead of equally");
  app->add_flag(
      "--whole", arguments->whole,
      "early: compute all nodes instead of only those in the receptive field of a layout choice; same scores, "
      "slower");
  app->add_option("--segment", recipe.segment,
                  "early: Graph Segment Training. Cut large graphs into segments of this many nodes, backpropagate "
                  "through one segment per step and use cached embeddings of the others; 0: whole graphs")
      ->check(CLI::Range(int64_t{0}, int64_t{1} << 40))
      ->capture_default_str();
  app->add_option("--segment-dropout", recipe.segmentDropout,
                  "With --segment: fraction of cached embeddings dropped per step")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str();
  app->add_option("--most", run.most,
                  "Load at most this many configurations per program, sampled by their hash; 0: all")
      ->capture_default_str();
  app->add_option("--aggregation", arguments->aggregation,
                  "How slot costs add up to a score: sum (over all slots), or largest-per-value (the largest cost of "
                  "each value, then the sum). If not given: by form")
      ->check(CLI::IsMember({"sum", "largest-per-value"}));
  app->add_option("--scale", arguments->scale,
                  "Scale of the score: identity or signed-log (sign(x) * log(1 + |x|)). If not given: by form")
      ->check(CLI::IsMember({"identity", "signed-log"}));
  app->add_option("--target", run.target, "Name of the device that the run times were measured on, for model.json")
      ->capture_default_str();
  app->add_option("--threads", run.threads,
                  "Number of threads; with more than one, results may differ in the last bits")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  app->add_option("--device", arguments->device, "Device to compute on: cpu, cuda, or cuda:1 for the second GPU")
      ->capture_default_str();
  app->add_option(
         "--timeout", arguments->timeout,
         "With several processes: fail when another process takes longer than this many seconds for a step. If given, "
         "also limits the wait for all processes to start (else 15 minutes)")
      ->check(CLI::Range(1, 86400))
      ->capture_default_str();
  app->add_flag("-q,--quiet", arguments->quiet, "Do not print progress");
  return [arguments, app] { return runTrain(*arguments, *app); };
}

}  // namespace hlorank::train
