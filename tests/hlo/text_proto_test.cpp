#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "shared/base/random.h"
#include "shared/hlo/read.h"
#include "tests/support/suite.h"

namespace hlorank::hlo {
namespace {

// Returns a module in protobuf text form with one parameter; `more` is inserted into the parameter's fields.
std::string module(const std::string& more = "") {
  return "name: \"m\"\ncomputations {\n  name: \"e\"\n  instructions {\n    name: \"p\" opcode: \"parameter\"\n"
         "    shape { element_type: F32 dimensions: [2, 3] layout { minor_to_major: 1 minor_to_major: 0 } }\n    " +
         more + "\n  }\n  id: 1 root_id: 0\n}\nentry_computation_id: 1\n";
}

std::string printed(const std::string& bytes) {
  const auto read = readModule(bytes);
  EXPECT_TRUE(read.ok()) << (read.ok() ? "" : hlorank::format(read.error(), "input"));
  return read.ok() ? printText(read->module) : "";
}

void expectFailure(const std::string& text, const std::string& message, int line, int column) {
  const auto read = readModule(text);
  ASSERT_FALSE(read.ok()) << text;
  const Error& error = read.error();
  EXPECT_NE(error.message.find(message), std::string::npos) << error.message;
  EXPECT_EQ(error.where.line, line) << error.message;
  EXPECT_EQ(error.where.column, column) << error.message;
  EXPECT_GE(error.caret, 0);
  EXPECT_FALSE(error.excerpt.empty());
}

// The text files were printed by Google's protobuf library from the binary files next to them.
TEST(TextProto, GivesTheSameModuleAsTheBinaryForm) {
  for (const std::string name : {"images", "small_types"}) {
    const bool isImages = name == "images";
    const std::string text =
        test::readFile(test::testData("proto/" + name + (isImages ? ".pbtxt" : "_one_line.pbtxt")));
    EXPECT_EQ(printed(text), printed(test::readFile(test::testData("proto/" + name + ".pb"))));
  }
}

TEST(TextProto, DetectsTheMessageTypeFromItsFields) {
  const auto describe = [](const std::string& text) {
    const auto read = readModule(text);
    return read.ok() ? describeFormat(*read) : hlorank::format(read.error(), "input");
  };
  const std::string inner = "hlo_module { " + module() + " }";
  EXPECT_EQ(describe(module()), "HloModuleProto in text form");
  EXPECT_EQ(describe("# proto-message: xla.HloProto\n\n" + inner + "buffer_assignment { logical_buffers { id: 1 } }"),
            "HloProto in text form");
  EXPECT_EQ(describe(inner + "config { replica_count: 2 seed: 7 }"), "HloModuleProtoWithConfig in text form");
  EXPECT_EQ(describe("config { num_partitions: 4 }" + inner), "HloModuleProtoWithConfig in text form");
  EXPECT_EQ(describe("hlo <" + inner + "> execution_platform: 'cpu'"), "HloSnapshot in text form");
  EXPECT_EQ(describe(inner + "version: 1"), "HloUnoptimizedSnapshot in text form");
}

TEST(TextProto, ReadsTheModuleConfiguration) {
  EXPECT_NE(printed("hlo_module { " + module() + " } config { replica_count: 2 }").find("replica_count=2"),
            std::string::npos);
}

TEST(TextProto, AcceptsEverySyntaxOfValues) {
  const std::string plain = printed(module("parameter_number: 0 metadata { op_name: \"a\\n\" source_line: 31 }"));
  EXPECT_NE(plain.find("op_name=\"a\\n\" source_line=31"), std::string::npos) << plain;
  for (const std::string more :
       {"metadata: { op_name: 'a' '\\n', source_line: 0x1F }", "metadata < op_name: \"\\x61\\012\"; source_line: 037 >",
        "metadata {\n# a comment }\nop_name: \"\\u0061\"\n\"\\n\" source_line: 31; }"})
    EXPECT_EQ(printed(module(more)), plain) << more;
}

TEST(TextProto, AcceptsEverySyntaxOfNumbers) {
  const std::string constant =
      "name: \"m\" computations { name: \"e\" instructions { name: \"c\" opcode: \"constant\" shape { element_type: 11 "
      "dimensions: 5 layout { minor_to_major: 0 } } literal { shape { element_type: F32 dimensions: 5 layout { "
      "minor_to_major: 0 } } f32s: [1.5, -2e-3f, inf] f32s: -infinity f32s: .25 } } root_id: 0 }";
  EXPECT_NE(printed(constant).find("constant({1.5, -0.002, inf, -inf, 0.25})"), std::string::npos) << printed(constant);
}

TEST(TextProto, SkipsUnknownFieldsWithAWarning) {
  const auto read = readModule(
      module("colour: [1, 2] palette { red: '}' [type.googleapis.com/a.B] { c < d: -3.5e2 > } }\n    colour: 3"));
  ASSERT_TRUE(read.ok()) << hlorank::format(read.error(), "input");
  ASSERT_EQ(read->module.warnings.size(), 2u);
  EXPECT_EQ(read->module.warnings[0].message, "HloInstructionProto has no field 'colour'; it is ignored");
  EXPECT_EQ(read->module.warnings[0].where.line, 7);
  EXPECT_EQ(read->module.warnings[0].where.column, 5);
  EXPECT_EQ(read->module.warnings[1].message, "HloInstructionProto has no field 'palette'; it is ignored");
}

TEST(TextProto, ErrorsHaveLineAndColumn) {
  expectFailure("name: \"m\"\ncomputations {\n  id: one\n}", "expected an integer for id, found 'one'", 3, 7);
  expectFailure("name: \"m\n\"", "this string is not closed", 1, 7);
  expectFailure("name: \"\\q\"", "not a valid string escape", 1, 8);
  expectFailure("computations {\n  id: 1\n", "this message is not closed", 1, 14);
  expectFailure("computations {\n  id: 1\n]", "expected the name of a field of HloComputationProto, found ']'", 3, 1);
  expectFailure("name: \"m\"\nis_dynamic: maybe", "expected true or false", 2, 13);
  expectFailure("name: \"m\"\nid 1", "expected ':' after id", 2, 4);
  expectFailure("name: \"m\"\nid: 99999999999999999999", "does not fit in 64 bits", 2, 5);
  expectFailure("name: \"m\"\ncomputations: 3", "expected '{' after computations", 2, 15);
}

TEST(TextProto, ReadsListsOfMessagesAndRejectsUnclosedOnes) {
  const std::string message =
      "{ name: \"e\" instructions: [{ name: \"p\" opcode: \"parameter\" shape { element_type: F32 dimensions: [2, 3] "
      "layout { minor_to_major: [1, 0] } } }] id: 1 root_id: 0 }";
  const std::string begin = "name: \"m\" entry_computation_id: 1\ncomputations: [";
  EXPECT_EQ(printed(begin + message + "]"), printed(module()));
  expectFailure(begin, "expected '{' after computations", 2, 16);
  expectFailure(begin + "\n" + message + ",", "expected '{' after computations", 3,
                static_cast<int>(message.size()) + 2);
  expectFailure(begin + "\n" + message, "expected ',' or ']' in this list", 3, static_cast<int>(message.size()) + 1);
}

TEST(TextProto, AMissingModuleIsReportedWithTheExpectedField) {
  const auto help = [](const std::string& text) {
    const auto read = readModule(text);
    return read.ok() ? "" : read.error().message + "; " + read.error().help;
  };
  const std::string snapshot = help("hlo { } execution_platform: 'cpu'");
  EXPECT_NE(snapshot.find("HloSnapshot has no module; expected a field hlo { hlo_module { ... } }"), std::string::npos)
      << snapshot;
  const std::string proto = help("buffer_assignment { logical_buffers { id: 1 } }");
  EXPECT_NE(proto.find("HloProto has no module; expected a field hlo_module { ... }"), std::string::npos) << proto;
}

TEST(TextProto, ErrorsOfTheProgramHaveLineAndColumn) {
  expectFailure(module("operand_ids: 7"), "has operand 7, which is not in its computation", 4, 16);
  expectFailure("name: \"m\"\n\ncomputations {\n  name: \"e\"\n}", "computation e has no instructions", 3, 14);
}

TEST(TextProto, HloTextIsNotMistakenForATextProto) {
  for (const std::string name : {"hlo_module", "computations", "config"}) {
    const auto read = readModule(name + " {\n  ROOT p = f32[2]{0} parameter(0)\n}\n");
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(describeFormat(*read), "HLO text");
  }
}

TEST(TextProto, RejectsDeepNestingWithoutCrashing) {
  std::string text = "computations { instructions { opcode: 'x' shape { ", skipped = "name: 'm' what ";
  for (int i = 0; i < 100'000; ++i) text += "tuple_shapes {", skipped += "{ a ";
  for (const std::string& open : {text, skipped}) {
    EXPECT_FALSE(readModule(open).ok());
    std::string closed = open;
    for (size_t i = std::count(open.begin(), open.end(), '{'); i > 0; --i) closed += " }";
    EXPECT_FALSE(readModule(closed).ok());
  }
}

// Truncated, corrupted and shuffled input must either parse or fail with a message.
TEST(TextProto, CorruptedInputParsesOrFailsWithAMessage) {
  const std::string whole = test::readFile(test::testData("proto/small_types_one_line.pbtxt"));
  const std::string signs = "{}<>[]:;,\"'\\#-.0xfF9\n\xff";
  Random random(7);
  size_t rejected = 0;
  for (int i = 0; i < 2'000; ++i) {
    std::string text = whole;
    for (uint64_t changes = 1 + random.below(3); changes > 0; --changes) {
      const size_t at = random.below(text.size()), size = random.below(40);
      switch (random.below(4)) {
        case 0:
          text.resize(at + 1);
          break;
        case 1:
          text[at] = signs[random.below(signs.size())];
          break;
        case 2:
          text.erase(at, std::min(size, text.size() - 1));
          break;
        default:
          text.insert(random.below(text.size()), whole.substr(random.below(whole.size()), size));
      }
      if (text.empty()) text = " ";
    }
    const auto read = readModule(text);
    if (read.ok()) continue;
    ++rejected;
    ASSERT_FALSE(read.error().message.empty());
  }
  EXPECT_GT(rejected, 500u);
}

}  // namespace
}  // namespace hlorank::hlo
