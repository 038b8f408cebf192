#include "native/evaluate/collections.h"

#include <cmath>
#include <map>

namespace hlorank::evaluate {
namespace {

using Unit = Column::Unit;

constexpr Column kLayoutColumns[] = {{"tau", "tau", &Figures::tau, Unit::kShare},
                                     {"orderedPairAccuracy", "order", &Figures::orderedPairAccuracy, Unit::kShare},
                                     {"pairAccuracy", "pairs", &Figures::pairAccuracy, Unit::kShare},
                                     {"floorPairAccuracy", "floor", &Figures::floorPairAccuracy, Unit::kShare},
                                     {"slowdown1", "top-1", &Figures::slowdown1, Unit::kPercent},
                                     {"slowdown10", "top-10", &Figures::slowdown10, Unit::kPercent},
                                     {"slowdown100", "top-100", &Figures::slowdown100, Unit::kPercent}};

constexpr Column kTileColumns[] = {{"tau", "tau", &Figures::tau, Unit::kShare},
                                   {"orderedPairAccuracy", "order", &Figures::orderedPairAccuracy, Unit::kShare},
                                   {"pairAccuracy", "pairs", &Figures::pairAccuracy, Unit::kShare},
                                   {"floorPairAccuracy", "floor", &Figures::floorPairAccuracy, Unit::kShare},
                                   {"slowdown1", "top-1", &Figures::slowdown1, Unit::kPercent},
                                   {"slowdown5", "top-5", &Figures::slowdown5, Unit::kPercent},
                                   {"slowdown10", "top-10", &Figures::slowdown10, Unit::kPercent},
                                   {"score5", "score", &Figures::slowdown5, Unit::kScore}};

// Returns the model's value of the column's metric for each program of a collection; NaN where it is undefined.
std::vector<double> valuesOf(const CollectionFigures& collection, const Column& column) {
  std::vector<double> values;
  for (const ProgramFigures& program : collection.programs) values.push_back(valueOf(column, program.model));
  return values;
}

}  // namespace

std::span<const Column> columnsOf(bool tiles) {
  if (tiles) return kTileColumns;
  return kLayoutColumns;
}

double valueOf(const Column& column, const Figures& figures) {
  const double value = figures.*column.value;
  return column.unit == Column::Unit::kScore ? 1 - value : value;
}

std::vector<CollectionFigures> computeCollectionFigures(std::span<const ProgramFigures> programs) {
  std::map<std::pair<std::string, std::string>, CollectionFigures> byName;
  for (const ProgramFigures& program : programs) {
    if (program.collection.empty()) continue;
    CollectionFigures& collection = byName[{program.collection, program.split}];
    collection.collection = program.collection;
    collection.split = program.split;
    collection.tiles = program.tiles;
    collection.programs.push_back(program);
  }
  std::vector<CollectionFigures> collections;
  for (auto& [name, collection] : byName) {
    collection.mean = meanOf(collection.programs);
    for (const Column& column : columnsOf(collection.tiles)) {
      const std::vector<double> values = valuesOf(collection, column);
      collection.intervals.push_back(metrics::bootstrap({&values, 1}));
    }
    collections.push_back(std::move(collection));
  }
  return collections;
}

std::vector<Overall> computeOverall(std::span<const CollectionFigures> collections) {
  struct Values {
    std::vector<std::vector<double>> taus, scores;
  };
  std::map<std::string, Values> bySplit;
  for (const CollectionFigures& collection : collections) {
    const auto columns = columnsOf(collection.tiles);
    Values& values = bySplit[collection.split];
    values.scores.push_back(valuesOf(collection, collection.tiles ? columns.back() : columns.front()));
    if (!collection.tiles) values.taus.push_back(values.scores.back());
  }
  std::vector<Overall> overall;
  for (const auto& [split, values] : bySplit)
    if (values.scores.size() > 1)
      overall.push_back(
          {split, values.scores.size(), metrics::bootstrap(values.taus), metrics::bootstrap(values.scores)});
  return overall;
}

}  // namespace hlorank::evaluate
