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

TEST(Rejection, RejectsProgramsShardedOverSeveralDevices) {
  const auto withSharding = [](const std::string& sharding) {
    return reasonFor("  ROOT x = f32[8,8]{1,0} parameter(0), sharding=" + sharding + "\n");
  };
  for (const char* one :
       {"{replicated}", "{maximal device=0}", "{mesh['a'=1], [{'a'}, {}]}", "{mesh['a'=4], [{}, {?}]}",
        "{mesh['a'=2,'b'=2], replicated}", "{maximal_mesh[device_id=0]}", "{devices=[1]<=[1]}", "{devices=[1,1]<=[1]}"})
    EXPECT_EQ(withSharding(one), "") << one;
  for (const std::string several :
       {"{devices=[1,4]<=[4]}", "{devices=[2,1]0,1}", "{devices=[1,1,4]<=[4] last_tile_dim_replicate}",
        "{maximal device=2}", "{mesh['a'=4], [{}, {'a'}]}",
        "{mesh['a'=2,'b'=2], device_ids=([2,2]T(1,0)), [{'b'}, {}]}", "{mesh['a'=4], manual}",
        "{maximal_mesh[device_id=1]}"})
    EXPECT_EQ(withSharding(several), "the program runs on several devices (x has sharding=" + several + ")");
  EXPECT_EQ(reasonFor("  x = f32[8]{0} parameter(0)\n"
                      "  ROOT t = (f32[8]{0}, f32[8]{0}) tuple(x, x), sharding={{replicated}, {devices=[2]<=[2]}}\n"),
            "the program runs on several devices (t has sharding={{replicated}, {devices=[2]<=[2]}})");
}

TEST(Rejection, RejectsExchangesWithOtherDevices) {
  const auto withGroups = [](const std::string& groups) {
    return reasonFor(
        "  x = f32[8]{0} parameter(0)\n"
        "  ROOT g = f32[8]{0} all-to-all(x), dimensions={0}, replica_groups=" +
        groups + "\n");
  };
  EXPECT_EQ(withGroups("{}"), "");
  EXPECT_EQ(withGroups("{{0}}"), "");
  EXPECT_EQ(withGroups("[1,1]<=[1]"), "");
  EXPECT_EQ(withGroups("{{0,1},{2,3}}"), "the program runs on several devices (g has replica_groups={{0,1},{2,3}})");
  EXPECT_EQ(withGroups("[1,4]<=[4]"), "the program runs on several devices (g has replica_groups=[1,4]<=[4])");
  EXPECT_EQ(reasonFor("  x = f32[8]{0} parameter(0)\n"
                      "  ROOT c = f32[2]{0} custom-call(x), custom_call_target=\"xla.sdy.GlobalToLocalShape\"\n"),
            "the program runs on several devices (c calls \"xla.sdy.GlobalToLocalShape\")");
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
