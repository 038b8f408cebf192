// Tests that programs which cannot be measured are rejected, with the reason.
#include <gtest/gtest.h>

#include "native/collect/trial.h"
#include "shared/hlo/read.h"

namespace hlorank::collect {
namespace {

// Returns why a program with these instructions is rejected; "" if it is accepted.
std::string reasonFor(const std::string& lines, const std::string& header = "") {
  auto read = hlo::readModule("HloModule m" + header + "\n\nENTRY main {\n" + lines + "}\n");
  EXPECT_TRUE(read.ok()) << read.error().message;
  if (!read.ok()) return {};
  const auto rejected = checkMeasurable(read->module);
  if (!rejected) return {};
  EXPECT_FALSE(rejected->help.empty());
  return rejected->message;
}

constexpr char kFine[] = "  ROOT x = f32[2,3]{1,0} parameter(0)\n";

TEST(Rejection, AcceptsOrdinaryPrograms) {
  EXPECT_EQ(reasonFor(kFine), "");
  EXPECT_EQ(reasonFor(kFine, ", replica_count=1, num_partitions=1"), "");
  EXPECT_EQ(reasonFor("  ROOT c = f32[2]{0} constant({1, 2})\n"), "");
  EXPECT_EQ(reasonFor("  x = f32[2]{0} parameter(0)\n"
                      "  ROOT t = f32[2]{0} custom-call(x), custom_call_target=\"lapack_spotrf_ffi\"\n"),
            "");
}

TEST(Rejection, RejectsElidedConstants) {
  EXPECT_EQ(reasonFor("  ROOT c = f32[2]{0} constant({...})\n"), "the values of constant c are elided from the text");
}

TEST(Rejection, RejectsProgramsForSeveralDevices) {
  EXPECT_EQ(reasonFor(kFine, ", replica_count=4"), "the program runs on several devices (replica_count=4)");
  EXPECT_EQ(reasonFor(kFine, ", num_partitions=2"), "the program runs on several devices (num_partitions=2)");
}

TEST(Rejection, RejectsTransfersWithTheHost) {
  EXPECT_EQ(reasonFor("  t = token[] after-all()\n"
                      "  i = (f32[2]{0}, token[]) infeed(t)\n"
                      "  ROOT x = f32[2]{0} get-tuple-element(i), index=0\n"),
            "infeed i needs a host to transfer data with");
  EXPECT_EQ(reasonFor("  x = f32[2]{0} parameter(0)\n"
                      "  t = token[] after-all()\n"
                      "  ROOT o = token[] outfeed(x, t), outfeed_shape=f32[2]{0}\n"),
            "outfeed o needs a host to transfer data with");
}

TEST(Rejection, RejectsPythonCallbacks) {
  EXPECT_EQ(reasonFor("  x = f32[2]{0} parameter(0)\n"
                      "  ROOT c = f32[2]{0} custom-call(x), custom_call_target=\"xla_ffi_python_cpu_callback\"\n"),
            "c calls a Python callback, which cannot be run here");
}

TEST(Rejection, RejectsTupleParameters) {
  EXPECT_EQ(reasonFor("  p = (f32[2]{0}, s32[]) parameter(0)\n"
                      "  ROOT x = f32[2]{0} get-tuple-element(p), index=0\n"),
            "parameter 0 has type (f32[2]{0}, s32[]), expected an array");
}

}  // namespace
}  // namespace hlorank::collect
