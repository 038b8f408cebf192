// Figures of whole collections, as TpuGraphs' benchmark and its Kaggle contest have them.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <vector>

#include "native/evaluate/figures.h"
#include "shared/metrics/bootstrap.h"

namespace hlorank::evaluate {

// A figure as a table shows it. `score` is TpuGraphs' 1 - slowdown, best at 1.
struct Column {
  const char* name;   // in JSON
  const char* title;  // in tables
  double Figures::*value;
  enum class Unit { kShare, kPercent, kScore } unit;
};
// Layouts: tau, order, pairs, floor, top-1, top-10, top-100; tiles: tau, order, pairs, floor, top-1, top-5, top-10,
// score.
std::span<const Column> columnsOf(bool tiles);
double valueOf(const Column& column, const Figures& figures);

// The programs of a split of a collection.
struct CollectionFigures {
  std::string collection, split;
  bool tiles = false;
  std::vector<ProgramFigures> programs;
  ProgramFigures mean;
  std::vector<metrics::Interval> intervals;  // of the model, by columnsOf(tiles): bootstrap over programs

  // Kaggle's: mean tau of layouts, mean 1 - slowdown@5 of tiles.
  double score() const { return tiles ? 1 - mean.model.slowdown5 : mean.model.tau; }
  std::string title() const { return split.empty() ? collection : collection + " " + split; }
};

// By collection and split, in the order of their names; programs of no collection are left out.
std::vector<CollectionFigures> collectionFigures(std::span<const ProgramFigures> programs);

// Means over the collections of a split, every one counted alike.
struct Overall {
  std::string split;
  size_t collections = 0;
  metrics::Interval tau;    // of those of layouts
  metrics::Interval score;  // of all
};
// Of every split that several collections have.
std::vector<Overall> overallOf(std::span<const CollectionFigures> collections);

// Tables for people; empty where there are no collections.
std::string toText(std::span<const CollectionFigures> collections, const std::string& model);
// Per collection a table of the model beside the baselines and one of its programs.
std::string toMarkdown(std::span<const CollectionFigures> collections, const std::string& model);
// [{collection, split, programs, configurations, score, tau: {mean, low, high}, ..., baselines}]
nlohmann::ordered_json toJson(std::span<const CollectionFigures> collections);
// [{split, collections, tau: {mean, low, high}, score: {...}}]
nlohmann::ordered_json toJson(std::span<const Overall> overall);
// A line for every program and ranker, with a header: collection,split,program,family,configurations,ranker, then the
// fields by name; nothing where a figure does not exist.
std::string toCsv(std::span<const ProgramFigures> programs, const std::string& model);

}  // namespace hlorank::evaluate
