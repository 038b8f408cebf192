// Ranking metrics per collection (data set of TpuGraphs, such as "layout:xla:random") and split (train, valid or test),
// as in the TpuGraphs benchmark and its Kaggle contest.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "native/evaluate/figures.h"
#include "shared/metrics/bootstrap.h"

namespace hlorank::evaluate {

// A metric as a table column. The unit says what the table shows: kShare the value, kPercent 100 · value, kScore 1 -
// value (TpuGraphs' score of tile sizes; 1 is best).
struct Column {
  const char* name;   // key of the metric in JSON
  const char* title;  // heading of the column in tables
  double Figures::*value;
  enum class Unit { kShare, kPercent, kScore } unit;
};
// Returns the columns of the table of a collection. Their titles for layouts: tau, order, pairs, floor, top-1, top-10,
// top-100. For tile sizes (`tiles`): tau, order, pairs, floor, top-1, top-5, top-10, score.
std::span<const Column> columnsOf(bool tiles);
// Returns the number that a column shows: 1 - metric for kScore, else the metric itself (for kPercent not yet
// multiplied by 100). NaN if the metric is undefined.
double valueOf(const Column& column, const Figures& figures);

// Metrics of the programs of one split (train, valid or test) of one collection.
struct CollectionFigures {
  // `collection`: such as "layout:xla:random". `split`: "train", "valid", "test", or "" for programs in no split.
  std::string collection, split;
  bool tiles = false;  // whether configurations are tile sizes, not layouts
  std::vector<ProgramFigures> programs;
  ProgramFigures mean;  // unweighted mean of every metric over the programs
  // For each column of columnsOf(tiles): mean of the model's metric over the programs, with a 95 % bootstrap interval.
  std::vector<metrics::Interval> intervals;

  // Returns the score of TpuGraphs' Kaggle contest, higher is better: mean tau for layouts, mean 1 - slowdown5 for tile
  // sizes.
  double score() const { return tiles ? 1 - mean.model.slowdown5 : mean.model.tau; }
  std::string title() const { return split.empty() ? collection : collection + " " + split; }
};

// Groups programs by collection and split, in alphabetical order, and averages each group. Ignores programs that belong
// to no collection.
std::vector<CollectionFigures> computeCollectionFigures(std::span<const ProgramFigures> programs);

// Means of the model's metrics over the collections of one split (train, valid or test). The means are unweighted;
// their 95 % intervals come from a bootstrap.
struct Overall {
  std::string split;
  size_t collections = 0;
  metrics::Interval tau;    // mean tau over the collections of layouts; NaN without any
  metrics::Interval score;  // mean of CollectionFigures::score over all collections
};
// Averages the collections for each split (train, valid, test) that occurs in at least two collections.
std::vector<Overall> computeOverall(std::span<const CollectionFigures> collections);

// Formats one plain-text table per collection, with a legend; "" if there are no collections. `model`: name of the
// model in the table.
std::string toText(std::span<const CollectionFigures> collections, const std::string& model);
// Formats two Markdown tables per collection: the metrics of the model and of the baselines, averaged over the
// programs; then the model's metrics per program. `model`: name of the model in the tables.
std::string toMarkdown(std::span<const CollectionFigures> collections, const std::string& model);
// Converts the metrics to JSON: [{collection, split, programs, configurations, score, tau: {mean, low, high}, ...,
// baselines}], with one key per column (Column::name). `programs` and `configurations` are counts; an undefined metric
// is null.
nlohmann::ordered_json toJson(std::span<const CollectionFigures> collections);
// Converts the means over collections to JSON: [{split, collections, tau: {mean, low, high}, score: {mean, low,
// high}}]. The key `collections` is the number of collections; an undefined metric is null.
nlohmann::ordered_json toJson(std::span<const Overall> overall);
// Formats a CSV table with one line per program and ranker (the model, named `model`, and each baseline). Columns:
// collection, split, program, family, configurations, ranker, then the metrics of fields(). An undefined metric is an
// empty cell.
std::string toCsv(std::span<const ProgramFigures> programs, const std::string& model);

}  // namespace hlorank::evaluate
