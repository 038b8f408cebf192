// Tests which attributes and values of HLO instructions are accepted: those that XLA's parser accepts. Comments mark
// the exceptions.

#include "shared/hlo/parse_attributes.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "shared/hlo/read.h"

namespace hlorank::hlo {
namespace {

const std::string kBefore = R"(HloModule m
add {
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT r = f32[] add(a, b)
}
test {
  t = f32[4,4] parameter(0)
  ROOT r = pred[] constant(true)
}
step {
  t = f32[4,4] parameter(0)
  ROOT r = f32[4,4] negate(t)
}
ENTRY e {
  p = f32[4,4] parameter(0)
  z = f32[] constant(0)
  i = s32[] constant(0)
  q = pred[] constant(true)
  v = f32[1,4,4,2] parameter(1)
  k = f32[3,3,2,8] parameter(2)
  ROOT o = )";
constexpr int kLine = 22;

// Parses `instruction` as the root of an entry computation that defines the instructions p, z, i, q, v and k.
Result<Module> parseInstruction(const std::string& instruction) {
  return parseText(std::make_shared<const std::string>(kBefore + instruction + "\n}\n"));
}

Module parsed(const std::string& instruction) {
  auto module = parseInstruction(instruction);
  EXPECT_TRUE(module.ok()) << instruction << ": " << (module.ok() ? "" : module.error().message);
  return module.ok() ? std::move(*module) : Module();
}

const Instruction& root(const Module& module) {
  return module.instructions[module.computations[module.entry].root];
}

std::string problem(const std::string& instruction) {
  const auto module = parseInstruction(instruction);
  return module.ok() ? "" : module.error().message;
}

void expectRejected(const std::vector<std::pair<std::string, std::string>>& cases) {
  for (const auto& [text, part] : cases)
    EXPECT_NE(problem(text).find(part), std::string::npos) << text << ": " << problem(text);
}

std::vector<int64_t> list(const Module& module, Range range) {
  const auto integers = module.integersOf(range);
  return {integers.begin(), integers.end()};
}

std::vector<std::string> called(const Module& module) {
  std::vector<std::string> names;
  for (ComputationId id : module.calledBy(root(module))) names.emplace_back(module.computations[id].name);
  return names;
}

using Integers = std::vector<int64_t>;
using Names = std::vector<std::string>;

TEST(ParseAttributes, KeepsEveryAttributeAsWrittenInOrder) {
  const Module module = parsed(
      "f32[4,4] transpose(p), metadata={op_name=\"a, {b\" source_line=3}, dimensions={1, 0},\n "
      "backend_config={\"x\":\"}\"}");
  const auto attributes = module.attributesOf(root(module).attributes);
  ASSERT_EQ(attributes.size(), 3u);
  EXPECT_EQ(attributes[0].name, "metadata");
  EXPECT_EQ(attributes[0].value, "{op_name=\"a, {b\" source_line=3}");
  EXPECT_EQ(attributes[1].name, "dimensions");
  EXPECT_EQ(attributes[1].value, "{1, 0}");
  EXPECT_EQ(attributes[2].value, "{\"x\":\"}\"}");
  EXPECT_EQ(list(module, root(module).dimensions), (Integers{1, 0}));
}

TEST(ParseAttributes, FillsDimensionsAsInTheProto) {
  const auto dimensionsOf = [](const std::string& text) {
    const Module module = parsed(text);
    return list(module, root(module).dimensions);
  };
  EXPECT_EQ(dimensionsOf("f32[4] iota(), iota_dimension=0"), Integers{0});
  EXPECT_EQ(dimensionsOf("f32[4,4] broadcast(z)"), Integers{});
  EXPECT_EQ(dimensionsOf("f32[16] reshape(p)"), Integers{});
  EXPECT_EQ(dimensionsOf("f32[<=16] reshape(p), inferred_dimension=0"), Integers{0});
  EXPECT_EQ(dimensionsOf("f32[8,4] all-gather(p), dimensions={0,1}, replica_groups={}"), Integers{0});
  EXPECT_EQ(dimensionsOf("f32[4,4] map(p, p), to_apply=add"), (Integers{0, 1}));
  EXPECT_EQ(dimensionsOf("f32[] reduce(p, z), dimensions={0,1}, to_apply=add"), (Integers{0, 1}));
}

TEST(ParseAttributes, FillsWindowsWithTheirDefaults) {
  const Module module =
      parsed("f32[4,4] reduce-window(p, z), window={size=2x3 pad=0_1x-1_3 rhs_reversal=1x0}, to_apply=add");
  const Details& details = module.details[root(module).details];
  ASSERT_EQ(details.window.size, 2u);
  const WindowDimension& first = module.windowDimensions[details.window.begin];
  const WindowDimension& second = module.windowDimensions[details.window.begin + 1];
  EXPECT_EQ(first.size, 2);
  EXPECT_EQ(first.stride, 1);
  EXPECT_EQ(first.paddingHigh, 1);
  EXPECT_TRUE(first.reversal);
  EXPECT_EQ(second.size, 3);
  EXPECT_EQ(second.paddingLow, -1);
  EXPECT_EQ(second.windowDilation, 1);
  EXPECT_EQ(second.baseDilation, 1);
  EXPECT_FALSE(second.reversal);
  expectRejected(
      {{"f32[4,4] reduce-window(p, z), window={stride=1x1}, to_apply=add", "no size="},
       {"f32[4,4] reduce-window(p, z), window={size=2x2 stride=1}, to_apply=add", "'stride=' has 1 dimensions"},
       {"f32[4,4] reduce-window(p, z), window={size=2x2 size=2x2}, to_apply=add", "given twice"},
       {"f32[4,4] reduce-window(p, z), window={size=2x2 strides=1x1}, to_apply=add", "unknown field 'strides'"},
       {"f32[4,4] reduce-window(p, z), window={size=2x2 pad=1x1}, to_apply=add", "'_'"}});
}

TEST(ParseAttributes, ReadsDimensionLabels) {
  const std::string before = "f32[1,4,4,8] convolution(v, k), window={size=3x3 pad=1_1x1_1}, dim_labels=";
  const Module module = parsed(before + "b01f_01io->b01f");
  const Details& details = module.details[root(module).details];
  ASSERT_TRUE(details.hasConvolution);
  EXPECT_EQ(details.convolution.inputBatch, 0);
  EXPECT_EQ(details.convolution.inputFeature, 3);
  EXPECT_EQ(details.convolution.kernelInputFeature, 2);
  EXPECT_EQ(details.convolution.kernelOutputFeature, 3);
  EXPECT_EQ(list(module, details.convolution.inputSpatial), (Integers{1, 2}));
  EXPECT_EQ(list(module, details.convolution.kernelSpatial), (Integers{0, 1}));
  EXPECT_EQ(details.featureGroupCount, 1);
  EXPECT_EQ(details.batchGroupCount, 1);
  expectRejected({{before + "b00f_01io->b01f", "is repeated"},
                  {before + "bb1f_01io->b01f", "is repeated"},
                  {before + "b01f_01io->b0f", "the same number of spatial dimensions, but have 2, 2 and 1"},
                  {before + "b12f_01io->b01f", "numbered from 0"},
                  {before + "b01f_01io", "'->'"},
                  {before + "01", "'_'"},
                  {before + "01_", "expected dimension labels"}});
}

TEST(ParseAttributes, SetsGroupCountsOnEveryCustomCall) {
  const Module module = parsed("f32[4,4] custom-call(p), custom_call_target=\"x\"");
  EXPECT_EQ(module.details[root(module).details].featureGroupCount, 1);
  EXPECT_EQ(module.details[root(module).details].batchGroupCount, 1);
}

TEST(ParseAttributes, ReadsSlicesAndPaddings) {
  const Module slice = parsed("f32[2,3] slice(p), slice={[0:4:2], [1:4]}");
  const Range ranges = slice.details[root(slice).details].slice;
  ASSERT_EQ(ranges.size, 2u);
  EXPECT_EQ(slice.sliceDimensions[ranges.begin].stride, 2);
  EXPECT_EQ(slice.sliceDimensions[ranges.begin + 1].start, 1);
  EXPECT_EQ(slice.sliceDimensions[ranges.begin + 1].stride, 1);
  const Module pad = parsed("f32[9,7] pad(p, z), padding=1_1_1x-1_4");
  const Range paddings = pad.details[root(pad).details].padding;
  ASSERT_EQ(paddings.size, 2u);
  EXPECT_EQ(pad.paddingDimensions[paddings.begin].interior, 1);
  EXPECT_EQ(pad.paddingDimensions[paddings.begin + 1].low, -1);
  EXPECT_EQ(pad.paddingDimensions[paddings.begin + 1].high, 4);
  expectRejected(
      {{"f32[4,4] slice(p), slice={[0],[0:4]}", "[start:limit]"}, {"f32[4,4] pad(p, z), padding=1x1", "'_'"}});
}

TEST(ParseAttributes, OrdersCalledComputationsAsInTheProto) {
  EXPECT_EQ(called(parsed("f32[4,4] while(p), condition=test, body=step")), (Names{"step", "test"}));
  EXPECT_EQ(called(parsed("f32[4,4] conditional(q, p, p), false_computation=step, true_computation=%step")),
            (Names{"step", "step"}));
  const Module call = parsed("f32[4,4] custom-call(p), called_computations={add, step}, custom_call_target=\"x\"");
  EXPECT_EQ(called(call), (Names{"add", "step"}));
  const Attribute* attribute = call.attribute(root(call), "called_computations");
  ASSERT_NE(attribute, nullptr);
  EXPECT_TRUE(attribute->braced);
  EXPECT_EQ(attribute->computations.size, 2u);
  EXPECT_EQ(attribute->value, "");
}

TEST(ParseAttributes, KeepsAttributesContiguousAroundAnInlineComputation) {
  const Module module = parsed(
      "f32[4] reduce(p, z), dimensions={1}, to_apply={\n x = f32[] parameter(0), metadata={op_name=\"x\"}\n y = f32[] "
      "parameter(1)\n ROOT s = f32[] add(x, y), metadata={op_name=\"s\"}\n}, metadata={op_name=\"r\"}");
  const auto attributes = module.attributesOf(root(module).attributes);
  ASSERT_EQ(attributes.size(), 3u);
  EXPECT_EQ(attributes[0].name, "dimensions");
  EXPECT_EQ(attributes[1].name, "to_apply");
  EXPECT_EQ(attributes[1].computations.size, 1u);
  EXPECT_EQ(attributes[2].value, "{op_name=\"r\"}");
}

TEST(ParseAttributes, RejectsUnknownMissingAndRepeatedAttributes) {
  expectRejected(
      {{"f32[4,4] transpose(p)", "transpose needs the attribute dimensions="},
       {"f32[4,4] copy(p), calls=add", "copy has no attribute 'calls'"},
       {"f32[4,4] copy(p), metadata={}, metadata={}", "metadata= is given twice"},
       {"f32[4,4] copy(p),", "expected an attribute, name=value, after ','"},
       {"f32[4,4] copy(p), metadata = {}", "expected an attribute"},
       {"f32[4,4] conditional(q, p, p), branch_computations={step, step}", "no attribute 'branch_computations'"},
       {"f32[4,4] conditional(i, p), branch_computations={step, step}", "2 branches"},
       {"f32[4,4] conditional(z, p, p), branch_computations={step, step}", "pred[] or an s32[]"},
       {"f32[4,4] concatenate(p), dimensions={}", "one dimension"}});
  const auto typo = parseInstruction("f32[4,4] transpose(p), dimension={1,0}");
  ASSERT_FALSE(typo.ok());
  EXPECT_EQ(typo.error().help, "did you mean 'dimensions'?");
  EXPECT_EQ(typo.error().where.line, kLine);
  EXPECT_EQ(typo.error().where.column, 35);
}

TEST(ParseAttributes, RejectsUnknownEnumerationWords) {
  expectRejected(
      {{"pred[4,4] compare(p, p), direction=EQQ", "'EQQ' is not a comparison direction"},
       {"f32[4,4] fusion(p), kind=kLop, calls=step", "'kLop' is not a kind of fusion"},
       {"f32[4,4] exponential(p), result_accuracy={mode=high}", "'high' is not an accuracy mode"},
       {"f32[4,4] exponential(p), result_accuracy={foo=10.0}", "unknown field 'foo'"},
       {"f32[4,4] custom-call(p), custom_call_target=\"x\", api_version=V", "'V' is not a custom-call API version"},
       {"f32[4,4] dot(p, p), lhs_contracting_dims={1}, rhs_contracting_dims={0}, operand_precision={fine}",
        "not a precision"}});
  EXPECT_EQ(
      problem(
          "f32[4,4] dot(p, p), lhs_contracting_dims={1}, rhs_contracting_dims={0}, operand_precision={HIGH,default}"),
      "");
  EXPECT_EQ(problem("f32[4,4] exponential(p), result_accuracy={tolerance={atol=1, rtol=0.5, ulps=2}}"), "");
}

TEST(ParseAttributes, ReadsAnnotations) {
  for (const std::string text :
       {"metadata={op_type=\"a\", op_name='b' source_line=3 profile_type={1}}",
        "metadata={a_new_field={1,{2}} op_name=\"x\"}", "frontend_attributes={a=\"b\",c.d={\"e\":{}}}",
        "frontend_attributes={}", "backend_config=\"{\n}\"", "statistics={visualizing_index=1,a=2.5,b=3}",
        "origin={({\"a\" {0}},({\"b\"},{}))}", "origin={[synthetic_call]}", "control-predecessors={%p, z}",
        "parameter_replication={false}"})
    EXPECT_EQ(problem("f32[4,4] copy(p), " + text), "") << text;
  expectRejected({{"f32[4,4] copy(p), metadata={op_name=\"a\" op_name=\"b\"}", "'op_name' is given twice"},
                  {"f32[4,4] copy(p), metadata={source_line=99999999999}", "32 bits"},
                  {"f32[4,4] copy(p), metadata={op_type=1}", "expected a \"string\""},
                  {"f32[4,4] copy(p), backend_config=x", "JSON"},
                  {"f32[4,4] copy(p), frontend_attributes={a=\"b\",}", "a frontend attribute"},
                  {"f32[4,4] copy(p), origin={)}", "an original array"},
                  {"f32[4,4] copy(p), control-predecessors={nope}", "no instruction 'nope'"}});
}

TEST(ParseAttributes, ReadsCustomCallAttributes) {
  const std::string call = "f32[4,4]{1,0} custom-call(p), custom_call_target=\"x\", ";
  for (const std::string text :
       {"literal=s32[2]{0} {1,2}", "literal=(s32[2]{0} {1,2}, (pred[] true), ())", "padding_type=PADDING_SAME",
        "operand_layout_constraints={f32[4,4]{0,1}}", "schedule=SCHEDULE_EARLIEST",
        "output_to_operand_aliasing={{}: (0, {}), {0}: (0, {1,2})}"})
    EXPECT_EQ(problem(call + text), "") << text;
  expectRejected({{call + "literal=s32[2]{0} {1}", "1 entries"},
                  {call + "operand_layout_constraints={}", "one layout constraint for each of the 1 operands"},
                  {call + "operand_layout_constraints={f32[4,5]{1,0}}", "dimensions of operand 0"},
                  {call + "output_to_operand_aliasing={{}: 0}", "expected '('"}});
}

// Expects only a warning where XLA rejects an unknown attribute, because hlorank can show the program without the
// attribute.
TEST(ParseAttributes, WarnsAboutAttributesOfOtherXlaVersions) {
  const Module module =
      parsed("f32[4,4] dot(p, p), lhs_contracting_dims={1}, rhs_contracting_dims={0}, sparsity=L.1@2:4, metadata={}");
  ASSERT_EQ(module.warnings.size(), 1u);
  EXPECT_EQ(module.warnings[0].where.line, kLine);
  const Attribute* attribute = module.attribute(root(module), "sparsity");
  ASSERT_NE(attribute, nullptr);
  EXPECT_EQ(attribute->value, "L.1@2:4");
}

TEST(ParseModuleHeader, KeepsAttributesAndStackTables) {
  const auto module = parseText(std::make_shared<const std::string>(
      "HloModule m, is_scheduled=true, entry_computation_layout={(f32[4]{0}, /*index=1*/(s32[], pred[]))->f32[4]{0}},\n"
      "  input_output_alias={ {0}: (0, {}, may-alias), {1, 2}: (1, {0}) }, buffer_donor={ (0, {}) },\n"
      "  allow_spmd_sharding_propagation_to_output={true,false}, "
      "debug_attributes={{\"a\"}:({log_mode=default,op_id=1})}\n\n"
      "FileNames\n1 \"a.py\"\nFunctionNames\n1 \"f\"\nFileLocations\n"
      "1 {file_name_id=1 function_name_id=1 line=2 end_line=2 column=3 end_column=4}\nStackFrames\n"
      "1 {file_location_id=1 parent_frame_id=1}\n\nENTRY e { ROOT c = f32[] constant(1) }\n"));
  ASSERT_TRUE(module.ok()) << module.error().message;
  const auto attributes = module->attributesOf(module->attributes);
  ASSERT_EQ(attributes.size(), 6u);
  EXPECT_EQ(attributes[0].value, "true");
  EXPECT_EQ(attributes[3].value, "{ (0, {}) }");
  EXPECT_TRUE(module->stackTables.starts_with("FileNames\n1"));
  EXPECT_TRUE(module->stackTables.ends_with("parent_frame_id=1}"));
}

TEST(ParseModuleHeader, ReportsErrors) {
  const auto problemOf = [](const std::string& header) {
    const auto module = parseText(
        std::make_shared<const std::string>("HloModule m" + header + "\nENTRY e { ROOT c = f32[] constant(1) }\n"));
    return module.ok() ? "" : module.error().message;
  };
  EXPECT_EQ(problemOf(", scheduled=true"), "a module has no attribute 'scheduled'");
  EXPECT_EQ(problemOf(", is_scheduled=1"), "expected true or false, found '1'");
  EXPECT_EQ(problemOf(", replica_count=2, replica_count=2"), "the attribute replica_count= is given twice");
  EXPECT_NE(problemOf(", input_output_alias={ {0}: (zero, {0}) }").find("the number of a parameter"),
            std::string::npos);
  EXPECT_NE(problemOf(", debug_attributes={{\"a\"}:({log_mode=loud})}").find("no log mode 'loud'"), std::string::npos);
  EXPECT_NE(problemOf("\nFileNames\n1 \"a\"").find("FunctionNames"), std::string::npos);
}

}  // namespace
}  // namespace hlorank::hlo
