// Tests the bytes that fusions read and write.
#include "shared/cost/fusion.h"

#include <gtest/gtest.h>

#include "shared/cost/analysis.h"
#include "tests/graph/module_of.h"

namespace hlorank::cost {
namespace {

using test::moduleOf;
using test::nodeOf;

TEST(FusionBytes, FusedGathersAndScattersCountTheElementsThatTheyTouch) {
  const hlo::Module module = moduleOf(R"(HloModule m

add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT c = f32[] add(a, b)
}

gathers {
  table = f32[50000,64] parameter(0)
  rows = s32[8,1] parameter(1)
  g = f32[8,64] gather(table, rows), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,64}
  ROOT t = f32[8,64] tanh(g)
}

scatters {
  table = f32[50000,64] parameter(0)
  rows = s32[8,1] parameter(1)
  changes = f32[8,64] parameter(2)
  ROOT s = f32[50000,64] scatter(table, rows, changes), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add
}

fills {
  zero = f32[] constant(0)
  table = f32[50000,64] broadcast(zero), dimensions={}
  rows = s32[8,1] parameter(0)
  changes = f32[8,64] parameter(1)
  ROOT s = f32[50000,64] scatter(table, rows, changes), update_window_dims={1}, inserted_window_dims={0}, scatter_dims_to_operand_dims={0}, index_vector_dim=1, to_apply=add
}

ENTRY main {
  table = f32[50000,64] parameter(0)
  rows = s32[8,1] parameter(1)
  read = f32[8,64] fusion(table, rows), kind=kLoop, calls=gathers
  written = f32[50000,64] fusion(table, rows, read), kind=kLoop, calls=scatters
  filled = f32[50000,64] fusion(rows, read), kind=kLoop, calls=fills
  ROOT t = (f32[50000,64], f32[50000,64]) tuple(written, filled)
}
)");
  constexpr double kRows = 8 * 4, kPart = 8 * 64 * 4, kTable = 50000 * 64 * 4;
  const auto bytesOf = [&](std::string_view name, Convention convention) {
    return analyse(module, convention).own[nodeOf(module, name)].bytes;
  };
  EXPECT_EQ(bytesOf("read", Convention::kExecuted), kPart + kRows + kPart);
  EXPECT_EQ(bytesOf("written", Convention::kExecuted), kPart + kRows + 2 * kPart);
  EXPECT_EQ(bytesOf("filled", Convention::kExecuted), kRows + kPart + kTable);
  EXPECT_EQ(bytesOf("read", Convention::kXla), kTable + kRows + kPart);
  EXPECT_EQ(bytesOf("written", Convention::kXla), 2 * kTable + kRows + kPart);
}

TEST(FusionBytes, ConvertedArraysOfWhichAPartIsTakenCountThatPart) {
  const hlo::Module module = moduleOf(R"(HloModule m
lookup { table = bf16[50000,64] parameter(0)
  rows = s32[8,1] parameter(1)
  c = f32[50000,64] convert(table)
  e = f32[50000,64] exponential(c)
  ROOT g = f32[8,64] gather(e, rows), offset_dims={1}, collapsed_slice_dims={0}, start_index_map={0}, index_vector_dim=1, slice_sizes={1,64} }
both { x = f32[1000,64] parameter(0)
  n = f32[1000,64] negate(x)
  a = f32[8,64] slice(n), slice={[0:8], [0:64]}
  b = f32[4,64] slice(n), slice={[8:12], [0:64]}
  ROOT t = (f32[8,64], f32[4,64]) tuple(a, b) }
whole { x = f32[1000,64] parameter(0)
  n = f32[1000,64] negate(x)
  a = f32[8,64] slice(n), slice={[0:8], [0:64]}
  ROOT t = (f32[8,64], f32[1000,64]) tuple(a, n) }
ENTRY main { table = bf16[50000,64] parameter(0)
  rows = s32[8,1] parameter(1)
  x = f32[1000,64] parameter(2)
  found = f32[8,64] fusion(table, rows), kind=kLoop, calls=lookup
  parts = (f32[8,64], f32[4,64]) fusion(x), kind=kLoop, calls=both
  all = (f32[8,64], f32[1000,64]) fusion(x), kind=kLoop, calls=whole
  ROOT t = (f32[8,64], (f32[8,64], f32[4,64]), (f32[8,64], f32[1000,64])) tuple(found, parts, all)
}
)");
  const Analysis executed = analyse(module, Convention::kExecuted), xla = analyse(module, Convention::kXla);
  const auto costOf = [&](const Analysis& analysis, std::string_view name) {
    return analysis.own[nodeOf(module, name)];
  };
  constexpr double kRows = 8 * 4, kPart = 8 * 64;  // bytes of the indices, elements of a slice
  EXPECT_EQ(costOf(executed, "found").bytes, kPart * 2 + kRows + kPart * 4);
  EXPECT_EQ(costOf(executed, "found").flops, kPart);
  EXPECT_EQ(costOf(executed, "found").transcendentals, kPart);
  EXPECT_EQ(costOf(executed, "parts").bytes, 2 * 4 * 1.5 * kPart);
  EXPECT_EQ(costOf(executed, "parts").flops, 1.5 * kPart);
  EXPECT_EQ(costOf(executed, "all").bytes, 4 * (1000 * 64 * 2 + kPart));
  EXPECT_EQ(costOf(executed, "all").flops, 1000 * 64);
  EXPECT_EQ(costOf(xla, "found").transcendentals, 50000 * 64);
  EXPECT_EQ(costOf(xla, "parts").flops, 1000 * 64);
}

