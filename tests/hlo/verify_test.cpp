// Tests that hlorank rejects the invalid programs that XLA's parser rejects. Comments mark the exceptions.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "shared/hlo/read.h"
#include "shared/hlo/shape_inference.h"
#include "tests/hlo/parse.h"

namespace hlorank::hlo {
namespace {

// Parses an entry computation from instructions separated by "; ". The instructions may call the computations `add` and
// `branch`.
Result<Module> parseEntry(std::string body, const std::string& header = "") {
  for (size_t at = 0; (at = body.find("; ", at)) != std::string::npos;) body.replace(at, 2, "\n");
  return parse("HloModule m" + header + R"(

add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT r = f32[] add(a, b)
}

branch {
  a = f32[4] parameter(0)
  ROOT r = f32[4] negate(a)
}

ENTRY main {
)" + body + "\n}\n");
}

std::string problemOf(const std::string& body) {
  const auto module = parseEntry(body);
  return module.ok() ? "" : module.error().message;
}

void expectEachRejected(const std::vector<std::pair<std::string, std::string>>& cases) {
  for (const auto& [body, part] : cases) {
    EXPECT_NE(problemOf(body).find(part), std::string::npos) << body << "\ngives: " << problemOf(body);
  }
}

void expectAccepted(const std::vector<std::string>& bodies) {
  for (const std::string& body : bodies) EXPECT_EQ(problemOf(body), "") << body;
}

TEST(Verify, RejectsWrongOperandCounts) {
  expectEachRejected({
      {"p = f32[4] parameter(0); ROOT r = f32[4] add(p)", "takes 2 operands, not 1"},
      {"p = f32[4] parameter(0); ROOT r = f32[4] negate(p, p)", "takes 1 operand"},
      {"ROOT r = (u64[2], u32[4]) rng-bit-generator(), algorithm=rng_three_fry", "takes 1 operand"},
      {"p = f32[4] parameter(0); ROOT r = f32[] reduce(p), dimensions={0}, to_apply=add", "initial values"},
      {"ROOT r = f32[] reduce-window(), to_apply=add", "initial values"},
      {"p = f32[4] parameter(0); ROOT r = f32[4] scatter(p, p), update_window_dims={}, inserted_window_dims={0}, "
       "scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add",
       "updates"},
      {"ROOT r = f32[4] dynamic-slice(), dynamic_slice_sizes={1}", "at least 1 operand"},
      {"p = f32[2,3] parameter(0); i = s32[] parameter(1); ROOT r = f32[1,1] dynamic-slice(p, i), "
       "dynamic_slice_sizes={1,1}",
       "2 start indices"},
      {"p = f32[2,3] parameter(0); i = s32[] parameter(1); ROOT r = f32[2,3] dynamic-update-slice(p, p, i)",
       "2 start indices"},
  });
  expectAccepted({
      "p = f32[2,3] parameter(0); i = s32[2] parameter(1); ROOT r = f32[1,1] dynamic-slice(p, i), "
      "dynamic_slice_sizes={1,1}",
      "p = f32[2,3] parameter(0); i = s32[] parameter(1); ROOT r = f32[2,3] dynamic-update-slice(p, p, i, i)",
  });
}

TEST(Verify, RejectsComparisonsOfWhatIsNoArray) {
  expectEachRejected({
      {"p = (f32[2]) parameter(0); ROOT r = pred[2] compare(p, p), direction=EQ", "compare takes arrays"},
      {"p = b(f32[2]) parameter(0); ROOT r = pred[2] compare(p, p), direction=EQ", "compare takes arrays"},
  });
}

TEST(Verify, RejectsWrongTuples) {
  expectEachRejected({
      {"p = f32[2] parameter(0); ROOT r = (f32[2], f32[2]) tuple(p)", "a tuple of 1 operands cannot be"},
      {"ROOT r = f32[2] tuple()", "a tuple of 0 operands cannot be f32[2]"},
      // Unlike hlorank, XLA's parser accepts the next two programs; only XLA's verifier rejects them.
      {"p = f32[2] parameter(0); ROOT r = f32[2] get-tuple-element(p), index=0", "takes a tuple"},
      {"p = (f32[2], s32[]) parameter(0); ROOT r = f32[2] get-tuple-element(p), index=2", "no element 2"},
  });
}

TEST(Verify, ReshapesKeepTheNumberOfElements) {
  expectEachRejected({
      {"p = f32[4,8] parameter(0); ROOT r = f32[31] reshape(p)", "number of elements"},
      {"p = f32[4,8] parameter(0); ROOT r = (f32[32]) reshape(p)", "number of elements"},
      {"ROOT r = f32[10] dynamic-reshape()", "at least 1 operand"},
      {"p = f32[4,<=8] parameter(0); n = s32[] parameter(1); ROOT r = f32[4,<=7] dynamic-reshape(p, n, n)",
       "number of elements"},
  });
  expectAccepted({"p = f32[?,3] parameter(0); ROOT r = f32[7] reshape(p)",
                  "p = f32[0,3] parameter(0); ROOT r = f32[9,0] reshape(p)",
                  "p = f32[2,<=3] parameter(0); ROOT r = f32[<=6] reshape(p)"});
}

TEST(Verify, RejectsWrongTransfers) {
  expectEachRejected({
      {"t = token[] after-all(); ROOT r = f32[10] recv(t)", "must be a tuple"},
      {"t = token[] after-all(); ROOT r = () recv(t), channel_id=1", "must be a tuple"},
      {"t = token[] after-all(); ROOT r = pred[] infeed(t)", "must be a tuple"},
      {"t = token[] after-all(); s = (f32[3], u32[], token[]) recv(t), channel_id=1; "
       "ROOT r = (f32[3], token[]) recv-done(s), channel_id=2",
       "channel_id of its operand, 1, but has 2"},
      {"t = token[] after-all(); p = f32[2] parameter(0); s = (f32[2], u32[], token[]) send(p, t), channel_id=1; "
       "ROOT r = token[] send-done(s)",
       "but has none"},
      {"t = f32[2] parameter(0); ROOT r = (f32[3], token[]) recv-done(t), channel_id=1", "the tuple that recv returns"},
  });
  expectAccepted(
      {"t = token[] after-all(); s = (f32[3], u32[], token[]) recv(t), channel_id=1; "
       "ROOT r = (f32[3], token[]) recv-done(s), channel_id=1"});
}

TEST(Verify, RejectsWrongCollectives) {
  expectEachRejected({
      {"p = f32[8] parameter(0); ROOT r = f32[16] all-gather(p), dimensions={0}, replica_groups=[2,2]<=[16]", "16"},
      {"p = f32[4] parameter(0); ROOT r = f32[4] all-reduce(p), to_apply=add, use_global_device_ids=true",
       "needs a channel_id"},
  });
  expectAccepted({
      "p = f32[8] parameter(0); ROOT r = f32[16] all-gather(p), dimensions={0}, replica_groups=[2,4]<=[4,2]T(1,0)",
      "p = f32[4] parameter(0); ROOT r = f32[4] all-reduce(p), to_apply=add, use_global_device_ids=true, channel_id=1",
  });
}

TEST(Verify, RejectsWrongAsyncChains) {
  expectEachRejected({
      {"p = f32[4] parameter(0); ROOT s = (f32[4], f32[4], s32[]) async-start(p), calls=branch", "((operands...)"},
      {"p = f32[4] parameter(0); ROOT s = ((f32[4])) async-start(p), calls=branch", "((operands...)"},
      {"p = f32[4] parameter(0); s = ((f32[4]), f32[4]) async-start(p), calls=branch; "
       "ROOT u = ((f32[4])) async-update(s)",
       "((operands...)"},
      {"ROOT u = ((f32[4]), f32[4]) async-update()", "needs the operation it continues"},
      {"ROOT u = f32[4] async-done()", "needs the operation it continues"},
      {"p = f32[4] parameter(0); s = ((f32[4]), f32[4]) async-start(p), calls=branch; d = f32[4] async-done(s); "
       "ROOT u = ((f32[4]), f32[4]) async-update(d)",
       "has ended"},
  });
  expectAccepted({
      "p = f32[4] parameter(0); s = ((f32[4]), f32[4]) async-start(p), calls=branch; "
      "u = ((f32[4]), f32[4]) async-update(s); ROOT d = f32[4] async-done(u)",
      "p = f32[4] parameter(0); s = ((), ()) async-start(), calls=branch; "
      "u = ((f32[4]), f32[4], u32[]) async-update(s, p); ROOT d = f32[4] async-done(u)",
      "p = f32[4] parameter(0); q = u32[] parameter(1); t = ((f32[4]), f32[4], u32[]) tuple(p, p, q); "
      "ROOT d = f32[4] async-done(t)",
  });
}

TEST(Verify, RejectsUnspecifiedApiVersionExceptFromTheNeuronCompiler) {
  const std::string call =
      "p = f32[4] parameter(0); ROOT r = f32[4] custom-call(p), api_version=API_VERSION_UNSPECIFIED, ";
  EXPECT_NE(problemOf(call + "custom_call_target=\"foo\"").find("not a version"), std::string::npos);
  const auto module = parseEntry(call + "custom_call_target=\"AwsNeuronGelu\"");
  ASSERT_TRUE(module.ok()) << format(module.error(), "module");
  ASSERT_EQ(module->warnings.size(), 1u);
  EXPECT_GT(module->warnings[0].where.line, 0);
}

TEST(Verify, RejectsGapsInParameterNumbers) {
  EXPECT_NE(problemOf("p = f32[4] parameter(0); ROOT r = f32[4] parameter(2)").find("number 2"), std::string::npos);
}

// XLA rejects such modules. hlorank only warns, because the program is complete without the aliases.
TEST(Verify, WarnsAboutAliasesOfMissingOutputsAndParameters) {
  const std::string body = "p = f32[4] parameter(0); q = (f32[4], s32[]) parameter(1); ROOT r = (f32[4]) tuple(p)";
  const auto warnings = [&](const std::string& header) {
    const auto module = parseEntry(body, header);
    if (!module.ok()) return format(module.error(), "module");
    std::string all;
    for (const Warning& warning : module->warnings) all += warning.message + "\n";
    return all;
  };
  EXPECT_EQ(warnings(", input_output_alias={ {0}: (0, {}, may-alias) }"), "");
  EXPECT_EQ(warnings(", input_output_alias={ {0}: (1, {0}) }, buffer_donor={ (1, {1}) }"), "");
  EXPECT_EQ(warnings(", input_output_alias={ {0}: (0, {}), {1}: (1, {0}, must-alias), {2}: (1, {0}) }"),
            "input_output_alias names output {1}, which does not exist; further invalid entries: 1\n");
  EXPECT_EQ(warnings(", input_output_alias={ {0}: (2, {}) }"),
            "input_output_alias names parameter 2 {}, which does not exist\n");
  EXPECT_EQ(warnings(", buffer_donor={ (1, {2}) }"), "buffer_donor names parameter 1 {2}, which does not exist\n");
}

}  // namespace
}  // namespace hlorank::hlo
