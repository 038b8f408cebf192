// Tests the layout search of `tune` with a fake measuring worker, the verification of its result, and its report.
#include "native/tune/tuner.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "native/tune/report.h"
#include "native/tune/verify.h"
#include "shared/hlo/read.h"
#include "shared/hlo/source_lines.h"
#include "tests/collect/subjects.h"

namespace hlorank::tune {
namespace {

constexpr char kProgram[] = R"(HloModule small

FileNames
1 "model.py"

FunctionNames
1 "f"

FileLocations
1 {file_name_id=1 function_name_id=1 line=7 end_line=70 column=4 end_column=9}

StackFrames
1 {file_location_id=1 parent_frame_id=1}


ENTRY main {
  x = f32[64,32]{1,0} parameter(0)
  w1 = f32[32,48]{1,0} parameter(1)
  w2 = f32[48,16]{1,0} parameter(2)
  h = f32[64,48]{1,0} dot(x, w1), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name="first" source_file="layers \"a\".py" source_line=12}
  y = f32[64,16]{1,0} dot(h, w2), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name="second" stack_frame_id=1}
  ROOT r = f32[8,8,16]{2,1,0} reshape(y)
})";

class Tune : public collect::WithFakeWorker {
 protected:
  Result<SearchResult> run(const std::string& strategy, int budget, int stopAt = 1000) {
    return run(subject_, space_, strategy, budget, stopAt);
  }
  Result<SearchResult> run(const collect::Subject& subject, const Space& space, const std::string& strategy, int budget,
                           int stopAt = 1000) {
    auto worker = collect::Worker::start(options_);
    if (!worker) return worker.error();
    collect::Trial trial(subject, options_, 1, std::move(*worker));
    TuneOptions options;
    options.budget = budget;
    auto selected = makeStrategy(strategy, space, 1);
    return tune(trial, space, *selected, options,
                [&](const SearchResult& found, double) { return found.compilations < stopAt; });
  }

  collect::Subject subject_ = collect::makeSubject(kProgram);
  Space space_{subject_, model::analyticalTables(subject_.analytical), model::Aggregation::kSum};
};

TEST_F(Tune, FindsTheOneLayoutThatIsFaster) {
  for (const char* strategy : {"model", "climb"}) {
    auto found = run(strategy, 40);
    ASSERT_TRUE(found.ok()) << found.error().message;
    const Attempt& winner = found->attempts[found->winner];
    EXPECT_NEAR(winner.logRatio, std::log(.7), 1e-6) << strategy;
    EXPECT_EQ(space_.countConstrained(winner.choice), 1u) << strategy;
    EXPECT_LE(found->compilations, 40);
    EXPECT_GT(found->failures, 0) << "the compiler rejects layouts of h";
  }
}

TEST_F(Tune, IsDeterministic) {
  auto a = run("model", 20), b = run("model", 20);
  ASSERT_TRUE(a.ok() && b.ok());
  ASSERT_EQ(a->attempts.size(), b->attempts.size());
  for (size_t i = 0; i < a->attempts.size(); ++i) EXPECT_EQ(a->attempts[i].choice, b->attempts[i].choice);
}

TEST_F(Tune, ReturnsTheAttemptsSoFarWhenStopped) {
  auto found = run("model", 1000, 12);
  ASSERT_TRUE(found.ok());
  EXPECT_TRUE(found->interrupted);
  EXPECT_LE(found->compilations, 13);
}

TEST_F(Tune, ContinuesAfterTheWorkerDies) {
  configureWorker("DIES", "30");
  auto found = run("model", 30);
  ASSERT_TRUE(found.ok());
  EXPECT_GT(found->failures, 0);
  EXPECT_GE(found->attempts.size(), 8u);
}

TEST_F(Tune, DuplicatesHaveTheTimesOfTheFirstAlsoIfThatIsTheCompilerDefault) {
  configureWorker("DUPLICATES", "x");
  const collect::Subject tiny = collect::makeSubject(collect::kTinyProgram);
  const Space space(tiny, model::analyticalTables(tiny.analytical), model::Aggregation::kSum);
  auto found = run(tiny, space, "climb", 12);
  ASSERT_TRUE(found.ok());
  int ofCompilerDefault = 0;
  for (const Attempt& attempt : found->attempts) {
    if (attempt.duplicate < 0) continue;
    const Attempt& first = found->attempts[static_cast<size_t>(attempt.duplicate)];
    EXPECT_EQ(attempt.rounds, first.rounds);
    EXPECT_EQ(attempt.time, first.time);
    ofCompilerDefault += attempt.duplicate == 0;
  }
  EXPECT_GT(ofCompilerDefault, 0);
}

TEST_F(Tune, KeepsTheFastestIfTheFinalTimingFails) {
  configureWorker("TRACE", folder_ / "trace");
  ASSERT_TRUE(run("random", 20).ok());
  std::ifstream trace(folder_ / "trace");
  std::vector<int> timings;  // numbers of the requests that time; the first request is not traced
  int requests = 1;
  for (std::string line; std::getline(trace, line);) {
    if (line.rfind("begin", 0) == 0) ++requests;
    if (line == "begin time") timings.push_back(requests);
  }
  for (const int request : timings) {
    configureWorker("DIES", std::to_string(request));
    std::filesystem::remove(folder_ / "once");
    configureWorker("ONCE", folder_ / "once");
    auto found = run("random", 20);
    ASSERT_TRUE(found.ok());
    if (found->winner == 0) {
      for (const Attempt& attempt : found->attempts) EXPECT_GE(attempt.logRatio, 0) << "dies at request " << request;
    } else {
      EXPECT_GT(found->attempts[found->winner].rounds, 0) << "dies at request " << request;
    }
  }
}

