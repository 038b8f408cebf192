#include "native/train/run.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>

#include "native/base/files.h"
#include "native/base/interrupt.h"
#include "native/base/progress.h"
#include "native/data/times.h"
#include "native/evaluate/figures.h"
#include "native/model/network.h"
#include "native/onnx/model_folder.h"
#include "native/train/run_report.h"
#include "native/train/split.h"
#include "native/train/trust.h"
#include "shared/base/fnv.h"
#include "shared/model/score.h"
#include "shared/model/trust.h"

namespace hlorank::train {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr auto kCheckpointEvery = std::chrono::seconds(10);
constexpr double kNineInTen = .9;
constexpr size_t kGoldenConfigurations = 4;  // of a network that scores configurations rather than rows

// One network to train.
struct Job {
  int fold;  // -1: learns from everything
  int member;
  std::string name() const {
    return (fold < 0 ? "all" : "fold-" + std::to_string(fold)) + "-member-" + std::to_string(member);
  }
};

class Run {
 public:
  Run(std::string folder, const RunOptions& options, bool quiet, std::string* place)
      : folder_(std::move(folder)), options_(options), quiet_(quiet), place_(place) {}

  Result<bool> open(bool resume);
  Result<RunOutcome> go();

 private:
  std::string path(const std::string& name) const { return (fs::path(folder_) / name).string(); }
  Json dataRecord() const;
  Result<bool> prepareInputs();
  bool isPublished() const;
  HeldOut heldOut() const;
  Split splitOf(int fold) const;
  model::Problem problem(const Part& part) const;
  std::vector<Example> examples(const std::vector<Part>& parts) const;
  // The weights of a job, trained or as they were when it was done before; none when interrupted.
  Result<std::optional<model::Parameters>> weightsOf(const Job& job);
  Result<std::optional<model::Model>> modelOf(int fold);
  Result<bool> judge(const model::Model& model, int fold);
  Result<bool> writeFigures() const;
  Json trust() const;
  Result<bool> writeModel(model::Model model) const;

