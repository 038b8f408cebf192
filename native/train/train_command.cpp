#include "native/train/train_command.h"

#include <filesystem>
#include <memory>
#include <thread>

#include "native/base/command_line.h"
#include "native/base/cost.h"
#include "native/base/exit_codes.h"
#include "native/base/files.h"
#include "native/base/interrupt.h"
#include "native/base/output.h"
#include "native/base/validators.h"
#include "native/model/device.h"
#include "native/train/defaults.h"
#include "native/train/hyperparameters.h"
#include "native/train/run.h"
#include "native/train/run_data.h"

namespace hlorank::train {
namespace {

// Training steps of the model form `free` if --loss replaces its least-squares fit.
constexpr int64_t kStepsWithoutFit = 300;

struct TrainArguments {
  RunOptions run;
  std::string folder;
  std::string loss = "hinge";
  std::vector<std::string> settingTexts;  // values of --set, "KEY=VALUE"
  std::vector<Setting> settings;
  bool resume = false, quiet = false;
  int timeout = 60;
  int jobs = int(std::thread::hardware_concurrency());
  std::string device = "cpu";
};

// Sets every option that the command line leaves out to the default of the model form. The form is the value of --form;
// for auto, `survey` (the properties of the data) decides. Unless `quiet`, prints form, margin and length of the
// training to stderr.
void applyForm(TrainArguments& arguments, const CLI::App& app, const Survey& survey, bool quiet) {
  std::string reason;
  if (arguments.run.form == kFormAuto) {
    const FormChoice selected = chooseForm(survey);
    arguments.run.form = selected.name;
    reason = std::string(" (") + selected.reason + ")";
  }
  const RunOptions preset = presetOptions(arguments.run.form, survey);
  RunOptions& run = arguments.run;
  const auto isGiven = [&](const char* option) { return app.count(option) > 0; };
  const int members = run.description.members;
  run.description = preset.description;
  if (isGiven("--members")) run.description.members = members;
  run.recipe.dropout = preset.recipe.dropout;
  run.recipe.configurations = preset.recipe.configurations;
  run.recipe.fit = preset.recipe.fit && !isGiven("--loss");
  if (!isGiven("--loss")) run.recipe.loss = preset.recipe.loss;
  if (!isGiven("--rate")) run.recipe.rate = preset.recipe.rate;
  if (!isGiven("--epochs")) run.recipe.epochs = preset.recipe.epochs;
  if (!isGiven("--steps")) run.steps = isGiven("--epochs") ? 0 : preset.steps;
  if (preset.recipe.fit && isGiven("--loss") && !isGiven("--epochs") && !isGiven("--steps"))
    run.steps = kStepsWithoutFit;
  if (!isGiven("--target")) run.target = preset.target;
  applySettings(arguments.settings, run);

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

// Reads the options of the run to resume from its run.json at `path`. Process 0 reads the file and sends its content to
// all other processes. Error: the file cannot be read, or has no valid options.
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

// Runs `hlorank train` in one of the connected processes. Returns the exit code of the process. Throws PeerLost.
int trainWith(const Processes& processes, TrainArguments& arguments, const CLI::App& app) {
  const native::Stopwatch watch;
  if (arguments.resume) {
    const std::string path = (std::filesystem::path(arguments.folder) / "run.json").string();
    const auto options = readRecordedOptions(path, processes);
    if (!options) return native::fail(options.error(), path);
    if (processes.isFirst())
      native::noteIgnored(
          app,
          {"--form", "--loss", "--margin", "--epochs", "--steps", "--rate", "--seed", "--members", "--folds",
           "--validation", "--test", "--segment", "--most", "--set", "--target", "--threads"},
          "--resume continues with the options that the run was started with");
    const std::vector<std::string> movedData = arguments.run.data;
    arguments.run = *options;
    if (!movedData.empty()) arguments.run.data = movedData;
  }
  ErrorContext errorContext;
  const bool quiet = arguments.quiet || !processes.isFirst();
  native::catchInterrupts();  // the first Ctrl-C stops after the current step; a second ends the process
  RunData data;
  const auto loaded = data.load(arguments.run, &errorContext.place);
  if (!loaded) return native::fail(loaded.error(), errorContext.place);
  if (!arguments.resume) {
    const Survey survey = surveyData(data.programs());
    if (survey.programs == 0)
      return native::fail({"nothing to learn: no program has different configurations with run times",
                           data.programs().front()->stages
                               ? "give .sample files or records with run times; .featurization files have none"
                               : "give measured programs; run times that are all 0 are hidden, as in TpuGraphs' test "
                                 "sets"},
                          arguments.run.data.front(), native::kBadInput);
    arguments.run.recipe.loss = *lossFromName(arguments.loss);
    applyForm(arguments, app, survey, quiet);
  }
  const std::string& form = arguments.run.form;
  if (!arguments.resume && processes.isFirst()) {
    if (form != "early") native::noteIgnored(app, {"--segment"}, "it applies to form early, not to form " + form);
    if (data.programs().size() > 1) native::noteIgnored(app, {"--test"}, "it applies to data of one program");
  }
  if (arguments.run.description.crossAttention > 0 && (form == "simulated" || form == "stages" || form == "free")) {
    native::note("hlorank train: --set cross-attention does not work with form %s; add --form table, early or late\n",
                 form.c_str());
    return native::kUsage;
  }
  if ((form == "stages") != (arguments.run.recipe.loss == Loss::kRunTime)) {
    native::note("hlorank train: %s\n", form == "stages"
                                            ? "form stages predicts run times: omit --loss, or give --loss runtime"
                                            : "--loss runtime needs form stages: give another --loss");
    return native::kUsage;
  }
  const auto device = model::parseDevice(arguments.device);
  if (!device) return native::fail(device.error(), "--device", native::kUsage);
  arguments.run.recipe.device = *device;
  std::error_code ignored;
  const bool wasFinished = arguments.resume && std::filesystem::is_regular_file(
                                                   std::filesystem::path(arguments.folder) / "model.json", ignored);
  const bool canFork = processes.world() == 1 && arguments.run.threads == 1 && device->is_cpu();
  if (!canFork && processes.isFirst())
    native::noteIgnored(app, {"--jobs"}, "it applies to one process with one thread on the CPU");
  const auto outcome = run(arguments.folder, std::move(data), arguments.run, processes, arguments.resume,
                           canFork ? arguments.jobs : 1, quiet, &errorContext);
  if (!outcome)
    return native::fail(outcome.error(), errorContext.place,
                        errorContext.machine ? native::kInternalError : native::kBadInput);
  if (*outcome == RunOutcome::kInterrupted) {
    if (processes.isFirst())
      native::note("hlorank train: interrupted; continue with `hlorank train --resume -o %s`\n",
                   arguments.folder.c_str());
    return native::kInterrupted;
  }
  if (!quiet)
    native::note("hlorank train: %s to %s; %s\n",
                 wasFinished ? "the run had finished; wrote its model again" : "wrote the model",
                 arguments.folder.c_str(), watch.cost().c_str());
  return native::kOk;
}

// Parses a value of --set. Throws the list of hyperparameters for "help", and an error for an invalid value. CLI11
// prints what is thrown and ends the program.
Setting readSetting(const std::string& text) {
  if (text == "help") throw CLI::CallForVersion(describeHyperparameters(), native::kOk);
  const auto setting = parseSetting(text);
  if (!setting) throw CLI::ValidationError(setting.error().message);
  return *setting;
}

int runTrain(TrainArguments& arguments, const CLI::App& app) {
  if (!arguments.resume && arguments.run.data.empty()) {
    native::note("hlorank train: no training data; give DATA, or continue a run with --resume\n");
    return native::kUsage;
  }
  const auto rendezvous = rendezvousFromEnvironment();
  if (!rendezvous) return native::fail(rendezvous.error(), "hlorank train", native::kUsage);
  constexpr std::chrono::minutes kStartTimeout{15};  // the machines of a cluster start at different times
  const std::chrono::seconds timeout(arguments.timeout);
  const auto processes = Processes::connect(*rendezvous, timeout, app.count("--timeout") > 0 ? timeout : kStartTimeout);
  if (!processes) return native::fail(processes.error(), "hlorank train", native::kInternalError);
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
  auto arguments = std::make_shared<TrainArguments>();
  CLI::App* app = program.add_subcommand("train", "Train a model on measured run times");
  app->footer(
      "  hlorank train DATA -o run                                 choose form, margin and steps from the data\n"
      "  hlorank train data/measured -o run --folds 7 --members 3  cross-validate over program families\n"
      "  hlorank train data/measured -o run --form graph           calibrate the analytical model by a graph network\n"
      "  hlorank train npz/layout/xla/random -o run --form early   TpuGraphs with its published split (run `hlorank\n"
      "                                                            prepare` first if the collection is large)\n"
      "  hlorank train npz/tile/xla -o run --form late             rank tile sizes instead of layouts\n"
      "  hlorank train schedules -o run                            predict schedules: a folder per pipeline with\n"
      "                                                            Halide's .sample files and compile_log.txt\n"
      "  hlorank train program.npz -o run                          fit the layouts of one program\n"
      "  hlorank train --resume -o run                             continue after Ctrl-C; same result to the bit\n"
      "  torchrun --nproc-per-node 2 --no-python hlorank train data/measured -o run\n"
      "                                                            train with several processes or machines");
  RunOptions& run = arguments->run;
  Recipe& recipe = run.recipe;
  model::Description& description = run.description;
  app->add_option(
      "DATA", run.data,
      "Measured configurations: .npz, .prepared or tuning .pb files, folders of such files, or folders of schedules of "
      "Halide or TVM. The HLO of NAME.npz is read from NAME.hlo.txt.gz in the same folder");
  app->add_option("-o,--output", arguments->folder,
                  "Write checkpoints, metrics and the model to FOLDER, which must not have a model yet")
      ->type_name("FOLDER")
      ->check(native::outputFolder())
      ->required();
  app->add_flag("--resume", arguments->resume,
                "Continue the run in the output folder with the options it was started with");
  std::vector<std::string> forms = formNames();
  forms.push_back(kFormAuto);
  app->add_option("--form", run.form,
                  "Model form: simulated (simulates XLA:CPU for each configuration and learns the cost of loops; needs "
                  "HLO), calibrated or graph (analytical cost model with learned multipliers), table (adds a "
                  "learned cost per layout), early or late (early- or late-join graph network), stages "
                  "(graph network over the stages of Halide's or TVM's schedules), free (one learned cost "
                  "per layout of one program), auto (choose by the data)")
      ->check(CLI::IsMember(forms))
      ->capture_default_str();
  app->add_option(
         "--loss", arguments->loss,
         "Loss: hinge (pairwise ranking), listmle (listwise ranking), mse (squared error of the log run "
         "time, up to a factor per program) or runtime (error of the log run time and pairwise ranking; only for form "
         "stages, and its only one). If not given: hinge; form free fits by least squares")
      ->check(CLI::IsMember({"hinge", "listmle", "mse", "runtime"}));
  app->add_option(
         "--margin", run.margin,
         "With --loss hinge or runtime: ignore pairs of configurations whose run times differ by less than this "
         "fraction, for example 0.02 (if not given: estimated from repeated measurements; without any, 0.02 for data "
         "of `hlorank "
         "collect`, else 0.0005)")
      ->check(native::range(0.0, 10.0));
  CLI::Option* epochs =
      app->add_option("--epochs", recipe.epochs,
                      "Train for this many passes over the training programs (if not given: see --steps)")
          ->check(native::range(0, 1000000));
  app->add_option(
         "--steps", run.steps,
         "Train for this many optimizer steps, rounded up to whole epochs (if not given: by form and data, 400 "
         "to 4000; form free: none, fit by least squares; form stages: 400 epochs)")
      ->check(native::range(int64_t{1}, int64_t{1} << 40))
      ->excludes(epochs);
  app->add_option("--rate", recipe.rate,
                  "Initial learning rate of AdamW, which decays to 0 along a cosine (if not given: by form, 0.002 to "
                  "0.01)")
      ->check(native::range(0.0, 10.0));
  app->add_option("--seed", recipe.seed,
                  "Random seed (initial weights, order of programs, sampled configurations, dropout, splits)")
      ->check(native::nonNegative<uint64_t>())
      ->capture_default_str();
  app->add_option("--members", description.members,
                  "Train an ensemble of this many networks from different seeds and average their outputs (if not "
                  "given: 3 for forms simulated and stages, 1 for others)")
      ->check(native::range(1, 64));
  app->add_option(
         "--folds", run.folds,
         "Cross-validate over program families (of schedules: over pipelines or workloads) with this many folds before "
         "training on all programs; 0: no cross-validation")
      ->check(native::range(0, 1000))
      ->check([](const std::string& text) { return text == "1" ? "must be 0, or at least 2" : ""; })
      ->capture_default_str();
  app->add_option("--validation", run.validation,
                  "Hold out this fraction of the training programs (with one program: of its configurations) and keep "
                  "the weights of the epoch with the lowest loss on it; 0: keep the last weights")
      ->check(native::range(0.0, .9))
      ->capture_default_str();
  app->add_option("--test", run.test, "With one program: hold out this fraction of its configurations as the test set")
      ->check(native::range(0.0, .9))
      ->capture_default_str();
  app->add_option(
         "--segment", recipe.segment,
         "With --form early: Graph Segment Training. Cut larger graphs into segments of this many nodes, "
         "backpropagate through one segment per step and use cached embeddings of the other segments; 0: train "
         "on whole graphs")
      ->check(native::range(int64_t{0}, int64_t{1} << 40))
      ->capture_default_str();
  app->add_option("--most", run.most,
                  "Load at most this many configurations of each program in .prepared and TpuGraphs files, sampled by "
                  "their hash; 0: all. Other files are loaded whole")
      ->check(native::nonNegative<size_t>())
      ->capture_default_str();
  app->add_option("--set", arguments->settingTexts,
                  "Set hyperparameters of the network and of its training, such as layers=3,width=64. `hlorank train "
                  "--set help` lists them")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("KEY=VALUE")
      ->each([arguments](const std::string& text) { arguments->settings.push_back(readSetting(text)); });
  app->add_option("--target", run.target,
                  "Name of the device that the run times were measured on, for model.json (if not given: xla-cpu, "
                  "xla-gpu or xla-tpu for data of `hlorank collect`, tpu-v3 for TpuGraphs' collections, cpu for "
                  "schedules, else unknown)")
      ->type_name("NAME");
  app->add_option("--threads", run.threads,
                  "Number of threads of each process; with more than one, results may differ in the last bits")
      ->check(native::range(1, 1024))
      ->capture_default_str();
  app->add_option("--jobs", arguments->jobs,
                  "Train this many networks (members and folds) in parallel, each in a process with memory of its own; "
                  "the result is the same. Applies to one process with one thread on the CPU (if not given: one per "
                  "core)")
      ->check(native::range(1, 1024));
  app->add_option("--device", arguments->device, "Device to compute on: cpu, cuda, or cuda:1 for the second GPU")
      ->type_name("DEVICE")
      ->capture_default_str();
  app->add_option(
         "--timeout", arguments->timeout,
         "With several processes: fail if another process takes longer than this many seconds for a step, or, if this "
         "option is given, to start (if not given: 15 minutes to start)")
      ->check(native::range(1, 86400))
      ->capture_default_str();
  app->add_flag("-q,--quiet", arguments->quiet, "Do not print progress");
  return [arguments, app] { return runTrain(*arguments, *app); };
}

}  // namespace hlorank::train
