#include "shared/profile/profile.h"

#include <gtest/gtest.h>

#include "shared/cost/report.h"
#include "shared/profile/join.h"
#include "tests/graph/module_of.h"
#include "tests/support/suite.h"

namespace hlorank::profile {
namespace {

using test::moduleOf;
using test::nodeOf;

constexpr char kText[] = R"(HloModule m
ENTRY main {
  x = f32[64,64]{1,0} parameter(0)
  add = f32[64,64]{1,0} add(x, x), metadata={op_name="jit(f)/first/add"}
  exp = f32[64,64]{1,0} exponential(add), metadata={op_name="jit(f)/first/exp"}
  ROOT copy = f32[64,64]{0,1} copy(exp), metadata={op_name="jit(f)/second/copy"}
}
)";

// Returns a profile with three runs. The instruction `copy` takes ten times as long as the others.
Profile threeRuns() {
  Profile profile;
  profile.module = "m";
  profile.hlo = kText;
  profile.spans = {13e-6, 14e-6, 15e-6};
  profile.wall = {20e-6, 21e-6, 22e-6};
  profile.untraced = {19e-6, 20e-6};
  profile.instructions = {{"add", 1, {1e-6, 2e-6, 3e-6}}, {"copy", 1, {10e-6, 10e-6, 10e-6}}, {"exp", 1, {0, 0, 0}}};
  profile.machine = {{"processor", "AMD \"EPYC\""}, {"threads", "1"}, {"jaxlib", "0.10.2"}};
  return profile;
}

TEST(ProfileFile, KeepsAllTimes) {
  const Profile profile = threeRuns();
  const auto read = parseProfile(formatProfile(profile));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->module, profile.module);
  EXPECT_EQ(read->hlo, profile.hlo);
  EXPECT_EQ(read->spans, profile.spans);
  EXPECT_EQ(read->wall, profile.wall);
  EXPECT_EQ(read->untraced, profile.untraced);
  EXPECT_EQ(read->machine, profile.machine);
  ASSERT_EQ(read->instructions.size(), 3u);
  EXPECT_EQ(read->instructions[1].name, "copy");
  EXPECT_EQ(read->instructions[1].seconds, profile.instructions[1].seconds);
}

TEST(ProfileFile, NamesTheFieldThatIsWrong) {
  const std::string json = formatProfile(threeRuns());
  const auto messageOf = [&](const std::string& from, const std::string& to) {
    std::string changed = json;
    changed.replace(changed.find(from), from.size(), to);
    const auto read = parseProfile(changed);
    return read.ok() ? "accepted" : read.error().message;
  };
  EXPECT_NE(messageOf("\"version\":1", "\"version\":2").find("version 2; expected version 1"), std::string::npos);
  EXPECT_NE(messageOf("hlorank profile", "other").find("`format`"), std::string::npos);
  EXPECT_NE(messageOf("1e-05,1e-05,1e-05", "1e-05").find("instructions[1].seconds"), std::string::npos);
  EXPECT_NE(messageOf("\"events\":1.0", "\"events\":\"\"").find("instructions[0].events"), std::string::npos);
  EXPECT_NE(messageOf("\"name\":\"add\"", "\"name\":0").find("instructions[0].name"), std::string::npos);
  EXPECT_NE(messageOf("\"hlo\":", "\"other\":").find("`hlo`"), std::string::npos);
  EXPECT_NE(messageOf("\"spanSeconds\":[", "\"spanSeconds\":[-").find("`spanSeconds`"), std::string::npos);
}

TEST(ProfileFile, SaysWhereJsonEnds) {
  const std::string json = formatProfile(threeRuns());
  const auto read = parseProfile(std::string_view(json).substr(0, 100));
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().where.offset, 100);
}

TEST(Profiles, AppendRunsAndFillInstructionsThatOneLacks) {
  Profile profile = threeRuns(), more = threeRuns();
  more.instructions[0].name = "other";
  dropFirstRun(more);
  append(profile, more);
  EXPECT_EQ(profile.spans.size(), 5u);
  EXPECT_EQ(profile.wall.size(), 5u);
  ASSERT_EQ(profile.instructions.size(), 4u);
  EXPECT_EQ(profile.instructions[0].seconds, (std::vector<double>{1e-6, 2e-6, 3e-6, 0, 0}));
  EXPECT_EQ(profile.instructions[3].name, "other");
  EXPECT_EQ(profile.instructions[3].seconds, (std::vector<double>{0, 0, 0, 2e-6, 3e-6}));
  EXPECT_DOUBLE_EQ(profile.instructions[3].events, .4);
}

