#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "shared/graph/graph.h"
#include "shared/hlo/read.h"
#include "tests/support/suite.h"

namespace hlorank::hlo {
namespace {

const std::string kText = "HloModule m\n\nENTRY e {\n  ROOT p = f32[2]{0} parameter(0)\n}\n";

std::string proto() {
  return test::readFile(test::testData("proto/images.pb"));
}

std::string protoField(int number, const std::string& bytes) {
  std::string out(1, static_cast<char>(number << 3 | 2));
  size_t size = bytes.size();
  for (; size >= 0x80; size >>= 7) out += static_cast<char>(size | 0x80);
  out += static_cast<char>(size);
  return out + bytes;
}

void expectFormat(const std::string& bytes, Format format) {
  const auto read = readModule(bytes);
  ASSERT_TRUE(read.ok()) << hlorank::format(read.error(), "input");
  EXPECT_EQ(name(read->format), name(format));
}

void expectRejected(const std::string& bytes, std::string_view says) {
  const auto read = readModule(bytes);
  ASSERT_FALSE(read.ok());
  EXPECT_NE(read.error().message.find(says), std::string::npos) << read.error().message;
  EXPECT_FALSE(read.error().help.empty());
}

TEST(ReadModule, DetectsTheProtoTypeFromItsFields) {
  const std::string literal = protoField(1, std::string("\x10\x0b", 2)) + protoField(8, std::string(4, '\0'));
  expectFormat(proto(), Format::kHloModuleProto);
  expectFormat(protoField(1, proto()), Format::kHloProto);
  expectFormat(protoField(1, proto()) + protoField(2, std::string("\x20\x02\x28\x04", 4)),
               Format::kHloModuleProtoWithConfig);
  expectFormat(protoField(1, protoField(1, proto())) + protoField(2, literal), Format::kHloSnapshot);
  expectFormat(protoField(1, proto()) + protoField(2, protoField(1, literal)) + protoField(2, protoField(1, literal)),
               Format::kHloUnoptimizedSnapshot);
  const std::string tuning = protoField(1, proto()) + std::string("\x10\x05", 2) + protoField(3, "");
  expectFormat(tuning, Format::kModuleTuningData);
  expectFormat(protoField(1, tuning) + protoField(1, tuning), Format::kModuleTuningData);
  const std::string stat = protoField(6, protoField(1, proto()));
  expectFormat(
      protoField(1, protoField(2, std::string("/host:metadata")) + protoField(4, protoField(2, protoField(5, stat)))),
      Format::kXSpace);
}

TEST(ReadModule, ReadsTheModuleConfiguration) {
  const auto read = readModule(protoField(1, proto()) + protoField(2, std::string("\x20\x02\x28\x04", 4)));
  ASSERT_TRUE(read.ok());
  std::string header;
  for (const Attribute& attribute : read->module.attributesOf(read->module.attributes))
    header += std::string(attribute.name) + "=" + std::string(attribute.value) + ";";
  EXPECT_NE(header.find("replica_count=2;num_partitions=4;"), std::string::npos) << header;
}

TEST(ReadModule, WarnsAboutFurtherModules) {
  const std::string tuning = protoField(1, proto()) + std::string("\x10\x05", 2);
  const auto read = readModule(protoField(1, tuning) + protoField(1, tuning));
  ASSERT_TRUE(read.ok());
  ASSERT_FALSE(read->module.warnings.empty());
  EXPECT_NE(read->module.warnings.back().message.find("2 modules"), std::string::npos);
}

TEST(ReadModule, DropsLogPrefixes) {
  for (const std::string prefix :
       {"I0000 00:00:1700000000.000000 12345 file.cc:123] ", "2024-01-01 12:00:00.000000: I xla/service/dump.cc:77] ",
        "2024-01-01T12:00:00.123456789Z ", "[2024-01-01 12:00:00,123] ",
        "2024-01-01T12:00:00+00:00 I0000 00:00:1700000000.000000 12345 file.cc:123] "}) {
    std::string log = prefix + "before the module\n";
    for (size_t at = 0; at < kText.size();) {
      const size_t end = kText.find('\n', at) + 1;
      log += prefix + kText.substr(at, end - at);
      at = end;
    }
    const auto read = readModule(log);
    ASSERT_TRUE(read.ok()) << hlorank::format(read.error(), "log");
    EXPECT_EQ(read->module.instructions.size(), 1u);
    EXPECT_EQ(read->module.name, "m");
    const auto two = readModule(log + log);
    ASSERT_TRUE(two.ok());
    EXPECT_EQ(two->module.warnings.size(), 1u);
  }
}

TEST(ReadModule, AcceptsAByteOrderMark) {
  expectFormat("\xef\xbb\xbf" + kText, Format::kText);
}

TEST(ReadModule, AcceptsControlCharactersInComments) {
  expectFormat("// \x1b[1mbold\x1b[0m\n" + kText + "// \x7f\n", Format::kText);
}

TEST(ReadModule, NamesTheFormatOfFilesThatAreNotHlo) {
  expectRejected("", "empty");
  expectRejected(" \n// nothing\n", "empty");
  expectRejected("module @jit_f attributes {mhlo.num_partitions = 1 : i32} {\n  func.func public @main() {}\n}",
                 "MLIR");
  expectRejected("// c\nmodule {\n  func.func @main() { %0 = stablehlo.constant dense<0> : tensor<i32> }\n}", "MLIR");
  expectRejected("#map = affine_map<(d0) -> (d0)>\nmodule {}", "MLIR");
  const auto markdown = readModule("# Notes on a module\n");
  ASSERT_FALSE(markdown.ok());
  EXPECT_EQ(markdown.error().message.find("MLIR"), std::string::npos) << markdown.error().message;
  expectRejected(std::string("ML\xefR\x01\x00", 6), "MLIR bytecode");
  expectRejected("<!DOCTYPE html>\n<html>", "HTML");
  expectRejected("{\"a\": 1}", "JSON");
  expectRejected(std::string("PK\x03\x04\x14\x00\x00\x00", 8), "npz");
  expectRejected(std::string("\x7f"
                             "ELF\x02\x01\x01\x00",
                             8),
                 "ELF");
  expectRejected(std::string("\x01\x02\x03\x00\xff", 5), "neither");
  expectRejected("Dear all,\nthe meeting is at ten.\n", "neither");
  expectRejected("int main() {\n  int values[3] = {1, 2, 3};\n}\n", "neither");
  const auto instruction = readModule("a = f32[2] frobnicate()\n");  // HLO without a header
  ASSERT_FALSE(instruction.ok());
  EXPECT_EQ(instruction.error().message.find("neither"), std::string::npos) << instruction.error().message;
}

TEST(ReadModule, ErrorsForMlirExplainHowToGetHlo) {
  const auto read = readModule("module @m {\n  func.func @main() {}\n}");
  ASSERT_FALSE(read.ok());
  EXPECT_NE(read.error().help.find("as_hlo_text(True)"), std::string::npos);
  EXPECT_NE(read.error().help.find("--xla_dump_to"), std::string::npos);
}

TEST(ReadModule, AcceptsAComputationNamedModule) {
  expectFormat("module {\n  ROOT p = f32[2]{0} parameter(0)\n}\n", Format::kText);
}

// Compares real HLO protobufs with the text that XLA prints of them. For protobufs with a reduce-scatter, compares only
// splits, because XLA prints the computations that it calls in a different order. Never compares the insertion order of
// edges, because the text loses instruction ids that are not in post order.
TEST(ReadModule, RealProtosHaveTheSameFeaturesAsTheirTexts) {
  const auto suite = test::suite();
  if (!suite) GTEST_SKIP() << "the conformance suite is not next to this checkout";
  int compared = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(*suite)) {
    if (entry.path().extension() != ".pb" || entry.path().parent_path().filename() != "real") continue;
    SCOPED_TRACE(entry.path().filename().string());
    const auto proto = readModule(test::readFile(entry.path()));
    ASSERT_TRUE(proto.ok()) << hlorank::format(proto.error(), "proto");
    const auto textPath =
        entry.path().parent_path().parent_path() / "real_text" / (entry.path().stem().string() + ".hlo");
    if (!std::filesystem::exists(textPath)) continue;
    const auto text = readModule(test::readFile(textPath));
    ASSERT_TRUE(text.ok()) << hlorank::format(text.error(), "text");
    const graph::Hashes a = graph::hashesOf(graph::makeGraph(proto->module));
    const graph::Hashes b = graph::hashesOf(graph::makeGraph(text->module));
    EXPECT_EQ(a.splits, b.splits);
    ++compared;
    if (entry.path().stem().string().find("_ReduceScatter_") != std::string::npos) continue;
    EXPECT_EQ(a.opcode, b.opcode);
    EXPECT_EQ(a.nodeFeat, b.nodeFeat);
    EXPECT_EQ(a.edgesSorted, b.edgesSorted);
  }
  EXPECT_GT(compared, 25);
}

}  // namespace
}  // namespace hlorank::hlo