TEST_F(Tune, VerificationInANewProcessConfirmsTheSpeedup) {
  Choice choice = space_.unconstrained();
  for (uint32_t s = 0; s < space_.slots(); ++s) {
    const configs::Slot& slot = space_.table().slots[s];
    if (slot.tensor == 2 && subject_.module->instructions[space_.table().nodes[slot.position]].name == "y")
      choice[s] = 1;
  }
  auto speedup = verify(subject_, options_, choice, 15, .01, 1);
  ASSERT_TRUE(speedup.ok()) << speedup.error().message;
  EXPECT_NEAR(speedup->ratio, 1 / .7, 1e-3);
  EXPECT_TRUE(speedup->isGain());
  EXPECT_EQ(speedup->ratios.size(), 15u);
}

TEST(Speedup, ConfidenceIntervalCoversTheRatioOfNoisyPasses) {
  Random random(3);
  std::vector<double> compilerDefault, tuned;
  for (int i = 0; i < 30; ++i) {
    compilerDefault.push_back(1.1 * (1 + .02 * random.uniform()));
    tuned.push_back(1 + .02 * random.uniform());
  }
  const Speedup speedup = computeSpeedup(compilerDefault, tuned, 1);
  EXPECT_LT(speedup.low, 1.1);
  EXPECT_GT(speedup.high, 1.1);
  EXPECT_GT(speedup.low, 1.09);
  EXPECT_TRUE(speedup.isGain());
  EXPECT_EQ(computeSpeedup(compilerDefault, tuned, 1).low, speedup.low);
}

TEST(Speedup, NoiseIsNotReportedAsAGain) {
  Random random(4);
  std::vector<double> compilerDefault, tuned;
  for (int i = 0; i < 21; ++i) {
    compilerDefault.push_back(1 + .05 * random.uniform());
    tuned.push_back(1 + .05 * random.uniform());
  }
  EXPECT_FALSE(computeSpeedup(compilerDefault, tuned, 1).isGain());
  EXPECT_FALSE(computeSpeedup({}, {}, 1).isGain());
}

TEST(SourceLines, AreReadFromMetadataAndFromStackFrameTables) {
  const hlo::Module module = std::move(hlo::readModule(kProgram)->module);
  const hlo::SourceLines lines(module);
  for (hlo::InstructionId i = 0; i < module.instructions.size(); ++i) {
    const hlo::SourceLine line = lines.of(i);
    const std::string_view name = module.instructions[i].name;
    EXPECT_EQ(line.file, name == "h" ? "layers \"a\".py" : name == "y" ? "model.py" : "") << name;
    EXPECT_EQ(line.line, name == "h" ? 12 : name == "y" ? 7 : 0) << name;
  }
}

TEST(Report, WritesTheConstraintAsJaxCode) {
  const collect::Subject subject = collect::makeSubject(kProgram);
  const Space space(subject, model::analyticalTables(subject.analytical), model::Aggregation::kSum);
  Choice choice = space.unconstrained();
  choice.back() = 0;
  size_t slot = 0;
  while (space.table().slots[slot].tensor != 2) ++slot;  // finds the tensor w1, operand 1 of h
  choice[slot] = 1;
  Outcome outcome{"small.hlo", "analytical", "model"};
  outcome.found.attempts = {{space.unconstrained(), "auto"}, {choice, "single"}};
  outcome.found.winner = 1;
  EXPECT_NE(constraintsPython(space, outcome).find("# None"), std::string::npos);
  outcome.speedup = Speedup{1.2, 1.1, 1.3};
  const std::string python = constraintsPython(space, outcome);
  EXPECT_NE(python.find("# layers \"a\".py:12 (first)\nx = with_layout_constraint(x, Layout(major_to_minor=(1, 0)))"),
            std::string::npos)
      << python;
  const auto json = toJson(space, outcome);
  EXPECT_EQ(json["constraints"].size(), 2u);
  EXPECT_EQ(json["constraints"][0]["value"], "w1");
  EXPECT_EQ(json["constraints"][0]["layout"].dump(), "[0,1]");
  EXPECT_TRUE(json["constraints"][0]["changed"]);
  EXPECT_FALSE(json["constraints"][1]["changed"]);
}

TEST(Space, ChangesOnlyConstrainsNothingButTheChangedSlots) {
  const collect::Subject subject = collect::makeSubject(kProgram);
  const Space space(subject, model::analyticalTables(subject.analytical), model::Aggregation::kSum);
  Choice choice = space.base();
  choice[1] = 1;
  EXPECT_EQ(space.countConstrained(space.freeUnchangedSlots(choice)), 1u);
  EXPECT_EQ(space.fillFreeSlots(space.freeUnchangedSlots(choice)), choice);
  EXPECT_EQ(space.changedSlots(choice), (std::vector<uint32_t>{1}));
  EXPECT_EQ(space.score(space.unconstrained()), 0);
}

}  // namespace
}  // namespace hlorank::tune
