#include "shared/base/fnv.h"

#include <gtest/gtest.h>

namespace hlorank {
namespace {

uint64_t hashOf(std::string_view bytes) {
  Fnv hash;
  hash.bytes(bytes);
  return hash.value();
}

// Expects the values of test_fnv.c, the test vectors of the FNV reference implementation (FNV-1a, 64 bits).
TEST(Fnv, MatchesTheReferenceImplementation) {
  EXPECT_EQ(hashOf(""), 0xcbf29ce484222325);
  EXPECT_EQ(hashOf("a"), 0xaf63dc4c8601ec8c);
  EXPECT_EQ(hashOf("foobar"), 0x85944171f73967e8);
}

TEST(Fnv, DoesNotDependOnHowTheBytesAreSplit) {
  Fnv hash;
  hash.bytes("foo");
  hash.byte('b');
  hash.bytes("ar");
  EXPECT_EQ(hash.value(), 0x85944171f73967e8);
}

TEST(Fnv, AddsNumbersLeastSignificantByteFirst) {
  Fnv hash;
  hash.number(uint32_t{0x6f6f66});  // as bytes in memory (little-endian), this number is "foo\0"
  EXPECT_EQ(hash.value(), hashOf(std::string_view("foo\0", 4)));
}

TEST(Fnv, ContinuesFromAGivenStart) {
  Fnv hash(hashOf("foo"));
  hash.bytes("bar");
  EXPECT_EQ(hash.value(), hashOf("foobar"));
}

TEST(Hexadecimal, HasSixteenDigits) {
  EXPECT_EQ(hexadecimal(0), "0000000000000000");
  EXPECT_EQ(hexadecimal(0xfedcba9876543210), "fedcba9876543210");
}

}  // namespace
}  // namespace hlorank
