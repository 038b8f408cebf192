// Tests inferred shapes against those that XLA's parser infers from the same text. tests/data/shape_inference/*.shapes
// has a line "NAME SHAPE" per instruction. rejected.txt has texts that XLA rejects.

#include "shared/hlo/shape_inference.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <sstream>
#include <string>

#include "shared/hlo/read.h"
#include "tests/hlo/parse.h"
#include "tests/support/suite.h"

namespace hlorank::hlo {
namespace {

std::string data(const std::string& file) {
  return test::readFile(test::testData("shape_inference/" + file));
}

class InferShape : public testing::TestWithParam<std::string> {};

TEST_P(InferShape, MatchesXla) {
  const auto module = parse(data(GetParam() + ".hlo"));
  ASSERT_TRUE(module.ok()) << format(module.error(), GetParam());
  std::map<std::string, std::string> inferred;
  for (const Instruction& instruction : module->instructions) {
    inferred[std::string(instruction.name)] = toString(*module, instruction.shape);
  }
  std::istringstream golden(data(GetParam() + ".shapes"));
  int count = 0;
  for (std::string line; std::getline(golden, line); ++count) {
    const size_t space = line.find(' ');
    EXPECT_EQ(inferred[line.substr(0, space)], line.substr(space + 1)) << line.substr(0, space);
  }
  EXPECT_GT(count, 0);
}

INSTANTIATE_TEST_SUITE_P(Families, InferShape,
                         testing::Values("elementwise", "precision", "rearrange", "reduce", "dot", "window", "gather",
                                         "algebra", "calls"),
                         [](const auto& info) { return info.param; });

// Returns an entry computation from instructions separated by "; ".
std::string entryOf(std::string body) {
  for (size_t at = 0; (at = body.find("; ", at)) != std::string::npos;) body.replace(at, 2, "\n");
  return "HloModule m\n" + data("rejected_callees.hlo") + "ENTRY main {\n" + body + "\n}\n";
}

TEST(InferShapeRejects, WhatXlaRejects) {
  std::istringstream bodies(data("rejected.txt"));
  for (std::string body; std::getline(bodies, body);) {
    const auto module = parse(entryOf(body));
    EXPECT_FALSE(module.ok()) << body;
    if (!module.ok()) {
      EXPECT_FALSE(module.error().message.empty()) << body;
    }
  }
}

TEST(InferShapeRejects, SizesBeyond64Bits) {
  for (const char* body : {
           "a = f32[9000000000000000000] parameter(0); ROOT r = concatenate(a, a), dimensions={0}",
           "a = f32[9000000000000000000] parameter(0); v = f32[] parameter(1); ROOT r = pad(a, v), padding=0_0_9",
           "a = f32[9000000000000000000] parameter(0); v = f32[] parameter(1); "
           "ROOT r = pad(a, v), padding=9000000000000000000_0",
           "a = f32[9000000000000000000] parameter(0); z = f32[] parameter(1); "
           "ROOT r = reduce-window(a, z), window={size=2 lhs_dilate=9}, to_apply=add",
       }) {
    const auto module = parse(entryOf(body));
    ASSERT_FALSE(module.ok()) << body;
    EXPECT_NE(module.error().message.find("64 bits"), std::string::npos) << module.error().message;
  }
}

// Expects an error before memory runs out: each instruction doubles the size of the previous result.
TEST(InferShapeRejects, ShapesThatGrowExponentially) {
  std::string tuples = "x0 = f32[] parameter(0)", products = "x0 = f32[2] parameter(0)";
  for (int i = 1; i < 60; ++i) {
    const std::string name = "x" + std::to_string(i), before = "x" + std::to_string(i - 1);
    tuples += "; " + name + " = tuple(" + before + ", " + before + ")";
    products += "; " + name + " = dot(" + before + ", " + before + ")";
  }
  const auto tuple = parse(entryOf(tuples)), product = parse(entryOf(products));
  ASSERT_FALSE(tuple.ok());
  EXPECT_NE(tuple.error().message.find("65536 parts"), std::string::npos) << tuple.error().message;
  ASSERT_FALSE(product.ok());
  EXPECT_NE(product.error().message.find("256 dimensions"), std::string::npos) << product.error().message;
}

TEST(InferShapeRejects, OpcodesWhoseShapeMustBeWritten) {
  const auto module = parse(entryOf("a = f32[2] parameter(0); ROOT r = reshape(a)"));
  ASSERT_FALSE(module.ok());
  EXPECT_NE(module.error().message.find("needs its shape written"), std::string::npos) << module.error().message;
}

}  // namespace
}  // namespace hlorank::hlo
