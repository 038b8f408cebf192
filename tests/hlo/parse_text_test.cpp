// Tests the syntax of HLO text, and the position and message of each error.

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "shared/hlo/read.h"
#include "tests/hlo/parse.h"

namespace hlorank::hlo {
namespace {

// Returns the names of all instructions in node order.
std::string names(const Module& module) {
  std::string out;
  for (const Instruction& instruction : module.instructions)
    out += std::string(out.empty() ? "" : " ") + std::string(instruction.name);
  return out;
}

// Returns the error in `text` as "LINE:COLUMN message".
std::string errorOf(std::string text) {
  const auto module = parse(std::move(text));
  if (module.ok()) return "no error";
  return std::to_string(module.error().where.line) + ":" + std::to_string(module.error().where.column) + " " +
         module.error().message;
}

TEST(ParseText, ReadsAModuleWithHeaderSignatureAndPercentSigns) {
  const auto module = parse(R"(HloModule jit_f, is_scheduled=true

%add (x: f32[], y: f32[]) -> f32[] {
  %x = f32[] parameter(0)
  %y = f32[] parameter(1)
  ROOT %sum = f32[] add(f32[] %x, f32[] %y)
}

ENTRY %main (p: f32[8,4]) -> f32[8] {
  %p = f32[8,4]{1,0} parameter(0)
  %zero = f32[] constant(0)
  ROOT %r = f32[8]{0} reduce(f32[8,4]{1,0} %p, f32[] %zero), dimensions={1}, to_apply=%add
}
)");
  ASSERT_TRUE(module.ok()) << format(module.error(), "module");
  EXPECT_EQ(module->name, "jit_f");
  ASSERT_EQ(module->computations.size(), 2u);
  EXPECT_EQ(module->entry, 1u);
  EXPECT_EQ(names(*module), "x y sum p zero r");
  const Instruction& reduce = module->instructions[5];
  EXPECT_EQ(reduce.opcode, Opcode::kReduce);
  EXPECT_EQ(toString(*module, reduce.shape), "f32[8]{0}");
  ASSERT_EQ(module->operandsOf(reduce).size(), 2u);
  EXPECT_EQ(module->operandsOf(reduce)[1], 4u);
  ASSERT_EQ(module->calledBy(reduce).size(), 1u);
  EXPECT_EQ(module->calledBy(reduce)[0], 0u);
}

TEST(ParseText, WithoutAHeaderTheLastComputationIsTheEntry) {
  const auto module =
      parse("f { ROOT a = f32[] parameter(0) }\ng { b = f32[] parameter(0)\n ROOT c = f32[] negate(b) }");
  ASSERT_TRUE(module.ok()) << format(module.error(), "module");
  EXPECT_EQ(module->computations[module->entry].name, "g");
}

TEST(ParseText, TurnsOperandsOfASingleInstructionIntoParameters) {
  const auto module = parse("%sum = f32[10] add(f32[10] %a, f32[10])");
  ASSERT_TRUE(module.ok()) << format(module.error(), "module");
  ASSERT_EQ(module->instructions.size(), 3u);
  EXPECT_EQ(module->instructions[0].opcode, Opcode::kParameter);
  EXPECT_EQ(module->instructions[0].name, "a");
  EXPECT_EQ(module->instructions[1].number, 1);
}

TEST(ParseText, RejectsReservedWordsAsOperandsOfASingleInstruction) {
  EXPECT_EQ(errorOf("f32[10] add(f32[] f32, f32[10])"), "1:19 'f32' is a reserved word of HLO and cannot be a name");
}

TEST(ParseText, ListsInstructionsInPostOrderAndKeepsTheTextOrder) {
  const auto module = parse(R"(ENTRY e {
  a = f32[] parameter(0)
  late = f32[] parameter(1)
  dead = f32[] negate(late)
  b = f32[] negate(a)
  ROOT r = f32[] add(b, late), control-predecessors={dead}
})");
  ASSERT_TRUE(module.ok()) << format(module.error(), "module");
  EXPECT_EQ(names(*module), "late dead a b r");
  std::string written;
  for (InstructionId id : module->written) written += std::string(module->instructions[id].name) + " ";
  EXPECT_EQ(written, "a late dead b r ");
}

TEST(ParseText, ReadsNestedInstructionsAndInlineComputations) {
  const auto module = parse(R"(ENTRY e {
  p = f32[4] parameter(0)
  zero = f32[] constant(0)
  ROOT r = f32[] reduce(abs(p), zero), dimensions={0}, to_apply={
    x = f32[] parameter(0)
    y = f32[] parameter(1)
    ROOT s = f32[] add(x, y)
  }
})");
  ASSERT_TRUE(module.ok()) << format(module.error(), "module");
  EXPECT_EQ(module->computations.size(), 2u);
  EXPECT_EQ(module->computations[1].instructions.size, 4u);
  EXPECT_EQ(module->instructions.back().opcode, Opcode::kReduce);
  EXPECT_EQ(toString(*module, module->instructions[module->operandsOf(module->instructions.back())[0]].shape),
            "f32[4]{0}");
}

