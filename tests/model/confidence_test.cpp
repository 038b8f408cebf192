#include "shared/model/confidence.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "shared/model/schema.h"

namespace hlorank::model {
namespace {

using Json = nlohmann::ordered_json;

// Returns a model card with a calibration: two axes (the first two columns of the program embedding), three training
// programs, and two distance bands.
Json card() {
  const std::vector<float> zeros(kNodeInputs, 0), ones(kNodeInputs, 1);
  std::vector<float> first = zeros, second = zeros;
  first[0] = second[1] = 1;
  Json json;
  json["training"]["data"] = {{{"name", "near"}}, {{"name", "far"}}, {{"name", "also_near"}}};
  json["confidence"]["pairs"] = {{0.5, 0.6}, {1.5, 0.8}, {4, 0.95}};
  json["confidence"]["separable"] = 3.25;
  json["confidence"]["similarity"] = {
      {"shift", zeros},
      {"scale", ones},
      {"clip", 3},
      {"axes", {first, second}},
      {"places", {{1, 0}, {3, 3}, {0, 1}}},
      {"bands", {{{"upTo", 1}, {"pairAccuracy", .9}}, {{"upTo", 2}, {"pairAccuracy", .8}}}}};
  return json;
}

std::vector<float> at(float x, float y) {
  std::vector<float> embedding(kNodeInputs, .5f);
  embedding[0] = x;
  embedding[1] = y;
  return embedding;
}

TEST(Confidence, pair_confidence_interpolates_from_one_half_to_the_last_measured_value) {
  const Confidence confidence = parseConfidence(card());
  EXPECT_FLOAT_EQ(confidence.pairConfidence(0), .5f);
  EXPECT_FLOAT_EQ(confidence.pairConfidence(.25f), .55f);
  EXPECT_FLOAT_EQ(confidence.pairConfidence(1.5f), .8f);
  EXPECT_FLOAT_EQ(confidence.pairConfidence(100), .95f);
}

TEST(Confidence, the_nearest_programs_are_sorted_by_distance_then_name) {
  const auto nearest = parseConfidence(card()).nearest(at(0, 0), 2);
  ASSERT_EQ(nearest.size(), 2u);
  EXPECT_EQ(nearest[0].name, "also_near");
  EXPECT_EQ(nearest[1].name, "near");
  EXPECT_FLOAT_EQ(nearest[0].distance, 1);
}

TEST(Confidence, extreme_embeddings_are_clipped) {
  const auto nearest = parseConfidence(card()).nearest(at(1e9f, 1e9f), 1);
  EXPECT_EQ(nearest[0].name, "far");
  EXPECT_FLOAT_EQ(nearest[0].distance, 0);
}

TEST(Confidence, distances_beyond_the_last_band_have_no_band) {
  const Confidence confidence = parseConfidence(card());
  ASSERT_NE(confidence.bandOf(1), nullptr);
  EXPECT_FLOAT_EQ(confidence.bandOf(1)->pairAccuracy, .9f);
  EXPECT_FLOAT_EQ(confidence.bandOf(1.5f)->pairAccuracy, .8f);
  EXPECT_EQ(confidence.bandOf(2.5f), nullptr);
}

TEST(Confidence, an_invalid_card_gives_an_empty_confidence) {
  EXPECT_TRUE(parseConfidence(Json::object()).pairs.empty());
  EXPECT_TRUE(parseConfidence(Json::parse("no json", nullptr, /*allow_exceptions=*/false)).pairs.empty());
  for (const char* field : {"shift", "axes", "places"}) {
    Json damaged = card();
    damaged["confidence"]["similarity"][field].erase(0);
    if (std::string(field) == "axes") damaged["confidence"]["similarity"][field] = {{1, 2}};
    EXPECT_TRUE(parseConfidence(damaged).pairs.empty()) << field;
  }
  Json wrong = card();
  wrong["confidence"]["pairs"] = "many";
  EXPECT_TRUE(parseConfidence(wrong).pairs.empty());
}

}  // namespace
}  // namespace hlorank::model
