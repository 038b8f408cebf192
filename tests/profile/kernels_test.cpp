#include "shared/profile/kernels.h"

#include <gtest/gtest.h>

#include "shared/profile/join.h"
#include "tests/graph/module_of.h"

namespace hlorank::profile {
namespace {

using test::moduleOf;
using test::nodeOf;

constexpr char kScheduled[] = R"(HloModule m, is_scheduled=true
double.body { y = f32[64]{0} parameter(0) ROOT add.0 = f32[64]{0} add(y, y) }
ENTRY main {
  x = f32[64,64]{1,0} parameter(0)
  fusion.1 = f32[64,64]{1,0} negate(x)
  gemm.1 = f32[64,64]{1,0} dot(fusion.1, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  cast = f32[4096]{0} bitcast(gemm.1)
  fusion.2 = f32[64,64]{1,0} negate(gemm.1)
  gemm.2 = f32[64,64]{1,0} dot(fusion.2, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  gemm.3 = f32[64,64]{1,0} dot(gemm.2, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  ROOT fusion.3 = f32[64,64]{1,0} negate(gemm.3)
}
)";

// Returns a profile with one run in which each kernel takes a microsecond.
Profile profileOf(const std::vector<const char*>& kernels) {
  Profile profile;
  profile.module = "m";
  profile.spans = {1e-3};
  for (const char* kernel : kernels)
    profile.instructions.push_back({kernelName(kernel, int64_t(profile.instructions.size())), 1, {1e-6}});
  return profile;
}

TEST(Kernels, OfALibraryBelongToTheOneInstructionBetweenTheirNeighbours) {
  const hlo::Module module = moduleOf(kScheduled);
  const auto found =
      findInstructions(profileOf({"fusion_1", "memset", "sgemm", "fusion_2", "sgemm", "fusion_3"}), module);
  const uint32_t gemm = nodeOf(module, "gemm.1");
  // Between fusion.2 and fusion.3 there are two products, so it is not known to which the kernel belongs.
  EXPECT_EQ(found, (std::vector<uint32_t>{nodeOf(module, "fusion.1"), gemm, gemm, nodeOf(module, "fusion.2"),
                                          hlo::kNone, nodeOf(module, "fusion.3")}));
}

TEST(Kernels, OfEqualFusionsHaveTheNameOfTheFirst) {
  const hlo::Module module = moduleOf(kScheduled);
  const auto found = findInstructions(profileOf({"fusion_2", "sgemm", "sgemm", "fusion_2"}), module);
  EXPECT_EQ(found[0], nodeOf(module, "fusion.2"));
  EXPECT_EQ(found[3], hlo::kNone);
}

TEST(Kernels, OfEqualFusionsBelongToTheOneFusionBetweenTheirNeighbours) {
  const hlo::Module module = moduleOf(kScheduled);
  const auto found =
      findInstructions(profileOf({"fusion_1", "sgemm", "fusion_1", "gemm_2", "sgemm", "fusion_3"}), module);
  EXPECT_EQ(found[1], hlo::kNone);  // two kernels belong to gemm.1 and fusion.2, or three to one of them
  EXPECT_EQ(found[2], hlo::kNone);
  EXPECT_EQ(found[4], nodeOf(module, "gemm.3"));
  EXPECT_EQ(findInstructions(profileOf({"fusion_1", "gemm_1", "fusion_1", "gemm_2"}), module)[2],
            nodeOf(module, "fusion.2"));
}

TEST(Kernels, AreNotGuessedNextToInstructionsOfAnotherProgram) {
  const hlo::Module module = moduleOf(kScheduled);
  Profile profile = profileOf({"fusion_1", "sgemm", "fusion_2"});
  profile.instructions[0].name = "elsewhere.1";
  EXPECT_EQ(findInstructions(profile, module),
            (std::vector<uint32_t>{hlo::kNone, hlo::kNone, nodeOf(module, "fusion.2")}));
  profile.instructions[0].name = "gemm.1";  // an instruction that ran outside the graph has no kernel in it
  profile.instructions[2].name = "fusion.2";
  EXPECT_EQ(findInstructions(profile, module)[1], hlo::kNone);
}

TEST(Kernels, WithTheNameOfTwoInstructionsAreNotGuessed) {
  const hlo::Module module = moduleOf(
      "HloModule m\nENTRY main { x = f32[2]{0} parameter(0) a.1 = f32[2]{0} negate(x) "
      "ROOT a-1 = f32[2]{0} negate(a.1) }");
  EXPECT_EQ(findInstructions(profileOf({"a_1"}), module), std::vector<uint32_t>{hlo::kNone});
}

TEST(Kernels, InAnotherOrderThanTheScheduleAreNotGuessed) {
  const hlo::Module module = moduleOf(kScheduled);
  EXPECT_EQ(findInstructions(profileOf({"fusion_3", "sgemm", "fusion_1"}), module)[1], hlo::kNone);
  EXPECT_EQ(findInstructions(profileOf({"sgemm", "memset"}), module), std::vector<uint32_t>(2, hlo::kNone));
}

TEST(Kernels, WithoutInstructionAreNoSignOfAnotherProgramButAreReported) {
  const hlo::Module module = moduleOf(kScheduled);
  const auto measured = joinProfile(profileOf({"fusion_2", "sgemm", "sgemm", "fusion_3"}), module);
  ASSERT_TRUE(measured.ok()) << measured.error().message;
  EXPECT_DOUBLE_EQ(measured->kernels, 2e-6);
  EXPECT_DOUBLE_EQ(measured->sum, 4e-6);
  EXPECT_EQ(measured->elsewhere, 0);
  const auto none = joinProfile(profileOf({"sgemm", "memset"}), module);
  ASSERT_FALSE(none.ok());
  EXPECT_EQ(none.error().message, "no kernel of the CUDA graphs in this trace can be assigned to an instruction");
}

}  // namespace
}  // namespace hlorank::profile
