// Tests model folders: hashes, finite weights, and the outputs stored in the model card for an example input.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "native/base/files.h"
#include "native/base/sha256.h"
#include "native/model/network.h"
#include "native/onnx/golden.h"
#include "native/onnx/model_folder.h"
#include "tests/native/synthetic.h"
#include "tests/support/folder.h"

namespace hlorank::onnx {
namespace {

// Expects the examples of the SHA-256 standard, FIPS 180-4.
TEST(Sha256, MatchesTheExamplesOfTheStandard) {
  EXPECT_EQ(native::sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(native::sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(native::sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(native::sha256(std::string(1'000'000, 'a')),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

class GoldenExample : public testing::TestWithParam<const char*> {
 protected:
  // Creates a model, with a model card like the one that training writes.
  model::Model make() {
    const test::Synthetic s = test::makeSynthetic(6, 10, 1, test::analyticalTime);
    model::Model model;
    model.description = test::syntheticDescription(GetParam());
    model.parameters = model::initialParameters(model.description, 1);
    Golden golden{"synthetic", {}, {}};
    for (const std::string& name : model::inputNames(model.description))
      for (const model::Tensor& input : s.inputs)
        if (input.name == name) golden.inputs.push_back(input);
    golden.outputs = *model::runNetwork(model, s.inputs);
    model.card = makeCard(model.description, model.parameters, model.free, {"m", "M", "xla-cpu", {}, {}}, golden);
    return model;
  }
};

TEST_P(GoldenExample, OutputsEqualTheRecordedOnes) {
  const auto difference = goldenDifference(make());
  ASSERT_TRUE(difference) << difference.error().message;
  EXPECT_LT(*difference, 1e-6);
}

TEST_P(GoldenExample, OtherWeightsGiveADifference) {
  model::Model model = make();
  for (model::Parameter& parameter : model.parameters)
    for (float& value : parameter.values) value += .05f;
  const auto difference = goldenDifference(model);
  ASSERT_TRUE(difference) << difference.error().message;
  EXPECT_GT(*difference, 1e-3);
}

TEST_P(GoldenExample, AnIncompleteExampleIsAnError) {
  for (const char* field : {"golden", "tensors"}) {
    model::Model model = make();
    model.card.erase(field);
    EXPECT_FALSE(goldenDifference(model)) << field;
  }
  model::Model model = make();
  model.card["golden"]["rows"].erase(0);
  EXPECT_FALSE(goldenDifference(model));
  model = make();
  model.card["golden"]["inputs"]["terms"]["shape"] = {1000000, 4};
  EXPECT_FALSE(goldenDifference(model));
  model = make();
  model.card["golden"]["inputs"].erase("terms");
  EXPECT_FALSE(goldenDifference(model));
}

// Writes the model, applies `change` to its model.json, and reads it again. Returns the error message; "" on success.
std::string readAgain(const model::Model& model, const std::function<void(nlohmann::ordered_json&)>& change = {}) {
  const test::Folder folder;
  EXPECT_TRUE(writeModel(folder.path(), model));
  if (change) {
    const std::string path = folder.path() + "/" + kCardFile;
    auto card = nlohmann::ordered_json::parse(*native::readFile(path));
    change(card);
    EXPECT_TRUE(native::writeFile(path, card.dump()));
  }
  std::string place;
  const auto read = readModel(folder.path(), &place);
  return read ? "" : read.error().message;
}

TEST_P(GoldenExample, IsCheckedWhenAModelIsRead) {
  model::Model model = make();
  EXPECT_EQ(readAgain(model), "");
  for (model::Parameter& parameter : model.parameters)
    for (float& value : parameter.values) value += .05f;
  EXPECT_NE(readAgain(model).find("outputs for its golden example differ"), std::string::npos);
}

TEST_P(GoldenExample, AWrongHashAndWeightsThatAreNotFiniteAreErrors) {
  model::Model model = make();
  const auto otherHash = [](auto& card) { card["files"][kNetworkFile]["sha256"] = std::string(64, '0'); };
  EXPECT_NE(readAgain(model, otherHash).find("its card says 0000000000000000"), std::string::npos);
  EXPECT_EQ(readAgain(model, [](auto& card) { card.erase("files"); }), "");
  model.parameters.back().values.back() = std::nanf("");
  EXPECT_NE(readAgain(model).find("the weight " + model.parameters.back().name + " is nan"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(Forms, GoldenExample, testing::Values("calibrated", "graph", "everything"));

}  // namespace
}  // namespace hlorank::onnx
