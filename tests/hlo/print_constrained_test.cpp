// Tests printing HLO text with layout constraints.

#include <gtest/gtest.h>

#include "shared/hlo/read.h"
#include "tests/support/suite.h"

namespace hlorank::hlo {
namespace {

class Constrained : public testing::Test {
 protected:
  InstructionId named(const std::string& name) const {
    for (InstructionId i = 0; i < module_.instructions.size(); ++i)
      if (module_.instructions[i].name == name) return i;
    ADD_FAILURE() << "no " << name;
    return 0;
  }
  std::string print(std::vector<LayoutConstraint> constraints) const {
    return printConstrained(module_, std::move(constraints));
  }

  Module module_ = std::move(readModule(test::readFile(test::testData("constrained/program.hlo")))->module);
};

// tests/oracle checks that XLA accepts the printed text and obeys the constraints.
TEST_F(Constrained, PrintsAConstraintAfterEveryConstrainedTensor) {
  EXPECT_EQ(print({{named("r"), -1, {0, 1}}, {named("dot"), -1, {0, 1}}, {named("dot"), 1, {0, 1}}}),
            test::readFile(test::testData("constrained/constrained.hlo")));
}

TEST_F(Constrained, KeepsInstructionNames) {
  const auto again = readModule(print({{named("dot"), -1, {0, 1}}, {named("r"), 0, {0, 1}}}));
  ASSERT_TRUE(again.ok()) << again.error().message;
  std::vector<std::string> kept, names;
  for (const Instruction& instruction : again->module.instructions)
    if (instruction.opcode != Opcode::kCustomCall) kept.emplace_back(instruction.name);
  for (const Instruction& instruction : module_.instructions) names.emplace_back(instruction.name);
  EXPECT_EQ(kept, names);
}

TEST_F(Constrained, AConstraintOnTheRootBecomesTheRoot) {
  const auto again = readModule(print({{named("r"), -1, {0, 1}}}));
  ASSERT_TRUE(again.ok());
  const Module& module = again->module;
  const Instruction& root = module.instructions[module.computations[module.entry].root];
  EXPECT_EQ(root.opcode, Opcode::kCustomCall);
  EXPECT_EQ(toString(module, root.shape), "f32[4,8]{0,1}");
}

TEST_F(Constrained, ConstrainsAnOperandForOneUserOnly) {
  const auto again = readModule(print({{named("dot"), 0, {0, 1}}}));
  ASSERT_TRUE(again.ok());
  const Module& module = again->module;
  for (const Instruction& instruction : module.instructions) {
    if (instruction.opcode == Opcode::kAdd) {
      EXPECT_EQ(module.instructions[module.operandsOf(instruction)[1]].name, "x");
    }
    if (instruction.name == "dot") {
      EXPECT_EQ(module.instructions[module.operandsOf(instruction)[0]].name, "layout.dot.0");
    }
  }
}

TEST_F(Constrained, OmitsDonationsEvenWithoutConstraints) {
  EXPECT_NE(printText(module_).find("input_output_alias"), std::string::npos);
  EXPECT_EQ(print({}).find("input_output_alias"), std::string::npos);
}

TEST_F(Constrained, ConstraintNamesAreUnique) {
  const auto read = readModule(
      "HloModule m\n\nENTRY main {\n  layout.r.result = f32[4,8]{1,0} parameter(0)\n"
      "  ROOT r = f32[8,4]{1,0} reshape(layout.r.result)\n}\n");
  ASSERT_TRUE(read.ok());
  const auto again = readModule(printConstrained(read->module, {{1, -1, {0, 1}}}));
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(again->module.instructions.size(), 3u);
}

}  // namespace
}  // namespace hlorank::hlo
