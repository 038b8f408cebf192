// Formats the metrics per collection (collections.h) as text, Markdown, JSON and CSV.
#include <algorithm>
#include <cmath>

#include "native/evaluate/collections.h"
#include "shared/base/json.h"
#include "shared/base/text.h"
#include "shared/session/saved.h"

namespace hlorank::evaluate {
namespace {

// Legend printed below the text tables: explains the columns and rows of the tables.
constexpr char kLegend[] =
    "tau: Kendall's tau-b, -1 to 1, higher is better\n"
    "order: fraction of pairs ranked in the right order, of all pairs with different run times; pairs: of those more\n"
    "than 2 % apart; floor: of those further apart than repeated measurements of one configuration; higher is better\n"
    "top-k: slowdown in % of the best of the k ranked first against the best of all, lower is better\n"
    "score: Kaggle's, higher is better: 1 - slowdown of the 5 ranked first for tiles, tau for layouts\n"
    "[low, high]: 95 % confidence interval of the mean (bootstrap over programs)\n";

// Formats the value of a metric for a table. kPercent columns show 100 · value with one decimal, others the value with
// three; "-" for NaN.
std::string valueText(const Column& column, double value) {
  if (!std::isfinite(value)) return "-";
  const bool percent = column.unit == Column::Unit::kPercent;
  return formatted(percent ? "%.1f" : "%.3f", percent ? 100 * value : value);
}

// Pads a text with spaces on the left to `width` characters.
std::string padded(const std::string& text, size_t width) {
  return text.size() < width ? std::string(width - text.size(), ' ') + text : text;
}

// Formats the metrics of one ranker (the model or a baseline) as one cell per column.
std::vector<std::string> cellsOf(std::span<const Column> columns, const Figures& figures) {
  std::vector<std::string> cells;
  for (const Column& column : columns) cells.push_back(valueText(column, valueOf(column, figures)));
  return cells;
}

// Formats an interval as "[LOW, HIGH]"; "-" if it is undefined.
std::string intervalText(const Column& column, const metrics::Interval& interval) {
  if (!std::isfinite(interval.low)) return "-";
  return "[" + valueText(column, interval.low) + ", " + valueText(column, interval.high) + "]";
}

// Formats a line of a plain-text table.
std::string line(const std::string& name, const std::vector<std::string>& cells) {
  std::string text = name + std::string(name.size() < 28 ? 28 - name.size() : 0, ' ');
  for (const std::string& cell : cells) text += " " + padded(cell, 15);
  return text + "\n";
}

// Formats a row of a Markdown table.
std::string row(const std::string& name, const std::vector<std::string>& cells) {
  std::string text = "| " + name + " |";
  for (const std::string& cell : cells) text += " " + cell + " |";
  return text + "\n";
}

std::vector<std::string> titlesOf(std::span<const Column> columns) {
  std::vector<std::string> titles;
  for (const Column& column : columns) titles.push_back(column.title);
  return titles;
}

// Formats the heading rows of a Markdown table, whose first column is titled `name`.
std::string header(const std::string& name, std::span<const Column> columns) {
  return row(name, titlesOf(columns)) + "|---|" + [&] {
    std::string rule;
    for (size_t i = 0; i < columns.size(); ++i) rule += "---:|";
    return rule;
  }() + "\n";
}

// Returns the counts of a collection: "12 programs, 3400 configurations".
std::string countsOf(const CollectionFigures& collection) {
  return counted(collection.programs.size(), "program") + ", " +
         counted(collection.mean.configurations, "configuration");
}

// Formats the sum of the model's Kendall taus as a fraction of the best attainable: "97.5 % of the attainable tau;
// ...". Adds the accuracy on transfer pairs, whose configurations differ in one instruction. "" if the ground-truth
// costs are unknown.
std::string attainedText(const CollectionFigures& collection) {
  double model = 0, best = 0;
  for (const ProgramFigures& program : collection.programs) {
    if (!std::isfinite(program.reachable.tau) || !std::isfinite(program.model.tau)) continue;
    model += program.model.tau;
    best += program.reachable.tau;
  }
  if (best <= 0) return {};
  std::string text = formatted("%.1f %% of the attainable tau", 100 * model / best);
  const double transfer = collection.mean.model.transferAccuracy;
  if (std::isfinite(transfer)) text += formatted("; %.1f %% of the transfer pairs in the right order", 100 * transfer);
  return text;
}

// Formats a mean with its interval as "MEAN [LOW, HIGH]"; as "MEAN" if the interval is undefined.
std::string meanText(const metrics::Interval& interval) {
  if (!std::isfinite(interval.low)) return formatted("%.3f", interval.mean);
  return formatted("%.3f [%.3f, %.3f]", interval.mean, interval.low, interval.high);
}

// Formats the means over collections, one line per split (train, valid, test) that occurs in several collections.
std::string overallText(std::span<const CollectionFigures> collections) {
  std::string lines;
  for (const Overall& overall : computeOverall(collections)) {
    lines += "mean of " + std::to_string(overall.collections) + " collections" +
             (overall.split.empty() ? "" : ", " + overall.split) + ": score " + meanText(overall.score);
    if (std::isfinite(overall.tau.mean)) lines += ", tau of layouts " + meanText(overall.tau);
    lines += "\n";
  }
  return lines;
}

// Formats the mean metrics of a collection with the function `line`: a line for the model, one for its 95 % intervals,
// and one per baseline that has a finite metric.
template <class Line>
std::string rankerLines(const CollectionFigures& collection, const std::string& model, const Line& line) {
  const auto columns = columnsOf(collection.tiles);
  std::string text = line(model, cellsOf(columns, collection.mean.model));
  std::vector<std::string> intervals;
  for (size_t i = 0; i < columns.size(); ++i) intervals.push_back(intervalText(columns[i], collection.intervals[i]));
  text += line("95 %", intervals);
  for (const Baseline& baseline : baselines())
    if (model != baseline.name && has(collection.programs, baseline))
      text += line(baseline.name, cellsOf(columns, collection.mean.*baseline.figures));
  return text;
}

// Converts an interval to JSON: {mean, low, high}; null where a number is undefined.
Json toJson(const metrics::Interval& interval) {
  return {{"mean", number(interval.mean)}, {"low", number(interval.low)}, {"high", number(interval.high)}};
}

}  // namespace

std::string toText(std::span<const CollectionFigures> collections, const std::string& model) {
  std::string text;
  for (const CollectionFigures& collection : collections) {
    text += "\n" + collection.title() + ": " + countsOf(collection) + "\n";
    text += line("", titlesOf(columnsOf(collection.tiles)));
    text += rankerLines(collection, model,
                        [](const std::string& name, const auto& cells) { return line("  " + name, cells); });
    if (const std::string words = attainedText(collection); !words.empty()) text += words + "\n";
  }
  if (collections.empty()) return text;
  if (const std::string words = overallText(collections); !words.empty()) text += "\n" + words;
  const bool hasValid = std::any_of(collections.begin(), collections.end(),
                                    [](const CollectionFigures& collection) { return collection.split == "valid"; });
  if (hasValid) text += "valid: the split by which training selects the epoch; test is the better estimate\n";
  return text + kLegend;
}

std::string toMarkdown(std::span<const CollectionFigures> collections, const std::string& model) {
  std::string text;
  for (const CollectionFigures& collection : collections) {
    const auto columns = columnsOf(collection.tiles);
    text += "## " + collection.title() + "\n\n" + countsOf(collection) + ".\n\n" + header("ranked by", columns);
    text += rankerLines(collection, model, [](const std::string& name, const auto& cells) { return row(name, cells); });
    if (const std::string words = attainedText(collection); !words.empty()) text += "\n" + words + ".\n";
    text += "\n" + header("program", columns);
    for (const ProgramFigures& program : collection.programs)
      text += row(program.name, cellsOf(columns, program.model));
    text += "\n";
  }
  if (const std::string words = overallText(collections); !words.empty()) text += words + "\n";
  return text + kLegend;
}

Json toJson(std::span<const CollectionFigures> collections) {
  Json list = Json::array();
  for (const CollectionFigures& collection : collections) {
    Json json = {{"collection", collection.collection},
                 {"split", collection.split},
                 {"programs", collection.programs.size()},
                 {"configurations", collection.mean.configurations},
                 {"score", number(collection.score())}};
    const auto columns = columnsOf(collection.tiles);
    for (size_t i = 0; i < columns.size(); ++i) json[columns[i].name] = toJson(collection.intervals[i]);
    if (std::isfinite(collection.mean.model.transferAccuracy))
      json["transferAccuracy"] = collection.mean.model.transferAccuracy;
    for (const Baseline& baseline : baselines())
      if (has(collection.programs, baseline))
        json["baselines"][baseline.name] = evaluate::toJson(collection.mean.*baseline.figures);
    list.push_back(std::move(json));
  }
  return list;
}

Json toJson(std::span<const Overall> overall) {
  Json list = Json::array();
  for (const Overall& one : overall)
    list.push_back({{"split", one.split},
                    {"collections", one.collections},
                    {"tau", toJson(one.tau)},
                    {"score", toJson(one.score)}});
  return list;
}

std::string toCsv(std::span<const ProgramFigures> programs, const std::string& model) {
  std::string text = "collection,split,program,family,configurations,ranker";
  for (const Field& field : fields()) text += std::string(",") + field.name;
  text += "\n";
  const auto add = [&](const ProgramFigures& program, const std::string& ranker, const Figures& figures) {
    text += csvField(program.collection) + "," + program.split + "," + csvField(program.name) + "," +
            csvField(program.family) + "," + std::to_string(program.configurations) + "," + csvField(ranker);
    for (const Field& field : fields()) {
      text += ",";
      if (std::isfinite(figures.*field.value)) text += formatted("%.6g", figures.*field.value);
    }
    text += "\n";
  };
  for (const ProgramFigures& program : programs) {
    add(program, model, program.model);
    for (const Baseline& baseline : baselines())
      if (has(std::span(&program, 1), baseline)) add(program, baseline.name, program.*baseline.figures);
  }
  return text;
}

}  // namespace hlorank::evaluate
