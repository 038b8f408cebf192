#include "shared/simulation/signature.h"

#include <gtest/gtest.h>

#include "tests/graph/module_of.h"

namespace hlorank::simulation {
namespace {

constexpr char kOptimised[] = R"(HloModule optimised, is_scheduled=true

moved {
  p = f32[8,16]{1,0} parameter(0)
  ROOT t = f32[16,8]{1,0} transpose(p), dimensions={1,0}
}

computed {
  p = f32[16,8]{1,0} parameter(0)
  ROOT e = f32[16,8]{0,1} exponential(p)
}

multiplied {
  a = f32[16,8]{1,0} parameter(0)
  b = f32[8,16]{1,0} parameter(1)
  ROOT d = f32[16,16]{1,0} dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}
}

library {
  p = f32[8,16]{1,0} parameter(0)
  ROOT n = f32[8,16]{1,0} negate(p)
}

several {
  p = f32[8,16]{1,0} parameter(0)
  n = f32[8,16]{1,0} negate(p)
  ROOT t = (f32[8,16]{1,0}, f32[8,16]{1,0}) tuple(p, n)
}

ENTRY main {
  x = f32[8,16]{1,0} parameter(0)
  small = f32[8,8]{1,0} parameter(1)
  bias = f32[] parameter(2)
  moves = f32[16,8]{1,0} fusion(x), kind=kLoop, calls=moved
  computes = f32[16,8]{0,1} fusion(moves), kind=kLoop, calls=computed
  product = f32[16,16]{1,0} fusion(moves, x), kind=kOutput, calls=multiplied
  dot = f32[16,16]{1,0} dot(moves, x), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  ynn = f32[8,16]{1,0} fusion(x), kind=kCustom, calls=library
  two = (f32[8,16]{1,0}, f32[8,16]{1,0}) fusion(x), kind=kLoop, calls=several
  copy = f32[8,16]{0,1} copy(x)
  one = f32[1,8,16]{2,1,0} broadcast(x), dimensions={1,2}
  negative = f32[8,8]{1,0} negate(small)
  fill = f32[4,64]{1,0} broadcast(bias), dimensions={}
  ROOT sort = f32[8,16]{1,0} bitcast(x)
}
)";

TEST(Signature, DescribesInstructionsOfTheOptimisedModule) {
  const hlo::Module module = test::moduleOf(kOptimised);
  const auto of = [&](const char* name) { return signatureOf(module, test::nodeOf(module, name)); };
  EXPECT_EQ(of("moves"), "copy 8,16");
  EXPECT_EQ(of("computes"), "loop 16,8") << "the layout of the result gives the order of the loops";
  EXPECT_EQ(of("product"), kProductSignature);
  EXPECT_EQ(of("dot"), kProductSignature);
  EXPECT_EQ(of("copy"), "copy 8,16");
  EXPECT_EQ(of("one"), "loop 16,8") << "without sizes of 1";
  EXPECT_EQ(of("fill"), "loop 64,4");
  for (const char* unknown : {"ynn", "two", "negative", "sort", "x"}) EXPECT_EQ(of(unknown), "") << unknown;
}

}  // namespace
}  // namespace hlorank::simulation
