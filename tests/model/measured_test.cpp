// Compares the accuracy of the analytical cost model on measured programs with the numbers in docs/model.md.
#include <gtest/gtest.h>

#include "shared/configs/dataset.h"
#include "shared/hlo/read.h"
#include "shared/metrics/ranking.h"
#include "shared/model/score.h"
#include "tests/support/suite.h"

namespace hlorank::model {
namespace {

namespace fs = std::filesystem;

struct Figures {
  double tau = 0, pairAccuracy = 0, slowdown1 = 0, slowdown5 = 0;
  int programs = 0;
};

// Computes mean accuracies over the programs of a folder. Counts only usable configurations.
Figures computeFigures(const fs::path& folder, Aggregation aggregation) {
  Figures figures;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() != ".npz") continue;
    SCOPED_TRACE(entry.path().string());
    fs::path program = entry.path();
    program.replace_extension(".hlo.txt.gz");
    Result<hlo::ReadModule> module = hlo::readModule(test::readFile(program));
    Result<npz::Archive> archive = npz::read(test::readFile(entry.path()));
    EXPECT_TRUE(module.ok() && archive.ok());
    Result<configs::Problem> dataset = configs::readProblem(*archive, "measured", &module->module);
    EXPECT_TRUE(dataset.ok()) << (dataset.ok() ? "" : dataset.error().message);
    const configs::Configurations& configurations = dataset->configurations;
    const AnalyticalCosts analytical = computeAnalyticalCosts(dataset->program, configurations);
    TableScorer scorer(configurations, analytical, analyticalTables(analytical), aggregation, Scale::kIdentity);
    std::vector<float> all(configurations.count), scores;
    std::vector<double> times;
    scorer.scoreRange(0, configurations.count, all.data(), nullptr);
    EXPECT_EQ(all[0], 0);
    for (size_t c = 0; c < configurations.count; ++c) {
      if (configurations.usable[c] == 0) continue;
      scores.push_back(all[c]);
      times.push_back(static_cast<double>(configurations.runtimes[c]));
    }
    figures.tau += metrics::kendallTau(scores, times);
    figures.pairAccuracy += metrics::pairAccuracy(scores, times, .02);
    figures.slowdown1 += metrics::slowdown(scores, times, 1);
    figures.slowdown5 += metrics::slowdown(scores, times, 5);
    ++figures.programs;
  }
  return figures;
}

TEST(Measured, TheAnalyticalCostModelIsAsAccurateAsDocumented) {
  const auto suite = test::suiteData();
  if (!suite || !fs::exists(*suite / "measured")) GTEST_SKIP() << "the measured programs were not found";
  Figures sum = computeFigures(*suite / "measured", Aggregation::kSum);
  ASSERT_EQ(sum.programs, 28);
  EXPECT_NEAR(sum.tau / 28, .713, .001);
  EXPECT_NEAR(sum.pairAccuracy / 28, .902, .001);
  EXPECT_NEAR(sum.slowdown1 / 28, .033, .001);
  EXPECT_NEAR(sum.slowdown5 / 28, .006, .001);
  Figures largest = computeFigures(*suite / "measured", Aggregation::kLargestPerValue);
  EXPECT_NEAR(largest.tau / 28, .717, .001);
  EXPECT_NEAR(largest.pairAccuracy / 28, .903, .001);
}

}  // namespace
}  // namespace hlorank::model
