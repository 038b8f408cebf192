#include "shared/npz/inflate.h"

#include <gtest/gtest.h>

#include <random>
#include <sstream>

#include "tests/support/suite.h"

namespace hlorank::npz {
namespace {

constexpr int64_t kLimit = 1 << 20;

struct Stream {
  std::string name;
  size_t size;
  uint32_t crc;
  std::string bytes;
};

std::string fromHex(const std::string& hex) {
  std::string bytes;
  for (size_t i = 0; i + 1 < hex.size(); i += 2) bytes += static_cast<char>(std::stoi(hex.substr(i, 2), nullptr, 16));
  return bytes;
}

std::vector<Stream> streams() {
  std::vector<Stream> result;
  std::istringstream lines(test::readFile(test::testData("npz/streams.tsv")));
  std::string name, size, crc, hex;
  while (lines >> name >> size >> crc >> hex)
    result.push_back({name, std::stoul(size), static_cast<uint32_t>(std::stoul(crc, nullptr, 16)), fromHex(hex)});
  return result;
}

TEST(InflateTest, DecompressesEveryBlockTypeOfZlib) {
  ASSERT_GT(streams().size(), 30u);
  for (const Stream& stream : streams()) {
    const Result<std::string> bytes = inflate(stream.bytes, kLimit);
    ASSERT_TRUE(bytes.ok()) << stream.name << ": " << bytes.error().message;
    EXPECT_EQ(bytes->size(), stream.size) << stream.name;
    EXPECT_EQ(crc32(*bytes), stream.crc) << stream.name;
  }
}

TEST(InflateTest, ReturnsTheSizeOfTheStreamInTheInput) {
  for (const Stream& stream : streams()) {
    std::string output = "before";
    const Result<size_t> used = inflateInto(output, stream.bytes + "more than eight bytes after it", kLimit);
    ASSERT_TRUE(used.ok()) << stream.name;
    EXPECT_EQ(*used, stream.bytes.size()) << stream.name;
    EXPECT_EQ(output.size(), 6 + stream.size) << stream.name;
  }
}

TEST(InflateTest, AcceptsOutputUpToTheLimitAndRejectsOneByteMore) {
  for (const Stream& stream : streams()) {
    EXPECT_TRUE(inflate(stream.bytes, static_cast<int64_t>(stream.size)).ok()) << stream.name;
    if (stream.size == 0) continue;
    const Result<std::string> less = inflate(stream.bytes, static_cast<int64_t>(stream.size) - 1);
    ASSERT_FALSE(less.ok()) << stream.name;
    EXPECT_EQ(less.error().message, "cannot decompress: the decompressed data exceeds the size limit");
  }
}

TEST(InflateTest, RejectsEveryPrefixOfAStream) {
  for (const Stream& stream : streams())
    for (size_t size = 0; size < stream.bytes.size(); size += 1 + size / 16)
      EXPECT_FALSE(inflate(std::string_view(stream.bytes).substr(0, size), kLimit).ok()) << stream.name << " " << size;
}

TEST(InflateTest, DamagedStreamsNeitherCrashNorExceedTheLimit) {
  std::mt19937 random(1);
  for (const Stream& stream : streams()) {
    for (int round = 0; round < 100; ++round) {
      std::string bytes = stream.bytes;
      for (int change = 0; change < 1 + round % 4; ++change)
        bytes[random() % bytes.size()] = static_cast<char>(random());
      const Result<std::string> result = inflate(bytes, kLimit, random() % 100000);
      if (result.ok()) {
        EXPECT_LE(result->size(), static_cast<size_t>(kLimit));
      }
    }
  }
}

TEST(GunzipTest, ReadsMembersWithNamesAndPadding) {
  const std::string bytes = test::readFile(test::testData("npz/members.gz"));
  EXPECT_TRUE(looksLikeGzip(bytes));
  const Result<std::string> content = gunzip(bytes, kLimit);
  ASSERT_TRUE(content.ok()) << content.error().message;
  EXPECT_EQ(*content, "HloModule a\nENTRY b\n");
}

TEST(GunzipTest, TheLimitAppliesToAllMembersTogether) {
  const std::string bytes = test::readFile(test::testData("npz/members.gz"));
  EXPECT_TRUE(gunzip(bytes, 20).ok());
  EXPECT_FALSE(gunzip(bytes, 19).ok());
}

TEST(GunzipTest, ReportsTheOffsetOfAWrongChecksumOrLength) {
  const std::string bytes = test::readFile(test::testData("npz/members.gz"));
  const size_t end = bytes.find("\x1f\x8b\x08", 3);  // end of the first gzip member
  for (size_t at = end - 8; at < end; ++at) {
    std::string damaged = bytes;
    damaged[at] ^= 1;
    const Result<std::string> content = gunzip(damaged, kLimit);
    ASSERT_FALSE(content.ok());
    EXPECT_EQ(content.error().where.offset, static_cast<int64_t>(at < end - 4 ? end - 8 : end - 4));
  }
}

TEST(GunzipTest, RejectsOtherDataAfterAMember) {
  const std::string bytes = test::readFile(test::testData("npz/members.gz"));
  EXPECT_FALSE(gunzip(bytes + "x", kLimit).ok());
  EXPECT_FALSE(gunzip("", kLimit).ok());
  EXPECT_FALSE(gunzip("plain text", kLimit).ok());
}

TEST(GunzipTest, DamagedFilesNeverCrash) {
  const std::string bytes = test::readFile(test::testData("npz/members.gz"));
  std::mt19937 random(2);
  for (int round = 0; round < 5000; ++round) {
    std::string damaged = bytes.substr(0, random() % bytes.size());
    if (damaged.empty()) continue;
    damaged[random() % damaged.size()] = static_cast<char>(random());
    (void)gunzip(damaged, kLimit);
  }
}

TEST(Crc32Test, MatchesTheStandard) {
  EXPECT_EQ(crc32("123456789"), 0xCBF43926u);
  EXPECT_EQ(crc32("56789", crc32("1234")), 0xCBF43926u);
}

}  // namespace
}  // namespace hlorank::npz
