#include "shared/cost/cpu_product.h"

#include <gtest/gtest.h>

#include "shared/cost/analysis.h"
#include "shared/cost/machine.h"
#include "tests/graph/module_of.h"

namespace hlorank::cost {
namespace {

using test::moduleOf;
using test::nodeOf;

// A convolution, and the time in ms that it took on one core of an AMD EPYC (jaxlib 0.10.2, `hlorank profile`).
struct Measured {
  const char *input, *kernel, *result, *attributes;
  double milliseconds;
};

hlo::Module moduleWith(const Measured& convolution) {
  const auto& [input, kernel, result, attributes, milliseconds] = convolution;
  return moduleOf(std::string("HloModule m\nENTRY e {\n  x = f32[") + input + "] parameter(0)\n  k = f32[" + kernel +
                  "] parameter(1)\n  ROOT c = f32[" + result + "] convolution(x, k), " + attributes + "\n}\n");
}

double estimatedMilliseconds(const Measured& convolution, std::string_view machine) {
  const hlo::Module module = moduleWith(convolution);
  const Analysis analysis = analyse(module, Convention::kExecuted, *findMachine(machine));
  return 1e3 * estimateSeconds(analysis.own[nodeOf(module, "c")], *findMachine(machine));
}

TEST(ConvolutionsOnCpu, TakeAsLongAsMeasured) {
  const std::string wide = "window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f";
  const std::string in8 = wide + ", feature_group_count=8", in32 = wide + ", feature_group_count=32";
  const Measured all[] = {
      {"8,32,32,64", "3,3,64,64", "8,32,32,64", wide.c_str(), 6.55},
      {"24,28,28,1", "5,5,1,8", "24,24,24,8", "window={size=5x5}, dim_labels=b01f_01io->b01f", 1.41},  // few features
      {"2,60,60,12", "3,3,12,3", "2,60,60,3", wide.c_str(), 1.02},
      {"4,32,32,32", "3,3,1,32", "4,32,32,32", in32.c_str(), 5.68},
      {"4,32,32,64", "3,3,8,64", "4,32,32,64", in8.c_str(), 4.69},
      {"4,32,32,64", "3,3,1,64", "4,32,32,64",
       "window={size=3x3 pad=2_1x2_1 lhs_dilate=2x2}, dim_labels=b01f_01io->b01f, feature_group_count=64", 30.01},
      {"2,8,16,16,32", "3,3,3,32,32", "2,8,16,16,32",
       "window={size=3x3x3 pad=1_1x1_1x1_1}, dim_labels=b012f_012io->b012f", 12.57},
      {"2,4,8,8,32", "3,3,3,32,32", "2,8,16,16,32",
       "window={size=3x3x3 pad=2_1x2_1x2_1 lhs_dilate=2x2x2}, dim_labels=b012f_012io->b012f", 52.41},
      {"32,8,16,16,2", "4,8,8,2,32", "32,3,3,3,32",
       "window={size=4x8x8 pad=0_1x0_1x0_1 rhs_dilate=2x2x2}, dim_labels=b012f_012io->b012f", 8.62},
      {"4,32,32,64", "32,32,4,64", "3,3,8,64",  // the gradient of the kernel of a convolution in groups
       "window={size=32x32 pad=1_1x1_1}, dim_labels=f01b_01io->01bf, batch_group_count=8", 380.32},
      {"4,32,32,64", "32,32,4,128", "3,3,1,128",
       "window={size=32x32 pad=1_1x1_1}, dim_labels=f01b_01io->01bf, batch_group_count=64", 2937.89},
      {"4,32,32,32", "32,32,4,32", "3,3,1,32",  // one feature for each group
       "window={size=32x32 pad=1_1x1_1}, dim_labels=f01b_01io->01bf, batch_group_count=32", 1.23}};
  for (const Measured& convolution : all) {
    const double estimated = estimatedMilliseconds(convolution, "cpu-1core");
    EXPECT_GT(estimated, convolution.milliseconds / 3) << convolution.attributes;
    EXPECT_LT(estimated, convolution.milliseconds * 3) << convolution.attributes;
    EXPECT_NEAR(estimatedMilliseconds(convolution, "cpu-16core"), estimated / 16, estimated / 1000);
  }
}

// Matrices of rows × depth and depth × columns, and the time in µs that their product took.
TEST(MatrixProductsOnCpu, TakeAsLongAsMeasured) {
  struct {
    int rows, columns, depth;
    double microseconds;
  } all[] = {{16, 2880, 32, 78.1},  {24, 288, 160, 42.9}, {48, 48, 640, 57.1},
             {48, 8192, 48, 692.7}, {64, 64, 150, 22.4},  {1024, 48, 32, 64.5},
             {1536, 24, 24, 34.9},  {6400, 12, 16, 82.1}, {7680, 40, 20, 241.8}};
  for (const auto& [rows, columns, depth, microseconds] : all) {
    const std::string m = std::to_string(rows), n = std::to_string(columns), k = std::to_string(depth);
    const hlo::Module module =
        moduleOf("HloModule m\nENTRY e {\n  a = f32[" + m + "," + k + "] parameter(0)\n  b = f32[" + k + "," + n +
                 "] parameter(1)\n  ROOT c = f32[" + m + "," + n +
                 "] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n");
    const Machine& machine = *findMachine("cpu-1core");
    const Cost cost = analyse(module, Convention::kExecuted, machine).own[nodeOf(module, "c")];
    EXPECT_GT(estimateSeconds(cost, machine), microseconds * 1e-6 / 1.4) << m << " " << n << " " << k;
    EXPECT_LT(estimateSeconds(cost, machine), microseconds * 1e-6 * 1.4) << m << " " << n << " " << k;
  }
}

// XLA:CPU reorders the dimensions of convolutions in the entry computation only: 3 trips took 124.65 ms with channels
// first and 3.6 ms with channels last.
TEST(ConvolutionsOnCpu, InALoopAreSlowUnlessFeaturesAreLast) {
  const auto millisecondsOf = [](const std::string& shape, const std::string& kernel, const std::string& labels) {
    const std::string convolution =
        "f32[" + shape + "] convolution(x, k), window={size=3x3 pad=1_1x1_1}, dim_labels=" + labels;
    const std::string state = "(f32[" + shape + "], f32[" + kernel + "], s32[])";
    const hlo::Module loop = moduleOf(
        "HloModule m\nbody {\n  s = " + state + " parameter(0)\n  x = f32[" + shape +
        "] get-tuple-element(s), index=0\n  k = f32[" + kernel +
        "] get-tuple-element(s), index=1\n  i = s32[] get-tuple-element(s), index=2\n  one = "
        "s32[] constant(1)\n  n = s32[] add(i, one)\n  c = " +
        convolution + "\n  ROOT t = " + state + " tuple(c, k, n)\n}\ncondition {\n  s = " + state +
        " parameter(0)\n  i = s32[] get-tuple-element(s), index=2\n  three = s32[] "
        "constant(3)\n  ROOT p = pred[] compare(i, three), direction=LT\n}\nENTRY e {\n  x = "
        "f32[" +
        shape + "] parameter(0)\n  k = f32[" + kernel + "] parameter(1)\n  z = s32[] constant(0)\n  t = " + state +
        " tuple(x, k, z)\n  ROOT w = " + state + " while(t), condition=condition, body=body\n}\n");
    const hlo::Module alone = moduleOf("HloModule m\nENTRY e {\n  x = f32[" + shape + "] parameter(0)\n  k = f32[" +
                                       kernel + "] parameter(1)\n  ROOT c = " + convolution + "\n}\n");
    const Machine& machine = *findMachine("cpu-1core");
    const auto seconds = [&](const hlo::Module& module) {
      return estimateSeconds(analyse(module, Convention::kExecuted, machine).costOf(nodeOf(module, "c")), machine);
    };
    return std::pair(1e3 * seconds(loop), 1e3 * seconds(alone));
  };
  const auto [first, firstAlone] = millisecondsOf("4,64,16,16", "64,64,3,3", "bf01_oi01->bf01");
  const auto [last, lastAlone] = millisecondsOf("4,16,16,64", "3,3,64,64", "b01f_01io->b01f");
  EXPECT_NEAR(first, 124.65, 20);
  EXPECT_NEAR(last, 3.6, 1.6);
  EXPECT_NEAR(firstAlone, lastAlone, 1e-6);
}

TEST(ConvolutionsOnCpu, AreNotSlowElsewhere) {
  const Measured grouped = {"4,32,32,32", "3,3,1,32", "4,32,32,32",
                            "window={size=3x3 pad=1_1x1_1}, dim_labels=b01f_01io->b01f, feature_group_count=32", 0};
  const hlo::Module module = moduleWith(grouped);
  const Analysis onGpu = analyse(module, Convention::kExecuted, *findMachine("a100"));
  const Analysis asXla = analyse(module, Convention::kXla, *findMachine("cpu-1core"));
  for (const Analysis* analysis : {&onGpu, &asXla}) {
    const Cost& cost = analysis->own[nodeOf(module, "c")];
    EXPECT_EQ(cost.operations[size_t(Arithmetic::kMatrix32)], cost.flops);
  }
}

}  // namespace
}  // namespace hlorank::cost
