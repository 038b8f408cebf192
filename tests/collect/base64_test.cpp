#include "native/collect/base64.h"

#include <gtest/gtest.h>

namespace hlorank::collect {
namespace {

// Expects the test vectors of RFC 4648, section 10.
TEST(Base64, DecodesTheTestVectorsOfRfc4648) {
  EXPECT_EQ(fromBase64(""), "");
  EXPECT_EQ(fromBase64("Zg=="), "f");
  EXPECT_EQ(fromBase64("Zm8="), "fo");
  EXPECT_EQ(fromBase64("Zm9v"), "foo");
  EXPECT_EQ(fromBase64("Zm9vYg=="), "foob");
  EXPECT_EQ(fromBase64("Zm9vYmE="), "fooba");
  EXPECT_EQ(fromBase64("Zm9vYmFy"), "foobar");
}

TEST(Base64, DecodesAllByteValues) {
  // The text is the output of Python's base64.b64encode.
  EXPECT_EQ(fromBase64("AP+A+/8="), std::string("\x00\xff\x80\xfb\xff", 5));
}

TEST(Base64, ReturnsEmptyForInvalidInput) {
  EXPECT_EQ(fromBase64("Zm9v Zm9v"), "");
  EXPECT_EQ(fromBase64("Zm-v"), "");
}

}  // namespace
}  // namespace hlorank::collect
