// Tests that the fused layers of early-join networks give the same outputs and gradients as LibTorch operations, for
// any size and number of threads.
#include "native/model/delta_layer.h"

#include <ATen/Parallel.h>
#include <gtest/gtest.h>

#include "native/model/delta_kernels.h"

namespace hlorank::model {
namespace {

struct Sizes {
  int64_t configurations, width, relations;
};

constexpr int64_t kBefore = 9, kRows = 14, kPooled = 11;

// Messages of a graph to rows (nodes). A row receives no message, one (with a share of 1 or less) or several. Every
// fourth row receives none of the second relation.
Messages messages(int64_t relations) {
  std::vector<int64_t> source, target;
  std::vector<float> share;
  for (int64_t row = 0; row < kRows; ++row)
    for (int64_t r = 0; r < relations; ++r)
      for (int64_t k = 0; k < (r == 0 ? row < kBefore : row % 4); ++k) {
        source.push_back(r * kBefore + (row * 5 + k * 2) % kBefore);
        target.push_back(row);
        share.push_back(r == 0 ? 1.0f : 1.0f / float(1 + row % 3));
      }
  return {at::tensor(source), at::tensor(target), at::tensor(share)};
}

struct Outcome {
  at::Tensor pooled;                  // pooled outputs of all layers, concatenated
  std::vector<at::Tensor> gradients;  // gradients of the encodings, the bases and the weights
};

// Runs forward and backward through the first layer and two message passing layers. `unfused`: uses plain LibTorch
// operations instead of the fused ones.
Outcome run(const Sizes& sizes, bool unfused) {
  useUnfusedOperations(unfused);
  at::manual_seed(3);
  const auto leaf = [](at::IntArrayRef shape) { return at::randn(shape).requires_grad_(true); };
  const int64_t width = sizes.width;
  at::Tensor encodings = leaf({kBefore, sizes.configurations, width});
  std::vector<at::Tensor> leaves = {encodings, leaf({kBefore, width}), leaf({kRows, width}), leaf({kBefore, width})};
  std::vector<at::Tensor> weights, back;
  for (int64_t r = 0; r < sizes.relations; ++r) weights.push_back(leaf({width, width}));
  for (int64_t r = 0; r < sizes.relations; ++r) back.push_back(leaf({width, width}));
  leaves.insert(leaves.end(), weights.begin(), weights.end());
  leaves.insert(leaves.end(), back.begin(), back.end());

  const Messages there = messages(sizes.relations);
  // Reverses the messages, so that each goes from its target to its source.
  const at::Tensor relation = at::floor_divide(there.source, kBefore), row = there.source - relation * kBefore;
  const at::Tensor order = at::argsort(row);
  const Messages here = {(relation * kRows + there.target).index_select(0, order), row.index_select(0, order),
                         there.share.index_select(0, order)};

  const LayerOutputs joined = joinConfigurations(encodings, leaves[1], kBefore);
  const LayerOutputs first = passMessages(joined.difference, weights, leaves[2], there, kPooled, /*isLast=*/false);
  const LayerOutputs last = passMessages(first.difference, back, leaves[3], here, kBefore, /*isLast=*/true);
  useUnfusedOperations(false);
  Outcome outcome{at::cat({joined.pooled, first.pooled, last.pooled}, 1), {}};
  (outcome.pooled * at::randn(outcome.pooled.sizes())).sum().backward();
  for (const at::Tensor& x : leaves) outcome.gradients.push_back(x.grad());
  return outcome;
}

class DeltaLayer : public testing::TestWithParam<Sizes> {};

TEST_P(DeltaLayer, FusedAndUnfusedOperationsGiveTheSameOutputsAndGradients) {
  const Outcome fused = run(GetParam(), false), unfused = run(GetParam(), true);
  const auto expectClose = [](const at::Tensor& a, const at::Tensor& b) {
    EXPECT_LT((a - b).abs().max().item<double>(), 1e-5 * (1 + b.abs().max().item<double>()));
  };
  expectClose(fused.pooled, unfused.pooled);
  for (size_t i = 0; i < unfused.gradients.size(); ++i) {
    SCOPED_TRACE(i);
    expectClose(fused.gradients[i], unfused.gradients[i]);
  }
}

TEST_P(DeltaLayer, BitsDoNotDependOnTheNumberOfThreads) {
  const int before = at::get_num_threads();
  at::set_num_threads(1);
  const Outcome one = run(GetParam(), false);
  at::set_num_threads(3);
  const Outcome three = run(GetParam(), false);
  at::set_num_threads(before);
  EXPECT_TRUE(at::equal(one.pooled, three.pooled));
  for (size_t i = 0; i < one.gradients.size(); ++i) EXPECT_TRUE(at::equal(one.gradients[i], three.gradients[i])) << i;
}

INSTANTIATE_TEST_SUITE_P(, DeltaLayer,
                         testing::Values(Sizes{1, 64, 2}, Sizes{16, 32, 2}, Sizes{40, 64, 3}, Sizes{53, 23, 3},
                                         Sizes{100, 5, 1}),
                         [](const auto& test) {
                           return std::to_string(test.param.configurations) + "ConfigurationsOfWidth" +
                                  std::to_string(test.param.width);
                         });

TEST(DeltaKernels, AddProductAcceptsAnyStridesOfItsFactor) {
  for (const auto& [rows, terms, width] :
       std::vector<std::array<int64_t, 3>>{{16, 64, 64}, {11, 7, 53}, {1, 1, 1}, {3, 20, 36}}) {
    const at::Tensor a = at::randn({rows, terms}), b = at::randn({terms, width}), start = at::randn({rows, width});
    const at::Tensor expected = start + at::mm(a, b), across = a.t().contiguous();
    for (const Factor& factor :
         {Factor{a.data_ptr<float>(), rows, terms, terms, 1}, Factor{across.data_ptr<float>(), rows, terms, 1, rows}}) {
      const at::Tensor sums = start.clone();
      addProduct(factor, b.data_ptr<float>(), sums.data_ptr<float>(), width);
      EXPECT_LT((sums - expected).abs().max().item<double>(), 1e-4) << rows << ' ' << terms << ' ' << width;
    }
  }
}

}  // namespace
}  // namespace hlorank::model
