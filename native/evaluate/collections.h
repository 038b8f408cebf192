// Ranking metrics per collection and split, as in the TpuGraphs benchmark and its Kaggle contest.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "native/evaluate/figures.h"
#include "shared/metrics/bootstrap.h"

namespace hlorank::evaluate {

// A table column. kScore shows 1 - value (TpuGraphs' score: 1 is best), kPercent 100 · value.
struct Column {
  const char* name;   // in JSON
  const char* title;  // in tables
  double Figures::*value;
  enum class Unit { kShare, kPercent, kScore } unit;
};
// Layouts: tau, order, pairs, floor, top-1, top-10, top-100.
// Tiles: tau, order, pairs, floor, top-1, top-5, top-10, score.
std::span<const Column> columnsOf(bool tiles);
double valueOf(const Column& column, const Figures& figures);

// Metrics of one split of one collection.
struct CollectionFigures {
  std::string collection, split;
  bool tiles = false;
  std::vector<ProgramFigures> programs;
  ProgramFigures mean;
  std::vector<metrics::Interval> intervals;  // [columnsOf(tiles)] 95 % of the model's mean: bootstrap over programs

  // Score of the Kaggle contest, higher is better: mean tau for layouts, mean 1 - slowdown5 for tiles.
  double score() const { return tiles ? 1 - mean.model.slowdown5 : mean.model.tau; }
  std::string title() const { return split.empty() ? collection : collection + " " + split; }
};

// Groups programs by (collection, split), sorted by name. Ignores programs of no collection.
std::vector<CollectionFigures> computeCollectionFigures(std::span<const ProgramFigures> programs);

// Unweighted means over the collections of a split, with 95 % intervals.
struct Overall {
  std::string split;
  size_t collections = 0;
  metrics::Interval tau;    // over layout collections
  metrics::Interval score;  // over all collections
};
// One entry per split that occurs in more than one collection.
std::vector<Overall> computeOverall(std::span<const CollectionFigures> collections);

// Plain-text tables; empty without collections. `model`: the label of the model's line.
std::string toText(std::span<const CollectionFigures> collections, const std::string& model);
// Two Markdown tables per collection: the model and the baselines, then the model per program.
std::string toMarkdown(std::span<const CollectionFigures> collections, const std::string& model);
// [{collection, split, programs, configurations, score, tau: {mean, low, high}, ..., baselines}]
nlohmann::ordered_json toJson(std::span<const CollectionFigures> collections);
// [{split, collections, tau: {mean, low, high}, score: {...}}]
nlohmann::ordered_json toJson(std::span<const Overall> overall);
// One line per program and ranker (the model and each baseline). Header: collection,split,program,family,
// configurations,ranker, then fields(). An undefined metric is an empty cell.
std::string toCsv(std::span<const ProgramFigures> programs, const std::string& model);

}  // namespace hlorank::evaluate
