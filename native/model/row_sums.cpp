#include "native/model/row_sums.h"

#include <torch/csrc/autograd/custom_function.h>

#include "native/model/delta_kernels.h"

namespace hlorank::model {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Variable;
using torch::autograd::variable_list;

// Returns zeros in the shape of `x` with another number of rows.
at::Tensor zeroRows(const at::Tensor& x, int64_t rows) {
  std::vector<int64_t> shape = x.sizes().vec();
  shape[0] = rows;
  return at::zeros(shape, x.options());
}

at::Tensor computeSums(const at::Tensor& x, const at::Tensor& source, const at::Tensor& target, int64_t rows) {
  const at::Tensor from = x.contiguous(), sources = source.contiguous(), targets = target.contiguous();
  at::Tensor sums = zeroRows(x, rows);
  const int64_t edges = sources.size(0), width = x.size(0) == 0 ? 0 : x.numel() / x.size(0);
  const int64_t *fromRow = sources.data_ptr<int64_t>(), *toRow = targets.data_ptr<int64_t>();
  TORCH_CHECK(targets.size(0) == edges, "sumRows: ", edges, " sources, ", targets.size(0), " targets");
  for (int64_t e = 0; e < edges; ++e) {
    TORCH_CHECK_INDEX(fromRow[e] >= 0 && fromRow[e] < x.size(0) && toRow[e] >= 0 && toRow[e] < rows,
                      "sumRows: index out of range");
    addScaled(sums.data_ptr<float>() + toRow[e] * width, from.data_ptr<float>() + fromRow[e] * width, 1, width);
  }
  return sums;
}

class RowSums : public torch::autograd::Function<RowSums> {
 public:
  static Variable forward(AutogradContext* context, const Variable& x, const Variable& source, const Variable& target,
                          int64_t rows) {
    context->save_for_backward({source, target});
    context->saved_data["rows"] = x.size(0);
    return computeSums(x, source, target, rows);
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const variable_list saved = context->get_saved_variables();
    return {computeSums(gradients[0], saved[1], saved[0], context->saved_data["rows"].toInt()), {}, {}, {}};
  }
};

class GatheredRows : public torch::autograd::Function<GatheredRows> {
 public:
  static Variable forward(AutogradContext* context, const Variable& x, const Variable& index) {
    context->save_for_backward({index});
    context->saved_data["rows"] = x.size(0);
    return x.index_select(0, index);
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const at::Tensor index = context->get_saved_variables()[0], all = at::arange(index.size(0), index.options());
    return {computeSums(gradients[0], all, index, context->saved_data["rows"].toInt()), {}};
  }
};

bool isFloatOnCpu(const at::Tensor& x) {
  return x.is_cpu() && x.scalar_type() == at::kFloat;
}

}  // namespace

at::Tensor gatherRows(const at::Tensor& x, const at::Tensor& index) {
  return isFloatOnCpu(x) ? GatheredRows::apply(x, index) : x.index_select(0, index);
}

at::Tensor sumRows(const at::Tensor& x, const at::Tensor& source, const at::Tensor& target, int64_t rows) {
  if (isFloatOnCpu(x)) return RowSums::apply(x, source, target, rows);
  return zeroRows(x, rows).index_add(0, target, x.index_select(0, source));
}

}  // namespace hlorank::model
