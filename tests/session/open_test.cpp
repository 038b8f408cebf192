#include "shared/session/open.h"

#include <gtest/gtest.h>

#include "tests/session/programs.h"
#include "tests/support/suite.h"

namespace hlorank::session {
namespace {

using test::kDots;
using test::measured;

TEST(Open, GeneratesCandidatesForAProgramAndAddsANotice) {
  const Opened opened = test::opened(kDots, 50);
  EXPECT_EQ(opened.name, "dots");
  EXPECT_EQ(opened.format, "HLO text");
  EXPECT_EQ(opened.configurations.count, 50u);
  EXPECT_TRUE(opened.configurations.generated);
  EXPECT_FALSE(opened.hasTimes());
  ASSERT_EQ(opened.notices.size(), 1u);
  EXPECT_EQ(opened.notices[0].kind, "generated");
}

TEST(Open, CombinesAProgramWithItsMeasuredConfigurationsInEitherOrder) {
  for (bool archiveFirst : {false, true}) {
    std::vector<File> files = {measured("capsule.hlo.txt.gz"), measured("capsule.npz")};
    if (archiveFirst) std::swap(files[0], files[1]);
    auto opened = open(std::move(files));
    ASSERT_TRUE(opened.ok()) << format(opened.error(), "capsule");
    EXPECT_EQ(opened->configurations.count, 72u);
    EXPECT_FALSE(opened->configurations.generated);
    EXPECT_TRUE(opened->hasTimes());
    EXPECT_EQ(opened->format, "HLO text, gzipped + npz of measured configurations");
    EXPECT_TRUE(opened->notices.empty());
  }
}

TEST(Open, UsesTheConfigurationsOfATuningFile) {
  const auto suite = hlorank::test::suiteData();
  if (!suite) GTEST_SKIP() << "the conformance suite was not found";
  const auto bytes = hlorank::test::readFile(*suite / "tpugraphs" / "module_tuning_data_layout.pb");
  const auto opened = open({{"module_tuning_data_layout.pb", bytes}});
  ASSERT_TRUE(opened.ok()) << format(opened.error(), "tuning data");
  EXPECT_EQ(opened->configurations.count, 112u);
  EXPECT_FALSE(opened->configurations.generated);
  EXPECT_TRUE(opened->hasTimes());
}

TEST(Open, UsesTheTileSizesOfTheFirstKernelOfATuningFile) {
  const auto suite = hlorank::test::suiteData();
  if (!suite) GTEST_SKIP() << "the conformance suite was not found";
  const auto bytes = hlorank::test::readFile(*suite / "tpugraphs" / "op_tuning_data.pb");
  const auto opened = open({{"op_tuning_data.pb", bytes}});
  ASSERT_TRUE(opened.ok()) << format(opened.error(), "tuning data");
  ASSERT_TRUE(opened->tiles.has_value());
  const auto npz = open({{"t.npz", hlorank::test::readFile(*suite / "tpugraphs" / "tile_00_fusion.232.npz")}});
  ASSERT_TRUE(npz.ok() && npz->tiles);
  EXPECT_EQ(opened->tiles->columns, npz->tiles->columns);
  EXPECT_EQ(opened->tiles->runtimes, npz->tiles->runtimes);
  EXPECT_EQ(opened->tiles->normalizers, npz->tiles->normalizers);
}

TEST(Open, RejectsAnNpzOfConfigurationsWithoutTheirProgram) {
  const auto opened = open({measured("capsule.npz")});
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().message, "this npz has configurations but not their program");
  EXPECT_FALSE(opened.error().help.empty());
}

TEST(Open, ReturnsTheIndexOfTheFileThatAnErrorIsAbout) {
  size_t file = 7;
  auto opened = open({{"program.hlo", kDots}, {"broken.npz", "PK\x03\x04 and then nothing"}}, {}, &file);
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(file, 1u);
  opened =
      open({measured("capsule.npz"), {"broken.hlo", "HloModule m\n\nENTRY main {\n  ROOT x = f32[2] frob(x)\n}\n"}}, {},
           &file);
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(file, 1u);
  EXPECT_EQ(opened.error().where.line, 4);
  EXPECT_GE(opened.error().caret, 0);
}

TEST(Open, RejectsTwoPrograms) {
  const auto opened = open({{"a.hlo", kDots}, {"b.hlo", kDots}});
  ASSERT_FALSE(opened.ok());
  EXPECT_EQ(opened.error().message, "two programs were given at once");
}

TEST(Open, AddsANoticeIfThereAreNoLayoutsToChoose) {
  const Opened opened =
      test::opened("HloModule m\nENTRY main {\n  x = f32[2] parameter(0)\n  ROOT y = f32[2] negate(x)\n}\n");
  EXPECT_EQ(opened.configurations.table.slots.size(), 0u);
  ASSERT_EQ(opened.notices.size(), 1u);
  EXPECT_EQ(opened.notices[0].kind, "nothing-to-choose");
  EXPECT_NE(opened.notices[0].message.find("no convolution, dot or reshape"), std::string::npos);
}

TEST(Open, ExplainsWhyConfigurableInstructionsHaveNoLayoutsToChoose) {
  const Opened opened = test::opened(
      "HloModule m\nENTRY main {\n  x = f32[8] parameter(0)\n  y = f32[8,1] reshape(x)\n  ROOT z = f32[1,8] "
      "reshape(y)\n}\n");
  EXPECT_EQ(opened.program.graph.configurable.size(), 2u);
  EXPECT_EQ(opened.configurations.table.slots.size(), 0u);
  ASSERT_EQ(opened.notices.size(), 1u);
  EXPECT_EQ(opened.notices[0].message,
            "This program has no layouts to choose: none of its 2 configurable instructions has a tensor whose "
            "dimensions could be in another order.");
}

TEST(Open, ReportsEveryStepInOrder) {
  std::vector<OpeningStep> steps;
  Options options;
  options.onStep = [&](OpeningStep step) { steps.push_back(step); };
  ASSERT_TRUE(open({{"dots.hlo", kDots}}, options).ok());
  EXPECT_EQ(steps,
            (std::vector<OpeningStep>{OpeningStep::kRead, OpeningStep::kFeatures, OpeningStep::kConfigurations}));
}

TEST(Open, GeneratesTheSameCandidatesFromTheSameSeed) {
  const Opened a = test::opened(kDots), b = test::opened(kDots);
  EXPECT_EQ(a.configurations.choices, b.configurations.choices);
}

TEST(Names, ComeFromTheModule) {
  const Opened opened = test::opened(kDots);
  const uint32_t node = opened.program.graph.configurable[0];
  EXPECT_EQ(nodeName(opened, node), "first");
  EXPECT_EQ(computationName(opened, node), "main");
  EXPECT_EQ(opcodeName(opened, node), "dot");
  EXPECT_EQ(shapeName(opened, node), "f32[64,256]{1,0}");
}

}  // namespace
}  // namespace hlorank::session
