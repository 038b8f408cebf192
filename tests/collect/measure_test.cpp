#include "native/collect/measure.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <set>

#include "tests/collect/subjects.h"

namespace hlorank::collect {
namespace {

class Measuring : public WithFakeWorker {
 protected:
  // Measures `configurations` layout configurations with a new fake worker. Stops in round `stopInRound`. Sets
  // `counts_` to the numbers of failures.
  Result<bool> run(int configurations, size_t stopInRound = 1000) {
    auto worker = Worker::start(options_);
    if (!worker) return worker.error();
    Trial trial(subject_, options_, 1, std::move(*worker));
    MeasureOptions options;
    options.configurations = configurations;
    options.window = 0;
    options.instructions = instructions_;
    auto done = measure(
        trial, subject_, options, measured_,
        [&] {
          saved_.push_back(measured_.rows.size());
          return true;
        },
        [&](const std::string&) { return saved_.size() < stopInRound; });
    counts_ = trial.counts;
    return done;
  }

  // Returns the index of the configurable tensor (one whose layout can be chosen) that is the operand with this name.
  size_t slotOf(const std::string& value) const {
    const configs::LayoutTable& table = subject_.configurations.table;
    for (size_t s = 0; s < table.slots.size(); ++s) {
      if (table.slots[s].tensor == 0) continue;
      const hlo::Instruction& node = subject_.module->instructions[table.nodes[table.slots[s].position]];
      if (subject_.module->instructions[subject_.module->operandsOf(node)[table.slots[s].tensor - 1]].name == value)
        return s;
    }
    ADD_FAILURE() << "no slot for " << value;
    return 0;
  }
  static std::vector<double> shortest(std::vector<double> passes) {
    std::sort(passes.begin(), passes.end());
    return passes;
  }
  // Counts the measured configurations that are neither duplicates nor the compiler default.
  size_t distinct() const {
    return static_cast<size_t>(std::count_if(measured_.rows.begin(), measured_.rows.end(),
                                             [](const Row& row) { return row.first && row.kind != "auto"; }));
  }
  // Expects that each configuration was measured in at least three passes, and that only the reference configurations
  // occur more than once.
  void expectComplete() const {
    std::set<std::string> seen;
    for (const Row& row : measured_.rows) {
      EXPECT_GE(row.passes.size(), 3u) << row.kind;
      if (row.kind.rfind("auto", 0) != 0) {
        EXPECT_TRUE(seen.insert(digits(row.choice)).second) << row.kind;
      }
    }
  }

  // Returns the first configurations that are no duplicates.
  std::vector<uint32_t> firstDistinct(size_t count) const {
    std::vector<uint32_t> configurations;
    for (uint32_t c = 0; c < measured_.rows.size() && configurations.size() < count; ++c)
      if (measured_.rows[c].first) configurations.push_back(c);
    return configurations;
  }
  // Returns the configurations whose instructions were timed.
  std::vector<uint32_t> timed() const {
    std::vector<uint32_t> configurations;
    for (const configs::InstructionTime& time : measured_.instructions) configurations.push_back(time.configuration);
    return configurations;
  }

