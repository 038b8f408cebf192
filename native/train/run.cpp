#include "native/train/run.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <map>
#include <span>

#include "native/base/files.h"
#include "native/base/interrupt.h"
#include "native/base/output.h"
#include "native/base/progress.h"
#include "native/data/times.h"
#include "native/evaluate/figures.h"
#include "native/model/network.h"
#include "native/onnx/model_folder.h"
#include "native/train/confidence.h"
#include "native/train/parallel_jobs.h"
#include "native/train/run_data.h"
#include "native/train/run_report.h"
#include "shared/base/fnv.h"
#include "shared/base/json.h"
#include "shared/base/text.h"
#include "shared/configs/program_layouts.h"
#include "shared/model/confidence.h"

namespace hlorank::train {
namespace {

namespace fs = std::filesystem;

// Two scores count as separable if, among pairs of configurations with the same score difference, at least this
// fraction is in the right order.
constexpr double kSeparable = .9;
// Number of configurations in the golden example (a self-test stored with the model).
constexpr size_t kGoldenConfigurations = 4;

class Run {
 public:
  Run(std::string folder, RunData data, const RunOptions& options, const Processes& processes, int jobs, bool quiet,
      ErrorContext* errorContext)
      : folder_(std::move(folder)),
        options_(options),
        processes_(processes),
        jobs_(jobs),
        quiet_(quiet),
        errorContext_(errorContext),
        data_(std::move(data)) {}

  Result<bool> open(bool resume);
  Result<RunOutcome> trainAll();

 private:
  std::string path(const std::string& name) const { return (fs::path(folder_) / name).string(); }
  Result<bool> checkProcessesAgree() const;
  Job makeJob(int fold, int member) const;
  Result<bool> trainAhead() const;
  Result<std::optional<model::Model>> trainModel(int fold);
  Result<bool> scoreHeldOut(const model::Model& model, int fold);
  Result<bool> write(const std::string& name, std::string_view bytes) const;
  Result<bool> writeFigures() const;
  Json makeConfidence() const;
  Json makeTraining() const;
  Result<bool> writeModel(model::Model model) const;
  Result<bool> finish(model::Model model) const;

