// Tests which constants of HLO text are accepted: the same as by XLA's parser (jaxlib 0.10.2).

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "shared/hlo/read.h"

namespace hlorank::hlo {
namespace {

Result<Module> parseConstant(const std::string& shape, const std::string& value) {
  return parseText(std::make_shared<const std::string>("HloModule m\nENTRY e {\n  ROOT c = " + shape + " constant(" +
                                                       value + ")\n}\n"));
}

// Returns the error message for a constant; "" if it is accepted.
std::string problem(const std::string& shape, const std::string& value) {
  const auto module = parseConstant(shape, value);
  return module.ok() ? "" : module.error().message;
}

void expectAccepted(const std::string& shape, std::initializer_list<const char*> values) {
  for (const char* value : values) EXPECT_EQ(problem(shape, value), "") << shape << " " << value;
}

void expectRejected(const std::string& shape, std::initializer_list<const char*> values, const std::string& part) {
  for (const char* value : values)
    EXPECT_NE(problem(shape, value).find(part), std::string::npos)
        << shape << " " << value << ": " << problem(shape, value);
}

TEST(ParseLiteral, KeepsTheValueAsWritten) {
  const auto module = parseConstant("f32[2,2]", " {{1, 2.5},  { -3e2,nan }} ");
  ASSERT_TRUE(module.ok()) << module.error().message;
  EXPECT_EQ(module->instructions[0].literal, "{{1, 2.5},  { -3e2,nan }}");
}

TEST(ParseLiteral, ChecksTheRangeOfIntegers) {
  expectAccepted("s4[]", {"-8", "7"});
  expectRejected("s4[]", {"-9", "8"}, "out of range for s4, which holds -8 to 7");
  expectAccepted("u4[]", {"0", "15"});
  expectRejected("u4[]", {"-1", "16"}, "out of range for u4, which holds 0 to 15");
  expectAccepted("u32[]", {"4294967295"});
  expectRejected("u32[]", {"4294967296", "-1"}, "out of range for u32");
  expectAccepted("s64[]", {"-9223372036854775808", "9223372036854775807"});
  expectRejected("s64[]", {"-9223372036854775809"}, "64 bits");
  expectAccepted("u64[]", {"18446744073709551615", "00012"});
  expectRejected("u64[]", {"18446744073709551616"}, "64 bits");
  expectRejected("s32[]", {"1.5", "1e3", "2x"}, "is not an integer");
  expectRejected("s32[]", {"true", "inf", "nan", "", "-"}, "expected an integer");
}

TEST(ParseLiteral, ChecksTheRangeOfFloatsAfterRounding) {
  expectAccepted("f16[]", {"65504", "65519", "-65519.9", "1e-99"});
  expectRejected("f16[]", {"65520", "-65520", "1e5"}, "out of range for f16, which holds -65504 to 65504");
  expectAccepted("bf16[]", {"3.3895e38", "3.396e38"});
  expectRejected("bf16[]", {"3.397e38", "1e100"}, "out of range for bf16");
  expectAccepted("f32[]", {"3.4028235e38", "3.4028235677973364e38", "00000000000000000000000000000000000000000001.0"});
  expectRejected("f32[]", {"3.4028235677973367e38", "1e39"}, "out of range for f32");
  expectAccepted("f64[]", {"1e308", "1e-400", "-1.7e308"});
  expectRejected("f64[]", {"1.8e308", "-1.8e308", "1e99999999999999999999"}, "out of range for f64");
  expectAccepted("f8e4m3fn[]", {"448", "464"});
  expectRejected("f8e4m3fn[]", {"465"}, "out of range for f8e4m3fn");
  expectAccepted("f8e4m3b11fnuz[]", {"30.9"});
  expectRejected("f8e4m3b11fnuz[]", {"31"}, "out of range");
  expectAccepted("f8e8m0fnu[]", {"1e-45", "1.7e38"});
  expectRejected("f8e8m0fnu[]", {"0", "-1", "2.6e38"}, "powers of two");
  expectAccepted("f4e2m1fn[]", {"1e308"});
  expectRejected("f32[]", {"1e", "1e+"}, "exponent");
  expectRejected("f32[]", {"1.5.2", "1.5x", "3-4"}, "is not a number");
  expectRejected("f32[]", {"true", "", ".", "infinity"}, "expected a number");
}

TEST(ParseLiteral, ChecksPayloadsOfNans) {
  expectAccepted("f32[]", {"nan", "-nan", "inf", "-inf", "nan(0x7fffff)", "-nan(0x1)"});
  expectAccepted("bf16[]", {"nan(0x7f)"});
  expectRejected("bf16[]", {"nan(0x80)", "nan(0x10000000000000001)"}, "more bits");
  expectRejected("f8e4m3b11fnuz[]", {"nan(0x1)"}, "has no payload");
  expectRejected("f32[]", {"nan(0x0)"}, "zero");
  expectRejected("f32[]", {"nan(7)", "nan(0x"}, "expected the payload");
}

TEST(ParseLiteral, ReadsPredsAndComplexNumbers) {
  expectAccepted("pred[4]", {"{true, false, 1, 0}"});
  expectRejected("pred[]", {"yes", "1.0"}, "");
  expectAccepted("c64[2]", {"{(1, -2.5), (nan, inf)}"});
  expectRejected("c64[]", {"(1e100, 0)", "(0, 1e100)"}, "out of range for c64");
  expectRejected("c64[]", {"1"}, "expected '('");
  expectRejected("c64[]", {"(1)"}, "expected ','");
  expectRejected("f32[]", {"(1, 2)"}, "expected a number");
}

TEST(ParseLiteral, RejectsWrongEntryCountsInEveryDimension) {
  expectAccepted("f32[2,3]", {"{{1,2,3},{4,5,6}}", "{{1 2 3} {4 5 6}}", "{,{1,,2,3,},{4,5,6},}",
                              "{ /*i0=0*/ {1,2,3}, /*i0=1*/ {4,5,6}}"});
  expectAccepted("f32[0]", {"{}"});
  expectAccepted("f32[2,0]", {"{{},{}}"});
  expectRejected("f32[2,3]", {"{{1,2,3}}"}, "dimension 0 of f32[2,3] has 1 entries");
  expectRejected("f32[2,3]", {"{{1,2},{3,4}}"}, "dimension 1 of f32[2,3] has 2 entries");
  expectRejected("f32[2,3]", {"{{1,2,3,4}}"}, "dimension 1 of f32[2,3] has more than its 3 entries");
  expectRejected("f32[2,3]", {"{{1,2,3},{1,2,3},{1,2,3}}"}, "dimension 0 of f32[2,3] has more than its 2 entries");
  expectRejected("f32[2,3]", {"{1,2,3,4,5,6}"}, "has 2 dimensions");
  expectRejected("f32[2]", {"{1,{2}}"}, "more nested '{'");
  expectRejected("f32[]", {"{1}"}, "no dimensions");
  expectRejected("f32[2]", {"{1,2", "{1"}, "expected '}'");
}

TEST(ParseLiteral, AcceptsOneNumberForAnArray) {
  expectAccepted("f32[3,3]", {"1"});
  expectRejected("f32[0]", {"1"}, "no elements");
}

TEST(ParseLiteral, AcceptsElidedValuesOfAnySize) {
  expectAccepted("f32[100000,100000]", {"{...}"});
  expectAccepted("(f32[1000000], s32[])", {"({...}, 1)"});
  expectRejected("f32[2,2]", {"{{...},{1,2}}"}, "directly inside the outermost braces");
  expectRejected("f32[]", {"..."}, "");
}

TEST(ParseLiteral, ReadsTuples) {
  expectAccepted("(f32[], (s32[2], pred[]), ())", {"(1, ({1, 2}, true), ())"});
  expectRejected("(f32[], f32[])", {"(1)"}, "expected ','");
  expectRejected("(f32[])", {"(1, 2)"}, "expected ')'");
  expectRejected("(f32[])", {"1"}, "expected '('");
  expectRejected("token[]", {""}, "cannot be of type token");
}

TEST(ParseLiteral, ReportsThePositionOfTheWrongElement) {
  const auto module = parseConstant("s8[3]", "{1,\n 2,\n 300}");
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().where.line, 5);
  EXPECT_EQ(module.error().where.column, 2);
}

}  // namespace
}  // namespace hlorank::hlo
