#include "native/research/model/submission.h"

#include <algorithm>
#include <cassert>
#include <numeric>

#include "native/data/times.h"

namespace hlorank::research {
namespace {

// Number of tile sizes (rows of the npz) per kernel in a submission.
constexpr size_t kTilesSubmitted = 5;

}  // namespace

Result<std::string> submissionId(const data::MeasuredProgram& program) {
  if (program.collection.empty() || !program.stored)
    return Error{
        "belongs to no TpuGraphs collection",
        "keep the published folders (npz/layout/xla/random/test, npz/tile/xla/test), or pass a store made with "
        "`hlorank prepare --collection`"};
  return data::idOf(program);
}

std::vector<uint64_t> submittedRows(const data::MeasuredProgram& program, std::span<const float> scores) {
  const store::StoredProgram& stored = *program.stored;
  assert(scores.size() == stored.count());
  std::vector<uint32_t> order(scores.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) { return scores[a] < scores[b]; });
  std::vector<uint32_t> placeOf(order.size());
  for (uint32_t place = 0; place < order.size(); ++place) placeOf[order[place]] = place;

  // A row of the npz. Rows are sorted by `repeats` (duplicates of tile sizes come last), then by the rank `place` of
  // their configuration, then by row index.
  struct Row {
    bool repeats;
    uint32_t place;
    uint64_t row;
    auto operator<=>(const Row&) const = default;
  };
  std::vector<Row> rows;
  std::vector<bool> seen(order.size(), false);
  for (uint64_t row = 0; row < stored.about().rows; ++row) {
    const uint32_t configuration = stored.configurationOf(row);
    rows.push_back({program.opened.tiles && seen[configuration], placeOf[configuration], row});
    seen[configuration] = true;
  }
  std::sort(rows.begin(), rows.end());
  if (program.opened.tiles) rows.resize(std::min(rows.size(), kTilesSubmitted));
  std::vector<uint64_t> best;
  for (const Row& row : rows) best.push_back(row.row);
  return best;
}

}  // namespace hlorank::research