  std::string folder_;
  RunOptions options_;
  const Processes& processes_;
  int jobs_;  // number of networks to train in parallel
  bool quiet_;
  ErrorContext* errorContext_;
  RunData data_;
  std::vector<evaluate::ProgramFigures> figures_;  // ranking metrics of each held-out program
  std::map<size_t, double> pairAccuracy_;          // the one of `figures_`, by index of the program
  // Calibration of the score differences of held-out configurations.
  PairCalibration pairCalibration_;
  // Calibration of the score difference between the top-ranked configuration and the one that runs if the user chooses
  // no layouts.
  GainCalibration gainCalibration_;
  npz::Archive predictions_;  // content of the file predictions.npz
};

// Creates the folder and run.json. With `resume`, instead checks that run.json records the same data. The bool is
// always true. Error: the data does not suit the options, differs from the recorded data, or a file cannot be read or
// written.
Result<bool> Run::open(bool resume) {
  errorContext_->place = folder_;
  const auto prepared = data_.prepare(options_);
  if (!prepared) return prepared.error();
  const auto agreed = checkProcessesAgree();
  if (!agreed || !processes_.isFirst()) return agreed;

  std::error_code failed;
  fs::create_directories(path("jobs"), failed);
  if (failed) {
    errorContext_->machine = true;
    return Error{"cannot create the folder: " + failed.message(), "choose another one with -o"};
  }
  const std::string recordPath = path("run.json");
  if (!resume) {
    if (fs::exists(path("model.json"), failed))
      return Error{"the folder has a model already", "choose another folder with -o, or delete this one"};
    if (fs::exists(recordPath, failed) && !fs::is_empty(path("jobs"), failed))
      return Error{"the folder has a run that was interrupted",
                   "continue it with --resume, choose another folder with -o, or delete this one"};
    return write("run.json", indented(Json{{"options", toJson(options_)}, {"data", data_.record()}}) + "\n");
  }
  const auto bytes = native::readFile(recordPath);
  if (!bytes) return bytes.error();
  const Json record = Json::parse(*bytes, nullptr, false);
  if (!record.is_object() || record.value("data", Json()) != data_.record())
    return Error{"the data differs from the data that the run was started with",
                 "give the same data, or start a new run without --resume"};
  return true;
}

// Checks that all processes have the same options and data. The bool is always true. Error: a process has other options
// or data than process 0.
Result<bool> Run::checkProcessesAgree() const {
  Json options = toJson(options_);
  options.erase("data");  // the paths may differ between machines
  options.erase("threads");
  Fnv measured;
  for (const auto& program : data_.programs())
    for (double time : data::timesOf(*program, program->measured())) measured.number(time);
  const auto name = [](const std::vector<int>& ranks) {
    std::string text = std::to_string(ranks.front());
    if (ranks.size() > 1) text += " (and " + std::to_string(ranks.size() - 1) + " others)";
    return text;
  };
  const auto otherData = processes_.ranksThatDiffer(oneLine(data_.record()) + hexadecimal(measured.value()));
  if (!otherData.empty())
    return Error{"processes 0 and " + name(otherData) + " read different data",
                 "give every process the same files, in a shared folder or copied"};
  const auto otherOptions = processes_.ranksThatDiffer(oneLine(options));
  if (!otherOptions.empty())
    return Error{"processes 0 and " + name(otherOptions) + " have different options",
                 "start every process with the same command line"};
  return true;
}

// Describes the training of the network with index `member` of the ensemble on the training set of fold `fold` (−1: on
// all programs).
Job Run::makeJob(int fold, int member) const {
  Job job{path("jobs"),
          (fold < 0 ? "all" : "fold-" + std::to_string(fold)) + "-member-" + std::to_string(member),
          options_.description,
          options_.recipe,
          {},
          {}};
  job.description.members = 1;
  job.recipe.seed += uint64_t(member);
  Sets sets = data_.makeSplit(options_, fold);
  job.training = data_.examples(sets.training);
  job.validation = data_.examples(sets.validation);
  return job;
}

// Trains all networks of the ensemble on the training set of fold `fold` (−1: on all programs) and combines them into
// one model. Returns nullopt if Ctrl-C interrupted the training.
Result<std::optional<model::Model>> Run::trainModel(int fold) {
  model::Model model{options_.description, {}, data_.free(), {}};
  for (int member = 0; member < options_.description.members; ++member) {
    const Job job = makeJob(fold, member);
    native::Progress line("steps", 0, quiet_);
    const auto showStep = [&](const Progress& progress) {
      line.update(uint64_t(progress.step),
                  formatted("of %lld, %s, epoch %d, loss %.4f", static_cast<long long>(progress.steps),
                            job.name.c_str(), progress.epoch, progress.loss));
    };
    const auto showSummary = [&](const std::string& summary) {
      line.clear();
      if (!quiet_) native::note("%s\n", summary.c_str());
    };
    auto weights = trainOrLoad(job, processes_, {showStep, showSummary}, errorContext_);
    if (!weights) return weights.error();
    if (!*weights) return std::optional<model::Model>();
    for (model::Parameter& parameter : **weights) {
      parameter.name = model::memberPrefix(options_.description, member) + parameter.name;
      model.parameters.push_back(std::move(parameter));
    }
  }
  return std::optional<model::Model>(std::move(model));
}

// Returns the configuration with which the top-ranked configuration of a program is compared. That is the compiler
// default if `scores` [configurations] has a score for it, else the configuration in `measured` with the layouts
// written in the program. nullopt if there is neither.
std::optional<uint32_t> findBaseline(const data::MeasuredProgram& program, std::span<const float> scores,
                                     std::span<const uint32_t> measured) {
  const configs::Configurations& all = program.opened.configurations;
  if (program.opened.tiles || program.stages) return std::nullopt;
  if (all.compilerDefault >= 0 && std::isfinite(scores[size_t(all.compilerDefault)]))
    return uint32_t(all.compilerDefault);
  if (const auto found = configs::findProgramLayouts(program.opened.program, all, measured)) return measured[*found];
  return std::nullopt;
}

// Scores the test set of a fold (−1: of the run without folds). Adds predictions, metrics and calibration to this
// object. Each process scores some of the programs; an all-reduce gives all scores to all processes. The bool is always
// true.
Result<bool> Run::scoreHeldOut(const model::Model& model, int fold) {
  std::vector<Part> parts = data_.makeSplit(options_, fold).test;
  for (Part& part : parts)
    if (const auto compilerDefault = data_.compilerDefault(part.program))
      part.configurations.push_back(*compilerDefault);
  std::vector<float> scores;
  for (size_t i = 0; i < parts.size(); ++i) {
    if (!processes_.group().isMine(i)) {
      scores.resize(scores.size() + parts[i].configurations.size());
      continue;
    }
    const auto own = model::scoreConfigurations(model, data_.problem(parts[i]));
    if (!own) return own.error();
    scores.insert(scores.end(), own->begin(), own->end());
  }
  processes_.sum(scores, Wait::kLong);

  std::span<const float> left = scores;
  for (Part& part : parts) {
    const data::MeasuredProgram& program = *data_.programs()[part.program];
    std::span<const float> own = left.first(part.configurations.size());
    left = left.subspan(own.size());
    std::vector<float> everywhere(data::countOf(program), std::numeric_limits<float>::quiet_NaN());
    for (size_t i = 0; i < own.size(); ++i) everywhere[part.configurations[i]] = own[i];
    predictions_.add(data::idOf(program), {int64_t(everywhere.size())}, everywhere);
    if (data_.compilerDefault(part.program)) part.configurations.pop_back();
    own = own.first(part.configurations.size());
    figures_.push_back(evaluate::computeProgramFigures(program, part.configurations, own));
    figures_.back().fold = fold;
    pairAccuracy_[part.program] = figures_.back().model.pairAccuracy;
    const std::vector<double> times = data::timesOf(program, part.configurations);
    pairCalibration_.add(own, times);
    const auto baseline = findBaseline(program, everywhere, part.configurations);
    if (!baseline) continue;
    const size_t first = size_t(std::min_element(own.begin(), own.end()) - own.begin());
    gainCalibration_.add(everywhere[*baseline] - own[first], times[first] < data::timesOf(program, {{*baseline}})[0]);
  }
  return true;
}

Result<bool> Run::write(const std::string& name, std::string_view bytes) const {
  auto written = native::writeFile(path(name), bytes);
  if (!written) return writeError(written.error(), path(name), errorContext_);
  return written;
}

Result<bool> Run::writeFigures() const {
  if (figures_.empty()) return true;
  const auto written = write("predictions.npz", npz::write(predictions_));
  if (!written) return written.error();
  native::print("%s", evaluate::toText(figures_, options_.form).c_str());
  return write("metrics.json", indented(makeMetrics(figures_, data_.heldOut(options_))) + "\n");
}

// Builds the field `confidence` of model.json, {pairs, separable, similarity} (see shared/model/confidence.h). null if
// nothing was held out.
Json Run::makeConfidence() const {
  if (figures_.empty()) return nullptr;
  Json json;
  json["pairs"] = pairCalibration_.curve();
  json["separable"] = differenceAtAccuracy(json["pairs"], kSeparable);
  if (Json gains = gainCalibration_.curve(); !gains.is_null()) json["gains"] = std::move(gains);
  // Schedules of Halide or TVM have no program embedding, so the model card gets no similarity of programs.
  if (options_.description.join == model::Join::kStages) return json;
  std::vector<EmbeddedProgram> embedded;
  for (const auto& program : data_.programs())
    embedded.push_back({model::embedding(program->opened.program), program->family, std::nan(""), /*learned=*/false});
  for (const auto& [program, accuracy] : pairAccuracy_) embedded[program].pairAccuracy = accuracy;
  for (const Part& part : data_.learned(options_)) embedded[part.program].learned = true;
  json["similarity"] = makeSimilarity(embedded);
  return json;
}

// Builds the field `training` of model.json, {data, options, configurations}: what the model learned from.
Json Run::makeTraining() const {
  const Json programs = data_.record();
  Json data = Json::array(), options = toJson(options_);
  size_t configurations = 0;
  for (const Part& part : data_.learned(options_)) {
    data.push_back(programs[part.program]);
    configurations += part.configurations.size();
  }
  options.erase("data");
  options.erase("description");
  return {{"data", std::move(data)}, {"options", std::move(options)}, {"configurations", configurations}};
}

Result<bool> Run::writeModel(model::Model model) const {
  const size_t smallest = data_.smallest();
  const data::MeasuredProgram& golden = *data_.programs()[smallest];
  model::ScoringTask problem = data_.problem({smallest, golden.measured()});
  problem.selected.resize(std::min(problem.selected.size(), kGoldenConfigurations));
  std::vector<model::Tensor> read = model::networkInputs(model.description, problem);
  if (model.description.crossAttention > 0) {
    auto referenceSet = model::referenceSetInput(model, problem);
    if (!referenceSet) return referenceSet.error();
    read.push_back(std::move(*referenceSet));
  }
  auto outputs = model::runNetwork(model, read);
  if (!outputs) return outputs.error();

  onnx::CardFacts facts;
  facts.name = options_.form;
  facts.title = titleOf(options_.form);
  facts.target = options_.target;
  if (golden.stages) {
    facts.schema = stages::schemaHash(golden.stages->kind);
    facts.title = std::string(stages::titleOf(golden.stages->kind)) + ": " + facts.title;
  }
  facts.training = makeTraining();
  facts.metrics = makeCardMetrics(figures_, data_.heldOut(options_));
  facts.confidence = makeConfidence();
  model.card = onnx::makeCard(model.description, model.parameters, data_.free(), facts,
                              {golden.name, std::move(read), std::move(*outputs)});
  auto written = onnx::writeModel(folder_, model);
  if (!written) return writeError(written.error(), folder_, errorContext_);
  return written;
}

// If the run may use several processes, trains all networks in parallel, so that trainModel only loads them.
// Returns false if Ctrl-C interrupted this.
Result<bool> Run::trainAhead() const {
  const int members = options_.description.members;
  const size_t count = size_t(options_.folds + 1) * size_t(members);
  if (jobs_ <= 1 || count <= 1) return true;
  const auto makeOne = [&](size_t i) {
    const int fold = int(i) / members;
    return makeJob(fold < options_.folds ? fold : -1, int(i) % members);
  };
  const auto trained = trainInParallel(count, makeOne, jobs_, quiet_, errorContext_);
  if (!trained) return trained.error();
  return !native::interrupted();
}

Result<RunOutcome> Run::trainAll() {
  const auto ahead = trainAhead();
  if (!ahead) return ahead.error();
  if (!*ahead) return RunOutcome::kInterrupted;
  for (int fold = 0; fold < options_.folds; ++fold) {
    auto model = trainModel(fold);
    if (!model) return model.error();
    if (!*model) return RunOutcome::kInterrupted;
    const auto scored = scoreHeldOut(**model, fold);
    if (!scored) return scored.error();
  }
  auto model = trainModel(-1);
  if (!model) return model.error();
  if (!*model) return RunOutcome::kInterrupted;
  errorContext_->place = folder_;
  if (options_.folds == 0) {
    const auto scored = scoreHeldOut(**model, -1);
    if (!scored) return scored.error();
  }
  std::sort(figures_.begin(), figures_.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  if (processes_.isFirst()) {
    const auto finished = finish(std::move(**model));
    if (!finished) return finished.error();
  }
  processes_.any(false);  // a barrier: the processes wait until process 0 has written the results
  return RunOutcome::kDone;
}

// Writes predictions.npz, metrics.json, model.onnx and model.json, and prints the metrics. Called by process 0 only.
// The bool is always true.
Result<bool> Run::finish(model::Model model) const {
  const auto written = writeFigures();
  if (!written) return written.error();
  return writeModel(std::move(model));
}

}  // namespace

Result<RunOutcome> run(const std::string& folder, RunData data, const RunOptions& options, const Processes& processes,
                       bool resume, int jobs, bool quiet, ErrorContext* errorContext) {
  prepareLibTorch(options.threads);
  Run run(folder, std::move(data), options, processes, jobs, quiet, errorContext);
  const auto opened = run.open(resume);
  if (!opened) return opened.error();
  return run.trainAll();
}

}  // namespace hlorank::train
