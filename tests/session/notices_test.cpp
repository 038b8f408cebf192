#include "shared/session/notices.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "shared/hlo/read.h"
#include "tests/session/programs.h"

namespace hlorank::session {
namespace {

std::vector<std::string> kindsOf(const std::string& text) {
  auto read = hlo::readModule(text);
  if (!read) throw std::runtime_error(format(read.error(), "text"));
  std::vector<std::string> kinds;
  for (const Notice& notice : detectNotices(read->module)) kinds.push_back(notice.kind);
  return kinds;
}

using Kinds = std::vector<std::string>;

TEST(Notices, AModuleTakenJustBeforeLayoutAssignmentHasNone) {
  EXPECT_EQ(kindsOf(test::kDots), Kinds{});
}

TEST(Notices, CallsIdentifyARawModule) {
  EXPECT_EQ(kindsOf("HloModule m\nf {\n  ROOT p = f32[2] parameter(0)\n}\nENTRY e {\n  x = f32[2] parameter(0)\n"
                    "  ROOT c = f32[2] call(x), to_apply=f\n}\n"),
            Kinds{"raw"});
}

TEST(Notices, ADotThatIsNoProductOfMatricesIdentifiesARawModule) {
  const auto kinds = [](const std::string& a, const std::string& b, const std::string& result,
                        const std::string& dimensions) {
    return kindsOf("HloModule m\nENTRY e {\n  a = " + a + " parameter(0)\n  b = " + b +
                   " parameter(1)\n  ROOT d = " + result + " dot(a, b), " + dimensions + "\n}\n");
  };
  EXPECT_EQ(kinds("f32[2,4,8]", "f32[8,3]", "f32[2,4,3]", "lhs_contracting_dims={2}, rhs_contracting_dims={0}"),
            Kinds{"raw"});
  EXPECT_EQ(kinds("f32[4,8]", "f32[4,8]", "f32[]", "lhs_contracting_dims={0,1}, rhs_contracting_dims={0,1}"),
            Kinds{"raw"});
  const std::string batch = "lhs_contracting_dims={2}, rhs_contracting_dims={1}, lhs_batch_dims={0}, rhs_batch_dims=";
  EXPECT_EQ(kinds("f32[2,4,8]", "f32[3,8,2]", "f32[2,4,3]", batch + "{2}"), Kinds{"raw"});
  EXPECT_EQ(kinds("f32[2,4,8]", "f32[2,8,3]", "f32[2,4,3]", batch + "{0}"), Kinds{});
}

TEST(Notices, ABroadcastThatChangesNothingIdentifiesARawModule) {
  const auto kinds = [](const std::string& result, const std::string& dimensions) {
    return kindsOf("HloModule m\nENTRY e {\n  a = f32[4,4] parameter(0)\n  ROOT b = " + result +
                   " broadcast(a), dimensions={" + dimensions + "}\n}\n");
  };
  EXPECT_EQ(kinds("f32[4,4]", "0,1"), Kinds{"raw"});
  EXPECT_EQ(kinds("f32[4,4]", "1,0"), Kinds{}) << "a transpose";
  EXPECT_EQ(kinds("f32[4,4,2]", "0,1"), Kinds{});
}

TEST(Notices, FusionsIdentifyAnOptimisedModule) {
  EXPECT_EQ(
      kindsOf(
          "HloModule m, is_scheduled=true\nf {\n  p = f32[2] parameter(0)\n  ROOT n = f32[2] negate(p)\n}\nENTRY e {\n"
          "  x = f32[2] parameter(0)\n  ROOT c = f32[2] fusion(x), kind=kLoop, calls=f\n}\n"),
      Kinds{"optimised"});
}

TEST(Notices, TiledLayoutsIdentifyATpuModule) {
  EXPECT_EQ(
      kindsOf(
          "HloModule m, is_scheduled=true\nENTRY e {\n  ROOT x = bf16[64,128]{1,0:T(8,128)(2,1)} parameter(0)\n}\n"),
      (Kinds{"tpu", "optimised"}));
}

TEST(Notices, LoopsWithAnUnknownTripCountAreCounted) {
  // The condition compares with a parameter; `known` has a recorded trip count.
  const std::string text =
      "HloModule m\nbody {\n  ROOT p = (s32[], s32[]) parameter(0)\n}\ncondition {\n  q = (s32[], s32[]) parameter(0)\n"
      "  i = s32[] get-tuple-element(q), index=0\n  n = s32[] get-tuple-element(q), index=1\n"
      "  ROOT less = pred[] compare(i, n), direction=LT\n}\nENTRY e {\n  x = (s32[], s32[]) parameter(0)\n"
      "  first = (s32[], s32[]) while(x), condition=condition, body=body\n"
      "  ROOT known = (s32[], s32[]) while(first), condition=condition, body=body, "
      "backend_config={\"known_trip_count\":{\"n\":\"5\"}}\n}\n";
  const auto read = hlo::readModule(text);
  ASSERT_TRUE(read.ok());
  const std::vector<Notice> notices = detectNotices(read->module);
  ASSERT_EQ(notices.size(), 1u);
  EXPECT_EQ(notices[0].kind, "unknownLoops");
  EXPECT_EQ(notices[0].message, "The trip count of 1 loop is unknown: the ranking assumes 16 iterations.");
}

TEST(Notices, CustomCallsOfGpuLibrariesIdentifyAGpuModule) {
  EXPECT_EQ(kindsOf("HloModule m\nENTRY e {\n  x = f32[2,2]{1,0} parameter(0)\n"
                    "  ROOT c = f32[2,2]{1,0} custom-call(x, x), custom_call_target=\"__cublas$gemm\"\n}\n"),
            Kinds{"gpu"});
}

TEST(Lines, EqualWarningsShareOneLineWithTheirFirstPlaces) {
  const auto at = [](int line, int column) { return Location{line, column, -1}; };
  EXPECT_EQ(linesOf({{"odd", at(3, 14)},
                     {"no schema", {}},
                     {"alone", at(4, 0)},
                     {"odd", at(5, 1)},
                     {"odd", at(6, 1)},
                     {"no schema", {}},
                     {"odd", at(9, 2)}}),
            (std::vector<std::string>{"odd (4 times: 3:14, 5:1, 6:1, ...)", "no schema (2 times)", "4: alone"}));
  EXPECT_EQ(linesOf({{"odd", at(3, 14)}, {"odd", at(5, 1)}}), std::vector<std::string>{"odd (2 times: 3:14, 5:1)"});
  EXPECT_EQ(linesOf({{"odd", at(3, 14)}, {"odd", at(5, 1)}, {"alone", at(4, 2)}, {"nowhere", {}}}, "a.hlo"),
            (std::vector<std::string>{"a.hlo: warning: odd (2 times: 3:14, 5:1)", "a.hlo:4:2: warning: alone",
                                      "a.hlo: warning: nowhere"}));
}

}  // namespace
}  // namespace hlorank::session
