// Tests sums of rows by index against LibTorch's index_add.
#include "native/model/row_sums.h"

#include <gtest/gtest.h>

namespace hlorank::model {
namespace {

at::Tensor longs(std::vector<int64_t> values) {
  return at::tensor(at::ArrayRef<int64_t>(values), at::kLong);
}

// Returns the sums of rows by LibTorch.
at::Tensor addByIndex(const at::Tensor& x, const at::Tensor& source, const at::Tensor& target, int64_t rows) {
  std::vector<int64_t> shape = x.sizes().vec();
  shape[0] = rows;
  return at::zeros(shape, x.options()).index_add(0, target, x.index_select(0, source));
}

TEST(RowSums, andTheirGradientsEqualIndexAddToTheBit) {
  at::manual_seed(1);
  for (const std::vector<int64_t>& shape : {std::vector<int64_t>{7, 5}, {7, 64}, {7}, {7, 2, 3}}) {
    const at::Tensor source = at::randint(7, {40}, at::kLong), target = at::randint(9, {40}, at::kLong);
    at::Tensor ours = at::randn(shape).requires_grad_(true), theirs = ours.detach().clone().requires_grad_(true);
    const at::Tensor sums = sumRows(ours, source, target, 9), expected = addByIndex(theirs, source, target, 9);
    EXPECT_TRUE(sums.equal(expected));
    const at::Tensor weights = at::randn(sums.sizes());
    (sums * weights).sum().backward();
    (expected * weights).sum().backward();
    EXPECT_TRUE(ours.grad().equal(theirs.grad()));
  }
}

TEST(RowSums, ofDoublesAreAddedRowByRow) {
  const at::Tensor x = at::tensor({1.0, 2.0, 4.0}, at::kDouble);
  EXPECT_TRUE(sumRows(x, longs({0, 2, 2}), longs({1, 1, 0}), 2).equal(at::tensor({4.0, 5.0}, at::kDouble)));
}

TEST(GatheredRows, andTheirGradientsEqualIndexSelectToTheBit) {
  at::manual_seed(1);
  for (const at::ScalarType type : {at::kFloat, at::kDouble}) {
    const at::Tensor index = at::randint(7, {40}, at::kLong), weights = at::randn({40, 3}, type);
    at::Tensor ours = at::randn({7, 3}, type).requires_grad_(true);
    at::Tensor theirs = ours.detach().clone().requires_grad_(true);
    const at::Tensor rows = gatherRows(ours, index), expected = theirs.index_select(0, index);
    EXPECT_TRUE(rows.equal(expected));
    (rows * weights).sum().backward();
    (expected * weights).sum().backward();
    EXPECT_TRUE(ours.grad().equal(theirs.grad()));
  }
}

TEST(RowSums, readArraysThatAreNotContiguous) {
  const at::Tensor x = at::randn({5, 7}).t(), source = at::arange(20, at::kLong).slice(0, 0, 14, 2);
  const at::Tensor target = longs({0, 0, 1, 1, 2, 2, 2});
  EXPECT_TRUE(sumRows(x, source.remainder(7), target, 3).equal(addByIndex(x, source.remainder(7), target, 3)));
}

TEST(RowSums, ofNoEdgesAreZero) {
  EXPECT_TRUE(sumRows(at::randn({3, 2}), longs({}), longs({}), 4).equal(at::zeros({4, 2})));
}

TEST(RowSums, rejectIndicesOutOfRange) {
  const at::Tensor x = at::randn({3, 2});
  EXPECT_THROW(sumRows(x, longs({3}), longs({0}), 1), c10::Error);
  EXPECT_THROW(sumRows(x, longs({-1}), longs({0}), 1), c10::Error);
  EXPECT_THROW(sumRows(x, longs({0}), longs({1}), 1), c10::Error);
  EXPECT_THROW(sumRows(x, longs({0, 1}), longs({0}), 1), c10::Error);
}

}  // namespace
}  // namespace hlorank::model