  std::string folder_;
  RunOptions options_;
  bool quiet_;
  std::string* place_;
  data::MeasuredPrograms programs_;
  std::vector<int> foldOf_;
  std::vector<std::vector<model::Tensor>> inputs_;  // of every program
  model::FreeTable free_;
  std::vector<evaluate::ProgramFigures> figures_;  // of what was held out
  PairOrders pairOrders_;                          // of the same
  npz::Archive predictions_;
};

Json Run::dataRecord() const {
  Json record = Json::array();
  for (const auto& program : programs_)
    record.push_back({{"name", program->name}, {"family", program->family}, {"hash", hexadecimal(program->hash)}});
  return record;
}

// Loads the data and makes the folder, or checks that it is the same run.
Result<bool> Run::open(bool resume) {
  data::LoadOptions load;
  load.most = options_.most;
  load.seed = options_.recipe.seed;
  load.hidden = true;  // a published test set may come along
  auto programs = data::load(options_.data, load, place_);
  if (!programs) return programs.error();
  programs_ = std::move(*programs);
  *place_ = folder_;
  if (options_.description.freeRows != 0 && programs_.size() != 1)
    return Error{
        "free terms belong to the layouts of one program, and the data has " + std::to_string(programs_.size()),
        "give one npz, or use --form multipliers or --form graph",
        {},
        {}};
  if (programs_.size() == 1) options_.folds = 0;
  foldOf_ =
      options_.folds > 0 ? data::foldsByFamily(programs_, options_.folds) : std::vector<int>(programs_.size(), -1);
  const auto prepared = prepareInputs();
  if (!prepared) return prepared.error();

  std::error_code failed;
  fs::create_directories(path("jobs"), failed);
  if (failed) return Error{"cannot make the folder: " + failed.message(), "choose another with -o", {}, {}};
  const std::string recordPath = path("run.json");
  if (!resume) {
    for (const auto& entry : fs::directory_iterator(path("jobs"), failed)) fs::remove(entry.path(), failed);
    for (const char* stale : {"model.json", "model.onnx", "metrics.json", "predictions.npz"})
      fs::remove(path(stale), failed);
    return native::writeFile(recordPath, Json{{"options", toJson(options_)}, {"data", dataRecord()}}.dump(1) + "\n");
  }
  const auto bytes = native::readFile(recordPath);
  if (!bytes) return bytes.error();
  const Json record = Json::parse(*bytes, nullptr, false);
  if (!record.is_object() || record.value("data", Json()) != dataRecord())
    return Error{"the data is not what the run began with", "start again without --resume", {}, {}};
  return true;
}

// The arrays of every program, and what the description takes from them. Error: programs that one network cannot serve.
Result<bool> Run::prepareInputs() {
  model::Description& d = options_.description;
  for (const auto& program : programs_) {
    if (program->tiles.has_value() != programs_.front()->tiles.has_value())
      return Error{"some programs have layouts to choose and others tile sizes",
                   "train on one kind at a time: name the folder of one collection",
                   {},
                   {}};
    const bool layouts = !program->tiles;
    inputs_.push_back(model::problemInputs(d, program->opened.program,
                                           layouts ? &program->opened.configurations : nullptr, &program->physics));
  }
  if (programs_.front()->tiles) {
    if (d.join == model::Join::kTables)
      return Error{"tile sizes are chosen for a whole kernel, so they have no table of layouts",
                   "use --form early or --form late",
                   {},
                   {}};
    d.tables = d.gates = 0;
    d.slotFeatures = 0;
    d.tileFeatures = model::kTileInputs;
  }
  for (const model::Tensor& tensor : inputs_.front()) {
    if (tensor.name == "slot") d.slotFeatures = int(tensor.shape[1]);
    if (tensor.name == "node") d.nodeFeatures = int(tensor.shape[1]);
  }
  if (d.freeRows != 0) {
    free_ = model::freeTableOf(programs_.front()->opened.configurations.table);
    d.freeRows = int64_t(free_.rows());
    inputs_.front().push_back(model::freeRowInput(free_, programs_.front()->opened.configurations));
  }
  return true;
}

// Whether the data says itself what to learn from: then there are no folds.
bool Run::isPublished() const {
  return options_.folds == 0 && std::any_of(programs_.begin(), programs_.end(),
                                            [](const auto& program) { return program->split == store::Split::kTrain; });
}

HeldOut Run::heldOut() const {
  return {isPublished() ? "split" : options_.folds > 0 ? "family" : "configuration", options_.folds};
}

Split Run::splitOf(int fold) const {
  const Recipe& recipe = options_.recipe;
  if (programs_.size() == 1)
    return splitByConfiguration(*programs_.front(), options_.validation, options_.test, recipe.seed);
  if (isPublished()) return splitAsPublished(programs_);
  Split split = splitByProgram(programs_, foldOf_, fold, options_.validation, recipe.seed);
  if (options_.programs > 0) keepSome(split.training, programs_, size_t(options_.programs), recipe.seed);
  return split;
}

model::Problem Run::problem(const Part& part) const {
  const data::MeasuredProgram& program = *programs_[part.program];
  return {program.name,
          &program.opened.program,
          &program.opened.configurations,
          &program.physics,
          program.tiles ? &*program.tiles : nullptr,
          &inputs_[part.program],
          part.configurations};
}

std::vector<Example> Run::examples(const std::vector<Part>& parts) const {
  std::vector<Example> list;
  for (const Part& part : parts) list.push_back(problem(part));
  return list;
}

Result<std::optional<model::Parameters>> Run::weightsOf(const Job& job) {
  using Weights = std::optional<model::Parameters>;
  model::Description single = options_.description;
  single.members = 1;
  Recipe recipe = options_.recipe;
  recipe.seed += uint64_t(job.member);
  const Split split = splitOf(job.fold);
  const std::vector<Example> training = examples(split.training), validation = examples(split.validation);

  if (std::none_of(training.begin(), training.end(), [&](const Example& example) { return teaches(recipe, example); }))
    return Error{"there is nothing to learn: no two configurations of a program differ by more than the margin",
                 "give more data, or a smaller --margin (0: every difference counts)",
                 {},
                 {}};

  State state = startState(model::initialParameters(single, recipe.seed));
  setNormalisation(state.parameters, training);
  const std::string statePath = path("jobs/" + job.name() + ".npz"), donePath = path("jobs/" + job.name() + ".done");
  std::error_code ignored;
  if (fs::is_regular_file(statePath, ignored)) {
    *place_ = statePath;
    const auto bytes = native::readFile(statePath);
    if (!bytes) return bytes.error();
    const auto archive = npz::read(*bytes);
    if (!archive) return archive.error();
    auto stored = stateFromArchive(single, *archive);
    if (!stored) return stored.error();
    state = std::move(*stored);
  }
  if (fs::is_regular_file(donePath, ignored)) return Weights(state.result());

  native::Progress line("steps", 0, quiet_);
  Result<bool> written = true;
  auto lastWrite = std::chrono::steady_clock::now();
  double loss = 0;
  const auto keepGoing = [&](const Progress& progress) {
    loss = progress.loss;
    char note[96];
    std::snprintf(note, sizeof note, "of %lld, %s, epoch %d, loss %.4f", static_cast<long long>(progress.steps),
                  job.name().c_str(), progress.epoch, progress.loss);
    line.update(uint64_t(progress.step), note);
    return !native::interrupted();
  };
  // Trained in stretches, so that a checkpoint is never older than kCheckpointEvery.
  Outcome outcome;
  do {
    lastWrite = std::chrono::steady_clock::now();
    outcome = train(single, recipe, training, validation, state, [&](const Progress& progress) {
      return keepGoing(progress) && std::chrono::steady_clock::now() - lastWrite < kCheckpointEvery;
    });
    *place_ = statePath;
    written = native::writeFile(statePath, npz::write(toArchive(state)));
    if (!written) return written.error();
  } while (outcome == Outcome::kInterrupted && !native::interrupted());
  line.clear();
  if (outcome == Outcome::kInterrupted) return Weights();
  if (outcome == Outcome::kDiverged)
    return Error{"the loss is no number any more after step " + std::to_string(state.step) + " of " + job.name() +
                     "; the state before it is kept",
                 "train with a smaller --rate or --clip",
                 {},
                 {}};
  written = native::writeFile(donePath, "");
  if (!written) return written.error();
  if (!quiet_) {
    std::fprintf(stderr, "%s: %lld steps, loss %.4f%s\n", job.name().c_str(), static_cast<long long>(state.step), loss,
                 outcome == Outcome::kStoppedEarly ? ", stopped early" : "");
  }
  return Weights(state.result());
}

// The members of a fold trained and put together.
Result<std::optional<model::Model>> Run::modelOf(int fold) {
  model::Model model{options_.description, {}, free_, {}};
  for (int member = 0; member < options_.description.members; ++member) {
    auto weights = weightsOf({fold, member});
    if (!weights) return weights.error();
    if (!*weights) return std::optional<model::Model>();
    for (model::Parameter& parameter : **weights) {
      parameter.name = model::memberPrefix(options_.description, member) + parameter.name;
      model.parameters.push_back(std::move(parameter));
    }
  }
  return std::optional<model::Model>(std::move(model));
}

Result<bool> Run::judge(const model::Model& model, int fold) {
  for (const Part& part : splitOf(fold).test) {
    const data::MeasuredProgram& program = *programs_[part.program];
    const auto scores = model::scoresBy(model, problem(part));
    if (!scores) return scores.error();
    figures_.push_back(evaluate::programFigures(program, part.configurations, *scores));
    figures_.back().fold = fold;
    pairOrders_.add(*scores, data::timesOf(program, part.configurations));
    std::vector<float> everywhere(data::countOf(program), std::numeric_limits<float>::quiet_NaN());
    for (size_t i = 0; i < scores->size(); ++i) everywhere[part.configurations[i]] = (*scores)[i];
    predictions_.arrays.push_back(npz::makeArray<float>(program.name, {int64_t(everywhere.size())}, everywhere));
  }
  return true;
}

Result<bool> Run::writeFigures() const {
  if (figures_.empty()) return true;
  const auto written = native::writeFile(path("predictions.npz"), npz::write(predictions_));
  if (!written) return written.error();
  std::printf("%s", evaluate::toText(figures_, options_.form).c_str());
  return native::writeFile(path("metrics.json"), metricsOf(figures_, heldOut()).dump(1) + "\n");
}

// {pairs, separable, likeness}: see shared/model/trust.h. Null where nothing was held out.
Json Run::trust() const {
  if (figures_.empty()) return nullptr;
  std::map<std::string, double> pairAccuracy;
  for (const auto& program : figures_) pairAccuracy[program.name] = program.model.pairAccuracy;
  std::vector<Portrayed> portrayed;
  for (const auto& program : programs_) {
    const auto known = pairAccuracy.find(program->name);
    portrayed.push_back({model::portrait(program->opened.program), program->family,
                         known == pairAccuracy.end() ? std::nan("") : known->second});
  }
  Json json;
  json["pairs"] = pairOrders_.curve();
  json["separable"] = differenceFor(json["pairs"], kNineInTen);
  json["likeness"] = likeness(portrayed);
  return json;
}

Result<bool> Run::writeModel(model::Model model) const {
  // The smallest program is the golden example.
  size_t golden = 0, fewest = SIZE_MAX;
  for (size_t i = 0; i < programs_.size(); ++i) {
    size_t values = 0;
    for (const model::Tensor& tensor : inputs_[i])
      values += std::visit([](const auto& data) { return data.size(); }, tensor.data);
    if (values < fewest) golden = i, fewest = values;
  }
  model::Problem problem = this->problem({golden, programs_[golden]->measured()});
  problem.chosen.resize(std::min(problem.chosen.size(), kGoldenConfigurations));
  std::vector<model::Tensor> read = model::networkInputs(model.description, problem);
  auto answer = model::answer(model, read);
  if (!answer) return answer.error();

  onnx::CardFacts facts;
  facts.name = options_.form;
  facts.title = titleOf(options_.form);
  facts.target = options_.target;
  facts.training = {{"data", dataRecord()}, {"options", toJson(options_)}};
  facts.training["options"].erase("data");
  facts.training["options"].erase("description");
  size_t configurations = 0;
  for (const auto& program : programs_) configurations += program->measured().size();
  facts.training["configurations"] = configurations;
  facts.metrics = cardMetricsOf(figures_, heldOut());
  facts.trust = trust();
  model.card = onnx::makeCard(model.description, model.parameters, free_, facts,
                              {programs_[golden]->name, std::move(read), std::move(*answer)});
  return onnx::writeModel(folder_, model);
}

Result<RunOutcome> Run::go() {
  for (int fold = 0; fold < options_.folds; ++fold) {
    auto model = modelOf(fold);
    if (!model) return model.error();
    if (!*model) return RunOutcome::kInterrupted;
    const auto judged = judge(**model, fold);
    if (!judged) return judged.error();
  }
  auto model = modelOf(-1);
  if (!model) return model.error();
  if (!*model) return RunOutcome::kInterrupted;
  *place_ = folder_;
  if (options_.folds == 0) {
    const auto judged = judge(**model, -1);
    if (!judged) return judged.error();
  }
  std::sort(figures_.begin(), figures_.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
  const auto written = writeFigures();
  if (!written) return written.error();
  const auto stored = writeModel(std::move(**model));
  if (!stored) return stored.error();
  return RunOutcome::kDone;
}

}  // namespace

Result<RunOutcome> run(const std::string& folder, const RunOptions& options, bool resume, bool quiet,
                       std::string* place) {
  prepareLibTorch(options.threads);
  Run run(folder, options, quiet, place);
  const auto opened = run.open(resume);
  if (!opened) return opened.error();
  return run.go();
}

}  // namespace hlorank::train
