#include "native/train/run_data.h"

#include <algorithm>

#include "native/data/caches.h"
#include "native/data/times.h"
#include "shared/base/fnv.h"
#include "shared/model/schema.h"
#include "shared/model/slot_features.h"
#include "shared/simulation/simulator.h"

namespace hlorank::train {
namespace {

// Returns the measured compiler default whose layouts are not recorded; nullopt if there is none. A compiler default
// with recorded layouts is a configuration like all others.
std::optional<uint32_t> findUnrecordedDefault(const configs::Configurations& all) {
  const auto measured = all.measuredDefault();
  if (!measured || !all.isCompilerDefault(*measured) || all.runtimes[*measured] <= 0) return std::nullopt;
  return uint32_t(*measured);
}

}  // namespace

Result<bool> RunData::load(const RunOptions& options, std::string* place) {
  data::LoadOptions load;
  load.most = options.most;
  load.seed = options.recipe.seed;
  load.acceptUnmeasured = true;  // accepts the published test set, which has no run times
  load.acceptTiles = true;
  auto programs = data::load(options.data, load, place);
  if (!programs) return programs.error();
  programs_ = std::move(*programs);
  return true;
}

Result<bool> RunData::prepare(RunOptions& options) {
  if (options.description.freeRows != 0 && programs_.size() != 1)
    return Error{"form free learns the layouts of one program, but the data has " + std::to_string(programs_.size()) +
                     " programs",
                 "give one npz, or leave out --form"};
  if (programs_.size() == 1) options.folds = 0;
  foldOf_ = options.folds > 0 ? data::assignFolds(programs_, options.folds) : std::vector<int>(programs_.size(), -1);
  if (options.steps > 0) {
    const Sets sets = makeUnsortedSplit(options, options.folds > 0 ? 0 : -1);
    const auto learned = int64_t(std::max<size_t>(1, sets.training.size()));
    const int64_t stepsPerEpoch = (learned + options.recipe.batch - 1) / options.recipe.batch;
    constexpr int64_t kMostEpochs = 1'000'000;
    options.recipe.epochs = int(std::min((options.steps + stepsPerEpoch - 1) / stepsPerEpoch, kMostEpochs));
    options.steps = 0;
  }
  return prepareInputs(options.description);
}

// Builds the input arrays of every program, and sets the fields of the description that depend on the data: input sizes
// and the number of learned constant costs. The bool is always true. Error: the data mixes layouts and tile sizes, or
// the form of the model does not score tile sizes.
Result<bool> RunData::prepareInputs(model::Description& d) {
  if (programs_.front()->stages || d.join == model::Join::kStages) return prepareStages(d);
  const bool layouts = !programs_.front()->opened.tiles;
  for (const auto& program : programs_)
    if (program->opened.tiles.has_value() == layouts)
      return Error{"the data mixes programs with layout configurations and programs with tile configurations",
                   "train on one kind at a time: give the folder of one collection"};
  d.nodeFeatures = model::kNodeInputs;
  d.slotFeatures = layouts ? int(model::slotFeatureCount()) : 0;
  if (!layouts) {
    if (d.join != model::Join::kEarly && d.join != model::Join::kLate)
      return Error{"this form scores layouts, but the configurations of the data are tile sizes",
                   "use --form early or --form late"};
    d.tables = d.gates = false;
    d.tileFeatures = model::kTileInputs;
  }
  if (d.join == model::Join::kLoops) return simulateLoops(d);
  for (const auto& program : programs_)
    inputs_.push_back(model::problemInputs(d, program->opened.program,
                                           layouts ? &program->opened.configurations : nullptr, &program->analytical));
  if (d.freeRows != 0) {
    free_ = model::makeFreeTable(programs_.front()->opened.configurations.table);
    d.freeRows = int64_t(free_.rows());
    inputs_.front().push_back(model::freeRowInput(free_, programs_.front()->opened.configurations));
  }
  return true;
}

// Sets the input sizes of a stage network, which predicts schedules of Halide or TVM. The bool is always true. Error:
// the data has HLO programs, or it has schedules but the model form scores layouts.
Result<bool> RunData::prepareStages(model::Description& d) {
  if (!programs_.front()->stages)
    return Error{"form stages is for schedules of Halide or TVM, but the data has HLO programs",
                 "leave out --form, or give folders with .sample files"};
  if (d.join != model::Join::kStages)
    return Error{"this form scores layouts, but the data has schedules of Halide or TVM", "leave out --form"};
  const stages::Kind kind = programs_.front()->stages->kind;
  d.slotFeatures = 0;
  d.nodeFeatures = int(stages::algorithmColumns(kind).size());
  d.scheduleFeatures = int(stages::scheduleColumns(kind).size());
  inputs_.resize(programs_.size());
  return true;
}

// Simulates the loops of every configuration of every program, for the caches of the machine that measured the first
// program. The bool is always true. Error: a program has no HLO, or store.json has wrong caches.
Result<bool> RunData::simulateLoops(model::Description& d) {
  const auto caches = data::readCaches(programs_.front()->path);
  if (!caches) return caches.error();
  if (*caches) d.caches = **caches;
  d.slotFeatures = d.nodeFeatures = 0;
  d.accessFeatures = int(simulation::kAccessFeatures);
  inputs_.resize(programs_.size());
  for (const auto& program : programs_) {
    const configs::Problem& problem = program->opened;
    std::vector<std::span<const uint8_t>> choices;
    for (size_t c = 0; c < problem.configurations.count; ++c) choices.push_back(problem.configurations.choice(c));
    if (const auto compilerDefault = findUnrecordedDefault(problem.configurations)) choices[*compilerDefault] = {};
    auto loops = model::simulateLoops(problem, choices, d.rules());
    if (!loops) return Error{problem.name + ": " + loops.error().message, loops.error().help};
    loops_.push_back(std::move(*loops));
    // The configurations of a single program are split, and times of held-out ones must not teach the network.
    loopTimes_.push_back(programs_.size() > 1 ? model::matchLoopTimes(problem, d.rules()) : model::LoopTimes());
  }
  return true;
}

nlohmann::ordered_json RunData::record() const {
  nlohmann::ordered_json record = nlohmann::ordered_json::array();
  for (const auto& program : programs_)
    record.push_back({{"name", program->name}, {"family", program->family}, {"hash", hexadecimal(program->hash)}});
  return record;
}

// Returns whether to use the train, valid and test split of the data set itself. That is so if no folds are requested
// and at least one program is marked as `train`.
bool RunData::isPublished(const RunOptions& options) const {
  return options.folds == 0 && hasTrainingSplit(programs_);
}

HeldOut RunData::heldOut(const RunOptions& options) const {
  return {isPublished(options) ? "split" : options.folds > 0 ? "family" : "configuration", options.folds};
}

std::optional<uint32_t> RunData::compilerDefault(size_t program) const {
  return loops_.empty() ? std::nullopt : findUnrecordedDefault(programs_[program]->opened.configurations);
}

Sets RunData::makeSplit(const RunOptions& options, int fold) const {
  Sets sets = makeUnsortedSplit(options, fold);
  // Only when whole programs are held out: with one program, its compiler default is the baseline of held-out
  // configurations.
  for (Part& part : sets.training)
    if (const auto known = compilerDefault(part.program);
        known && programs_.size() > 1 && part.configurations.size() > 1)
      part.configurations.push_back(*known);
  for (std::vector<Part>* parts : {&sets.training, &sets.validation, &sets.test}) sortByContent(*parts, programs_);
  return sets;
}

std::vector<Part> RunData::learned(const RunOptions& options) const {
  std::vector<Part> parts = makeUnsortedSplit(options, -1).training;
  std::erase_if(parts, [](const Part& part) { return part.configurations.size() < 2; });
  return parts;
}

Sets RunData::makeUnsortedSplit(const RunOptions& options, int fold) const {
  const uint64_t seed = options.recipe.seed;
  if (programs_.size() == 1) return splitByConfiguration(*programs_.front(), options.validation, options.test, seed);
  if (isPublished(options)) return splitAsPublished(programs_);
  Sets sets = splitByProgram(programs_, foldOf_, fold, options.validation, seed);
  if (options.programs > 0) samplePrograms(sets.training, programs_, size_t(options.programs), seed);
  return sets;
}

model::ScoringTask RunData::problem(const Part& part) const {
  const data::MeasuredProgram& program = *programs_[part.program];
  model::ScoringTask task = {data::idOf(program),
                             &program.opened.program,
                             &program.opened.configurations,
                             &program.analytical,
                             program.opened.tiles ? &*program.opened.tiles : nullptr,
                             &inputs_[part.program],
                             part.configurations};
  if (program.stages) task.stages = &*program.stages;
  if (!loops_.empty()) {
    task.loops = &loops_[part.program];
    if (!loopTimes_[part.program].empty()) task.loopTimes = &loopTimes_[part.program];
  }
  return task;
}

std::vector<Example> RunData::examples(const std::vector<Part>& parts) const {
  std::vector<Example> list;
  for (const Part& part : parts) list.push_back(problem(part));
  return list;
}

size_t RunData::smallest() const {
  size_t smallest = 0, fewest = SIZE_MAX;
  for (size_t i = 0; i < inputs_.size(); ++i) {
    if (programs_[i]->measured().empty()) continue;
    size_t values = 0;
    for (const model::Tensor& tensor : inputs_[i])
      values += std::visit([](const auto& data) { return data.size(); }, tensor.data);
    if (!loops_.empty()) values = loops_[i].access.size();
    if (programs_[i]->stages) values = programs_[i]->stages->stageCount();
    if (values < fewest) smallest = i, fewest = values;
  }
  return smallest;
}

}  // namespace hlorank::train
