#include "shared/npz/npz.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "tests/support/suite.h"

namespace hlorank::npz {
namespace {

std::string fixture(const std::string& name) {
  return test::readFile(test::testData("npz/" + name));
}

Archive opened(const std::string& name) {
  Result<Archive> archive = read(fixture(name));
  EXPECT_TRUE(archive.ok()) << archive.error().message;
  return archive.ok() ? *archive : Archive{};
}

TEST(NpzTest, ReadsEveryDtypeNumPyWrote) {
  const Archive archive = opened("arrays.npz");
  using Integers = std::vector<int64_t>;
  EXPECT_EQ((*archive.get("bool"))->toIntegers().value(), (Integers{1, 0, 1}));
  EXPECT_EQ((*archive.get("i1"))->toIntegers().value(), (Integers{-128, 127}));
  EXPECT_EQ((*archive.get("u1"))->toIntegers().value(), (Integers{0, 255}));
  EXPECT_EQ((*archive.get("i2"))->toIntegers().value(), (Integers{-32768, 32767}));
  EXPECT_EQ((*archive.get("u4"))->toIntegers().value(), (Integers{4294967295}));
  EXPECT_EQ((*archive.get("i8"))->toIntegers().value(), (Integers{INT64_MIN, INT64_MAX}));
  EXPECT_EQ((*archive.get("scalar"))->toFloats().value(), (std::vector<float>{2.5f}));
  EXPECT_EQ((*archive.get("scalar"))->shape, Integers{});
  EXPECT_EQ((*archive.get("f4"))->shape, (Integers{2, 3, 4}));
  EXPECT_EQ((*archive.get("f4"))->toFloats().value()[23], 23 / 8.f);
  EXPECT_EQ((*archive.get("none"))->shape, (Integers{0, 3}));
  EXPECT_TRUE((*archive.get("none"))->toFloats().value().empty());
  const std::vector<float> halves = (*archive.get("f2"))->toFloats().value();
  EXPECT_EQ(halves[0], 1.5f);
  EXPECT_TRUE(std::signbit(halves[1]));
  EXPECT_EQ(halves[3], 0x1p-24f);
  EXPECT_EQ(halves[4], 65504.f);
  EXPECT_EQ(halves[5], std::numeric_limits<float>::infinity());
  EXPECT_EQ((*archive.get("strings"))->toStrings().value(),
            (std::vector<std::string>{"", "h2", "größe", "日本", "🙂"}));
  EXPECT_EQ((*archive.get("bytes"))->toStrings().value(), (std::vector<std::string>{"abc", "a", ""}));
}

TEST(NpzTest, WritesTheBytesNumPyWrote) {
  for (const char* name : {"arrays.npz", "empty.npz"}) EXPECT_TRUE(write(opened(name)) == fixture(name)) << name;
}

TEST(NpzTest, ReadsTheSameArraysFromACompressedArchive) {
  EXPECT_TRUE(write(opened("compressed.npz")) == fixture("arrays.npz"));
}

TEST(NpzTest, MakesNumericArrays) {
  const std::vector<int32_t> values = {1, -2, 3, 4};
  const Array array = makeArray<int32_t>("x", {2, 2}, values);
  EXPECT_EQ(array.dtype, "<i4");
  EXPECT_EQ(array.toIntegers().value(), (std::vector<int64_t>{1, -2, 3, 4}));
  EXPECT_EQ(dtypeOf<uint8_t>(), "|u1");
  EXPECT_EQ(dtypeOf<float>(), "<f4");
}

TEST(NpzTest, ConvertsFortranOrderToCOrder) {
  const Archive archive = opened("fortran.npz");
  const std::vector<int64_t> values = archive.arrays.at(0).toIntegers().value();
  for (size_t i = 0; i < 24; ++i) EXPECT_EQ(values[i], static_cast<int64_t>(i));
}

TEST(NpzTest, ErrorsForUnsupportedArraysExplainWhatToDo) {
  const auto rejection = [](const char* name) {
    const Result<Archive> archive = read(fixture(name));
    EXPECT_FALSE(archive.ok()) << name;
    return archive.ok() ? std::string() : archive.error().message + "; " + archive.error().help;
  };
  EXPECT_EQ(rejection("big_endian.npz"),
            "array 'x': big-endian data is not supported; save array.astype(array.dtype.newbyteorder('<'))");
  EXPECT_EQ(rejection("pickled.npz"),
            "array 'x': pickled Python objects are not supported; save numbers or strings: array.astype(float) or "
            "astype(str)");
  EXPECT_EQ(rejection("structured.npz"),
            "array 'x': structured dtypes are not supported; save each field as a separate array");
  EXPECT_EQ(rejection("complex.npz"),
            "array 'x': unsupported dtype '<c8', expected b1, i1-i8, u1-u8, f2-f8, S or U; convert it before saving, "
            "for example "
            "array.astype('float32')");
}

TEST(NpzTest, TheErrorForAMissingArrayListsTheArrays) {
  const Archive archive = opened("fortran.npz");
  const Result<const Array*> array = archive.get("node_feat");
  ASSERT_FALSE(array.ok());
  EXPECT_EQ(array.error().message, "the archive has no array 'node_feat'");
  EXPECT_EQ(array.error().help, "its arrays: x");
}

TEST(NpzTest, RejectsConversionsThatWouldChangeAValue) {
  const Archive archive = opened("arrays.npz");
  EXPECT_FALSE(archive.find("u8")->toIntegers().ok());
  EXPECT_FALSE(archive.find("f8")->toIntegers().ok());
  EXPECT_FALSE(archive.find("f2")->toIntegers().ok());
  EXPECT_FALSE(archive.find("strings")->toIntegers().ok());
  EXPECT_FALSE(archive.find("strings")->toFloats().ok());
  EXPECT_FALSE(archive.find("f4")->toStrings().ok());
}

TEST(NpzTest, TheLimitAppliesToAllArraysTogether) {
  EXPECT_FALSE(read(fixture("arrays.npz"), 1000).ok());
  EXPECT_FALSE(read(fixture("compressed.npz"), 1000).ok());
}

TEST(NpzTest, DetectsEveryFlippedByteOfAnArray) {
  const std::string bytes = fixture("fortran.npz");
  const size_t data = bytes.find("\x93NUMPY");
  for (size_t at = data; at < data + 128 + 96; ++at) {
    std::string damaged = bytes;
    damaged[at] ^= 4;
    EXPECT_FALSE(read(damaged).ok()) << at;
  }
}

TEST(NpzTest, DamagedArchivesNeverCrash) {
  std::mt19937 random(3);
  for (const char* name : {"arrays.npz", "compressed.npz", "structured.npz"}) {
    const std::string bytes = fixture(name);
    for (int round = 0; round < 3000; ++round) {
      std::string damaged = round % 3 == 0 ? bytes.substr(0, random() % bytes.size()) : bytes;
      for (int change = 0; change < 1 + round % 5 && !damaged.empty(); ++change)
        damaged[random() % damaged.size()] = static_cast<char>(random());
      (void)read(damaged, 1 << 20);
    }
  }
}

TEST(NpyTest, DamagedHeadersNeverCrash) {
  const Array array = makeArray<float>("x", {2, 3}, std::vector<float>{1, 2, 3, 4, 5, 6});
  const std::string bytes = npyHeader(array) + array.bytes;
  ASSERT_TRUE(readNpy("x", bytes).ok());
  std::mt19937 random(4);
  for (int round = 0; round < 20000; ++round) {
    std::string damaged = bytes;
    for (int change = 0; change < 1 + round % 3; ++change)
      damaged[6 + random() % 60] = "0123456789(),'<>fuUSiO "[random() % 23];
    const Result<Array> result = readNpy("x", damaged);
    if (!result.ok()) continue;
    (void)result->toFloats();
    (void)result->toIntegers();
    (void)result->toStrings();
  }
}

TEST(NpyTest, RejectsShapesThatOverflow) {
  Array array = makeArray<float>("x", {2}, std::vector<float>{1, 2});
  for (const std::vector<int64_t>& shape : {std::vector<int64_t>{int64_t{1} << 62, 4}, {INT64_MAX}, {3}, {1}, {2, 0}}) {
    array.shape = shape;
    EXPECT_FALSE(readNpy("x", npyHeader(array) + array.bytes).ok());
  }
}

}  // namespace
}  // namespace hlorank::npz