TEST(ParseText, ExpandsElementIndicesToGetTupleElements) {
  const auto module =
      parse("ENTRY e {\n t = (f32[2], (s32[], f32[2])) parameter(0)\n ROOT r = f32[2] add(t#0, %t#1#1)\n}");
  ASSERT_TRUE(module.ok()) << format(module.error(), "module");
  ASSERT_EQ(module->instructions.size(), 5u);
  EXPECT_EQ(module->instructions[3].opcode, Opcode::kGetTupleElement);
  EXPECT_EQ(module->instructions[3].number, 1);
}

TEST(ParseText, WrapsTheOperationOfSugaredAsyncStarts) {
  const auto module = parse(R"(ENTRY e {
  p = f32[8] parameter(0)
  start = ((f32[8]), f32[4], u32[]) slice-start(p), slice={[0:4]}, metadata={op_name="x"}
  update = ((f32[8]), f32[4], u32[]) slice-update(start)
  ROOT done = f32[4] slice-done(update)
})");
  ASSERT_TRUE(module.ok()) << format(module.error(), "module");
  ASSERT_EQ(module->computations.size(), 2u);
  const Instruction& slice = module->instructions[module->computations[0].root];
  EXPECT_EQ(slice.opcode, Opcode::kSlice);
  ASSERT_NE(slice.details, kNone);
  EXPECT_EQ(module->details[slice.details].slice.size, 1u);
  const Instruction& start = module->instructions[3];
  EXPECT_EQ(start.opcode, Opcode::kAsyncStart);
  EXPECT_EQ(module->calledBy(start)[0], 0u);
  EXPECT_TRUE(module->calledBy(module->instructions[4]).empty());
}

TEST(ParseText, AcceptsAsyncOperationsThatXlaPrintsWithoutOperands) {
  const auto module =
      parse("ENTRY e {\n  start = ((), f32[2,3], s32[]) abs-start()\n  ROOT d = f32[2,3] abs-done(start)\n}");
  ASSERT_TRUE(module.ok()) << format(module.error(), "module");
  ASSERT_EQ(module->warnings.size(), 1u);
  EXPECT_EQ(module->warnings[0].where.line, 3);
}

TEST(ParseText, WarnsIfNoComputationIsTheEntry) {
  const auto module = parse(R"(HloModule cut

first {
  ROOT a = f32[] parameter(0)
}

second {
  ROOT b = f32[] parameter(0)
}
)");
  ASSERT_TRUE(module.ok()) << format(module.error(), "module");
  EXPECT_EQ(module->computations[module->entry].name, "second");
  ASSERT_EQ(module->warnings.size(), 1u);
  EXPECT_EQ(module->warnings[0].message,
            "no computation is marked ENTRY: the last one, 'second', is taken as the entry; the end of the file may be "
            "missing");
  EXPECT_EQ(module->warnings[0].where.line, 7);
}

TEST(ParseText, AcceptsElidedTupleConstants) {
  EXPECT_EQ(errorOf("ENTRY e {\n  ROOT c = (f32[2], (s32[])) constant({...})\n}"), "no error");
  EXPECT_EQ(errorOf("ENTRY e {\n  ROOT c = (f32[2], (s32[])) constant(({...}, {...}))\n}"), "no error");
}

TEST(ParseText, FillsInRowMajorLayouts) {
  const auto module = parse("ENTRY e { ROOT p = (f32[2,3,4], bf16[<=5,?]{0,1:T(8,128)S(1)}) parameter(0) }");
  ASSERT_TRUE(module.ok()) << format(module.error(), "module");
  EXPECT_EQ(toString(*module, module->instructions[0].shape), "(f32[2,3,4]{2,1,0}, bf16[<=5,?]{0,1:T(8,128)S(1)})");
}

