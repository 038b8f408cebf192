#include "native/model/model.h"
#include "native/model/torch_network.h"

namespace hlorank::model {
namespace {

std::vector<float> values(const at::Tensor& tensor) {
  const at::Tensor flat = tensor.contiguous();
  return {flat.data_ptr<float>(), flat.data_ptr<float>() + flat.numel()};
}

}  // namespace

Result<Tables> makeTables(const Model& model, std::vector<Tensor> inputs,
                          const configs::Configurations& configurations) {
  if (model.description.freeRows > 0) inputs.push_back(freeRowInput(model.free, configurations));
  try {
    const at::NoGradGuard noGradients;
    const auto out = forward(model.description, toTorch(model.parameters, /*learning=*/false), toTorch(inputs), 0);
    const auto valuesOf = [](const std::optional<at::Tensor>& tensor) {
      return tensor ? values(*tensor) : std::vector<float>();
    };
    return Tables{values(out.rows), valuesOf(out.pairs), valuesOf(out.members)};
  } catch (const c10::Error& error) {
    return Error{std::string("the model does not fit this program: ") + error.what_without_backtrace(),
                 "use a model exported by this version of hlorank, or --model h2",
                 {},
                 {}};
  }
}

}  // namespace hlorank::model
