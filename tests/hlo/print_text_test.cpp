// Tests that printed HLO text parses to the same module.

#include <gtest/gtest.h>

#include <string>

#include "shared/hlo/read.h"
#include "tests/support/suite.h"

namespace hlorank::hlo {
namespace {

Module readBytes(const std::string& bytes) {
  auto module = readModule(bytes);
  EXPECT_TRUE(module.ok()) << format(module.error(), "input") << bytes.substr(0, 2000);
  return module.ok() ? std::move(module->module) : Module();
}

// Returns the fields of an instruction that must survive printing, with references as names.
std::string describe(const Module& module, const Instruction& instruction) {
  std::string out = std::string(instruction.name) + " " + toString(module, instruction.shape) + " " +
                    std::string(name(instruction.opcode)) + " " + std::to_string(instruction.number) + " " +
                    std::string(instruction.literal);
  for (const InstructionId i : module.operandsOf(instruction)) out += " " + std::to_string(i);
  for (const InstructionId i : module.predecessorsOf(instruction)) out += " after " + std::to_string(i);
  for (const ComputationId c : module.calledBy(instruction)) out += " calls " + std::to_string(c);
  for (const Attribute& attribute : module.attributesOf(instruction.attributes)) {
    out += " " + std::string(attribute.name);
    if (attribute.name != "control-predecessors") out += "=" + std::string(attribute.value);
  }
  return out;
}

void expectSame(const Module& a, const Module& b) {
  EXPECT_EQ(a.name, b.name);
  EXPECT_EQ(a.entry, b.entry);
  EXPECT_EQ(a.written, b.written);
  ASSERT_EQ(a.computations.size(), b.computations.size());
  for (size_t c = 0; c < a.computations.size(); ++c) {
    EXPECT_EQ(a.computations[c].name, b.computations[c].name);
    EXPECT_EQ(a.computations[c].root, b.computations[c].root);
  }
  ASSERT_EQ(a.instructions.size(), b.instructions.size());
  for (size_t i = 0; i < a.instructions.size(); ++i)
    EXPECT_EQ(describe(a, a.instructions[i]), describe(b, b.instructions[i]));
}

TEST(PrintText, PrintedTextParsesToTheSameModule) {
  for (const char* program : {"images", "indices", "recent", "small_types", "training_step"}) {
    SCOPED_TRACE(program);
    const Module ofText =
        readBytes(test::readFile(test::testData("../oracle/programs/" + std::string(program) + ".hlo")));
    expectSame(ofText, readBytes(printText(ofText)));
    const Module ofProto = readBytes(test::readFile(test::testData("proto/" + std::string(program) + ".pb")));
    expectSame(ofProto, readBytes(printText(ofProto)));
  }
}

TEST(PrintText, ExpandsInlineComputationsAndElementIndices) {
  const Module module = readBytes(R"(HloModule m
ENTRY e {
  p = (f32[4], f32[4]) parameter(0)
  zero = f32[] constant(0)
  ROOT r = f32[] reduce(p#0, zero), dimensions={0}, to_apply={
    a = f32[] parameter(0)
    b = f32[] parameter(1)
    ROOT s = f32[] add(a, b)
  }
})");
  const std::string text = printText(module);
  EXPECT_NE(text.find("get-tuple-element(%p), index=0"), std::string::npos) << text;
  expectSame(module, readBytes(text));
}

TEST(PrintText, ExpandsAsyncSugar) {
  const Module module = readBytes(R"(HloModule m
ENTRY e {
  p = f32[8] parameter(0)
  start = ((f32[8]), f32[8], s32[]) negate-start(p), async_execution_thread="side"
  ROOT done = f32[8] negate-done(start)
})");
  const std::string text = printText(module);
  EXPECT_NE(text.find("async-start(%p)"), std::string::npos) << text;
  EXPECT_EQ(printText(readBytes(text)), text);
}

TEST(PrintText, MakesNamesValidAndUnique) {
  Module module =
      readBytes("HloModule m\nENTRY e {\n  a = f32[] parameter(0)\n  b = f32[] negate(a)\n  ROOT c = f32[] sine(b)\n}");
  module.name = "x*y";
  for (Instruction& instruction : module.instructions) instruction.name = "7 same";
  const std::string text = printText(module);
  EXPECT_TRUE(text.starts_with("HloModule x_y\n")) << text;
  EXPECT_EQ(readBytes(text).instructions.size(), 3u);
}

}  // namespace
}  // namespace hlorank::hlo
