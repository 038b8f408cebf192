// Tests which line of the HLO text each instruction was read from.

#include "shared/hlo/listing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "shared/hlo/read.h"

namespace hlorank::hlo {
namespace {

Module read(const std::string& bytes) {
  auto module = readModule(bytes);
  EXPECT_TRUE(module.ok()) << format(module.error(), "input");
  return module.ok() ? std::move(module->module) : Module();
}

// Returns the line of the instruction `name`.
uint32_t lineOf(const Module& module, const Listing& listing, std::string_view name) {
  for (InstructionId id = 0; id < module.instructions.size(); ++id) {
    if (module.instructions[id].name == name) return listing.lines[id];
  }
  ADD_FAILURE() << "no instruction " << name;
  return kNone;
}

TEST(SourceListing, HasTheTextAndTheLinesOfTheFile) {
  const Module module = read(R"(HloModule m

ENTRY main {
  // a comment

  a = f32[8]{0} parameter(0)
  b = f32[8]{0} negate(
      a), metadata={op_name="x"}
  ROOT %c = f32[8]{0} add(a, b)
})");
  const auto listing = sourceListing(module);
  ASSERT_TRUE(listing);
  EXPECT_EQ(listing->text, *module.source);
  EXPECT_EQ(lineOf(module, *listing, "a"), 5u);
  EXPECT_EQ(lineOf(module, *listing, "b"), 6u);
  EXPECT_EQ(lineOf(module, *listing, "c"), 8u);
}

TEST(SourceListing, KeepsTheLineNumbersOfALog) {
  const std::string prefix = "I0000 00:00:1700000000.000000   12345 dump.cc:1] ";
  const Module module = read("something else\n" + prefix + "HloModule m\n" + prefix + "ENTRY e {\n" + prefix +
                             "  ROOT a = f32[8]{0} parameter(0)\n" + prefix + "}\n");
  const auto listing = sourceListing(module);
  ASSERT_TRUE(listing);
  EXPECT_EQ(lineOf(module, *listing, "a"), 3u);
}

TEST(SourceListing, HasNoLineForInstructionsThatTheTextDoesNotName) {
  const Module module = read(R"(HloModule m
ENTRY e {
  p = f32[8] parameter(0)
  start = ((f32[8]), f32[8], s32[]) negate-start(p)
  ROOT done = f32[8] negate-done(start)
})");
  const auto listing = sourceListing(module);
  ASSERT_TRUE(listing);
  EXPECT_EQ(lineOf(module, *listing, "start"), 3u);
  EXPECT_EQ(lineOf(module, *listing, "done"), 4u);
  EXPECT_EQ(std::count(listing->lines.begin(), listing->lines.end(), kNone),
            static_cast<long>(module.instructions.size() - 3));
}

TEST(SourceListing, IsEmptyForProtos) {
  const Module module = read(R"(hlo_module {
  name: "m"
  entry_computation_name: "e"
  entry_computation_id: 1
  id: 1
  computations {
    name: "e"
    id: 1
    root_id: 2
    instructions {
      name: "a"
      opcode: "parameter"
      id: 2
      shape { element_type: F32 dimensions: 8 layout { minor_to_major: 0 } is_dynamic_dimension: false }
    }
    program_shape {
      parameters { element_type: F32 dimensions: 8 layout { minor_to_major: 0 } is_dynamic_dimension: false }
      parameter_names: "a"
      result { element_type: F32 dimensions: 8 layout { minor_to_major: 0 } is_dynamic_dimension: false }
    }
  }
}
)");
  EXPECT_FALSE(sourceListing(module));
}

}  // namespace
}  // namespace hlorank::hlo
