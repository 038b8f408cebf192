#include "shared/graph/node_features.h"

#include <algorithm>
#include <map>
#include <set>

#include "tests/graph/module_of.h"

namespace hlorank::graph {
namespace {

int column(const std::string& name) {
  const std::vector<std::string>& names = nodeFeatureNames();
  const auto at = std::find(names.begin(), names.end(), name);
  EXPECT_NE(at, names.end()) << name;
  return static_cast<int>(at - names.begin());
}

// Returns the features of an instruction by column name. Leaves out zeros, and products that are 1 because they have no
// factors.
std::map<std::string, float> notable(const hlo::Module& module, const std::string& instruction) {
  const FeatureRows rows = nodeFeatures(module);
  const float* row = rows[test::nodeOf(module, instruction)];
  std::map<std::string, float> result;
  for (int i = 0; i < kNodeFeatures; ++i) {
    const std::string& name = nodeFeatureNames()[static_cast<size_t>(i)];
    const bool emptyProduct = row[i] == 1 && name.size() > 8 && name.substr(name.size() - 8) == "_product";
    if (row[i] != 0 && !emptyProduct) result[name] = row[i];
  }
  return result;
}

using Columns = std::map<std::string, float>;

TEST(NodeFeaturesTest, The140NamesAreDistinct) {
  const std::vector<std::string>& names = nodeFeatureNames();
  ASSERT_EQ(names.size(), size_t{kNodeFeatures});
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  EXPECT_EQ(names[0], "is_root");
  EXPECT_EQ(names[kTypeColumn], "shape_element_type_is_invalid_type");
  EXPECT_EQ(names[kDimensionColumn], "shape_dimensions_0");
  EXPECT_EQ(names[kWindowColumn], "window_size_0");
  EXPECT_EQ(names[92], "window_window_reversal_false_count");
  EXPECT_EQ(names[113], "slice_dims_stride_0");
  EXPECT_EQ(names[kLayoutColumn], "layout_minor_to_major_0");
  EXPECT_EQ(names[139], "layout_minor_to_major_5");
}

TEST(NodeFeaturesTest, ShapeParameterNumberAndLayout) {
  const hlo::Module module = test::moduleOf(
      "HloModule m\nENTRY e {\n  a = f32[] parameter(0)\n  b = bf16[8,128]{0,1} parameter(1)\n"
      "  ROOT t = (f32[], bf16[8,128]) tuple(a, b)\n}\n");
  EXPECT_EQ(notable(module, "a"), (Columns{{"shape_element_type_is_f32", 1}}));
  EXPECT_EQ(notable(module, "b"), (Columns{{"shape_element_type_is_bf16", 1},
                                           {"shape_dimensions_0", 8},
                                           {"shape_dimensions_1", 128},
                                           {"shape_dimensions_sum", 136},
                                           {"shape_dimensions_product", 1024},
                                           {"parameter_number", 1},
                                           {"layout_minor_to_major_1", 1}}));
  EXPECT_EQ(notable(module, "t"),
            (Columns{{"is_root", 1}, {"shape_element_type_is_tuple", 1}, {"shape_tuple_shapes_size", 2}}));
}

TEST(NodeFeaturesTest, EmptyListsHaveProductOneAndSumZero) {
  const hlo::Module module = test::moduleOf("HloModule m\nENTRY e {\n  ROOT a = f32[] parameter(0)\n}\n");
  const std::vector<float> row = nodeFeatures(module).dense();
  for (int i = 0; i < kNodeFeatures; ++i) {
    const std::string& name = nodeFeatureNames()[static_cast<size_t>(i)];
    if (name.ends_with("_product")) {
      EXPECT_EQ(row[static_cast<size_t>(i)], 1) << name;
    } else {
      EXPECT_EQ(row[static_cast<size_t>(i)], name == "shape_element_type_is_f32" || name == "is_root") << name;
    }
  }
}

TEST(NodeFeaturesTest, WindowAndDimensionNumbersOfAConvolution) {
  const hlo::Module module = test::moduleOf(
      "HloModule m\nENTRY e {\n  x = f32[2,9,9,3]{3,2,1,0} parameter(0)\n  k = f32[3,3,3,16]{3,2,1,0} parameter(1)\n"
      "  ROOT c = f32[2,5,5,16]{3,2,1,0} convolution(x, k), window={size=3x3 stride=2x2 pad=1_1x1_1 rhs_reversal=1x0}, "
      "dim_labels=b01f_01io->b01f\n}\n");
  Columns columns = notable(module, "c");
  EXPECT_EQ(columns["window_size_0"], 3);
  EXPECT_EQ(columns["window_size_sum"], 6);
  EXPECT_EQ(columns["window_size_product"], 9);
  EXPECT_EQ(columns["window_stride_1"], 2);
  EXPECT_EQ(columns["window_padding_low_sum"], 2);
  EXPECT_EQ(columns["window_padding_high_0"], 1);
  EXPECT_EQ(columns["window_base_dilation_0"], 1);
  EXPECT_EQ(columns["window_window_reversal_0"], 1);
  EXPECT_EQ(columns["window_window_reversal_true_count"], 1);
  EXPECT_EQ(columns["window_window_reversal_false_count"], 1);
  EXPECT_EQ(columns["convolution_dim_numbers_input_feature_dim"], 3);
  EXPECT_EQ(columns["convolution_dim_numbers_input_spatial_dims_1"], 2);
  EXPECT_EQ(columns["convolution_dim_numbers_kernel_input_feature_dim"], 2);
  EXPECT_EQ(columns["convolution_dim_numbers_kernel_output_feature_dim"], 3);
  EXPECT_EQ(columns["convolution_dim_numbers_output_feature_dim"], 3);
  EXPECT_EQ(columns["feature_group_count"], 1);
  EXPECT_EQ(columns["batch_group_count"], 1);
}

TEST(NodeFeaturesTest, SlicesPaddingAndDimensionsOfTheInstruction) {
  const hlo::Module module = test::moduleOf(
      "HloModule m\nENTRY e {\n  x = s32[10,20,30]{2,1,0} parameter(0)\n  z = s32[] constant(0)\n"
      "  s = s32[5,18,30]{2,1,0} slice(x), slice={[0:10:2], [1:19], [0:30]}\n"
      "  p = s32[6,20,30]{2,1,0} pad(s, z), padding=1_0x-1_3x0_0\n"
      "  ROOT t = s32[30,6,20]{2,1,0} transpose(p), dimensions={2,0,1}\n}\n");
  Columns slice = notable(module, "s");
  EXPECT_EQ(slice["slice_dims_start_1"], 1);
  EXPECT_EQ(slice["slice_dims_stride_0"], 2);
  EXPECT_EQ(slice["slice_dims_stride_product"], 2);
  EXPECT_EQ(slice["slice_dims_limit_sum"], 59);
  EXPECT_EQ(slice["slice_dims_limit_product"], 5700);
  Columns pad = notable(module, "p");
  EXPECT_EQ(pad["padding_config_edge_padding_low_0"], 1);
  EXPECT_EQ(pad["padding_config_edge_padding_low_1"], -1);
  EXPECT_EQ(pad["padding_config_edge_padding_low_sum"], 0);
  EXPECT_EQ(pad["padding_config_edge_padding_high_1"], 3);
  Columns transpose = notable(module, "t");
  EXPECT_EQ(transpose["dimensions_0"], 2);
  EXPECT_EQ(transpose["dimensions_2"], 1);
}

TEST(NodeFeaturesTest, ListsAreCutToSixButTotalsIncludeAll) {
  const hlo::Module module =
      test::moduleOf("HloModule m\nENTRY e {\n  ROOT a = pred[2,2,2,2,2,2,2,3] parameter(0)\n}\n");
  Columns columns = notable(module, "a");
  EXPECT_EQ(columns["shape_dimensions_5"], 2);
  EXPECT_EQ(columns["shape_dimensions_sum"], 17);
  EXPECT_EQ(columns["shape_dimensions_product"], 384);
  EXPECT_EQ(columns["layout_minor_to_major_0"], 7);
}

TEST(NodeFeaturesTest, LargeProductsWrapAndRoundToTheNearestFloat) {
  const hlo::Module module = test::moduleOf(
      "HloModule m\nENTRY e {\n  a = s8[16777217] parameter(0)\n  b = s8[16777219] parameter(1)\n"
      "  ROOT t = (s8[16777217], s8[16777219]) tuple(a, b)\n}\n");
  EXPECT_EQ(notable(module, "a")["shape_dimensions_0"], 16777216.f);
  EXPECT_EQ(notable(module, "b")["shape_dimensions_0"], 16777220.f);
}

TEST(NodeFeaturesTest, TypesWithoutAColumnHaveZerosInAllTypeColumns) {
  const hlo::Module module = test::moduleOf("HloModule m\nENTRY e {\n  ROOT a = s4[7] parameter(0)\n}\n");
  const std::vector<float> row = nodeFeatures(module).dense();
  for (int i = 0; i < kTypes; ++i) EXPECT_EQ(row[static_cast<size_t>(kTypeColumn + i)], 0);
}

TEST(NodeFeaturesTest, TypeColumnsAreNamedAfterTheirTypes) {
  for (int i = 0; i < kTypes; ++i) {
    const std::string& name = nodeFeatureNames()[static_cast<size_t>(kTypeColumn + i)];
    EXPECT_NE(name.find(hlo::name(typeOfColumn(i))), std::string::npos) << name;
  }
  EXPECT_EQ(column("shape_element_type_is_token"), kTypeColumn + kTypes - 1);
}

}  // namespace
}  // namespace hlorank::graph
