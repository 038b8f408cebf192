// Helpers that parse HLO text and find nodes by name, for tests that need a small program.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "shared/hlo/read.h"

namespace hlorank::test {

inline hlo::Module moduleOf(const std::string& text) {
  Result<hlo::Module> module = hlo::parseText(std::make_shared<const std::string>(text));
  EXPECT_TRUE(module.ok()) << format(module.error(), "text");
  return module.ok() ? std::move(*module) : hlo::Module{};
}

// Returns the node index of the instruction with this name; the test fails if there is none.
inline uint32_t nodeOf(const hlo::Module& module, std::string_view name) {
  for (uint32_t i = 0; i < module.instructions.size(); ++i)
    if (module.instructions[i].name == name) return i;
  ADD_FAILURE() << "no instruction " << name;
  return 0;
}

}  // namespace hlorank::test
