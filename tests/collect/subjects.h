// What tests of measuring share: a small program, and a worker that answers without jax.
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

// Two slots of two layouts each.
inline constexpr char kTinyProgram[] = R"(HloModule tiny

ENTRY main {
  x = f32[4,8]{1,0} parameter(0)
  ROOT r = f32[8,4]{1,0} reshape(x)
})";

// A program of which the compiler chooses the layouts that are there.
inline Subject subjectOf(const std::string& text) {
  auto read = hlo::readModule(text);
  EXPECT_TRUE(read.ok());
  auto subject = subjectOf(read->module);
  EXPECT_TRUE(subject.ok());
  subject->compilerDefault = subject->space.reference;
  subject->isCompilerDefaultKnown = true;
  return std::move(*subject);
}

// A choice as digits, for sets and messages.
inline std::string digits(const Choice& choice) {
  std::string text;
  for (const uint8_t index : choice) text += std::to_string(index);
  return text;
}

using test::Folder;

// Tests that measure with tests/support/fake_worker.py.
class WithFakeWorker : public testing::Test {
 protected:
  void SetUp() override {
    options_.python = HLORANK_ROOT "/tests/support/fake_worker.py";
    if (std::system("python3 -c '' 2>/dev/null") != 0) GTEST_SKIP() << "there is no python3";
  }
  void TearDown() override {
    for (const auto& [name, value] : requested_) unsetenv(name.c_str());
  }
  // What the worker's environment may ask of it, without FAKE_WORKER_.
  void ask(const std::string& name, const std::string& value) {
    requested_["FAKE_WORKER_" + name] = value;
    setenv(("FAKE_WORKER_" + name).c_str(), value.c_str(), 1);
  }

  WorkerOptions options_;
  Folder folder_;

 private:
  std::map<std::string, std::string> requested_;
};

}  // namespace hlorank::collect