// XLA:CPU fuses a slice update into the computation of the array. Such an array is written as a whole.
TEST(FusionBytes, AFusionThatUpdatesAnArrayOfItsOwnWritesAllOfIt) {
  const hlo::Module module = moduleOf(R"(HloModule m
own { x = f32[1000,64] parameter(0)
  u = f32[8,64] parameter(1)
  i = s32[] parameter(2)
  n = f32[1000,64] negate(x)
  ROOT r = f32[1000,64] dynamic-update-slice(n, u, i, i) }
twice { x = f32[1000,64] parameter(0)
  u = f32[8,64] parameter(1)
  i = s32[] parameter(2)
  j = s32[] parameter(3)
  one = f32[1000,64] dynamic-update-slice(x, u, i, i)
  two = f32[1000,64] dynamic-update-slice(one, u, j, i)
  ROOT b = f32[64000] bitcast(two) }
used { x = f32[1000,64] parameter(0)
  u = f32[8,64] parameter(1)
  i = s32[] parameter(2)
  d = f32[1000,64] dynamic-update-slice(x, u, i, i)
  ROOT n = f32[1000,64] negate(d) }
ENTRY main { x = f32[1000,64] parameter(0)
  u = f32[8,64] parameter(1)
  i = s32[] parameter(2)
  j = s32[] parameter(3)
  owned = f32[1000,64] fusion(x, u, i), kind=kLoop, calls=own
  placed = f32[64000] fusion(x, u, i, j), kind=kLoop, calls=twice
  negated = f32[1000,64] fusion(x, u, i), kind=kLoop, calls=used
  ROOT t = (f32[1000,64], f32[64000], f32[1000,64]) tuple(owned, placed, negated) }
)");
  constexpr double kArray = 1000 * 64 * 4, kUpdate = 8 * 64 * 4, kIndex = 4;
  const auto bytesOf = [&](std::string_view name, Convention convention) {
    return analyse(module, convention).own[nodeOf(module, name)].bytes;
  };
  EXPECT_EQ(bytesOf("owned", Convention::kExecuted), kArray + kUpdate + kIndex + kArray);
  EXPECT_EQ(bytesOf("owned", Convention::kXla), kArray + kUpdate + kIndex + kUpdate);
  EXPECT_EQ(bytesOf("placed", Convention::kExecuted), kUpdate + 2 * kIndex + 2 * kUpdate);
  EXPECT_EQ(bytesOf("negated", Convention::kExecuted), kArray + kUpdate + kIndex + kArray);
}

// Triton's matrix multiplications wrap each operand in a fusion.
TEST(FusionBytes, AFusionInsideAFusionThatReturnsItsOperandReadsIt) {
  const hlo::Module module = moduleOf(R"(HloModule m
left { ROOT p = bf16[64,128] parameter(0) }
right { q = bf16[128,32] parameter(0)
  ROOT n = bf16[128,32] negate(q) }
gemm { a = bf16[64,128] parameter(0)
  b = bf16[128,32] parameter(1)
  l = bf16[64,128] fusion(a), kind=kCustom, calls=left
  r = bf16[128,32] fusion(b), kind=kCustom, calls=right
  ROOT d = bf16[64,32] dot(l, r), lhs_contracting_dims={1}, rhs_contracting_dims={0} }
ENTRY main { x = bf16[64,128] parameter(0)
  y = bf16[128,32] parameter(1)
  ROOT g = bf16[64,32] fusion(x, y), kind=kCustom, calls=gemm }
)");
  const auto bytesIn = [&](Convention convention) {
    return analyse(module, convention).own[nodeOf(module, "g")].bytes;
  };
  EXPECT_EQ(bytesIn(Convention::kExecuted), 2. * (64 * 128 + 128 * 32 + 64 * 32));
  EXPECT_EQ(bytesIn(Convention::kXla), 2. * (128 * 32 + 64 * 32)) << "jaxlib 0.11.2";
}

}  // namespace
}  // namespace hlorank::cost
