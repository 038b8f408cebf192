#include "native/research/model/replay.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace hlorank::research {
using namespace tune;

Result<Pool> loadPool(const collect::Store& store, const std::string& name, collect::Subject& subject) {
  const auto measured = store.load(name, subject);
  if (!measured)
    return Error{"the folder of this file has no measurements of the program",
                 "give npz files in a folder that `hlorank collect` wrote"};
  Pool pool;
  for (const collect::Row& row : measured->rows) {
    const bool isAutomatic = row.kind == "auto" || row.kind == "auto_exact";
    pool.isDefaultReproducible = pool.isDefaultReproducible || row.kind == "auto_exact";
    if (isAutomatic) pool.compilerDefault = row.runtime(), subject.compilerDefault = row.choice;
    if (isAutomatic || !row.first) continue;
    const bool comesFirst = row.kind == "default" || row.kind == "auto_written";
    const auto place =
        pool.entries.begin() + static_cast<ptrdiff_t>(comesFirst ? pool.references : pool.entries.size());
    pool.entries.insert(place, {row.choice, row.kind, row.runtime()});
    pool.references += comesFirst;
  }
  if (pool.compilerDefault <= 0)
    return Error{"the measurements have no run time of the compiler default",
                 "measure the program again with `hlorank collect`"};
  return pool;
}

std::vector<size_t> replay(const Pool& pool, const Space& space, Strategy& strategy, size_t budget) {
  if (pool.isDefaultReproducible) strategy.learn(space.base(), 0);
  std::vector<size_t> order, left(pool.entries.size());
  std::iota(left.begin(), left.end(), size_t{0});
  std::vector<size_t> batch(left.begin(), left.begin() + static_cast<ptrdiff_t>(pool.references));
  while (order.size() < budget) {
    batch.resize(std::min(batch.size(), budget - order.size()));
    for (const size_t entry : batch) {
      strategy.learn(pool.entries[entry].choice, std::log(pool.entries[entry].time / pool.compilerDefault));
      order.push_back(entry);
      left.erase(std::find(left.begin(), left.end(), entry));
    }
    if (left.empty()) break;
    std::vector<Choice> candidates;
    for (const size_t entry : left) candidates.push_back(pool.entries[entry].choice);
    batch = strategy.choose(candidates, kBatch);
    for (size_t& entry : batch) entry = left[entry];
  }
  return order;
}

}  // namespace hlorank::research
