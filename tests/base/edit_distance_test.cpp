#include "shared/base/edit_distance.h"

#include <gtest/gtest.h>

namespace hlorank {
namespace {

TEST(EditDistance, CountsInsertedRemovedReplacedAndExchangedBytes) {
  EXPECT_EQ(editDistance("", ""), 0u);
  EXPECT_EQ(editDistance("top", "top"), 0u);
  EXPECT_EQ(editDistance("", "top"), 3u);
  EXPECT_EQ(editDistance("tp", "top"), 1u);
  EXPECT_EQ(editDistance("tops", "top"), 1u);
  EXPECT_EQ(editDistance("tip", "top"), 1u);
  EXPECT_EQ(editDistance("tpo", "top"), 1u);
  EXPECT_EQ(editDistance("jsno", "json"), 1u);
  EXPECT_EQ(editDistance("kitten", "sitting"), 3u);
}

TEST(EditDistance, ExchangesOnlyNeighbours) {
  EXPECT_EQ(editDistance("abc", "cba"), 2u);
  EXPECT_EQ(editDistance("ca", "abc"), 3u);  // a pair that was exchanged is not edited again
}

TEST(EditDistance, IsSymmetric) {
  for (const auto& [a, b] : {std::pair("share", "shrae"), std::pair("layout", "lyaotu"), std::pair("a", "dropout")})
    EXPECT_EQ(editDistance(a, b), editDistance(b, a)) << a << " " << b;
}

}  // namespace
}  // namespace hlorank
