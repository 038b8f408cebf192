// Tests that programs are accepted or rejected as by XLA. Each line of the data files is the body of an entry
// computation. Lines that must be rejected end in ` ## ` and a part of hlorank's message. tests/oracle/verdicts_test.py
// checks the same files with XLA's parser.

#include <gtest/gtest.h>

#include <memory>
#include <sstream>
#include <string>

#include "shared/hlo/read.h"
#include "tests/support/suite.h"

namespace hlorank::hlo {
namespace {

std::string parseMessage(std::string body) {
  for (size_t at = 0; (at = body.find("; ", at)) != std::string::npos;) body.replace(at, 2, "\n");
  const std::string callees = test::readFile(test::testData("shape_inference/rejected_callees.hlo"));
  const auto module =
      parseText(std::make_shared<const std::string>("HloModule m\n" + callees + "ENTRY main {\n" + body + "\n}\n"));
  return module.ok() ? "" : module.error().message;
}

TEST(Verdicts, RejectsWhatXlaRejects) {
  std::istringstream lines(test::readFile(test::testData("verdicts/rejected.txt")));
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const size_t separator = line.find(" ## ");
    ASSERT_NE(separator, std::string::npos) << line;
    const std::string body = line.substr(0, separator), expected = line.substr(separator + 4);
    EXPECT_NE(parseMessage(body).find(expected), std::string::npos) << body << "\ngives: " << parseMessage(body);
  }
  EXPECT_GT(count, 30);
}

TEST(Verdicts, AcceptsWhatXlaAccepts) {
  for (const char* file : {"verdicts/accepted.txt", "shape_inference/accepted.txt"}) {
    std::istringstream lines(test::readFile(test::testData(file)));
    int count = 0;
    for (std::string line; std::getline(lines, line); ++count) EXPECT_EQ(parseMessage(line), "") << line;
    EXPECT_GE(count, 10);
  }
}

}  // namespace
}  // namespace hlorank::hlo
