#include "shared/session/saved.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "shared/hlo/read.h"
#include "tests/session/programs.h"

namespace hlorank::session {
namespace {

using test::kDots;

class Saved : public testing::Test {
 protected:
  Saved() { ranking_.step(ranking_.total()); }

  SelectedConfiguration selected(uint32_t index, std::string name = {}) const {
    const auto rows = opened_.configurations.choice(index);
    return {index, std::move(name), {rows.begin(), rows.end()}};
  }
  Choice choice(uint32_t index) const { return selected(index).choice; }

  // Returns the layout of every tensor in configuration c, as text.
  static std::vector<std::string> layouts(const configs::Configurations& all, size_t c) {
    std::vector<std::string> list;
    for (uint32_t slot = 0; slot < all.table.slots.size(); ++slot)
      list.push_back(configs::toString(all.table.layouts[all.table.rowBegin[slot] + all.choice(c)[slot]]));
    return list;
  }
  void expectReadBack(const std::string& text, std::initializer_list<uint32_t> indices) const {
    EXPECT_TRUE(looksSaved(text));
    const auto again = readSaved(text, *opened_.module, opened_.program);
    ASSERT_TRUE(again.ok()) << again.error().message;
    ASSERT_EQ(again->count, indices.size());
    size_t i = 0;
    for (const uint32_t index : indices) EXPECT_EQ(layouts(*again, i++), layouts(opened_.configurations, index));
  }
  std::string errorOf(const std::string& text) const {
    const auto again = readSaved(text, *opened_.module, opened_.program);
    return again.ok() ? "" : again.error().message;
  }

