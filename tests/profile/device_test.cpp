#include "shared/profile/device.h"

#include <gtest/gtest.h>

#include "shared/profile/trace.h"
#include "tests/support/suite.h"

namespace hlorank::profile {
namespace {

using test::readFile;
using test::testData;

std::optional<cost::Machine> machineNamed(const char* device) {
  Profile profile;
  profile.machine = {{"device", device}};
  return machineOf(profile);
}

TEST(Device, OfARecordedGpuTraceIsTheGpuThatRanTheProgram) {
  const auto profiles = readProfiles(readFile(testData("profile/gpu.xplane.pb.gz")));
  ASSERT_TRUE(profiles.ok());
  const auto machine = machineOf(profiles->front());
  ASSERT_TRUE(machine);
  EXPECT_EQ(machine->name, "h200");

  const auto again = parseProfile(formatProfile(profiles->front()));
  ASSERT_TRUE(again.ok()) << again.error().message;
  ASSERT_TRUE(machineOf(*again));
  EXPECT_EQ(machineOf(*again)->name, "h200");
}

TEST(Device, OfARecordedCpuTraceIsUnknown) {
  const auto profiles = readProfiles(readFile(testData("profile/trace.xplane.pb")));
  ASSERT_TRUE(profiles.ok());
  EXPECT_FALSE(machineOf(profiles->front()));
}

// The peaks are those that the trace of XProf's own tests states: 918 TFLOP/s and 1638 GB/s of a TPU v6e.
TEST(Device, OfATpuHasTheRatesThatTheTraceStates) {
  const auto suite = test::suite();
  if (!suite) GTEST_SKIP() << "the conformance suite is not here";
  const auto profiles = readProfiles(readFile(*suite / "real/xprof_tpu_inference_2.xplane.pb"));
  ASSERT_TRUE(profiles.ok());
  const auto machine = machineOf(profiles->front());
  ASSERT_TRUE(machine);
  EXPECT_EQ(machine->name, "TPU v6 Lite");
  EXPECT_DOUBLE_EQ(machine->rate(cost::Arithmetic::kMatrixF16), 918e12);
  EXPECT_NEAR(machine->bytes, 1637.993152512e9, 1e4);
}

TEST(Device, IsFoundByTheNamesThatDriversGive) {
  for (const auto& [device, name] : {std::pair{"NVIDIA H100 80GB HBM3", "h100"},
                                     {"NVIDIA H200", "h200"},
                                     {"NVIDIA A100-SXM4-80GB", "a100"},
                                     {"Tesla V100-SXM2-16GB", "v100"},
                                     {"TPU v3", "tpu-v3"},
                                     {"TPU v4", "tpu-v4"},
                                     {"TPU v5 Lite", "tpu-v5e"}}) {
    SCOPED_TRACE(device);
    const auto machine = machineNamed(device);
    ASSERT_TRUE(machine);
    EXPECT_EQ(machine->name, name);
  }
  for (const char* unknown : {"", "NVIDIA L4", "NVIDIA GeForce RTX 4090", "TPU v4 Lite", "GH200 480GB", "A1000",
                              "NVIDIA H100 PCIe", "NVIDIA A100-SXM4-40GB", "NVIDIA H100 NVL"})
    EXPECT_FALSE(machineNamed(unknown)) << unknown;
}

}  // namespace
}  // namespace hlorank::profile
