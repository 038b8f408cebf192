#include "native/train/defaults.h"

#include <algorithm>
#include <cmath>

#include "native/train/split.h"

namespace hlorank::train {
namespace {

// Margin of the loss for data of `hlorank collect`: how much run times of one program vary between runs on XLA:CPU. On
// XLA:GPU they vary less (data/gpu: .7 %), but the same margin is used.
constexpr double kCollectedMargin = .02;
constexpr double kUnknownMargin = .0005;  // margin if no configuration was measured twice

struct Form {
  const char* name;
  void (*apply)(RunOptions& options, const Survey& survey);
};

// Sets the options that all model forms with gates have in common: learned costs per layout and per pair of layouts,
// scores that are plain sums, no dropout.
void applyGates(RunOptions& options, int correctionWidth) {
  options.description.correctionWidth = correctionWidth;
  options.description.pairWidth = 8;
  options.description.gates = true;
  options.description.aggregation = model::Aggregation::kSum;
  options.description.scale = model::Scale::kIdentity;
  options.recipe.dropout = 0;
  options.recipe.rate = 2e-3;
}

// Returns the number of training steps for the model forms table, early and late.
int64_t stepsFor(const Survey& survey) {
  return survey.tiles ? 4000 : survey.programs > 1 ? 1800 : 400;
}

constexpr Form kForms[] = {
    {"calibrated",
     [](RunOptions& options, const Survey&) {
       options.description.multiplierHidden = 32;
       options.steps = 1500;
     }},
    {"graph",
     [](RunOptions& options, const Survey&) {
       options.description.encoderLayers = 2;
       options.description.encoderWidth = 16;
       options.description.multiplierHidden = 16;
       options.recipe.dropout = .2;
       options.recipe.rate = 2e-3;
       options.steps = 1000;
     }},
    {"table",
     [](RunOptions& options, const Survey& survey) {
       options.description.encoderLayers = 2;
       options.description.encoderWidth = 32;
       options.description.multiplierHidden = 32;
       applyGates(options, 64);
       options.steps = stepsFor(survey);
     }},
    {"early",
     [](RunOptions& options, const Survey& survey) {
       options.description.join = model::Join::kEarly;
       applyGates(options, 32);
       // Measured on layout collections of synth, means of 2 or 3 seeds on held-out programs, dropout .1 instead of 0:
       // +1.8, +.9, +.5 and −.3 points of the share of the attainable tau.
       if (!survey.tiles && survey.programs > 1) options.recipe.dropout = .1;
       options.description.tableLayers = 2;
       options.description.encoderLayers = survey.tiles ? 3 : 2;
       options.description.encoderWidth = survey.tiles ? 64 : 32;
       options.recipe.configurations = 128;
       options.steps = stepsFor(survey);
     }},
    {"late",
     [](RunOptions& options, const Survey& survey) {
       options.description.join = model::Join::kLate;
       applyGates(options, 32);
       options.description.tableLayers = 2;
       options.description.encoderLayers = 2;
       options.description.encoderWidth = 64;
       options.description.headWidth = 64;
       options.recipe.configurations = 256;
       options.steps = stepsFor(survey);
     }},
    {"simulated",
     [](RunOptions& options, const Survey&) {
       options.description.join = model::Join::kLoops;
       options.description.tables = false;
       options.description.headWidth = 32;
       options.description.members = 3;
       options.description.aggregation = model::Aggregation::kSum;
       options.description.scale = model::Scale::kIdentity;
       options.recipe.dropout = .1;
       options.recipe.rate = 3e-3;
       options.recipe.configurations = 64;
       options.steps = 1600;
     }},
    {"stages",
     [](RunOptions& options, const Survey& survey) {
       // Measured: the 41 programs of data/tvm need dropout and a narrower network; on the 235 of data/halide a width
       // of 64 is better than 32.
       const bool isSmall = survey.programs < 100;
       options.description.join = model::Join::kStages;
       options.description.members = 3;
       options.description.tables = false;
       options.description.encoderLayers = 3;
       options.description.encoderWidth = isSmall ? 32 : 64;
       options.description.headWidth = 64;
       options.description.aggregation = model::Aggregation::kSum;
       options.description.scale = model::Scale::kIdentity;
       options.recipe.loss = Loss::kRunTime;
       options.recipe.dropout = isSmall ? .1 : 0;
       options.recipe.rate = .004;
       options.recipe.configurations = 32;
       options.recipe.epochs = 400;
     }},
    {"free",
     [](RunOptions& options, const Survey&) {
       options.description.freeRows = 1;  // RunData::prepare replaces this by the number of learned costs
       options.description.aggregation = model::Aggregation::kSum;
       options.description.scale = model::Scale::kIdentity;
       options.recipe.fit = true;
       options.recipe.dropout = 0;
       options.recipe.rate = .01;
       options.recipe.epochs = 0;
     }},
};

// Returns the expected range (max − min) of n standard normal numbers. Uses the d2 table of control charts up to n =
// 10, and a fitted formula beyond.
double expectedRange(double n) {
  constexpr double kRanges[] = {0, 0, 1.128, 1.693, 2.059, 2.326, 2.534, 2.704, 2.847, 2.970, 3.078};
  return n < std::size(kRanges) ? kRanges[static_cast<size_t>(n)] : 3.078 + .75 * std::log(n / 10);
}

}  // namespace

std::vector<std::string> formNames() {
  std::vector<std::string> names;
  for (const Form& form : kForms) names.push_back(form.name);
  return names;
}

Survey surveyData(const data::MeasuredPrograms& programs) {
  Survey survey;
  std::vector<double> deviations;
  survey.isSingle = programs.size() == 1;
  survey.platform = programs.empty() ? "" : programs.front()->opened.configurations.platform;
  survey.collected = survey.collections = true;
  const bool isSplit = hasTrainingSplit(programs);
  for (const auto& program : programs) {
    survey.tiles = program->opened.tiles.has_value();
    survey.stages = program->stages.has_value();
    if (program->stages && program->stages->noise > 0) deviations.push_back(program->stages->noise);
    if (program->opened.configurations.platform != survey.platform) survey.platform.clear();
    survey.collected &= !program->opened.configurations.platform.empty();
    survey.collections &= !program->collection.empty();
    const bool isHeldOut = program->split == store::Split::kTest || program->split == store::Split::kValid;
    if (!(isSplit && isHeldOut) && program->measured().size() > 1) ++survey.programs;
    if (!program->stored) continue;
    for (const store::Merged& merged : program->stored->merged()) {
      if (merged.least <= 0 || merged.rows < 2) continue;
      const double middle = .5 * (double(merged.least) + double(merged.most));
      deviations.push_back(double(merged.most - merged.least) / middle / expectedRange(merged.rows));
    }
  }
  if (!deviations.empty()) {
    const auto middle = deviations.begin() + std::ptrdiff_t(deviations.size() / 2);
    std::nth_element(deviations.begin(), middle, deviations.end());
    survey.noise = *middle;
  }
  return survey;
}

FormChoice chooseForm(const Survey& survey) {
  if (survey.stages) return {"stages", "the data has schedules of stage graphs"};
  if (survey.tiles) return {"early", "the data has tile sizes, which need a graph network over the whole kernel"};
  if (survey.platform == "cpu")
    return {"simulated", "the data was measured on XLA:CPU, whose layout assignment and fusion can be simulated"};
  if (survey.isSingle) return {"free", "the data has one program, whose layouts are fitted by least squares"};
  return {"early", "the data has several programs, and a layout's cost depends on what is next to it in the graph"};
}

RunOptions presetOptions(const std::string& form, const Survey& survey) {
  RunOptions preset;
  preset.target = survey.stages              ? "cpu"
                  : !survey.platform.empty() ? "xla-" + survey.platform
                  : survey.collections       ? "tpu-v3"
                                             : "unknown";
  for (const Form& one : kForms)
    if (form == one.name) one.apply(preset, survey);
  return preset;
}

void addCrossAttention(model::Description& description, int size) {
  description.crossAttention = size;
  if (description.join != model::Join::kTables) return;
  description.join = model::Join::kParts;
  description.tableLayers = description.encoderLayers;  // keeps the encoder of the layout table
  description.tableWidth = description.encoderWidth;
  description.encoderLayers = 0;
  description.headWidth = 16;
}

MarginChoice chooseMargin(const Survey& survey) {
  if (survey.noise > 0) return {2 * survey.noise, "2 standard deviations of repeated measurements"};
  if (survey.collected) return {kCollectedMargin, "spread of repeated runs of `hlorank collect`"};
  return {kUnknownMargin, "no configuration was measured twice"};
}

}  // namespace hlorank::train
