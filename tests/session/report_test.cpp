#include "shared/session/report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/session/programs.h"

namespace hlorank::session {
namespace {

using Json = nlohmann::json;
using test::kDots;

TEST(Reports, InspectHasTheDocumentedFields) {
  const Json report = Json::parse(inspectJson(test::opened(kDots), "dots.hlo"));
  EXPECT_EQ(report["version"], 2);
  EXPECT_EQ(report["file"], "dots.hlo");
  EXPECT_EQ(report["name"], "dots");
  EXPECT_EQ(report["computations"], 1);
  EXPECT_EQ(report["instructions"], 6);
  EXPECT_EQ(report["configurable"], 3);
  for (const char* name : {"opcode", "nodeFeat", "edgesInsertion", "edgesSorted", "splits"}) {
    const std::string hash = report["hashes"][name];
    EXPECT_EQ(hash.size(), 16u);
    EXPECT_EQ(hash.find_first_not_of("0123456789abcdef"), std::string::npos);
  }
  EXPECT_EQ(report["configurations"]["generated"], true);
}

TEST(Reports, RankListsTheBestFirstWithTheirChanges) {
  const Opened opened = test::opened(kDots);
  const auto analytical = model::computeAnalyticalCosts(opened.program, opened.configurations);
  Ranking ranking = rankAnalytically(opened, analytical);
  ranking.step(ranking.total());
  const Json report = Json::parse(rankJson(opened, ranking, {"analytical", "analytical model", {}}, "dots.hlo", 10));
  EXPECT_EQ(report["version"], 2);
  EXPECT_EQ(report["model"]["name"], "analytical");
  EXPECT_EQ(report["count"], opened.configurations.count);
  EXPECT_TRUE(report["agreement"].is_null());
  ASSERT_EQ(report["configurations"].size(), 10u);
  for (size_t i = 1; i < 10; ++i) {
    EXPECT_LE(report["configurations"][i - 1]["score"].get<double>(),
              report["configurations"][i]["score"].get<double>());
  }
  const Json everything =
      Json::parse(rankJson(opened, ranking, {"analytical", "analytical model", {}}, "dots.hlo", ranking.total()));
  ASSERT_EQ(everything["configurations"].size(), ranking.total());
  const Json& last = everything["configurations"].back();
  ASSERT_FALSE(last["changes"].empty());
  for (const char* field : {"node", "computation", "opcode", "shape", "tensor", "from", "to"}) {
    EXPECT_TRUE(last["changes"][0].contains(field)) << field;
  }
  EXPECT_NE(last["changes"][0]["from"], last["changes"][0]["to"]);
}

TEST(Reports, ErrorsKeepTheirPlace) {
  Error error;
  error.message = "expected a shape";
  error.where = {3, 8, 40};
  error.caret = 7;
  const Json report = Json::parse(errorJson(error, "x.hlo"));
  EXPECT_EQ(report["message"], "expected a shape");
  EXPECT_EQ(report["line"], 3);
  EXPECT_EQ(report["column"], 8);
  EXPECT_EQ(report["caret"], 7);
  EXPECT_EQ(report["file"], "x.hlo");
}

TEST(Reports, APlaceThatDoesNotExistIsNull) {
  Error error;
  error.where.offset = 12;
  const Json report = Json::parse(errorJson(error, "x.npz"));
  EXPECT_EQ(report["offset"], 12);
  for (const char* field : {"line", "column", "caret"}) EXPECT_TRUE(report[field].is_null()) << field;
}

TEST(Reports, BytesThatAreNotUtf8AreReplaced) {
  Error error;
  error.message = "name \xff\xfe";
  EXPECT_TRUE(Json::accept(errorJson(error, "\x80")));
}

}  // namespace
}  // namespace hlorank::session
