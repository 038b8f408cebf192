#include "native/model/device.h"

#include <ATen/Context.h>

namespace hlorank::model {

Result<c10::Device> parseDevice(const std::string& name) {
  const auto isNumber = [](std::string_view text) {
    return !text.empty() && text.size() < 4 && text.find_first_not_of("0123456789") == text.npos;
  };
  if (name == "cpu") return c10::Device(at::kCPU);
  if (name != "cuda" && !(name.rfind("cuda:", 0) == 0 && isNumber(std::string_view(name).substr(5))))
    return Error{"unknown device '" + name + "'", "use cpu, cuda, or cuda:1 for the second GPU"};
  if (!at::globalContext().hasCUDA())
    return Error{"LibTorch finds no GPU: it is built without CUDA, or this machine has none",
                 "leave out --device, or build with a LibTorch for CUDA (Torch_DIR)"};
  const int gpus = at::detail::getCUDAHooks().getNumGPUs();
  const c10::Device device(name == "cuda" ? "cuda:0" : name);
  if (device.index() >= gpus)
    return Error{name + " does not exist: this machine has " + std::to_string(gpus) + " GPUs, counted from cuda:0",
                 "use one of them, or cpu"};
  return device;
}

}  // namespace hlorank::model
