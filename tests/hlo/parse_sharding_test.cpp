// Tests which shardings are accepted: the same as by XLA's parser, except where a comment says otherwise.

#include "shared/hlo/parse_sharding.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace hlorank::hlo {
namespace {

using Parse = bool (*)(Cursor&);

// Returns the error message of parsing `text` with `parse`; "" if the whole text is a valid value.
std::string problem(Parse parse, std::string_view text) {
  Cursor cursor(text);
  if (!parse(cursor)) return cursor.error().message;
  return cursor.atEnd() ? "" : "read only " + std::string(cursor.since(cursor.begin));
}

void expectAccepted(Parse parse, const std::vector<std::string>& texts) {
  for (const std::string& text : texts) EXPECT_EQ(problem(parse, text), "") << text;
}

void expectRejected(Parse parse, const std::vector<std::pair<std::string, std::string>>& cases) {
  for (const auto& [text, part] : cases)
    EXPECT_NE(problem(parse, text).find(part), std::string::npos) << text << ": " << problem(parse, text);
}

TEST(ParseSharding, ReadsReplicatedAndMaximalShardings) {
  expectAccepted(parseSharding,
                 {"{replicated}", "{manual}", "{unknown}", "{unreduced}", "{maximal device=3}",
                  "{replicated shard_as 1}", "{manual shard_like 2}", "{replicated metadata={op_name=\"x\"}}",
                  "{replicated metadata={{op_name=\"x\"},{op_name=\"y\"}}}"});
  expectRejected(parseSharding, {{"{replicated device=0}", "has no devices"},
                                 {"{maximal}", "exactly one device"},
                                 {"{maximal devices=[2]0,1}", "exactly one device"},
                                 {"{replicate}", "not a part of a sharding"},
                                 {"{foo=1}", "unknown field 'foo'"},
                                 {"{manual shard_as}", "the number of a shard group"},
                                 {"{device=0}", "has neither a kind nor tiles"},
                                 {"{replicated", "or '}'"}});
}

TEST(ParseSharding, RequiresOneDevicePerTile) {
  expectAccepted(parseSharding, {"{devices=[2,2]0,1,2,3}", "{devices=[2,1,2]0,1,2,3 last_tile_dim_replicate}",
                                 "{devices=[2,1,1,2]<=[4] last_tile_dims={manual, replicated}}", "{devices=[2,2]<=[4]}",
                                 "{devices=[4]<=[2,2]T(1,0)}", "{devices=[2,1]0,1 metadata={op_name=\"s\"}}"});
  expectRejected(parseSharding, {{"{devices=[2,2]0,1,2,3,4}", "5 devices for 4 tiles"},
                                 {"{devices=[2,2]<=[16]}", "16 devices for 4 tiles"},
                                 {"{devices=[1,1]0}", "more than one device"},
                                 {"{devices=[]0,1}", "at least one size"},
                                 {"{devices=[2,2]<=[2,2]}", "T(...)"},
                                 {"{devices=[2,2]<=[2,2]T(1,2)}", "dimension 2 is not one"},
                                 {"{devices=[2,2]<=[2,2]T(1)}", "order all 2"},
                                 {"{devices=[4611686018427387904,4611686018427387904]<=[2]}", "2 devices for"},
                                 {"{devices=[2,1]0,1 last_tile_dims={foo}}", "replicated, manual"}});
}

TEST(ParseSharding, ReadsTuples) {
  expectAccepted(parseSharding, {"{}", "{{replicated}, {devices=[2]0,1}}", "{{maximal device=0}}"});
  expectRejected(parseSharding, {{"{{replicated}, replicated}", "expected '{'"}, {"{{replicated}", "expected '}'"}});
}

TEST(ParseSharding, ChecksTheAxesOfMeshes) {
  expectAccepted(parseSharding,
                 {"{mesh['x'=2,'y'=2], [{'x'},{'y'}]}", "{mesh['x'=2,'y'=2] [{'x',?},{?}], replicated={'y'}}",
                  "{mesh['x'=4] [{'x':(1)2},{'x':(2)2}]}", "{mesh['x'=4] replicated}", "{mesh['x'=4], manual}",
                  "{mesh['x'=2], [], unreduced=max{'x'}}", "{maximal_mesh[device_id=1]}",
                  "{mesh['x'=4], device_ids=(3,2,1,0), [{'x'},{}]}", "{mesh['x'=4], device_ids=([2,2]T(1,0)), [{'x'}]}",
                  "{mesh[\"x\"=2], [{\"x\"}], metadata={op_name=\"z\"}}"});
  expectRejected(parseSharding, {{"{mesh['x'=2] [{'w'}]}", "no axis 'w'"},
                                 {"{mesh['x'=2] [{'7'}]}", "no axis 7"},
                                 {"{mesh['x'=2,'y'=2] [{?,'x'}]}", "expected '}'"},
                                 {"{mesh['x'=4], device_ids=(1,0), [{'x'}]}", "2 device ids for a mesh of 4"},
                                 {"{mesh['x'=2], [{'x'}], foo={'x'}}", "unknown field 'foo'"}});
}

TEST(ParseDeviceGroups, ReadsAllThreeForms) {
  expectAccepted(parseDeviceGroups, {"{}", "{{}}", "{{0,1},{2,3}}", "{{0,1},{}}", "[2,2]<=[4]", "[2,2]<=[2,2]T(1,0)",
                                     "mesh['x'=2,'y'=2] {'x'}", "mesh['x'=2,'y'=2], device_ids=(3,2,1,0) {'x','y'}",
                                     "mesh['x'=2,'y'=2] {'0'}"});
  expectRejected(parseDeviceGroups, {{"{0,1}", "expected '{'"},
                                     {"[4]<=[4]", "two dimensions"},
                                     {"[2,2]<=[8]", "8 devices do not fill 4 places"},
                                     {"[2,2]0,1,2,3", "'<='"},
                                     {"mesh['x'=2] {'bogus'}", "no axis 'bogus'"},
                                     {"mesh['x'=2] {'5'}", "no axis 5"},
                                     {"mesh['x'=2, device_ids=(0,1)] {'x'}", "expected the name of an axis"},
                                     {"all", "groups of devices"}});
}

TEST(ParseDomain, RequiresAllFields) {
  expectAccepted(parseDomain, {"{kind=\"sharding\", entry={maximal device=0}, exit={}}",
                               "{exit={{replicated},{manual}} entry={replicated} kind=\"sharding\"}"});
  expectRejected(parseDomain, {{"{kind=\"sharding\", entry={replicated}}", "needs kind=, entry= and exit="},
                               {"{kind=\"foo\", entry={}, exit={}}", "only kind"},
                               {"{kind=\"sharding\", kind=\"sharding\"}", "given twice"},
                               {"{foo=1}", "unknown field 'foo'"}});
}

}  // namespace
}  // namespace hlorank::hlo