TEST(ParseText, ErrorsGiveThePositionAndTheExpectedToken) {
  EXPECT_EQ(errorOf(""), "1:1 the text is empty");
  EXPECT_EQ(errorOf("HloModule m\nENTRY e {\n  %x = f32[]{} parameter(0)\n}"), "3:13 expected an opcode, found '{'");
  EXPECT_EQ(errorOf("ENTRY e {\n  a = f32[] parameter(0)\n  a = f32[] negate(a)\n}"),
            "3:3 there is an instruction named 'a' in this computation already");
  EXPECT_EQ(errorOf("ENTRY e {\n  ROOT b = f32[] negate(a)\n}"),
            "2:25 there is no instruction named 'a' before this one in the computation");
  EXPECT_EQ(errorOf("ENTRY e {\n  a = f32[] parameter(0)\n  b = f32[] parameter(0)\n}"),
            "3:23 this computation has a parameter 0 already");
  EXPECT_EQ(errorOf("ENTRY e {\n  a = f32[2] parameter(0)\n  b = f32[2] negate(f32[3] a)\n}"),
            "3:21 the operand is written as f32[3], but 'a' is f32[2]");
  EXPECT_EQ(errorOf("ENTRY e {\n  a = f32[] parameter(0)\n  b = f32[] add(a)\n}"), "3:16 add takes 2 operands, not 1");
  EXPECT_EQ(errorOf("ENTRY e {\n  a = f32[] nonsense(0)\n}"), "2:13 there is no opcode 'nonsense'");
  EXPECT_EQ(errorOf("ENTRY e () -> f32[2] {\n  ROOT a = f32[] constant(0)\n}"),
            "1:15 computation 'e' is declared to return f32[2], but its root 'a' has shape f32[]");
  EXPECT_EQ(errorOf("ENTRY e { ROOT a = f32[] constant(0) }\nENTRY f { ROOT a = f32[] constant(0) }"),
            "2:1 there is an ENTRY computation already");
  EXPECT_EQ(errorOf("/* unterminated"), "1:1 this comment is not closed");
}

TEST(ParseText, SuggestsTheNearestOpcodeForAMisspeltOne) {
  const auto module = parse("ENTRY e {\n  a = f32[] paramater(0)\n}");
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().help, "did you mean 'parameter'?");
}

TEST(ParseText, RejectsExcessiveNesting) {
  std::string shape = "f32[]", value = "p";
  for (int i = 0; i < 100'000; ++i) shape = "(" + shape + ")";
  for (int i = 0; i < 3000; ++i) value = "negate(" + value + ")";
  EXPECT_NE(errorOf("ENTRY e {\n  ROOT p = " + shape + " parameter(0)\n}").find("nested more than 256 deep"),
            std::string::npos);
  EXPECT_NE(
      errorOf("ENTRY e {\n  p = f32[] parameter(0)\n ROOT r = " + value + "\n}").find("nested more than 256 deep"),
      std::string::npos);
}

TEST(ParseText, RejectsTooManyInstructions) {
  Limits limits;
  limits.instructions = 2;
  const auto module =
      parse("ENTRY e {\n a = f32[] parameter(0)\n b = f32[] negate(a)\n c = f32[] negate(b)\n}", limits);
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().message, "the module has more than 2 instructions");
}

TEST(ParseText, ErrorsInLongLinesShowAnExcerpt) {
  const auto module = parse("ENTRY e { a = f32[] constant(0) " + std::string(500, ' ') + " b = f32[] negate(nobody) " +
                            std::string(500, ' ') + "}");
  ASSERT_FALSE(module.ok());
  const Error& error = module.error();
  EXPECT_LT(error.excerpt.size(), 140u);
  EXPECT_EQ(error.excerpt.substr(static_cast<size_t>(error.caret), 6), "nobody");
}

TEST(ParseText, ProductsThatDoNotFitTheirOperandsAreWarnedOf) {
  const auto warningOf = [](const std::string& dot) -> std::string {
    const auto module =
        parse("ENTRY e {\n  a = f32[4,8] parameter(0)\n  b = f32[8,5] parameter(1)\n  ROOT d = " + dot + "\n}");
    if (!module.ok()) return module.error().message;
    if (module->warnings.empty()) return "";
    EXPECT_EQ(module->warnings[0].where.line, 4);
    return module->warnings[0].message;
  };
  const std::string fits = "(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}";
  EXPECT_EQ(warningOf("f32[4,5] dot" + fits), "");
  EXPECT_EQ(warningOf("bf16[4,5] dot" + fits), "");
  EXPECT_EQ(warningOf("f32[4,6] dot" + fits), "dot: the operands give f32[4,5], not f32[4,6]");
  EXPECT_NE(warningOf("f32[4,5] dot(a, b), lhs_contracting_dims={7}, rhs_contracting_dims={0}").find("7 is not"),
            std::string::npos);
  EXPECT_NE(warningOf("f32[4,5] dot(a, b), lhs_contracting_dims={0}, rhs_contracting_dims={0}"), "");
}

}  // namespace
}  // namespace hlorank::hlo
