// Small HLO programs for the tests of shared/session.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "shared/session/open.h"
#include "tests/support/suite.h"

namespace hlorank::test {

// HLO program with two dots and a reshape, which are its 3 configurable nodes.
inline const char* const kDots = R"(HloModule dots

ENTRY main {
  x = f32[64,128]{1,0} parameter(0)
  w = f32[128,256]{1,0} parameter(1)
  v = f32[256,32]{1,0} parameter(2)
  first = f32[64,256]{1,0} dot(x, w), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  second = f32[64,32]{1,0} dot(first, v), lhs_contracting_dims={1}, rhs_contracting_dims={0}
  ROOT r = f32[2,32,32]{2,1,0} reshape(second)
}
)";

inline session::Opened opened(std::string text, size_t candidates = 300) {
  std::vector<session::File> files;
  files.push_back({"dots.hlo", std::move(text)});
  session::Options options;
  options.candidates = candidates;
  auto result = session::open(std::move(files), options);
  if (!result) throw std::runtime_error(format(result.error(), "dots.hlo"));
  return std::move(*result);
}

// Returns a file of data/measured, with a program or run times measured on XLA:CPU.
inline session::File measured(const std::string& file) {
  return {file, readFile(testData("../../data/measured/" + file))};
}

}  // namespace hlorank::test