  Subject subject_ = makeSubject(kProgram);
  int instructions_ = 0;  // number of configurations whose instructions are timed
  Measured measured_;
  Trial::Counts counts_;
  std::vector<size_t> saved_;
};

TEST_F(Measuring, StartsWithTheProgramLayoutsAndTheCompilerDefault) {
  ASSERT_TRUE(run(12));
  expectComplete();
  EXPECT_EQ(distinct(), 12u);
  EXPECT_EQ(measured_.rows[0].kind, "default");
  EXPECT_EQ(measured_.rows[0].choice, Choice(subject_.configurations.table.slots.size(), 0));
  EXPECT_EQ(measured_.rows[1].kind, "auto");
  // The compiler default constrains no layout, so the fake worker reports its base time: 1 ms, in ns.
  EXPECT_EQ(measured_.rows[1].runtime(), 1e6);
  EXPECT_EQ(measured_.rows[2].kind, "auto_written");
  EXPECT_FALSE(measured_.rows[2].first) << "here, the compiler default is the program layouts";
  EXPECT_EQ(saved_.back(), measured_.rows.size());
}

TEST_F(Measuring, RecordsTheTimesOfTheFakeWorker) {
  ASSERT_TRUE(run(20));
  const size_t w2 = slotOf("w2"), h = 0;  // the first tensor whose layout can be chosen is the result of the first dot
  // The fake worker adds time per constrained tensor. It skips the operands h and y, which are already constrained as
  // outputs.
  const double slots = static_cast<double>(subject_.configurations.table.slots.size()) - 2;
  int gains = 0;
  for (const Row& row : measured_.rows) {
    if (row.kind == "auto") continue;
    const bool gain = row.choice[w2] == 1;
    gains += gain;
    EXPECT_EQ(row.choice[h], 0) << "the fake worker rejects other layouts of h";
    EXPECT_EQ(row.runtime(), std::round(1e6 * (1 + .02 * (slots - gain)) * (gain ? .7 : 1)));
  }
  EXPECT_GT(gains, 0);
  EXPECT_GT(counts_.rejected, 0);
}

TEST_F(Measuring, TimesInstructionsOfTheFirstDistinctConfigurations) {
  instructions_ = 3;
  ASSERT_TRUE(run(12));
  EXPECT_EQ(timed(), firstDistinct(3)) << "the fake worker traces one instruction";
  EXPECT_FALSE(measured_.rows[2].first);
  EXPECT_EQ(measured_.instructions[0].name, "p");
  EXPECT_EQ(measured_.instructions[0].executions, 1);
  EXPECT_NEAR(measured_.instructions[0].nanoseconds, 40'000, 1)
      << "the first run of a trace, which is slower, is left out";
  measured_.instructions[0].nanoseconds = 7;
  instructions_ = 4;
  ASSERT_TRUE(run(12));
  EXPECT_EQ(timed(), firstDistinct(4)) << "only the missing one is added";
  EXPECT_EQ(measured_.instructions[0].nanoseconds, 7);
}

TEST_F(Measuring, KeepsRunTimesIfInstructionsCannotBeTimed) {
  configureWorker("DIES", "profile");
  instructions_ = 2;
  ASSERT_TRUE(run(12));
  EXPECT_EQ(distinct(), 12u);
  EXPECT_TRUE(timed().empty());
  EXPECT_EQ(saved_.back(), measured_.rows.size());
}

TEST_F(Measuring, TimesTheReferencesInEveryRound) {
  ASSERT_TRUE(run(30));
  expectComplete();
  EXPECT_GE(distinct(), 30u);
  EXPECT_EQ(measured_.rows.back().round, 1);
  ASSERT_EQ(saved_.size(), 3u) << "after each of two rounds, and after the final passes over all rounds";
  EXPECT_EQ(measured_.rows[0].passes.size(), 3u + 3u + 2u);
  EXPECT_EQ(measured_.rows[1].passes.size(), 3u + 3u + 2u);
  EXPECT_EQ(measured_.rows.back().passes.size(), 3u + 2u);
}

TEST_F(Measuring, AddsToExistingRows) {
  ASSERT_TRUE(run(10));
  const std::vector<Row> before = measured_.rows;
  ASSERT_TRUE(run(16));
  expectComplete();
  EXPECT_GE(distinct(), 16u);
  for (size_t r = 0; r < before.size(); ++r) EXPECT_EQ(measured_.rows[r].choice, before[r].choice);
  EXPECT_EQ(measured_.rows[before.size()].round, 1);
}

TEST_F(Measuring, EndsWhenAllConfigurationsAreMeasured) {
  subject_ = makeSubject(kTinyProgram);
  ASSERT_TRUE(run(100));
  EXPECT_EQ(distinct(), 4u);
}

TEST_F(Measuring, FindsDuplicatesByTheHashOfTheOptimisedModule) {
  configureWorker("DUPLICATES", "x");
  ASSERT_TRUE(run(12));
  expectComplete();
  size_t duplicates = 0;
  for (const Row& row : measured_.rows) {
    if (row.first || row.kind.rfind("auto", 0) == 0) continue;
    ++duplicates;
    const auto original = std::find_if(measured_.rows.begin(), measured_.rows.end(),
                                       [&](const Row& other) { return other.hash == row.hash; });
    EXPECT_TRUE(original->first);
    EXPECT_EQ(original->passes, row.passes);
  }
  EXPECT_GT(duplicates, 0u);
}

TEST_F(Measuring, DropsConfigurationsWithWrongOutputs) {
  configureWorker("WRONG", "w1");
  ASSERT_TRUE(run(12));
  EXPECT_GT(counts_.wrong, 0);
  for (const Row& row : measured_.rows) EXPECT_EQ(row.choice[slotOf("w1")], 0);
}

TEST_F(Measuring, RepeatsPassesUntilTheTwoShortestAgree) {
  configureWorker("NOISE", "0.1");
  ASSERT_TRUE(run(20));
  std::set<size_t> lengths;
  for (const Row& row : measured_.rows) {
    lengths.insert(row.passes.size());
    EXPECT_GE(row.passes.size(), 3u);
    EXPECT_LE(row.passes.size(), 8u);
    const auto sorted = shortest(row.passes);
    if (row.passes.size() < 8) {
      EXPECT_LE(sorted[1], 1.01 * sorted[0]);
    }
  }
  EXPECT_GT(lengths.size(), 1u);
}

TEST_F(Measuring, SurvivesACrashOfTheCompiler) {
  configureWorker("DIES", "22");
  configureWorker("ONCE", folder_ / "once");
  configureWorker("LOG", folder_ / "log");
  ASSERT_TRUE(run(12));
  expectComplete();
  EXPECT_EQ(distinct(), 12u);
  EXPECT_EQ(counts_.crashed, 1);
  std::ifstream log(folder_ / "log");
  EXPECT_EQ(std::count(std::istreambuf_iterator<char>(log), {}, '\n'), 2);
}

TEST_F(Measuring, SurvivesACrashWhileTiming) {
  configureWorker("DIES", "time");
  configureWorker("ONCE", folder_ / "once");
  ASSERT_TRUE(run(12));
  expectComplete();
  EXPECT_EQ(distinct(), 12u);
  EXPECT_EQ(counts_.crashed, 1);
}

TEST_F(Measuring, SurvivesACompilerThatHangs) {
  configureWorker("HANGS", "22");
  configureWorker("ONCE", folder_ / "once");
  options_.timeout = 1;
  ASSERT_TRUE(run(12));
  expectComplete();
  EXPECT_EQ(distinct(), 12u);
  EXPECT_EQ(counts_.crashed, 1);
}

TEST_F(Measuring, FailsIfEveryTimingCrashes) {
  configureWorker("DIES", "time");
  const auto done = run(12);
  ASSERT_FALSE(done);
  EXPECT_NE(done.error().message.find("the compiler process ended"), std::string::npos) << done.error().message;
  EXPECT_TRUE(measured_.rows.empty());
  EXPECT_TRUE(saved_.empty());
}

TEST_F(Measuring, KeepsCompleteRoundsWhenStopped) {
  const auto stopped = run(60, 1);
  ASSERT_TRUE(stopped);
  EXPECT_FALSE(*stopped);
  expectComplete();
  ASSERT_EQ(saved_.size(), 1u);
  EXPECT_EQ(measured_.rows.size(), saved_[0]);
}

TEST_F(Measuring, IsNotCompleteWhenStoppedInTheFinalPasses) {
  EXPECT_TRUE(*run(30));
  const size_t rounds = saved_.size() - 1;  // the last time, it saves the final passes
  ASSERT_GT(rounds, 1u);
  measured_ = {}, saved_.clear();
  EXPECT_FALSE(*run(30, rounds)) << "it stops after all rounds, in the first of the final passes";
}

TEST_F(Measuring, KeepsTheLastRoundIfTheFinalPassesFail) {
  configureWorker("TRACE", folder_ / "trace");
  ASSERT_TRUE(run(1000));  // more than there are
  const size_t all = measured_.rows.size();
  std::ifstream trace(folder_ / "trace");
  int requests = 1, last = 0;  // the first request is not traced
  for (std::string line; std::getline(trace, line);) {
    if (line.rfind("begin", 0) == 0) ++requests;
    if (line == "begin time") last = requests;
  }
  // One failure after the other, because each process that dies is replaced by another.
  measured_ = {}, saved_.clear();
  configureWorker("DIES", std::to_string(last));
  (void)run(1000);
  ASSERT_FALSE(saved_.empty());
  EXPECT_EQ(saved_.back(), all);
}

TEST(StartingAWorker, ReportsAMissingInterpreter) {
  WorkerOptions options;
  options.python = "/nowhere/python";
  const auto none = Worker::start(options);
  ASSERT_FALSE(none);
  EXPECT_NE(none.error().message.find("cannot measure with /nowhere/python"), std::string::npos);
  EXPECT_NE(none.error().message.find("No such file"), std::string::npos) << none.error().message;
  EXPECT_NE(none.error().help.find("--python"), std::string::npos);
}

// Returns the error of a worker that ends at its start after it wrote `log`.
class EndingWorker : public WithFakeWorker {
 protected:
  std::string reasonFor(const std::string& log) {
    configureWorker("DIES", "start");
    configureWorker("SAYS", log);
    const auto none = Worker::start(options_);
    if (none) return "";
    return none.error().message.substr(none.error().message.find("the compiler process"));
  }
};

TEST_F(EndingWorker, IsExplainedByTheFailedCheckAndNotByTheStack) {
  EXPECT_EQ(reasonFor("W1125 02:46:36.2 699 cpu.cc:1] slow\n"
                      "F1125 02:46:36.278454     699 partitioner.cc:269] Check failed: n == 1 (0 vs. 1) \n"
                      "*** Check failure stack trace: ***\n"
                      "    @     0x7f5908640634  absl::SendToLog()\n"
                      "    @     0x7f590fcc51f5  (unknown)\n"),
            "the compiler process ended: partitioner.cc:269] Check failed: n == 1 (0 vs. 1)");
  EXPECT_EQ(reasonFor("ImportError: no numpy\n    @     0x7f590fcc51f5  (unknown)\n"),
            "the compiler process ended: ImportError: no numpy");
  EXPECT_EQ(reasonFor(""), "the compiler process ended");
}

Row rowOf(const std::string& kind, std::vector<double> passes) {
  Row row;
  row.kind = kind;
  row.passes = std::move(passes);
  return row;
}

TEST(Noise, HasTheMedianSpreadAndTheTauBetweenOddAndEvenPasses) {
  const Noise noise = computeNoise({rowOf("default", {100, 103, 102}), rowOf("sparse", {200, 200, 210}),
                                    rowOf("sparse", {300, 330, 303}), rowOf("sparse", {400})});
  EXPECT_NEAR(noise.spread, .01, 1e-9);  // median of the relative deviations .02, 0 and .01
  EXPECT_NEAR(noise.drift, .03, 1e-9);
  EXPECT_EQ(noise.tau, 1);
  const Noise reversed = computeNoise({rowOf("default", {100, 300}), rowOf("sparse", {200, 200})});
  EXPECT_EQ(reversed.tau, -1);
}

TEST(Noise, IsZeroWithoutRepeatedPasses) {
  EXPECT_EQ(computeNoise({}).spread, 0);
  EXPECT_EQ(computeNoise({rowOf("default", {100})}).spread, 0);
}

}  // namespace
}  // namespace hlorank::collect