  Opened opened_ = test::opened(kDots);
  model::AnalyticalCosts analytical_ = model::computeAnalyticalCosts(opened_.program, opened_.configurations);
  Ranking ranking_ = rankAnalytically(opened_, analytical_);
};

TEST_F(Saved, JsonIsReadBack) {
  const SelectedConfiguration list[] = {selected(290, "mine"), selected(0), selected(17)};
  const std::string text = savedJson(opened_, ranking_, {"analytical", "analytical model", {}}, "dots.hlo", list);
  EXPECT_EQ(nlohmann::json::parse(text)["configurations"][0]["name"], "mine");
  expectReadBack(text, {290, 0, 17});
}

TEST_F(Saved, CsvIsReadBack) {
  const SelectedConfiguration list[] = {selected(290, "mine, \"quoted\"\nand long"), selected(0), selected(17)};
  expectReadBack(savedCsv(opened_, ranking_, list), {290, 0, 17});
}

TEST_F(Saved, ConfigurationsKeepTheirNumbersAndTimes) {
  for (size_t c = 0; c < opened_.configurations.count; ++c)
    opened_.configurations.runtimes.push_back(1000 + int64_t(c));
  const SelectedConfiguration list[] = {selected(290, "mine"), selected(0), selected(17)};
  for (const std::string& text : {savedJson(opened_, ranking_, {"analytical", "analytical model", {}}, "dots", list),
                                  savedCsv(opened_, ranking_, list)}) {
    const auto again = readSaved(text, *opened_.module, opened_.program);
    ASSERT_TRUE(again.ok()) << again.error().message;
    EXPECT_EQ(again->numbers, (std::vector<uint32_t>{290, 0, 17}));
    EXPECT_EQ(again->runtimes, (std::vector<int64_t>{1290, 1000, 1017}));
  }
}

TEST_F(Saved, JsonKeepsUnusableConfigurationsAndTheCompilerDefault) {
  configs::Configurations& all = opened_.configurations;
  all.runtimes.assign(all.count, 1000);
  all.usable.assign(all.count, 1);
  all.usable[17] = 0;  // a duplicate
  all.usable[5] = 0;   // the compiler default
  all.leftToCompiler.assign(all.count, 0);
  all.leftToCompiler[5] = 1;
  all.compilerDefault = 5;
  all.runtimes[5] = 700;
  Ranking ranking = rankAnalytically(opened_, analytical_);
  ranking.step(ranking.total());
  const RankedBy by{"analytical", "analytical model", {}};
  const std::string text = rankJson(opened_, ranking, by, "dots", ranking.total());
  auto again = opened_;
  auto read = readSaved(text, *opened_.module, opened_.program);
  ASSERT_TRUE(read.ok()) << read.error().message;
  again.configurations = std::move(*read);
  const auto analytical = model::computeAnalyticalCosts(again.program, again.configurations);
  Ranking restored = rankAnalytically(again, analytical);
  restored.step(restored.total());
  const auto parsed = nlohmann::json::parse(rankJson(again, restored, by, "dots", restored.total()));
  const auto before = nlohmann::json::parse(text);
  for (const char* field : {"count", "compilerDefault", "agreement", "verdict"})
    EXPECT_EQ(parsed[field], before[field]) << field;
  EXPECT_FALSE(before["compilerDefault"].is_null());
}

TEST_F(Saved, ACompilerDefaultAloneIsNoConfiguration) {
  EXPECT_EQ(errorOf(R"({"configurations":[],"compilerDefault":{"index":0,"time":1}})"),
            "this file has no configurations");
}

TEST_F(Saved, TimesOfSomeConfigurationsAreNoTimesOfAll) {
  const std::string text = "rank,configuration,seconds,layouts\n1,7,0.001,\n2,x,,\n";
  const auto again = readSaved(text, *opened_.module, opened_.program);
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(again->numbers, (std::vector<uint32_t>{7, 1}));
  EXPECT_TRUE(again->runtimes.empty());
}

TEST_F(Saved, LayoutConfigIsReadBack) {
  const auto text = configProtoText(opened_, choice(290));
  ASSERT_TRUE(text.ok());
  expectReadBack(*text, {290});
}

TEST_F(Saved, LayoutConfigHasAnEntryForEveryInstruction) {
  Choice choice(opened_.configurations.table.slots.size(), 0);
  const auto text = configProtoText(opened_, choice);
  ASSERT_TRUE(text.ok());
  EXPECT_NE(text->find("layout_config {}\nlayout_config {}\n"
                       "layout_config { lists { vals: 1 vals: 0 } lists { vals: 1 vals: 0 } lists { vals: 1 vals: 0 } "
                       "}\n"),
            std::string::npos)
      << *text;
}

TEST_F(Saved, ConstrainedHloHasAConstraintOnEverySlot) {
  const auto text = constrainedHlo(opened_, choice(290));
  ASSERT_TRUE(text.ok());
  const auto again = hlo::readModule(*text);
  ASSERT_TRUE(again.ok()) << again.error().message;
  size_t constraints = 0;
  for (size_t at = text->find("LayoutConstraint"); at != std::string::npos; at = text->find("LayoutConstraint", at + 1))
    ++constraints;
  EXPECT_EQ(constraints, opened_.configurations.table.slots.size());
}

TEST_F(Saved, JaxHasAStatementForEveryChange) {
  Choice choice(opened_.configurations.table.slots.size(), 0);
  EXPECT_NE(jaxSnippet(opened_, choice)->find("# None"), std::string::npos);
  for (uint32_t slot = 0; slot < choice.size(); ++slot)
    choice[slot] = slotName(opened_, slot) == "second operand 1" ? 1 : 0;
  const std::string text = *jaxSnippet(opened_, choice);
  EXPECT_NE(text.find("# operand 1 of dot second in main: v, f32[256,32]\n"), std::string::npos) << text;
  EXPECT_NE(text.find("x = with_layout_constraint(x, Layout(major_to_minor=(1, 0)))\n"), std::string::npos);
  EXPECT_EQ(text.find("with_layout_constraint(x,", text.find("with_layout_constraint(x,") + 1), std::string::npos);
}

TEST_F(Saved, TopConfigsListsAllConfigurationsBestFirst) {
  const std::string text = topConfigs(opened_, ranking_, "layout:xla:random");
  EXPECT_EQ(text.rfind("ID,TopConfigs\nlayout:xla:random:dots," + std::to_string(ranking_.top(1)[0]) + ";", 0), 0u);
  EXPECT_EQ(static_cast<size_t>(std::count(text.begin(), text.end(), ';')), ranking_.total() - 1);
}

TEST_F(Saved, ErrorsNameTheTensorOrLayoutThatTheProgramDoesNotHave) {
  const std::string head = "rank,configuration,name,score,seconds,layouts\n1,0,,0,,";
  EXPECT_EQ(errorOf(head + "\"main/third output {0,1}\"\n"),
            "the program has no tensor `main/third output` with layouts to choose");
  EXPECT_EQ(errorOf(head + "\"main/first output {0,2}\"\n"),
            "the layout of `main/first output {0,2}` is not an order of its dimensions");
  EXPECT_EQ(errorOf(head + "main/first\n"), "`main/first` has no layout: expected `instruction tensor {1,0}`");
  EXPECT_EQ(errorOf("rank,configuration,name\n"), "expected a column `layouts`");
  EXPECT_EQ(errorOf("{\"configurations\": [{}]}"), "an entry of `configurations` has no `changes`");
  EXPECT_EQ(errorOf("{\"configurations\": []}"), "this file has no configurations");
  EXPECT_EQ(errorOf("{"), "expected the JSON of `hlorank rank --json`, or JSON saved by the page");
  EXPECT_EQ(errorOf("# HloModuleConfigProto\nlayout_config { lists { vals: 1 vals: 0 } }\n"),
            "the program has no layouts to choose for tensor 0 of instruction 0");
}

TEST_F(Saved, FilesOfWhitespaceAreRejected) {
  const std::string space = "\r\n \r";
  for (size_t size = 0; size <= space.size(); ++size) {
    // Uses a buffer of the exact size, so that AddressSanitizer detects reads beyond its end.
    const std::vector<char> exact(space.begin(), space.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_FALSE(readSaved({exact.data(), exact.size()}, *opened_.module, opened_.program).ok());
  }
}

TEST_F(Saved, ConfigurationsCannotBeOpenedWithoutTheirProgram) {
  const SelectedConfiguration list[] = {selected(12), selected(99)};
  const std::string csv = savedCsv(opened_, ranking_, list);
  const auto again = open({{"dots.hlo", kDots}, {"saved.csv", csv}});
  ASSERT_TRUE(again.ok()) << again.error().message;
  EXPECT_EQ(again->configurations.count, 2u);
  EXPECT_FALSE(again->configurations.generated);
  size_t file = 9;
  const auto alone = open({{"saved.csv", csv}}, {}, &file);
  EXPECT_FALSE(alone.ok());
  EXPECT_EQ(file, 0u);
}

}  // namespace
}  // namespace hlorank::session
