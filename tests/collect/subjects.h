// Helpers for tests of `collect` and `tune`: small programs, and a fixture with a fake measuring worker. The fake
// worker replaces the real one, which needs JAX.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <map>
#include <string>

#include "native/collect/trial.h"
#include "shared/hlo/read.h"
#include "tests/support/folder.h"

namespace hlorank::collect {

inline constexpr char kProgram[] = R"(HloModule small

ENTRY main {
  x = f32[64,32]{1,0} parameter(0)
  w1 = f32[32,48]{1,0} parameter(1)
  w2 = f32[48,16]{1,0} parameter(2)
  h = f32[64,48]{1,0} dot(x, w1), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  y = f32[64,16]{1,0} dot(h, w2), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  ROOT r = f32[8,8,16]{2,1,0} reshape(y)
})";

// HLO program with two tensors whose layout can be chosen, each of two layouts.
inline constexpr char kTinyProgram[] = R"(HloModule tiny

ENTRY main {
  x = f32[4,8]{1,0} parameter(0)
  ROOT r = f32[8,4]{1,0} reshape(x)
})";

// Parses a program and prepares it for measuring. Pretends that the compiler default chooses the layouts in the HLO
// text.
inline Subject makeSubject(const std::string& text) {
  auto read = hlo::readModule(text);
  EXPECT_TRUE(read.ok());
  auto subject = makeSubject(read->module);
  EXPECT_TRUE(subject.ok());
  subject->compilerDefault = subject->configurations.reference;
  subject->isCompilerDefaultKnown = true;
  return std::move(*subject);
}

// Formats a configuration (index of the layout of each tensor) as a string of digits.
inline std::string digits(const Choice& choice) {
  std::string text;
  for (const uint8_t index : choice) text += std::to_string(index);
  return text;
}

using test::Folder;

// Fixture for tests that measure with the fake worker tests/support/fake_worker.py.
class WithFakeWorker : public testing::Test {
 protected:
  void SetUp() override {
    options_.python = HLORANK_ROOT "/tests/support/fake_worker.py";
    if (std::system("python3 -c '' 2>/dev/null") != 0) GTEST_SKIP() << "python3 is not installed";
  }
  void TearDown() override {
    for (const auto& [name, value] : environment_) unsetenv(name.c_str());
  }
  // Sets the environment variable FAKE_WORKER_<name>, which controls how the fake worker behaves.
  void configureWorker(const std::string& name, const std::string& value) {
    environment_["FAKE_WORKER_" + name] = value;
    setenv(("FAKE_WORKER_" + name).c_str(), value.c_str(), 1);
  }

  WorkerOptions options_;
  Folder folder_;

 private:
  std::map<std::string, std::string> environment_;
};

}  // namespace hlorank::collect
