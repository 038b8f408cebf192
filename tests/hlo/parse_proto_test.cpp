// Tests the HLO protobufs that XLA (jaxlib) wrote for the programs in tests/oracle/programs, and malformed ones.

#include <gtest/gtest.h>

#include <string>

#include "shared/graph/graph.h"
#include "shared/hlo/read.h"
#include "tests/support/suite.h"

namespace hlorank::hlo {
namespace {

Module readProto(const std::string& program) {
  auto module = readModule(test::readFile(test::testData("proto/" + program + ".pb")));
  EXPECT_TRUE(module.ok()) << format(module.error(), program);
  return module.ok() ? std::move(module->module) : Module();
}

const Instruction& find(const Module& module, std::string_view name) {
  for (auto at = module.instructions.rbegin(); at != module.instructions.rend();
       ++at) {  // searches backwards, because the entry computation comes last
    if (at->name == name) return *at;
  }
  ADD_FAILURE() << "no instruction " << name;
  return module.instructions.front();
}

std::string value(const Module& module, std::string_view instruction, std::string_view attribute) {
  const Attribute* found = module.attribute(find(module, instruction), attribute);
  return found ? std::string(found->value) : "(none)";
}

// Encodes a length-delimited field of a protobuf message; `number` must be below 16.
std::string field(int number, const std::string& bytes) {
  std::string out;
  out += static_cast<char>(number << 3 | 2);
  size_t size = bytes.size();
  for (; size >= 0x80; size >>= 7) out += static_cast<char>(size | 0x80);
  out += static_cast<char>(size);
  return out + bytes;
}
std::string field(int number, int value) {
  std::string out;
  if (number >= 16)
    out += static_cast<char>((number & 15) << 3 | 0x80), out += static_cast<char>(number >> 4);
  else
    out += static_cast<char>(number << 3);
  out += static_cast<char>(value);
  return out;
}
// Encodes a length-delimited field of a protobuf message with a number of 16 or more.
std::string highField(int number, const std::string& bytes) {
  std::string out;
  out += static_cast<char>((number & 15) << 3 | 2 | 0x80);
  out += static_cast<char>(number >> 4);
  out += static_cast<char>(bytes.size());
  return out + bytes;
}

const std::string kScalar = field(2, 11);  // shape f32[]

std::string instruction(const std::string& name, const std::string& opcode, int id, const std::string& more = {}) {
  return field(2, field(1, name) + field(2, opcode) + field(3, kScalar) + field(35, id) + more);
}

std::string module(const std::string& instructions, int root) {
  return field(1, std::string("m")) +
         field(3, field(1, std::string("main")) + instructions + field(5, 1) + field(6, root)) + field(6, 1);
}

Result<Module> parseProto(const std::string& bytes, const Limits& limits = {}) {
  auto owner = std::make_shared<const std::string>(bytes);
  return parseModuleProto(*owner, owner, limits);
}

TEST(ParseProto, HasTheSameFeaturesAsTheText) {
  for (const char* program : {"elementwise", "images", "indices", "recent", "small_types", "training_step"}) {
    SCOPED_TRACE(program);
    const auto text = readModule(test::readFile(test::testData("../oracle/programs/" + std::string(program) + ".hlo")));
    ASSERT_TRUE(text.ok()) << format(text.error(), program);
    const graph::Hashes a = graph::hashesOf(graph::makeGraph(readProto(program)));
    const graph::Hashes b = graph::hashesOf(graph::makeGraph(text->module));
    EXPECT_EQ(a.opcode, b.opcode);
    EXPECT_EQ(a.nodeFeat, b.nodeFeat);
    EXPECT_EQ(a.edgesInsertion, b.edgesInsertion);
    EXPECT_EQ(a.edgesSorted, b.edgesSorted);
    EXPECT_EQ(a.splits, b.splits);
  }
}

TEST(ParseProto, WritesAttributesAsXlaPrintsThem) {
  const Module step = readProto("training_step");
  EXPECT_EQ(value(step, "x.2", "sharding"), "{devices=[2,1,2]<=[2,2]T(1,0) last_tile_dim_replicate}");
  EXPECT_EQ(value(step, "labels", "metadata"),
            "{op_type=\"Input\" op_name=\"labels\" source_file=\"step.py\" source_line=12}");
  EXPECT_EQ(value(step, "logits", "operand_precision"), "{highest,default}");
  EXPECT_EQ(value(step, "y", "backend_config"), "{\"kind\":\"loop\",\"braces\":\"}{\"}");
  EXPECT_EQ(value(step, "all", "replica_groups"), "[2,2]<=[4]");
  EXPECT_EQ(value(step, "all", "channel_id"), "1");
  EXPECT_EQ(value(step, "exps", "result_accuracy"), "{mode=highest}");

  const Module images = readProto("images");
  EXPECT_EQ(value(images, "c", "window"), "{size=3x3 stride=2x2 pad=1_1x1_1 rhs_reversal=1x0}");
  EXPECT_EQ(value(images, "c", "dim_labels"), "b01f_01io->b01f");
  EXPECT_EQ(value(images, "c", "feature_group_count"), "2");
  EXPECT_EQ(value(images, "padded", "padding"), "0_0x1_1x0_0x1_0");
  EXPECT_EQ(value(images, "part", "slice"), "{[0:1:1], [0:7:2], [0:5:1], [0:9:1]}");

  const Module indices = readProto("indices");
  EXPECT_EQ(value(indices, "call", "custom_call_target"), "\"my \\\"target\\\"\"");
  EXPECT_EQ(value(indices, "call", "operand_layout_constraints"), "{f32[4]{0}, f32[4]{0}}");
  EXPECT_EQ(value(indices, "call", "output_to_operand_aliasing"), "{{}: (0, {})}");
  EXPECT_EQ(value(indices, "call", "api_version"), "API_VERSION_TYPED_FFI");
  EXPECT_EQ(value(indices, "call", "backend_config"), "\"line\\n\\001\"");
}

TEST(ParseProto, WritesTheAttributesOfTheModule) {
  const Module step = readProto("training_step");
  std::string header;
  for (const Attribute& attribute : step.attributesOf(step.attributes))
    header += std::string(attribute.name) + "=" + std::string(attribute.value) + "; ";
  EXPECT_EQ(header,
            "input_output_alias={ {0}: (0, {}, may-alias), {1}: (1, {}, must-alias) }; "
            "entry_computation_layout={(bf16[8,16]{1,0}, f32[16,4]{0,1}, s32[8]{0})->(bf16[8,16]{1,0}, f32[16,4]{0,1}, "
            "f32[])}; "
            "frontend_attributes={fingerprint=\"a1\",mesh={\"x\":2}}; ");
  EXPECT_EQ(step.computations[step.entry].name, "main");
}

TEST(ParseProto, WritesLiteralsOfEveryKind) {
  const Module module = readProto("small_types");
  const auto literal = [&](std::string_view name) { return std::string(find(module, name).literal); };
  EXPECT_EQ(literal("a"), "{1, -2, 3, -8, 7}");
  EXPECT_EQ(literal("b"), "{0, 1, 2, 3}");
  EXPECT_EQ(literal("c"), "{1, 448, nan, -0.00195}");
  EXPECT_EQ(literal("d"), "{1, inf, -inf, 0.094}");
  EXPECT_EQ(literal("f"), "{ { 1, 0.1001 }, { 0, nan } }");  // the protobuf stores the values in column-major order
  EXPECT_EQ(literal("g"), "{0.099976, 65504, 5.9605e-08}");
  EXPECT_EQ(literal("i"), "{(1, -2), (0.5, inf)}");
  EXPECT_EQ(literal("j"), "{ { 1, 0 }, { 0, 1 } }");
  EXPECT_EQ(literal("k"), "true");
  EXPECT_EQ(literal("l"), "{18446744073709551615, 0}");
  EXPECT_EQ(literal("m"), "{-9223372036854775808, 9223372036854775807}");
  EXPECT_EQ(literal("n"), "( 1, ( {2, 3}, false ) )");
  EXPECT_EQ(literal("o"), "{ {}, {} }");
  EXPECT_EQ(literal("p"), "{0.5, -6, 1}");
  EXPECT_EQ(literal("q"), "{1, 2, nan}");
}

TEST(ParseProto, KeepsTheOrderOfASchedule) {
  const Module module = readProto("indices");
  const Computation& entry = module.computations[module.entry];
  std::string first;
  for (uint32_t i = 0; i < 4; ++i) first += module.instructions[module.written[entry.instructions.begin + i]].name;
  EXPECT_EQ(first, "tablerowswhichflag");
}

TEST(ParseProto, KeepsUnknownOpcodes) {
  const auto read = parseProto(module(instruction("t", "trace", 1), 1));
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->instructions[0].opcode, Opcode::kOther);
  EXPECT_EQ(read->attribute(read->instructions[0], "opcode")->value, "trace");
}

TEST(ParseProto, BringsBuilderOrderIntoPostOrder) {
  // The instructions are created in the order a, c, b = negate(a), d = add(b, c). In post order, b follows its operand
  // a.
  const std::string made = instruction("a", "replica-id", 1) + instruction("c", "partition-id", 2) +
                           instruction("b", "negate", 3, highField(36, std::string(1, 1))) +
                           instruction("d", "add", 4, highField(36, std::string("\3\2", 2)));
  const auto read = parseProto(module(made, 4));
  ASSERT_TRUE(read.ok()) << read.error().message;
  std::string order;
  for (const Instruction& i : read->instructions) order += i.name;
  EXPECT_EQ(order, "abcd");
}

TEST(ParseProto, RejectsMissingOperands) {
  const auto read = parseProto(module(instruction("a", "negate", 1, highField(36, std::string(1, 9))), 1));
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().message, "instruction a has operand 9, which is not in its computation");
  EXPECT_GT(read.error().where.offset, 0);
}

