#include "shared/base/text.h"

#include <gtest/gtest.h>

#include <vector>

#include "shared/base/quantile.h"

namespace hlorank {
namespace {

TEST(Text, OneHasASingularNoun) {
  EXPECT_EQ(counted(0, "loop"), "0 loops");
  EXPECT_EQ(counted(1, "loop"), "1 loop");
  EXPECT_EQ(counted(12, "loop"), "12 loops");
}

TEST(Text, TakesLinesUntilNothingIsLeft) {
  std::string_view text = "a\n\nb";
  EXPECT_EQ(takeLine(text), "a");
  EXPECT_EQ(takeLine(text), "");
  EXPECT_EQ(takeLine(text), "b");
  EXPECT_TRUE(text.empty());
  EXPECT_EQ(takeLine(text), "");
}

TEST(Text, CountsCharactersAndNotBytes) {
  EXPECT_EQ(countCharacters("a×…"), 3u);
  EXPECT_EQ(characterAt("a×b", 2), 1u);  // byte 2 is the second byte of ×, which is character 1
  EXPECT_EQ(characterAt("a×b", 3), 3u);
  EXPECT_EQ(characterAt("a×", 9), 9u);
}

TEST(Text, AppendsCharactersOfOneToFourBytes) {
  std::string text;
  for (const uint32_t code : {0x41u, 0xd7u, 0x2026u, 0x1f600u}) appendUtf8(text, code);
  EXPECT_EQ(text, "A×…😀");
}

TEST(Text, CsvFieldsWithSeparatorsAreQuoted) {
  EXPECT_EQ(csvField("dot.1 {1,0}"), "\"dot.1 {1,0}\"");
  EXPECT_EQ(csvField("a \"b\""), "\"a \"\"b\"\"\"");
  EXPECT_EQ(csvField("a\r"), "\"a\r\"");
  EXPECT_EQ(csvField("a b"), "a b");
}

TEST(Text, ADurationHasFourDigitsAndAUnitThatFits) {
  EXPECT_EQ(formatDuration(0), "0.000 ns");
  EXPECT_EQ(formatDuration(25e-9), "25.00 ns");
  EXPECT_EQ(formatDuration(435.6e-6), "435.6 µs");
  EXPECT_EQ(formatDuration(999.97e-6), "1000 µs");
  EXPECT_EQ(formatDuration(1.82e-3), "1.820 ms");
  EXPECT_EQ(formatDuration(12345), "12345 s");
}

TEST(Quantile, InterpolatesBetweenNeighbours) {
  const std::vector<double> values = {1, 2, 4};
  EXPECT_EQ(quantile(values, 0), 1);
  EXPECT_EQ(quantile(values, .25), 1.5);
  EXPECT_EQ(quantile(values, .5), 2);
  EXPECT_EQ(quantile(values, 1), 4);
}

}  // namespace
}  // namespace hlorank
