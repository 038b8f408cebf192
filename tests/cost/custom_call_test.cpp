// Tests the costs of custom calls, most of them of NVIDIA's libraries.
#include "shared/cost/custom_call.h"

#include <gtest/gtest.h>

#include "shared/cost/analysis.h"
#include "shared/cost/hotspots.h"
#include "tests/graph/module_of.h"

namespace hlorank::cost {
namespace {

using test::moduleOf;
using test::nodeOf;

TEST(LibraryCalls, KnowsMatrixMultiplicationsByCublasAndAnnotations) {
  const hlo::Module module = moduleOf(R"(HloModule m

ENTRY main {
  a = bf16[64,128] parameter(0)
  b = bf16[128,32] parameter(1)
  noted = bf16[64,128] custom-call(a), custom_call_target="Sharding", sharding={replicated}
  product = (bf16[64,32], s8[4096]) custom-call(noted, b), custom_call_target="__cublas$gemm", backend_config={"gemm_backend_config":{"alpha_real":1,"dot_dimension_numbers":{"lhs_contracting_dimensions":["1"],"rhs_contracting_dimensions":["0"],"lhs_batch_dimensions":[],"rhs_batch_dimensions":[]}}}
  result = bf16[64,32] get-tuple-element(product), index=0
  ROOT other = bf16[64,32] custom-call(result), custom_call_target="mine"
}
)");
  const Analysis analysis = analyse(module);
  const auto own = [&](std::string_view name) { return analysis.own[nodeOf(module, name)]; };
  EXPECT_EQ(own("noted").bytes, 0);
  EXPECT_EQ(own("product").flops, 2. * 64 * 128 * 32);
  EXPECT_EQ(own("product").bytes, 2. * (64 * 128 + 128 * 32 + 64 * 32));
  EXPECT_EQ(own("other").flops, 0);
  EXPECT_EQ(analysis.unknownCalls, std::vector<hlo::InstructionId>{nodeOf(module, "other")});
}

TEST(LibraryCalls, CountsAttentionByCudnnLikeItsMultiplicationsAndItsSoftmax) {
  const hlo::Module module = moduleOf(R"(HloModule m

ENTRY main {
  q = bf16[2,128,6,64] parameter(0)
  k = bf16[2,256,6,64] parameter(1)
  scores = f32[2,6,128,256] dot(q, k), lhs_batch_dims={0,2}, lhs_contracting_dims={3}, rhs_batch_dims={0,2}, rhs_contracting_dims={3}
  exps = f32[2,6,128,256] exponential(scores)
  values = f32[2,6,128,64] dot(exps, k), lhs_batch_dims={0,1}, lhs_contracting_dims={3}, rhs_batch_dims={0,2}, rhs_contracting_dims={1}
  forward = (bf16[2,6,128,64], f32[2,6,128], u8[512]) custom-call(q, k, k), custom_call_target="__cudnn$fmhaSoftmax", backend_config={"cudnn_fmha_backend_config":{"algorithm":{"algo_id":"0","tuning_knobs":{"24":"0"}},"fmha_scale":0.125,"intermediate_tensor_shape":{"element_type":"BF16","dimensions":["2","6","128","256"],"tuple_shapes":[],"layout":{"minor_to_major":["3","2","1","0"]}},"mask_type":"NO_MASK"}}
  y = bf16[2,6,128,64] get-tuple-element(forward), index=0
  stats = f32[2,6,128] get-tuple-element(forward), index=1
  backward = (bf16[2,6,128,64], bf16[2,6,256,64], bf16[2,6,256,64], u8[512]) custom-call(q, k, k, stats, y, y), custom_call_target="__cudnn$fmhaSoftmaxBackward", backend_config={"cudnn_fmha_backend_config":{"algorithm":{"algo_id":"0","tuning_knobs":{"24":"0"}},"fmha_scale":0.125,"intermediate_tensor_shape":{"element_type":"BF16","dimensions":["2","6","128","256"],"tuple_shapes":[],"layout":{"minor_to_major":["3","2","1","0"]}},"mask_type":"NO_MASK"}}
  other = (bf16[2,6,128,64], u8[0]) custom-call(q, k, k), custom_call_target="__cudnn$fmhaSoftmax"
  ROOT all = (f32[2,6,128,64], (bf16[2,6,128,64], bf16[2,6,256,64], bf16[2,6,256,64], u8[512]), (bf16[2,6,128,64], u8[0])) tuple(values, backward, other)
}
)");
  const Analysis analysis = analyse(module);
  const auto own = [&](std::string_view name) { return analysis.own[nodeOf(module, name)]; };
  EXPECT_EQ(own("forward").flops, own("scores").flops + own("values").flops);
  EXPECT_EQ(own("forward").transcendentals, own("exps").transcendentals);
  EXPECT_EQ(own("backward").flops, 3 * own("scores").flops + 2 * own("values").flops);
  EXPECT_EQ(own("forward").bytes, 2. * 2 * 6 * 64 * (128 + 256 + 256 + 128) + 4 * 2 * 6 * 128);
  EXPECT_EQ(analysis.unknownCalls, std::vector<hlo::InstructionId>{nodeOf(module, "other")});
  EXPECT_EQ(kindOf(module, module.instructions[nodeOf(module, "backward")]), "matmul & conv");
}

TEST(LibraryCalls, CountsWhatMasksOfAttentionLeave) {
  const auto flopsOf = [](const std::string& target, const std::string& mask, const std::string& values = "64") {
    const hlo::Module module = moduleOf(
        "HloModule m\n\nENTRY main {\n  q = bf16[2,6,128,64] parameter(0)\n  v = bf16[2,6,128," + values +
        "] parameter(1)\n  ROOT y = (bf16[2,6,128," + values + "], u8[0]) custom-call(q, q, v), custom_call_target=\"" +
        target +
        R"(", backend_config={"cudnn_fmha_backend_config":{"intermediate_tensor_shape":{"dimensions":["2","6","128","128"]},)" +
        mask + "}}\n}\n");
    return analyse(module).total.flops;
  };
  constexpr double kAll = 2. * 2 * 2 * 6 * 128 * 128 * 64;
  const std::string none = R"("mask_type":"NO_MASK")", forward = "__cudnn$fmhaSoftmax";
  EXPECT_EQ(flopsOf(forward, none), kAll);
  EXPECT_DOUBLE_EQ(flopsOf(forward, R"("mask_type": "CAUSAL")"), kAll * 129 / 256);
  EXPECT_DOUBLE_EQ(flopsOf(forward, R"("mask_type":"PADDING_CAUSAL","sliding_window_length": 0)"), kAll * 129 / 256);
  EXPECT_DOUBLE_EQ(flopsOf(forward, R"("mask_type":"CAUSAL","sliding_window_length": 1)"), kAll / 128);
  EXPECT_EQ(flopsOf("__cudnn$fmhaSoftmaxBackwardF8", none), kAll * 5 / 2);
  EXPECT_EQ(flopsOf("__cudnn$fmhaSoftmaxBackward", none, "32"), kAll * (3 + 2 * .5) / 2);
}

TEST(LibraryCalls, CountsConvolutionsByCudnnAndTheirGradientsLikeTheConvolution) {
  const hlo::Module module = moduleOf(R"(HloModule m

ENTRY main {
  x = f32[8,17,17,6] parameter(0)
  w = f32[3,3,3,32] parameter(1)
  dy = f32[8,9,9,32] parameter(2)
  bias = f32[32] parameter(3)
  y = f32[8,9,9,32] convolution(x, w), window={size=3x3 stride=2x2 pad=1_1x1_1}, dim_labels=b01f_01io->b01f, feature_group_count=2
  forward = (f32[8,9,9,32], u8[1024]) custom-call(x, w), window={size=3x3 stride=2x2 pad=1_1x1_1}, dim_labels=b01f_01io->b01f, feature_group_count=2, custom_call_target="__cudnn$convForward"
  biased = (f32[8,9,9,32], u8[0]) custom-call(x, w, bias), window={size=3x3 stride=2x2 pad=1_1x1_1}, dim_labels=b01f_01io->b01f, feature_group_count=2, custom_call_target="__cudnn$convBiasActivationForward"
  dx = (f32[8,17,17,6], u8[0]) custom-call(dy, w), window={size=3x3 stride=2x2 pad=1_1x1_1}, dim_labels=b01f_01io->b01f, feature_group_count=2, custom_call_target="__cudnn$convBackwardInput"
  dw = (f32[3,3,3,32], u8[0]) custom-call(x, dy), window={size=3x3 stride=2x2 pad=1_1x1_1}, dim_labels=b01f_01io->b01f, feature_group_count=2, custom_call_target="__cudnn$convBackwardFilter"
  broken = (f32[3,3,3,32], u8[0]) custom-call(x, dy), custom_call_target="__cudnn$convBackwardFilter"
  ROOT all = (f32[8,9,9,32], (f32[8,9,9,32], u8[1024]), (f32[8,9,9,32], u8[0]), (f32[8,17,17,6], u8[0]), (f32[3,3,3,32], u8[0]), (f32[3,3,3,32], u8[0])) tuple(y, forward, biased, dx, dw, broken)
}
)");
  const Analysis analysis = analyse(module);
  const auto own = [&](std::string_view name) { return analysis.own[nodeOf(module, name)]; };
  EXPECT_GT(own("y").flops, 0);
  for (const char* call : {"forward", "biased", "dx", "dw"}) EXPECT_EQ(own(call).flops, own("y").flops) << call;
  EXPECT_EQ(own("forward").bytes, own("y").bytes);  // no scratch memory
  EXPECT_EQ(analysis.unknownCalls, std::vector<hlo::InstructionId>{nodeOf(module, "broken")});
  EXPECT_EQ(kindOf(module, module.instructions[nodeOf(module, "dx")]), "matmul & conv");
  EXPECT_EQ(kindOf(module, module.instructions[nodeOf(module, "broken")]), "call");
}

}  // namespace
}  // namespace hlorank::cost
