// Bodies of entry computations, a line each, that XLA's parser takes or refuses (tests/oracle/verdicts_test.py asks
// it), those refused followed by ` ## ` and a part of our message.

#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <string>

#include "shared/hlo/read.h"
#include "tests/support/suite.h"

namespace hlorank::hlo {
namespace {

std::string messageOf(std::string body) {
  for (size_t at = 0; (at = body.find("; ", at)) != std::string::npos;) body.replace(at, 2, "\n");
  const std::string callees = test::readFile(test::testData("shape_inference/rejected_callees.hlo"));
  const auto module =
      parseText(std::make_shared<const std::string>("HloModule m\n" + callees + "ENTRY main {\n" + body + "\n}\n"));
  return module.ok() ? "" : module.error().message;
}

TEST(Verdicts, WhatXlaRefusesIsRefused) {
  std::istringstream lines(test::readFile(test::testData("verdicts/rejected.txt")));
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const size_t separator = line.find(" ## ");
    ASSERT_NE(separator, std::string::npos) << line;
    const std::string body = line.substr(0, separator), expected = line.substr(separator + 4);
    EXPECT_NE(messageOf(body).find(expected), std::string::npos) << body << "\ngives: " << messageOf(body);
  }
  EXPECT_GT(count, 30);
}

TEST(Verdicts, WhatXlaTakesIsTaken) {
  for (const char* file : {"verdicts/accepted.txt", "shape_inference/accepted.txt"}) {
    std::istringstream lines(test::readFile(test::testData(file)));
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) EXPECT_EQ(messageOf(line), "") << line;
    EXPECT_GE(count, 10);
  }
}

}  // namespace
}  // namespace hlorank::hlo
