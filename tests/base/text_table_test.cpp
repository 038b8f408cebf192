#include "shared/base/text_table.h"

#include <gtest/gtest.h>

#include <string>

namespace hlorank {
namespace {

TEST(TextTable, FindsOnlyInsertedKeys) {
  std::vector<std::string> keys;
  for (int i = 0; i < 5000; ++i) keys.push_back("instruction." + std::to_string(i));
  TextTable table;
  for (uint32_t i = 0; i < keys.size(); ++i) EXPECT_EQ(table.insert(keys[i], i), i);
  for (uint32_t i = 0; i < keys.size(); ++i) EXPECT_EQ(table.find(keys[i]), i);
  EXPECT_EQ(table.find("instruction.5000"), TextTable::kAbsent);
  EXPECT_EQ(table.find(""), TextTable::kAbsent);
}

TEST(TextTable, KeepsTheFirstValueOfAKey) {
  TextTable table;
  EXPECT_EQ(table.insert("x", 1), 1u);
  EXPECT_EQ(table.insert("x", 2), 1u);
  EXPECT_EQ(table.find("x"), 1u);
}

TEST(TextTable, IsEmptyAfterClear) {
  TextTable table;
  table.insert("x", 1);
  table.clear();
  EXPECT_EQ(table.find("x"), TextTable::kAbsent);
  EXPECT_EQ(table.insert("x", 7), 7u);
}

}  // namespace
}  // namespace hlorank
