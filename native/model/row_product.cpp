#include "native/model/row_product.h"

#include <torch/csrc/autograd/custom_function.h>

#include "native/model/delta_kernels.h"

namespace hlorank::model {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::Variable;
using torch::autograd::variable_list;

class RowProduct : public torch::autograd::Function<RowProduct> {
 public:
  static Variable forward(AutogradContext* context, const Variable& x, const Variable& weight, const Variable& bias) {
    context->save_for_backward({x, weight});
    const at::Tensor left = x.contiguous(), right = weight.t().contiguous();
    const at::Tensor into = bias.unsqueeze(0).repeat({left.size(0), 1});
    addProduct({left.data_ptr<float>(), left.size(0), left.size(1), left.size(1), 1}, right.data_ptr<float>(),
               into.data_ptr<float>(), into.size(1));
    return into;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const variable_list saved = context->get_saved_variables();
    const at::Tensor& gradient = gradients[0];
    return {at::mm(gradient, saved[1]), at::mm(gradient.t(), saved[0]), gradient.sum(0)};
  }
};

}  // namespace

at::Tensor rowProduct(const at::Tensor& x, const at::Tensor& weight, const at::Tensor& bias) {
  return x.is_cpu() ? RowProduct::apply(x, weight, bias) : at::linear(x, weight, bias);
}

}  // namespace hlorank::model
