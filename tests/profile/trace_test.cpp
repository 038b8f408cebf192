#include "shared/profile/trace.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "shared/hlo/read.h"
#include "shared/profile/join.h"
#include "tests/profile/messages.h"
#include "tests/support/suite.h"

namespace hlorank::profile {
namespace {

using test::count;
using test::entry;
using test::readFile;
using test::testData;
using test::text;

std::string recorded() {
  return readFile(testData("profile/trace.xplane.pb"));
}

const InstructionTimes* find(const Profile& profile, std::string_view name) {
  for (const InstructionTimes& times : profile.instructions)
    if (times.name == name) return &times;
  return nullptr;
}

// times.tsv contains the times that jax.profiler.ProfileData reads from the same trace.
TEST(Trace, HasTheTimesThatJaxReads) {
  const auto profiles = readTrace(recorded());
  ASSERT_TRUE(profiles.ok()) << profiles.error().message;
  const Profile& profile = profiles->front();
  EXPECT_EQ(profile.module, "jit_program");
  EXPECT_TRUE(profile.hasRuns);
  EXPECT_EQ(profile.spans.size(), 3u);
  std::istringstream table(readFile(testData("profile/times.tsv")));
  std::string line;
  std::getline(table, line);
  size_t rows = 0, run = 0;
  double events = 0, picoseconds = 0;
  for (std::string name; table >> run >> name >> events >> picoseconds; ++rows) {
    SCOPED_TRACE(name);
    const InstructionTimes* times = find(profile, name);
    ASSERT_NE(times, nullptr);
    EXPECT_EQ(times->events, events);
    EXPECT_NEAR(times->seconds[run], picoseconds * 1e-12, 1e-14);
  }
  EXPECT_EQ(rows, profile.instructions.size() * 3);
}

TEST(Trace, HoldsTheModuleThatRan) {
  const auto profiles = readTrace(recorded());
  ASSERT_TRUE(profiles.ok());
  const auto read = hlo::readModule(profiles->front().hlo);
  ASSERT_TRUE(read.ok()) << format(read.error(), "trace");
  EXPECT_EQ(read->module.name, "jit_program");
}

TEST(Trace, CutAnywhereGivesAnErrorWithAnOffsetOrFewerTimes) {
  const std::string bytes = recorded();
  for (size_t size = 0; size < bytes.size(); size += 37) {
    const auto profiles = readTrace(std::string_view(bytes).substr(0, size));
    if (profiles.ok()) continue;
    EXPECT_FALSE(profiles.error().message.empty());
    EXPECT_LE(profiles.error().where.offset, static_cast<int64_t>(size));
  }
  EXPECT_EQ(readTrace(std::string_view(bytes).substr(0, bytes.size() / 2)).error().where.offset, 0);
}

// Returns a trace of a device with two runs of "jit_step(9)"; each has a loop that contains a fusion. Times are in
// picoseconds.
std::string deviceTrace() {
  const std::string stats = text(5, entry(1, count(1, 1) + text(2, "run_id")));
  const std::string names = text(4, entry(1, text(2, "jit_step(9)"))) +
                            text(4, entry(2, text(2, "%while.1 = (s32[]) while(%t)") + text(4, "while.1"))) +
                            text(4, entry(3, text(2, "%fusion.2 = f32[8]{0} fusion(%p), kind=kLoop")));
  const auto event = [](uint64_t metadata, uint64_t begin, uint64_t duration) {
    return text(4, count(1, metadata) + count(2, begin) + count(3, duration));
  };
  const std::string modules = text(2, "XLA Modules") + count(3, 1'000'000) + event(1, 0, 1000) + event(1, 5000, 1500);
  // The line "XLA Ops" `ops` begins 1 ns (1000 ps) later than the line `early`.
  const std::string ops = text(2, "XLA Ops") + count(3, 1'000'001) + event(2, 0, 0) + event(3, 4500, 100);
  const std::string early = text(2, "XLA Ops") + count(3, 1'000'000) + event(2, 100, 800) + event(3, 200, 300) +
                            event(3, 500, 300) + event(2, 5100, 900) + event(3, 5200, 500);
  const std::string steps = text(2, "Steps") + count(3, 1'000'000) + event(1, 0, 9000);
  return text(
      1, text(2, "/device:TPU:0") + stats + text(3, steps) + text(3, early) + text(3, modules) + text(3, ops) + names);
}

TEST(Trace, OfADeviceAssignsInstructionsToTheRunsOfTheirModule) {
  const auto profiles = readTrace(deviceTrace());
  ASSERT_TRUE(profiles.ok()) << profiles.error().message;
  ASSERT_EQ(profiles->size(), 1u);
  const Profile& profile = profiles->front();
  EXPECT_EQ(profile.module, "jit_step");
  EXPECT_TRUE(profile.hasRuns);
  ASSERT_EQ(profile.spans.size(), 2u);
  ASSERT_NE(find(profile, "while.1"), nullptr);
  ASSERT_NE(find(profile, "fusion.2"), nullptr);
  // Expected: 800 ps of the loop minus 2 × 300 ps of the fusions inside.
  EXPECT_NEAR(find(profile, "while.1")->seconds[0], 200e-12, 1e-18);
  EXPECT_NEAR(find(profile, "while.1")->seconds[1], 400e-12, 1e-18);
  EXPECT_NEAR(find(profile, "fusion.2")->seconds[0], 600e-12, 1e-18);
  // Expected: 500 ps on one line of the trace plus 100 ps on the other.
  EXPECT_NEAR(find(profile, "fusion.2")->seconds[1], 600e-12, 1e-18);
  EXPECT_EQ(find(profile, "fusion.2")->events, 2);
}

// The trace was recorded on an H200 with jaxlib 0.11.2: five runs of an MLP-Mixer layer, each one CUDA graph. For the
// instructions in the order of their kernels, gpu_times.tsv has the medians over the runs of the times that
// jax.profiler.ProfileData reads, summed over the kernels of an instruction: cuBLAS may set memory before it
// multiplies.
TEST(Trace, OfAGpuHasTheTimesOfTheKernelsOfACudaGraph) {
  const auto profiles = readProfiles(readFile(testData("profile/gpu.xplane.pb.gz")));
  ASSERT_TRUE(profiles.ok()) << profiles.error().message;
  const Profile& profile = profiles->front();
  EXPECT_TRUE(profile.hasRuns);
  EXPECT_EQ(profile.spans.size(), 5u);
  const auto read = hlo::readModule(profile.hlo);
  ASSERT_TRUE(read.ok()) << format(read.error(), "trace");
  const auto measured = joinProfile(profile, read->module);
  ASSERT_TRUE(measured.ok()) << measured.error().message;
  EXPECT_EQ(measured->elsewhere, 0);
  EXPECT_EQ(measured->kernels, 0);
  std::istringstream table(readFile(testData("profile/gpu_times.tsv")));
  std::string line, name;
  std::getline(table, line);
  size_t rows = 0;
  double sum = 0;
  for (double nanoseconds = 0; table >> name >> nanoseconds; ++rows, sum += nanoseconds) {
    const auto at = std::find_if(read->module.instructions.begin(), read->module.instructions.end(),
                                 [&](const hlo::Instruction& instruction) { return instruction.name == name; });
    ASSERT_NE(at, read->module.instructions.end()) << name;
    EXPECT_NEAR(measured->seconds[size_t(at - read->module.instructions.begin())], nanoseconds * 1e-9, 1e-12) << name;
  }
  EXPECT_EQ(rows, 9u);
  EXPECT_NEAR(measured->sum, sum * 1e-9, 1e-11);
}

// An event of a GPU: a kernel in a CUDA graph, or with `graph` empty the instruction `kernel`. Times are in
// picoseconds.
struct GpuEvent {
  const char *kernel, *module, *graph;
  uint64_t launch, begin, duration;
};

// Returns a trace of a GPU in which each event has the node 7.
std::string gpuTrace(const std::vector<GpuEvent>& events) {
  std::string plane = text(2, "/device:GPU:0"), line = text(2, "Stream #14") + count(3, 1'000'000);
  const char* const stats[] = {"hlo_op", "hlo_module", "correlation_id", "cuda_graph_node_id"};
  for (uint64_t i = 0; i < 4; ++i) plane += text(5, entry(i + 1, count(1, i + 1) + text(2, stats[i])));
  for (uint64_t i = 0; i < events.size(); ++i) {
    const GpuEvent& e = events[i];
    const bool isKernel = *e.graph != 0;
    plane += text(4, entry(i + 1, text(2, e.kernel)));
    std::string values =
        text(4, count(1, 1) + text(5, isKernel ? e.graph : e.kernel)) + text(4, count(1, 2) + text(5, e.module));
    if (e.launch != 0) values += text(4, count(1, 3) + count(3, e.launch));
    if (isKernel) values += text(4, count(1, 4) + count(3, 7));
    line += text(4, count(1, i + 1) + count(2, e.begin) + count(3, e.duration) + values);
  }
  return text(1, plane + text(3, line));
}

TEST(Trace, OfAGpuHasARunPerLaunchOfAProgramThatIsOneCudaGraph) {
  const auto profiles = readTrace(gpuTrace({{"f", "jit_one", "graph_1", 5, 0, 10},
                                            {"fill", "jit_fill", "", 6, 20, 5},
                                            {"f", "jit_one", "graph_1", 7, 30, 20},
                                            {"f", "jit_two", "graph_1", 8, 60, 9},
                                            {"sort", "jit_two", "", 9, 70, 9},
                                            {"f", "jit_none", "graph_1", 0, 80, 8}}));
  ASSERT_TRUE(profiles.ok()) << profiles.error().message;
  ASSERT_EQ(profiles->size(), 4u);
  for (const Profile& profile : *profiles) {
    SCOPED_TRACE(profile.module);
    EXPECT_EQ(profile.hasRuns, profile.module == "jit_one");
    if (profile.module != "jit_one") continue;
    ASSERT_EQ(profile.instructions.size(), 1u);
    EXPECT_EQ(profile.instructions[0].name, "kernel f (node 7)");
    EXPECT_EQ(profile.instructions[0].seconds, (std::vector<double>{10e-12, 20e-12}));
  }
}

TEST(Trace, AnEventThatOverlapsALittleIsNotPartOfTheOneBefore) {
  // The kernel g begins 2 ps before f ends. The event c of the loop w ends 1 ps after it.
  const auto profiles = readTrace(gpuTrace(
      {{"f", "m", "", 0, 0, 100}, {"g", "m", "", 0, 98, 50}, {"w", "m", "", 0, 200, 100}, {"c", "m", "", 0, 241, 60}}));
  ASSERT_TRUE(profiles.ok()) << profiles.error().message;
  const Profile& profile = profiles->front();
  EXPECT_NEAR(find(profile, "f")->seconds[0], 100e-12, 1e-18);
  EXPECT_NEAR(find(profile, "g")->seconds[0], 50e-12, 1e-18);
  EXPECT_NEAR(find(profile, "w")->seconds[0], 40e-12, 1e-18);
  EXPECT_NEAR(find(profile, "c")->seconds[0], 60e-12, 1e-18);
}

TEST(Trace, OfADeviceReplacesThatOfTheHost) {
  const auto profiles = readTrace(recorded() + deviceTrace());
  ASSERT_TRUE(profiles.ok());
  ASSERT_EQ(profiles->size(), 1u);
  EXPECT_EQ(profiles->front().module, "jit_step");
}

TEST(Trace, RejectsImpossibleTimesWithTheirOffset) {
  const std::string metadata =
      text(4, entry(1, text(2, "dot") + text(5, count(1, 1) + text(5, "dot")))) + text(5, entry(1, text(2, "hlo_op")));
  for (const auto& [offset, duration] : {std::pair<int64_t, int64_t>{0, -1}, {0, INT64_MAX}, {INT64_MAX, 1}}) {
    const std::string event =
        count(1, 1) + count(2, static_cast<uint64_t>(offset)) + count(3, static_cast<uint64_t>(duration));
    const std::string bytes = text(1, text(2, "/host:CPU") + metadata + text(3, text(4, event)));
    const auto profiles = readTrace(bytes);
    ASSERT_FALSE(profiles.ok());
    EXPECT_EQ(profiles.error().where.offset, static_cast<int64_t>(bytes.size() - event.size()));
  }
}

TEST(Trace, OfManyRunsWithoutCommonInstructionsIsRejected) {
  std::string names = text(5, entry(1, text(2, "hlo_op"))) + text(5, entry(2, text(2, "run_id"))), events;
  for (uint64_t i = 1; i <= 20'000; ++i) {
    names += text(4, entry(i, text(5, count(1, 1) + text(5, std::to_string(i)))));
    events += text(4, count(1, i) + count(2, i) + count(3, 1) + text(4, count(1, 2) + count(4, i)));
  }
  const auto profiles = readTrace(text(1, text(2, "/host:CPU") + names + text(3, events)));
  ASSERT_FALSE(profiles.ok());
  EXPECT_NE(profiles.error().message.find("instructions in common"), std::string::npos);
}

TEST(Trace, WithoutInstructionsSaysWhatToRecord) {
  const auto profiles = readTrace(text(1, text(2, "/host:CPU")));
  ASSERT_FALSE(profiles.ok());
  EXPECT_EQ(profiles.error().where.offset, -1);
  EXPECT_NE(profiles.error().help.find("host_tracer_level"), std::string::npos);
}

}  // namespace
}  // namespace hlorank::profile
