#include <gtest/gtest.h>

#include "native/collect/trial.h"
#include "shared/hlo/read.h"

namespace hlorank::collect {
namespace {

// Why a program of these lines is refused, or "".
std::string reasonFor(const std::string& lines, const std::string& header = "") {
  auto read = hlo::readModule("HloModule m" + header + "\n\nENTRY main {\n" + lines + "}\n");
  EXPECT_TRUE(read.ok()) << read.error().message;
  if (!read.ok()) return {};
  const auto rejected = rejection(read->module);
  if (!rejected) return {};
  EXPECT_FALSE(rejected->help.empty());
  return rejected->message;
}

constexpr char kFine[] = "  ROOT x = f32[2,3]{1,0} parameter(0)\n";

TEST(Rejection, IsNotOfOrdinaryPrograms) {
  EXPECT_EQ(reasonFor(kFine), "");
  EXPECT_EQ(reasonFor(kFine, ", replica_count=1, num_partitions=1"), "");
  EXPECT_EQ(reasonFor("  ROOT c = f32[2]{0} constant({1, 2})\n"), "");
  EXPECT_EQ(reasonFor("  x = f32[2]{0} parameter(0)\n"
                      "  ROOT t = f32[2]{0} custom-call(x), custom_call_target=\"lapack_spotrf_ffi\"\n"),
            "");
}

TEST(Rejection, OfConstantsThatAreLeftOut) {
  EXPECT_EQ(reasonFor("  ROOT c = f32[2]{0} constant({...})\n"),
            "the constant c is left out of the text, so its values are unknown");
}

TEST(Rejection, OfSeveralDevices) {
  EXPECT_EQ(reasonFor(kFine, ", replica_count=4"), "it runs on several devices (replica_count=4)");
  EXPECT_EQ(reasonFor(kFine, ", num_partitions=2"), "it runs on several devices (num_partitions=2)");
}

TEST(Rejection, OfTransfers) {
  EXPECT_EQ(reasonFor("  t = token[] after-all()\n"
                      "  i = (f32[2]{0}, token[]) infeed(t)\n"
                      "  ROOT x = f32[2]{0} get-tuple-element(i), index=0\n"),
            "infeed i waits for a host that is not there");
  EXPECT_EQ(reasonFor("  x = f32[2]{0} parameter(0)\n"
                      "  t = token[] after-all()\n"
                      "  ROOT o = token[] outfeed(x, t), outfeed_shape=f32[2]{0}\n"),
            "outfeed o waits for a host that is not there");
}

TEST(Rejection, OfCallsBackIntoPython) {
  EXPECT_EQ(reasonFor("  x = f32[2]{0} parameter(0)\n"
                      "  ROOT c = f32[2]{0} custom-call(x), custom_call_target=\"xla_ffi_python_cpu_callback\"\n"),
            "c calls back into Python, which is not there");
}

TEST(Rejection, OfParametersThatAreNoArrays) {
  EXPECT_EQ(reasonFor("  p = (f32[2]{0}, s32[]) parameter(0)\n"
                      "  ROOT x = f32[2]{0} get-tuple-element(p), index=0\n"),
            "parameter 0 is no array but (f32[2]{0}, s32[])");
}

}  // namespace
}  // namespace hlorank::collect