TEST(JoinedProfile, HasMediansAndInterquartileRanges) {
  const hlo::Module module = moduleOf(kText);
  const auto measured = joinProfile(threeRuns(), module);
  ASSERT_TRUE(measured.ok()) << measured.error().message;
  const uint32_t add = nodeOf(module, "add");
  EXPECT_DOUBLE_EQ(measured->seconds[add], 2e-6);
  EXPECT_DOUBLE_EQ(measured->spread[add], .5);  // quartiles 1.5 and 2.5, relative to the median 2
  EXPECT_DOUBLE_EQ(measured->spread[nodeOf(module, "copy")], 0);
  EXPECT_DOUBLE_EQ(measured->run, 21e-6);
  EXPECT_DOUBLE_EQ(measured->untraced, 19.5e-6);
  EXPECT_DOUBLE_EQ(measured->ofInstructions, 12e-6);
  EXPECT_EQ(measured->runs, 3u);
  EXPECT_EQ(measured->description, "AMD \"EPYC\", 1 core, jaxlib 0.10.2");
}

TEST(JoinedProfile, RejectsAnotherProgram) {
  Profile profile = threeRuns();
  profile.instructions[1].name = "copy.1";
  const auto measured = joinProfile(profile, moduleOf(kText));
  ASSERT_FALSE(measured.ok());
  EXPECT_NE(measured.error().message.find("17 % of its time"), std::string::npos) << measured.error().message;
  EXPECT_NE(measured.error().help.find("optimised module"), std::string::npos);
}

TEST(JoinedProfile, IsThatOfTheModule) {
  Profile other = threeRuns();
  other.module = "other";
  other.wall = {1, 1, 1};
  const auto measured = joinProfiles({other, threeRuns()}, moduleOf(kText));
  ASSERT_TRUE(measured.ok());
  EXPECT_DOUBLE_EQ(measured->run, 21e-6);
}

TEST(JoinedProfile, OfAnotherModuleIsRejectedAlthoughInstructionsHaveTheSameNames) {
  Profile other = threeRuns(), third = threeRuns();
  other.module = "jit_vit";
  third.module = "jit_loss";
  const auto measured = joinProfiles({other, third}, moduleOf(kText));
  ASSERT_FALSE(measured.ok());
  EXPECT_EQ(measured.error().message, "the profile of jit_vit, jit_loss is of another program than m");
}

TEST(JoinedProfile, IgnoresNumbersThatXlaAppendsToTheModuleName) {
  for (const char* name : {"m.0", "m(12)", "m.3(12)", ""}) {
    Profile profile = threeRuns();
    profile.module = name;
    EXPECT_TRUE(joinProfiles({profile}, moduleOf(kText)).ok()) << name;
  }
  for (const char* name : {"m0", "m.x", "m.", "m()", "n(1)"}) {
    Profile profile = threeRuns();
    profile.module = name;
    EXPECT_FALSE(joinProfiles({profile}, moduleOf(kText)).ok()) << name;
  }
}

TEST(JoinedProfile, PrefersTheExactNameAndNeedsTheInstructions) {
  Profile numbered = threeRuns(), unlike = threeRuns();
  numbered.module = "m.1";
  unlike.instructions[1].name = "elsewhere";
  size_t joined = 9;
  EXPECT_TRUE(joinProfiles({numbered, unlike, threeRuns()}, moduleOf(kText), &joined).ok());
  EXPECT_EQ(joined, 2u);
  EXPECT_FALSE(joinProfiles({unlike}, moduleOf(kText)).ok());
}

class MeasuredReport : public testing::Test {
 protected:
  MeasuredReport() { report.addMeasured(*joinProfile(threeRuns(), module)); }
  hlo::Module module = moduleOf(kText);
  cost::Report report{module, *cost::findMachine("cpu-1core")};
};

