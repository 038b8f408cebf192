#include "shared/session/structure.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "shared/hlo/listing.h"
#include "shared/hlo/read.h"
#include "tests/session/programs.h"

namespace hlorank::session {
namespace {

using Json = nlohmann::json;

constexpr const char* kCalls = R"(HloModule calls

FileNames
1 "model.py"
2 "train.py"

FunctionNames
1 "f"

FileLocations
1 {file_name_id=1 function_name_id=1 line=7 end_line=7 column=1 end_column=2}
2 {file_name_id=2 function_name_id=1 line=31 end_line=31 column=1 end_column=2}

StackFrames
1 {file_location_id=2 parent_frame_id=1}
2 {file_location_id=1 parent_frame_id=1}

f {
  p = f32[4]{0} parameter(0)
  q = f32[4]{0} parameter(1)
  ROOT s = f32[4]{0} add(p, q)
}

ENTRY main {
  x = f32[4]{0} parameter(0)
  y = f32[4]{0} negate(x), metadata={op_type="neg" op_name="jit(f)/layer_3/neg" source_file="net.py" source_line=12}
  ROOT c = f32[4]{0} fusion(x, y), kind=kLoop, calls=f, metadata={op_name="jit(f)/add" stack_frame_id=2}
}
)";

std::vector<uint32_t> sourcesOf(const Flow& flow, uint32_t node) {
  const Lists& lists = flow.sources;
  return {lists.ids.begin() + lists.begin[node], lists.ids.begin() + lists.begin[node + 1]};
}

// Nodes 0, 1, 2 are p, q, s; nodes 3, 4, 5 are x, y, c. Expects the sources of a node also where a call lies between.
TEST(Structure, SourcesOfANodeIncludeThoseThroughCalls) {
  const Flow flow = buildFlow(test::opened(kCalls));
  EXPECT_EQ(sourcesOf(flow, 2), (std::vector<uint32_t>{0, 1}));
  EXPECT_EQ(sourcesOf(flow, 5), (std::vector<uint32_t>{3, 4, 2}))
      << "operands, then the root of the called computation";
  EXPECT_EQ(flow.operands[5], 2u);
  EXPECT_EQ(sourcesOf(flow, 0), std::vector<uint32_t>{3}) << "a parameter: the caller's operand";
  EXPECT_EQ(sourcesOf(flow, 1), std::vector<uint32_t>{4});
}

TEST(Structure, OriginsAreReadFromSourceLinesAndStackFrames) {
  const Opened opened = test::opened(kCalls);
  const std::vector<Origin> origins = readOrigins(*opened.module);
  EXPECT_EQ(origins[3].opName, "");
  EXPECT_EQ(origins[3].source, "");
  EXPECT_EQ(origins[4].opName, "jit(f)/layer_3/neg");
  EXPECT_EQ(origins[4].source, "net.py:12");
  EXPECT_EQ(origins[5].source, "model.py:7");
}

TEST(Structure, OriginsAreReadWithoutEscapes) {
  const Opened opened = test::opened(R"(HloModule m

ENTRY main {
  x = f32[4]{0} parameter(0)
  ROOT y = f32[4]{0} negate(x), metadata={op_name="jit(f)/say \"hi\"/caf\303\251/neg" source_file="r\303\251seau.py" source_line=12}
}
)");
  const std::vector<Origin> origins = readOrigins(*opened.module);
  EXPECT_EQ(origins[1].opName, "jit(f)/say \"hi\"/café/neg");
  EXPECT_EQ(origins[1].source, "réseau.py:12");
}

TEST(Structure, LinesOfTheListingHoldTheirInstructions) {
  const Opened opened = test::opened(kCalls);
  const hlo::Listing listing = hlo::printListing(*opened.module);
  EXPECT_EQ(listing.text, hlo::printText(*opened.module));
  std::vector<std::string> lines;
  for (size_t at = 0; at < listing.text.size();) {
    const size_t end = listing.text.find('\n', at);
    lines.push_back(listing.text.substr(at, end - at));
    at = end + 1;
  }
  for (uint32_t i = 0; i < listing.lines.size(); ++i) {
    const std::string name = "%" + std::string(opened.module->instructions[i].name) + " = ";
    EXPECT_NE(lines.at(listing.lines[i]).find(name), std::string::npos) << lines[listing.lines[i]];
  }
}

TEST(Structure, DetailsHaveBytesOperationsAndNeighbours) {
  const Opened opened = test::opened(test::kDots);
  uint32_t dot = 0;
  while (nodeName(opened, dot) != "first") ++dot;
  const Json details = Json::parse(detailsJson(opened, dot));
  EXPECT_EQ(details["shape"], "f32[64,256]{1,0}");
  EXPECT_EQ(details["bytes"], 64 * 256 * 4);
  EXPECT_EQ(details["operations"], 2 * 64 * 256 * 128);
  EXPECT_EQ(details["operands"][1]["name"], "w");
  EXPECT_EQ(details["users"][0]["name"], "second");
  EXPECT_EQ(details["attributes"][0]["name"], "lhs_contracting_dims");
  EXPECT_EQ(details["configurable"], true);
}

}  // namespace
}  // namespace hlorank::session
