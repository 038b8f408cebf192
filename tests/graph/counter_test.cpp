#include "shared/graph/counter.h"

#include <gtest/gtest.h>

#include <string>

namespace hlorank::graph {
namespace {

using hlo::PrimitiveType;

constexpr int kMostIterations = 1000;  // more than any counter of 8 bits has values

bool holds(int value, std::string_view direction, int limit) {
  if (direction == "LT") return value < limit;
  if (direction == "LE") return value <= limit;
  if (direction == "GT") return value > limit;
  if (direction == "GE") return value >= limit;
  return (direction == "EQ") == (value == limit);
}

// Runs a loop whose counter has `count` values, the first of which is `least`. Returns −1 if it does not end.
int run(int least, int count, int start, int step, std::string_view direction, int limit) {
  int value = start;
  for (int n = 0; n < kMostIterations; ++n) {
    if (!holds(value, direction, limit)) return n;
    value = ((value + step - least) % count + count) % count + least;
  }
  return -1;
}

int64_t count(PrimitiveType type, int64_t start, int64_t step, std::string_view direction, int64_t limit,
              PrimitiveType limitType) {
  const auto iterations = countIterations({type, limitType, static_cast<uint64_t>(start), static_cast<uint64_t>(limit),
                                           direction, static_cast<uint64_t>(step)});
  return iterations ? static_cast<int64_t>(*iterations) : -1;
}
int64_t count(PrimitiveType type, int64_t start, int64_t step, std::string_view direction, int64_t limit) {
  return count(type, start, step, direction, limit, type);
}

TEST(Counter, CountsTheIterationsThatALoopRuns) {
  for (const auto& [type, least] : {std::pair(PrimitiveType::kS4, -8), std::pair(PrimitiveType::kU4, 0)}) {
    for (const char* direction : {"LT", "LE", "GT", "GE", "EQ", "NE"}) {
      for (int start = least; start < least + 16; ++start)
        for (int limit = least - 2; limit < least + 18; ++limit)
          for (int step = -8; step < 8; ++step)
            ASSERT_EQ(count(type, start, step, direction, limit, PrimitiveType::kS32),
                      run(least, 16, start, step, direction, limit))
                << start << " + " << step << " " << direction << " " << limit;
    }
  }
  for (const char* direction : {"LT", "LE", "GT", "GE", "EQ", "NE"}) {
    for (int start = -128; start < 128; start += 5)
      for (int limit = -128; limit < 128; limit += 3)
        for (int step = -128; step < 128; step += 7)
          ASSERT_EQ(count(PrimitiveType::kS8, start, step, direction, limit),
                    run(-128, 256, start, step, direction, limit))
              << start << " + " << step << " " << direction << " " << limit;
  }
}

TEST(Counter, OfManyBitsWrapsAround) {
  // 0, −1, …, −2³¹, and then 2³¹ − 1, which is not below 10.
  EXPECT_EQ(count(PrimitiveType::kS32, 0, -1, "LT", 10), int64_t(1) << 31 | 1);
  // The first multiple of 3 that ends in 32 bits at 1 is 3 · 2863311531 = 2 · 2³² + 1.
  EXPECT_EQ(count(PrimitiveType::kU32, 0, 3, "NE", 1), 2863311531);
  EXPECT_EQ(count(PrimitiveType::kU32, 0, 2, "NE", 1), -1);
  EXPECT_EQ(count(PrimitiveType::kS32, 0, 1, "LE", INT32_MAX), -1);
  // 3 · 6148914691236517205 = 2⁶⁴ − 1.
  EXPECT_EQ(count(PrimitiveType::kU64, 0, 3, "NE", -1), 6148914691236517205);
  EXPECT_EQ(count(PrimitiveType::kU64, 0, 3, "LT", -1), 6148914691236517205);
  EXPECT_EQ(count(PrimitiveType::kS64, INT64_MAX - 1, 1, "GT", 0), 2);
}

TEST(Counter, NeedsNoStepForALoopThatDoesNotRun) {
  Counter counter = {PrimitiveType::kS32, PrimitiveType::kS32, 5, 5, "LT", std::nullopt};
  EXPECT_EQ(countIterations(counter), uint64_t(0));
  counter.limit = 6;
  EXPECT_EQ(countIterations(counter), std::nullopt);
}

TEST(Counter, ReadsIntegersOfUpTo64Bits) {
  EXPECT_EQ(parseValue("18446744073709551615", PrimitiveType::kU64), UINT64_MAX);
  EXPECT_EQ(parseValue("-9223372036854775808", PrimitiveType::kS64), uint64_t(1) << 63);
  EXPECT_EQ(parseValue("-1", PrimitiveType::kS8), UINT64_MAX);
  EXPECT_EQ(parseValue("200", PrimitiveType::kU8), uint64_t(200));
  for (const char* text : {"18446744073709551616", "1.5", "", "-", "true"})
    EXPECT_EQ(parseValue(text, PrimitiveType::kU64), std::nullopt) << text;
}

}  // namespace
}  // namespace hlorank::graph
