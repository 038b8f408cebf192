#include "shared/cost/arithmetic.h"

#include <gtest/gtest.h>

#include <numeric>

#include "shared/cost/report.h"
#include "tests/graph/module_of.h"

namespace hlorank::cost {
namespace {

using test::moduleOf;
using test::nodeOf;

std::string_view mainKindOf(const hlo::Module& module, std::string_view instruction) {
  const auto kind = mainArithmetic(analyse(module).own[nodeOf(module, instruction)], *findMachine("h200"));
  return kind ? name(*kind) : "none";
}

TEST(Arithmetic, FollowsFromElementTypesAndPrecision) {
  const hlo::Module module = moduleOf(R"(HloModule m

ENTRY main {
  a = f32[64,64] parameter(0)
  b = bf16[64,64] parameter(1)
  d = f64[64,64] parameter(2)
  i = s8[64,64] parameter(3)
  n = s32[64,64] parameter(4)
  c = c64[64,64] parameter(5)
  default = f32[64,64] dot(a, a), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  high = f32[64,64] dot(a, a), lhs_contracting_dims={1}, rhs_contracting_dims={0}, operand_precision={high,default}
  highest = f32[64,64] dot(a, a), lhs_contracting_dims={1}, rhs_contracting_dims={0}, operand_precision={default,highest}
  narrow = f32[64,64] dot(b, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  mixed = f32[64,64] dot(b, a), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  wide = f64[64,64] dot(d, d), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  bytes = s32[64,64] dot(i, i), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  integers = s32[64,64] dot(n, n), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  complex = c64[64,64] dot(c, c), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  passes = f32[64,64] dot(a, a), lhs_contracting_dims={1}, rhs_contracting_dims={0}, algorithm=dot_bf16_bf16_f32_x3
  exact = f32[64,64] dot(a, a), lhs_contracting_dims={1}, rhs_contracting_dims={0}, algorithm=dot_f32_f32_f32
  sum = f32[64,64] add(a, a)
  wideSum = f64[64,64] add(d, d)
  less = pred[64,64] compare(d, d), direction=LT
  copied = f32[64,64] copy(a)
  ROOT all = (f32[64,64]) tuple(default)
}
)");
  for (const auto& [instruction, kind] : {std::pair{"default", "matrix32"},
                                          {"high", "matrix32High"},
                                          {"highest", "matrix32Highest"},
                                          {"narrow", "matrixBf16"},
                                          {"mixed", "matrix32"},
                                          {"wide", "matrix64"},
                                          {"bytes", "matrixInt8"},
                                          {"integers", "vector"},
                                          {"complex", "matrix32"},
                                          {"passes", "matrixBf16"},
                                          {"exact", "matrix32Highest"},
                                          {"sum", "vector"},
                                          {"wideSum", "vector64"},
                                          {"less", "vector64"},
                                          {"copied", "none"}})
    EXPECT_EQ(mainKindOf(module, instruction), kind) << instruction;
  const Cost passes = analyse(module, Convention::kExecuted, *findMachine("h200")).own[nodeOf(module, "passes")];
  EXPECT_EQ(passes.operations[static_cast<size_t>(Arithmetic::kMatrixBf16)], 3 * passes.flops);
}

TEST(Arithmetic, OfACublasCallFollowsFromItsConfiguration) {
  const hlo::Module module = moduleOf(R"(HloModule m

ENTRY main {
  a = f32[64,64] parameter(0)
  default = (f32[64,64], s8[4096]) custom-call(a, a), custom_call_target="__cublas$gemm", backend_config={"gemm_backend_config":{"selected_algorithm":"13","dot_dimension_numbers":{"lhs_contracting_dimensions":["1"],"rhs_contracting_dimensions":["0"]},"precision_config":{"operand_precision":["DEFAULT","DEFAULT"],"algorithm":"ALG_UNSET"},"epilogue":"DEFAULT"}}
  highest = (f32[64,64], s8[4096]) custom-call(a, a), custom_call_target="__cublas$gemm", backend_config={"gemm_backend_config":{"dot_dimension_numbers":{"lhs_contracting_dimensions":["1"],"rhs_contracting_dimensions":["0"]},"precision_config":{"operand_precision":["HIGHEST","HIGHEST"],"algorithm":"ALG_UNSET"}}}
  passes = (f32[64,64], s8[4096]) custom-call(a, a), custom_call_target="__cublas$gemm", backend_config={"gemm_backend_config":{"dot_dimension_numbers":{"lhs_contracting_dimensions":["1"],"rhs_contracting_dimensions":["0"]},"precision_config":{"operand_precision":["HIGHEST","HIGHEST"],"algorithm":"ALG_DOT_BF16_BF16_F32_X6"}}}
  ROOT all = ((f32[64,64], s8[4096])) tuple(default)
}
)");
  EXPECT_EQ(mainKindOf(module, "default"), "matrix32");
  EXPECT_EQ(mainKindOf(module, "highest"), "matrix32Highest");
  EXPECT_EQ(mainKindOf(module, "passes"), "matrixBf16");
}

// A matrix multiplication of 8192³ is limited by arithmetic on every machine. The rates are those of the H200 data
// sheet.
TEST(Arithmetic, DecidesTheRateThatAnInstructionIsEstimatedWith) {
  const auto secondsOf = [](const std::string& type, const std::string& precision, const char* machine = "h200") {
    const std::string array = type + "[8192,8192]";
    const hlo::Module module =
        moduleOf("HloModule m\nENTRY main {\n  a = " + array + " parameter(0)\n  ROOT d = " + array +
                 " dot(a, a), lhs_contracting_dims={1}, rhs_contracting_dims={0}" + precision + "\n}\n");
    return Report(module, *findMachine(machine)).seconds;
  };
  constexpr double kFlops = 2. * 8192 * 8192 * 8192;
  EXPECT_DOUBLE_EQ(secondsOf("bf16", ""), kFlops / 989e12);
  EXPECT_DOUBLE_EQ(secondsOf("f32", ""), kFlops / 495e12);
  EXPECT_DOUBLE_EQ(secondsOf("f32", ", operand_precision={highest,highest}"), kFlops / 67e12);
  EXPECT_DOUBLE_EQ(secondsOf("f64", ""), kFlops / 67e12);
  EXPECT_DOUBLE_EQ(secondsOf("f8e4m3fn", ""), kFlops / 1979e12);
  // Types that a machine lacks are converted to one that it has.
  EXPECT_DOUBLE_EQ(secondsOf("f8e4m3fn", "", "a100"), kFlops / 312e12);
  EXPECT_DOUBLE_EQ(secondsOf("s8", "", "a100"), kFlops / 624e12);
  EXPECT_DOUBLE_EQ(secondsOf("f16", "", "v100"), kFlops / 125e12);
  EXPECT_DOUBLE_EQ(secondsOf("bf16", "", "v100"), kFlops / 15.7e12);
  EXPECT_DOUBLE_EQ(secondsOf("s8", "", "tpu-v5e"), kFlops / 394e12);
  EXPECT_DOUBLE_EQ(secondsOf("f8e4m3fn", "", "tpu-v5e"), kFlops / 197e12);
}

TEST(Arithmetic, OfASortIsItsComparisonsWhichAreSlowOnACpu) {
  const hlo::Module module = moduleOf(R"(HloModule m
less { a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = pred[] compare(a, b), direction=LT }
ENTRY main { x = f32[1000,256]{1,0} parameter(0)
  ROOT s = f32[1000,256]{1,0} sort(x), dimensions={1}, to_apply=less }
)");
  const Report report(module, *findMachine("cpu-1core"));
  EXPECT_DOUBLE_EQ(report.seconds, 256'000 * 8 / 50e6);
  EXPECT_EQ(report.hotspots[0].bound, Bound::kCompute);
}

TEST(Arithmetic, InsideAFusionKeepsItsKind) {
  const hlo::Module module = moduleOf(R"(HloModule m

fused {
  p = f32[64,64] parameter(0)
  q = bf16[64,64] convert(p)
  d = f32[64,64] dot(q, q), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  ROOT s = f32[64,64] add(d, p)
}

ENTRY main {
  x = f32[64,64] parameter(0)
  ROOT f = f32[64,64] fusion(x), kind=kOutput, calls=fused
}
)");
  const Cost cost = analyse(module, Convention::kExecuted, *findMachine("h200")).total;
  EXPECT_EQ(cost.operations[static_cast<size_t>(Arithmetic::kMatrixBf16)], 2. * 64 * 64 * 64);
  EXPECT_EQ(cost.operations[static_cast<size_t>(Arithmetic::kVector)], 2. * 64 * 64);
  EXPECT_EQ(std::accumulate(cost.operations.begin(), cost.operations.end(), 0.0), cost.flops);
  EXPECT_EQ(mainKindOf(module, "f"), "matrixBf16");
}

TEST(Arithmetic, RatesAreDescribedForTheKindsThatAProgramHas) {
  const Machine& h200 = *findMachine("h200");
  Cost cost;
  EXPECT_EQ(describeRates(h200, cost), "989 TFLOP/s (bf16 matrix products), 4.80 TB/s, 3.87 T transcendentals/s");
  cost.operations[static_cast<size_t>(Arithmetic::kMatrix32)] = 1;
  EXPECT_EQ(describeRates(h200, cost), "495 TFLOP/s (f32 matrix products), 4.80 TB/s, 3.87 T transcendentals/s");
  cost.operations[static_cast<size_t>(Arithmetic::kVector)] = 1;
  EXPECT_EQ(describeRates(h200, cost),
            "495 TFLOP/s (f32 matrix products), 67 TFLOP/s (vector operations), 4.80 TB/s, 3.87 T transcendentals/s");
  EXPECT_EQ(describeRates(*findMachine("cpu-1core"), cost), "96 GFLOP/s, 15 GB/s, 2.40 G transcendentals/s");
  cost.operations[static_cast<size_t>(Arithmetic::kMatrix64)] = 1;
  EXPECT_EQ(describeRates(*findMachine("cpu-1core"), cost),
            "96 GFLOP/s, 48 GFLOP/s (f64 matrix products), 15 GB/s, 2.40 G transcendentals/s");
}

// An H100 PCIe has 756 TFLOP/s for 16-bit matrix products; its data sheet has 51, 378 and 1,513 for the others.
TEST(Arithmetic, OtherPeaksOfAMachineChangeInProportion) {
  Machine machine = *findMachine("h100");
  machine.scaleRates(756e12);
  EXPECT_NEAR(machine.rate(Arithmetic::kMatrix64), 51e12, .5e12);
  EXPECT_NEAR(machine.rate(Arithmetic::kMatrix32), 378e12, 1e12);
  EXPECT_NEAR(machine.rate(Arithmetic::kMatrixInt8), 1513e12, 1e12);
}

}  // namespace
}  // namespace hlorank::cost
