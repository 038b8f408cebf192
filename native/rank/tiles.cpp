#include "native/rank/tiles.h"

#include <algorithm>
#include <numeric>
#include <span>

#include "native/base/output.h"
#include "shared/base/json.h"
#include "shared/base/text.h"
#include "shared/configs/tile_space.h"
#include "shared/cost/units.h"
#include "shared/session/json.h"

namespace hlorank::rank {
namespace {

constexpr double kSecondsPerNanosecond = 1e-9;

// A row of the ranking.
struct RankedRow {
  size_t rank;             // 1 + number of configurations with a lower score
  uint32_t configuration;  // row of the file
};

// Returns the `top` configurations with the lowest scores; equal scores in the order of the file.
std::vector<RankedRow> topOf(const std::vector<float>& scores, size_t top) {
  std::vector<uint32_t> order(scores.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return scores[a] < scores[b]; });
  std::vector<RankedRow> rows;
  for (size_t i = 0; i < std::min(top, order.size()); ++i) {
    const bool tied = i > 0 && scores[order[i]] == scores[order[i - 1]];
    rows.push_back({tied ? rows.back().rank : i + 1, order[i]});
  }
  return rows;
}

configs::TileSizes sizesOf(const configs::TileConfigurations& tiles, uint32_t configuration) {
  const auto row = std::span(tiles.columns).subspan(size_t{configuration} * configs::kTileColumns);
  return configs::fromColumns(row.first<configs::kTileColumns>());
}

std::string textOf(const std::vector<int64_t>& sizes) {
  std::string text;
  for (const int64_t size : sizes) text += (text.empty() ? "" : ",") + std::to_string(size);
  return "[" + text + "]";
}

}  // namespace

void printTiles(const session::Opened& opened, const RankedTiles& ranked, size_t top) {
  const configs::TileConfigurations& tiles = *opened.tiles;
  native::print("%s (%s), ranked by %s: %s\n", opened.name.c_str(), opened.format.c_str(), ranked.by.name.c_str(),
                ranked.by.title.c_str());
  native::print("%zu tile-size configurations from the file; score: lower is faster; not a time\n", tiles.count());
  for (const std::string& line : session::linesOf(opened.warnings)) native::print("warning: %s\n", line.c_str());
  const bool measured = tiles.hasTimes();
  std::vector<std::vector<std::string>> rows = {{"rank", "number", "score", "time", "tile sizes"}};
  for (const auto& [rank, c] : topOf(ranked.scores, top)) {
    const configs::TileSizes sizes = sizesOf(tiles, c);
    const int64_t time = measured ? tiles.runtimes[c] : 0;
    rows.push_back(
        {std::to_string(rank), "#" + std::to_string(c), formatted("%.4g", double(ranked.scores[c])),
         time > 0 ? cost::formatSeconds(double(time) * kSecondsPerNanosecond) : "-",
         "kernel " + textOf(sizes.kernel) + "  output " + textOf(sizes.output) + "  input " + textOf(sizes.input)});
  }
  if (!measured)
    for (auto& row : rows) row.erase(row.begin() + 3);
  native::printText(cost::formatTable(rows));
}

std::string tilesJson(const session::Opened& opened, const RankedTiles& ranked, const std::string& file, size_t top) {
  const configs::TileConfigurations& tiles = *opened.tiles;
  Json report = {{"version", session::kReportVersion},
                 {"file", file},
                 {"name", opened.name},
                 {"format", opened.format},
                 {"model", {{"name", ranked.by.name}, {"title", ranked.by.title}}},
                 {"count", tiles.count()},
                 {"warnings", session::warningsOf(opened)}};
  report["tiles"] = Json::array();
  for (const auto& [rank, c] : topOf(ranked.scores, top)) {
    const configs::TileSizes sizes = sizesOf(tiles, c);
    Json entry = {{"index", c}, {"rank", rank}, {"score", number(ranked.scores[c])}};
    if (c < tiles.runtimes.size() && tiles.runtimes[c] > 0)
      entry["time"] = number(double(tiles.runtimes[c]) * kSecondsPerNanosecond);
    if (!tiles.normalizers.empty() && tiles.normalizers[c] > 0)
      entry["compilerTime"] = number(double(tiles.normalizers[c]) * kSecondsPerNanosecond);
    entry["kernel"] = sizes.kernel;
    entry["output"] = sizes.output;
    entry["input"] = sizes.input;
    report["tiles"].push_back(std::move(entry));
  }
  return oneLine(report);
}

}  // namespace hlorank::rank
