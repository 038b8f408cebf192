#include "shared/hlo/quotes.h"

#include <gtest/gtest.h>

namespace hlorank::hlo {
namespace {

TEST(Quotes, AreUnescapedForPeople) {
  EXPECT_EQ(unescaped(R"(jit(f)/caf\303\251/\345\261\202/\360\237\230\200)"), "jit(f)/café/层/😀");
  EXPECT_EQ(unescaped(R"(say \"hi\", it\'s C:\\net)"), R"(say "hi", it's C:\net)");
}

TEST(Quotes, KeepEscapesOfControlCharactersAndOfBytesThatAreNotUtf8) {
  for (const std::string_view text : {R"(a\nb\tc)", R"(\033[31m)", R"(\302\233)", R"(\303)", R"(\303\303)", R"(\200)",
                                      R"(\377\277)", R"(\360\237\230)", R"(\3)", R"(\)", R"(\389)"})
    EXPECT_EQ(unescaped(text), text);
}

TEST(Quotes, UndoTheEscapesOfAppendQuoted) {
  for (const std::string_view text : {"", "plain", "a \"quoted\" \\ path", "größer ≥ 层 😀"}) {
    std::string quoted;
    appendQuoted(quoted, text);
    EXPECT_EQ(unescaped(findQuoted("name=" + quoted + " line=1")), text);
  }
  EXPECT_EQ(findQuoted("no quotes"), "");
  EXPECT_EQ(findQuoted("unfinished=\"abc\\"), "abc\\");
}

}  // namespace
}  // namespace hlorank::hlo
