#include "shared/hlo/fingerprint.h"

#include <gtest/gtest.h>

#include "shared/hlo/read.h"
#include "tests/support/replaced.h"

namespace hlorank::hlo {
namespace {

using test::replaced;

uint64_t of(const std::string& text) {
  auto read = readModule(text);
  EXPECT_TRUE(read.ok()) << read.error().message;
  return read.ok() ? fingerprint(read->module) : 0;
}

constexpr char kTwoSpellings[] = R"(HloModule one

add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT sum = f32[] add(a, b)
}

ENTRY main {
  left = f32[4,8]{1,0} parameter(0)
  right = f32[8,2]{1,0} parameter(1)
  product = f32[4,2]{1,0} dot(left, right), lhs_contracting_dims={1}, rhs_contracting_dims={0}, metadata={op_name="first"}
  zero = f32[] constant(0)
  ROOT total = f32[4]{0} reduce(product, zero), dimensions={1}, to_apply=add
}
)";

TEST(Fingerprint, IgnoresNamesAndMetadata) {
  const uint64_t hash = of(kTwoSpellings);
  EXPECT_EQ(of(replaced(kTwoSpellings, "product", "p.17")), hash);
  EXPECT_EQ(of(replaced(kTwoSpellings, "HloModule one",
                        "HloModule two, entry_computation_layout={(f32[4,8]{1,0}, f32[8,2]{1,0})->f32[4]{0}}")),
            hash);
  EXPECT_EQ(of(replaced(kTwoSpellings, "op_name=\"first\"", "op_name=\"second\" source_line=3")), hash);
  EXPECT_EQ(of(replaced(kTwoSpellings, ", metadata={op_name=\"first\"}", "")), hash);
}

TEST(Fingerprint, DependsOnLayoutsAttributesConstantsOpcodesAndOperands) {
  const uint64_t hash = of(kTwoSpellings);
  EXPECT_NE(of(replaced(kTwoSpellings, "f32[4,2]{1,0}", "f32[4,2]{0,1}")), hash);
  EXPECT_NE(of(replaced(kTwoSpellings, "f32[4,8]{1,0}", "f32[4,8]{0,1}")), hash);
  EXPECT_NE(of(replaced(kTwoSpellings, "constant(0)", "constant(1)")), hash);
  EXPECT_NE(of(replaced(kTwoSpellings, "add(a, b)", "add(b, a)")), hash);
  EXPECT_NE(of(replaced(kTwoSpellings, "f32[] add(a, b)", "f32[] maximum(a, b)")), hash);
  EXPECT_NE(of(replaced(kTwoSpellings, "lhs_contracting_dims={1}",
                        "operand_precision={highest,highest}, lhs_contracting_dims={1}")),
            hash);
}

}  // namespace
}  // namespace hlorank::hlo
