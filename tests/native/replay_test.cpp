// Tests the layout search of `tune` on recorded run times (native/research/model/replay.h).

#include "native/research/model/replay.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/collect/subjects.h"

namespace hlorank::tune {

using research::loadPool, research::Pool, research::replay;

namespace {

// Recorded measurements of a small program. The logarithm of a run time is a sum over tensors of a random effect of
// each layout.
class Replay : public testing::Test {
 protected:
  Replay() {
    Random random(7);
    for (size_t row = 0; row < space_.table().rows(); ++row) effects_.push_back(.2 * (random.uniform() - .3));
    collect::Sampler sampler(space_.table(), subject_.analytical, 1);
    pool_.compilerDefault = 1000;
    pool_.references = 1;
    pool_.entries.push_back({Choice(space_.slots(), 0), "default", 1000});
    while (pool_.entries.size() < 200) {
      auto sample = sampler.next();
      const double time = timeOf(sample->choice);
      pool_.entries.push_back({std::move(sample->choice), sample->kind, time});
    }
  }

  double timeOf(const Choice& choice) const {
    double sum = 0;
    for (uint32_t s : space_.changedSlots(choice)) sum += effects_[space_.table().rowBegin[s] + choice[s]];
    return 1000 * std::exp(sum);
  }

  std::vector<size_t> run(const std::string& strategy, uint64_t seed, size_t budget = SIZE_MAX) const {
    return replay(pool_, space_, *makeStrategy(strategy, space_, seed), budget);
  }

  // Returns the number of measurements until the search finds the fastest configuration, at most 100. The result is the
  // mean over five seeds.
  double countUntilBest(const std::string& strategy) const {
    const auto faster = [](const Pool::Entry& a, const Pool::Entry& b) { return a.time < b.time; };
    const auto best = std::min_element(pool_.entries.begin(), pool_.entries.end(), faster) - pool_.entries.begin();
    double sum = 0;
    for (uint64_t seed = 1; seed <= 5; ++seed) {
      const auto order = run(strategy, seed, 100);
      sum += static_cast<double>(std::find(order.begin(), order.end(), static_cast<size_t>(best)) - order.begin() + 1);
    }
    return sum / 5;
  }

  collect::Subject subject_ = collect::makeSubject(collect::kProgram);
  Space space_{subject_, model::analyticalTables(subject_.analytical), model::Aggregation::kSum};
  std::vector<double> effects_;
  Pool pool_;
};

TEST_F(Replay, StartsWithTheReferencesAndMeasuresEveryEntryOnce) {
  std::vector<size_t> all(pool_.entries.size());
  std::iota(all.begin(), all.end(), size_t{0});
  for (const std::string& strategy : strategies()) {
    std::vector<size_t> order = run(strategy, 1);
    EXPECT_EQ(order.front(), 0u) << strategy;
    EXPECT_EQ(order, run(strategy, 1)) << strategy;
    std::sort(order.begin(), order.end());
    EXPECT_EQ(order, all) << strategy;
  }
}

TEST_F(Replay, StopsAfterTheBudget) {
  const std::vector<size_t> whole = run("model", 3), part = run("model", 3, 12);
  EXPECT_EQ(part, std::vector<size_t>(whole.begin(), whole.begin() + 12));
}

TEST_F(Replay, ModelFindsTheFastestTwiceAsSoonAsRandom) {
  EXPECT_LT(countUntilBest("model"), .5 * countUntilBest("random"));
}

TEST_F(Replay, OrderMeasuresInTheOrderOfTheModelsScores) {
  const std::vector<size_t> order = run("order", 1);
  for (size_t i = 2; i < order.size(); ++i)
    EXPECT_LE(space_.score(pool_.entries[order[i - 1]].choice), space_.score(pool_.entries[order[i]].choice));
}

TEST_F(Replay, ClimbTakesTheConfigurationsNearestToTheBest) {
  pool_.entries[20].time = 1;  // measured first as the fastest, so the search selects the next batch by distance to it
  std::swap(pool_.entries[1], pool_.entries[20]);
  pool_.references = 2;
  const std::vector<size_t> order = run("climb", 1, 2 + kBatch);
  const auto differing = [&](size_t entry) {
    const Choice &a = pool_.entries[1].choice, &b = pool_.entries[entry].choice;
    return std::inner_product(a.begin(), a.end(), b.begin(), 0, std::plus<>(), std::not_equal_to<>());
  };
  int furthest = 0, nearerOnes = 0;
  for (size_t i = 2; i < order.size(); ++i) furthest = std::max(furthest, differing(order[i]));
  for (size_t entry = 2; entry < pool_.entries.size(); ++entry) nearerOnes += differing(entry) < furthest;
  EXPECT_LT(nearerOnes, static_cast<int>(kBatch));
}

class LoadPool : public testing::Test {
 protected:
  Result<Pool> stored(const std::vector<collect::Row>& rows) {
    const collect::Store store(folder_.path());
    collect::Measured measured{rows, {}, {{"seed", 1}}};
    EXPECT_TRUE(store.save("tiny", subject_, measured).ok());
    return loadPool(store, "tiny", subject_);
  }

  collect::Folder folder_;
  collect::Subject subject_ = collect::makeSubject(collect::kTinyProgram);
};

TEST_F(LoadPool, OmitsDuplicatesAndTheCompilerDefaultAndStartsWithTheReferences) {
  auto pool = stored({{{0, 0}, "default", 1, true, 0, 1, {50, 40}},
                      {{1, 0}, "auto", 2, true, 0, 1, {30}},
                      {{1, 1}, "sparse", 1, false, 0, 1, {40}},
                      {{0, 1}, "dense", 3, true, 0, 1, {20}},
                      {{1, 0}, "auto_written", 4, true, 0, 1, {35}}});
  ASSERT_TRUE(pool.ok()) << pool.error().message;
  EXPECT_EQ(pool->compilerDefault, 30);
  EXPECT_FALSE(pool->isDefaultReproducible);
  EXPECT_EQ(subject_.compilerDefault, (Choice{1, 0}));
  EXPECT_EQ(pool->references, 2u);
  ASSERT_EQ(pool->entries.size(), 3u);
  EXPECT_EQ(pool->entries[0].time, 40);
  EXPECT_EQ(pool->entries[1].kind, "auto_written");
  EXPECT_EQ(pool->entries[2].kind, "dense");
}

TEST_F(LoadPool, RequiresATimeOfTheCompilerDefault) {
  const auto pool = stored({{{0, 0}, "default", 1, true, 0, 1, {50}}});
  ASSERT_FALSE(pool.ok());
  EXPECT_EQ(pool.error().message, "the measurements have no run time of the compiler default");
}

TEST_F(LoadPool, RejectsAProgramWithoutMeasurements) {
  EXPECT_FALSE(loadPool(collect::Store(folder_.path()), "other", subject_).ok());
}

}  // namespace
}  // namespace hlorank::tune
