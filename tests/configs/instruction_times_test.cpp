#include "shared/configs/instruction_times.h"

#include <gtest/gtest.h>

namespace hlorank::configs {
namespace {

const std::vector<InstructionTime> kTimes = {
    {0, "copy.1", "copy 8,16", 1, 250.5F}, {0, "fusion", "loop 16,8", 10, 1000}, {2, "while", "", 1, 3}};

npz::Archive archive() {
  npz::Archive archive;
  addInstructionTimes(archive, kTimes);
  return archive;
}

TEST(InstructionTimes, AreReadAsWritten) {
  const auto bytes = npz::write(archive());
  const auto read = readInstructionTimes(*npz::read(bytes), 3);
  ASSERT_TRUE(read);
  ASSERT_EQ(read->size(), kTimes.size());
  for (size_t i = 0; i < kTimes.size(); ++i) {
    EXPECT_EQ((*read)[i].configuration, kTimes[i].configuration);
    EXPECT_EQ((*read)[i].name, kTimes[i].name);
    EXPECT_EQ((*read)[i].signature, kTimes[i].signature);
    EXPECT_EQ((*read)[i].executions, kTimes[i].executions);
    EXPECT_EQ((*read)[i].nanoseconds, kTimes[i].nanoseconds);
  }
}

TEST(InstructionTimes, AreNoneInOlderFiles) {
  const auto read = readInstructionTimes(npz::Archive(), 3);
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->empty());
}

TEST(InstructionTimes, RejectDamagedArrays) {
  EXPECT_FALSE(readInstructionTimes(archive(), 2)) << "a configuration that does not exist";
  for (size_t i = 0; i < 5; ++i) {
    npz::Archive missing = archive(), shorter = archive();
    missing.arrays.erase(missing.arrays.begin() + static_cast<ptrdiff_t>(i));
    EXPECT_FALSE(readInstructionTimes(missing, 3)) << "without array " << i;
    npz::Array& array = shorter.arrays[i];
    array.shape = {2};
    array.bytes.resize(2 * array.itemSize());
    const auto read = readInstructionTimes(shorter, 3);
    EXPECT_FALSE(read) << "array " << i << " is shorter than the others";
    if (!read) {
      EXPECT_NE(read.error().message.find("instruction_*"), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace hlorank::configs
