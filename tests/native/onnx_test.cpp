// Tests that the ONNX checker and strict shape inference accept the networks that hlorank exports.
#include <gtest/gtest.h>
#include <onnx/checker.h>
#include <onnx/defs/schema.h>
#include <onnx/onnx_pb.h>
#include <onnx/shape_inference/implementation.h>

#include "native/model/network.h"
#include "native/onnx/network_onnx.h"

namespace hlorank {
namespace {

model::Description describe(const std::string& form) {
  model::Description description;
  description.slotFeatures = 5;
  description.nodeFeatures = 3;
  if (form == "graph" || form == "everything") description.encoderLayers = 2;
  if (form == "free") description.freeRows = 12;
  if (form == "everything") {
    description.multiplierHidden = 7;
    description.correctionWidth = 6;
    description.pairWidth = 4;
    description.members = 2;
  }
  if (form == "gated") {
    description.correctionWidth = 6;
    description.pairWidth = 4;
    description.gates = true;
  }
  if (form == "early" || form == "late" || form == "parts" || form == "tiles") {
    description.join = form == "late"    ? model::Join::kLate
                       : form == "parts" ? model::Join::kParts
                                         : model::Join::kEarly;
    description.encoderLayers = 2;
    description.encoderWidth = 8;
    description.headWidth = 4;
    description.crossAttention = form == "late" || form == "parts" ? 16 : 0;
    description.members = form == "late" ? 2 : 1;
    description.bothDirections = form == "early";
    description.tableLayers = form == "early" ? 1 : -1;
  }
  if (form == "parts") {
    description.encoderLayers = 0;
    description.correctionWidth = 4;
    description.gates = true;
  }
  if (form == "tiles") {
    description.tables = false;
    description.slotFeatures = 0;
    description.tileFeatures = 60;
  }
  if (form == "simulated") {
    description.join = model::Join::kLoops;
    description.tables = false;
    description.slotFeatures = description.nodeFeatures = 0;
    description.accessFeatures = 44;
    description.headWidth = 8;
    description.members = 2;
  }
  return description;
}

class OnnxNetwork : public testing::TestWithParam<const char*> {
 protected:
  OnnxNetwork() : description(describe(GetParam())), parameters(model::initialParameters(description, 1)) {
    EXPECT_TRUE(proto.ParseFromString(onnx::writeNetwork(description, parameters)));
  }
  model::Description description;
  model::Parameters parameters;
  ::onnx::ModelProto proto;
};

TEST_P(OnnxNetwork, passesTheCheckerAndStrictShapeInference) {
  ASSERT_NO_THROW(::onnx::checker::check_model(proto));
  const ::onnx::ShapeInferenceOptions options(/*check_type=*/true, /*strict=*/1);
  ASSERT_NO_THROW(::onnx::shape_inference::InferShapes(proto, ::onnx::OpSchemaRegistry::Instance(), options));
  EXPECT_EQ(proto.ir_version(), 8);
  ASSERT_EQ(proto.opset_import_size(), 1);
  EXPECT_EQ(proto.opset_import(0).version(), 17);
}

TEST_P(OnnxNetwork, hasTheInputsOutputsAndWeightsOfTheNetwork) {
  std::vector<std::string> inputs, outputs;
  if (description.tables) outputs.push_back("rows");
  for (const auto& input : proto.graph().input()) inputs.push_back(input.name());
  std::vector<std::string> expected = model::inputNames(description);
  std::sort(inputs.begin(), inputs.end());
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(inputs, expected);
  if (description.pairWidth > 0) outputs.push_back("pairEntries");
  if (description.join != model::Join::kTables) outputs.push_back("scores");
  if (description.crossAttention > 0) outputs.push_back("asReferenceSet");
  ASSERT_EQ(size_t(proto.graph().output_size()), outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i) EXPECT_EQ(proto.graph().output(int(i)).name(), outputs[i]);

  for (const model::Parameter& parameter : parameters) {
    const auto& initialisers = proto.graph().initializer();
    const auto found = std::find_if(initialisers.begin(), initialisers.end(),
                                    [&](const auto& tensor) { return tensor.name() == parameter.name; });
    ASSERT_NE(found, initialisers.end()) << parameter.name;
    EXPECT_TRUE(std::equal(found->dims().begin(), found->dims().end(), parameter.shape.begin(), parameter.shape.end()));
    EXPECT_EQ(found->raw_data().size(), parameter.values.size() * sizeof(float));
  }
}

INSTANTIATE_TEST_SUITE_P(Forms, OnnxNetwork,
                         testing::Values("calibrated", "graph", "free", "everything", "gated", "early", "late", "parts",
                                         "tiles", "simulated"));

}  // namespace
}  // namespace hlorank