TEST_F(MeasuredReport, SortsByMeasuredTimeAndSharesAddUpToOne) {
  EXPECT_EQ(report.hotspots[0].id, nodeOf(module, "copy"));
  EXPECT_EQ(report.hotspots[1].id, nodeOf(module, "add"));
  double share = 0;
  for (const cost::Hotspot& spot : report.hotspots) share += spot.measuredShare;
  EXPECT_DOUBLE_EQ(share, 1);
  for (const auto by : {cost::Grouping::kOperation, cost::Grouping::kKind, cost::Grouping::kScope}) {
    double seconds = 0;
    for (const cost::Group& group : groupHotspots(module, report.hotspots, by)) seconds += group.sum.measured;
    EXPECT_NEAR(seconds, 12e-6, 1e-15);
  }
  EXPECT_EQ(groupHotspots(module, report.hotspots, cost::Grouping::kOperation)[0].name, "copy");
}

TEST_F(MeasuredReport, SaysThatTheTraceHasOtherPrograms) {
  EXPECT_EQ(formatText(report, 10).find("other program"), std::string::npos);
  Profile other = threeRuns();
  other.module = "other";
  report.addMeasured(*joinProfiles({other, threeRuns()}, module));
  const std::string text = formatText(report, 10);
  EXPECT_NE(text.find("the trace has the times of 1 other program too"), std::string::npos) << text;
}

TEST_F(MeasuredReport, SaysThatTracingSlowsTheProgramDown) {
  EXPECT_EQ(formatText(report, 10).find("tracing makes"), std::string::npos);
  Profile traced = threeRuns();
  traced.untraced = {7e-6};
  report.addMeasured(*joinProfile(traced, module));
  EXPECT_NE(formatText(report, 10).find("tracing makes the program 3.0× slower"), std::string::npos);
}

TEST_F(MeasuredReport, MarksSharesThatDifferByMoreThanTwo) {
  const std::string text = formatText(report, 10);
  EXPECT_NE(text.find("measured: 21 µs a run (median of 3 runs"), std::string::npos) << text;
  EXPECT_NE(text.find("× larger"), std::string::npos) << text;
  EXPECT_TRUE(cost::disagree(.5, .2));
  EXPECT_TRUE(cost::disagree(.2, .5));
  EXPECT_FALSE(cost::disagree(.4, .2));
  EXPECT_FALSE(cost::disagree(.009, .001));  // shares of the time below one percent do not count as disagreement
}

TEST_F(MeasuredReport, AddsFieldsToJson) {
  const std::string json = formatJson(report, "m.hlo", 1);
  for (const char* field : {"\"measuredSeconds\":1e-05", "\"measuredSpread\":0", "\"disagrees\":", "\"runs\":3"})
    EXPECT_NE(json.find(field), std::string::npos) << field << " in " << json;
}

TEST(MeasuredBranch, IsListedAlthoughTheEstimateCountsTheOther) {
  const hlo::Module module = moduleOf(R"(HloModule m
cheap { x = f32[64] parameter(0)
  ROOT a = f32[64] add(x, x) }
dear { y = f32[64] parameter(0)
  b = f32[64] add(y, y)
  ROOT c = f32[64] add(b, y) }
ENTRY main {
  p = pred[] parameter(0)
  z = f32[64] parameter(1)
  ROOT r = f32[64] conditional(p, z, z), true_computation=cheap, false_computation=dear
}
)");
  Profile profile;
  profile.module = "m";
  profile.spans = {2e-6};
  profile.instructions = {{"a", 1, {1e-6}}, {"r", 1, {1e-7}}};
  cost::Report report(module, *cost::findMachine("cpu-1core"));
  report.addMeasured(*joinProfile(profile, module));
  EXPECT_EQ(report.hotspots[0].id, nodeOf(module, "a"));
  EXPECT_EQ(report.hotspots[0].trips, 0);
  EXPECT_DOUBLE_EQ(report.hotspots[0].measured, 1e-6);
  EXPECT_NE(formatText(report, 10).find("not estimated"), std::string::npos);
}

}  // namespace
}  // namespace hlorank::profile