TEST(ParseProto, RejectsInstructionsThatDependOnThemselves) {
  EXPECT_FALSE(parseProto(module(instruction("a", "negate", 1, highField(36, std::string(1, 1))), 1)).ok());
  const auto read = parseProto(module(instruction("a", "negate", 1, highField(36, std::string(1, 2))) +
                                          instruction("b", "negate", 2, highField(36, std::string(1, 1))),
                                      1));
  ASSERT_FALSE(read.ok());
  EXPECT_NE(read.error().message.find("depends on itself"), std::string::npos);
}

TEST(ParseProto, RejectsUnknownComputationsAndRoots) {
  EXPECT_FALSE(parseProto(module(instruction("a", "call", 1, highField(38, std::string(1, 7))), 1)).ok());
  // Expects an error, because the computation calls itself.
  EXPECT_FALSE(parseProto(module(instruction("a", "call", 1, highField(38, std::string(1, 1))), 1)).ok());
  EXPECT_FALSE(parseProto(module(instruction("a", "replica-id", 1), 5)).ok());
}

TEST(ParseProto, LimitsTheDepthOfTuples) {
  Limits limits;
  limits.depth = 8;
  std::string shape = kScalar;
  for (int i = 0; i < 9; ++i) shape = field(2, 13) + field(4, shape);
  const std::string deep = field(2, field(1, std::string("t")) + field(2, std::string("tuple")) + field(3, shape));
  const auto read = parseProto(module(deep, 0), limits);
  ASSERT_FALSE(read.ok());
  EXPECT_NE(read.error().message.find("nested too deep"), std::string::npos);
}

TEST(ParseProto, LimitsTheNumberOfInstructions) {
  Limits limits;
  limits.instructions = 1;
  EXPECT_FALSE(
      parseProto(module(instruction("a", "replica-id", 1) + instruction("b", "replica-id", 2), 1), limits).ok());
}

TEST(ParseProto, ReportsTheOffsetOfTruncation) {
  const std::string whole = test::readFile(test::testData("proto/images.pb"));
  for (size_t size = 1; size < whole.size(); size += 7) {
    const auto read = parseProto(whole.substr(0, size));
    EXPECT_TRUE(read.ok() || !read.error().message.empty());
  }
  EXPECT_GT(parseProto(whole.substr(0, whole.size() / 2)).error().where.offset, 0);
}

}  // namespace
}  // namespace hlorank::hlo
