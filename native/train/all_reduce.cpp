#include "native/train/all_reduce.h"

namespace hlorank::train {

void AllReduce::finish(Wait wait) {
  if (group_.world == 1) return;
  // The message to sum over the processes: all numbers, then for each tensor a flag (1: defined, 0: undefined) and its
  // values.
  std::vector<float> flat;
  for (const double* number : numbers_) flat.push_back(float(*number));
  for (const Entry& entry : tensors_) {
    flat.push_back(entry.tensor->defined() ? 1 : 0);
    const size_t begin = flat.size();
    flat.resize(begin + size_t(c10::multiply_integers(entry.shape)));
    if (!entry.tensor->defined()) continue;
    const at::Tensor values = entry.tensor->to(at::kCPU, at::kFloat).contiguous();
    std::copy(values.data_ptr<float>(), values.data_ptr<float>() + values.numel(),
              flat.begin() + std::ptrdiff_t(begin));
  }
  group_.sum(flat, wait);

  const float* at = flat.data();
  for (double* number : numbers_) *number = *at++;
  for (const Entry& entry : tensors_) {
    const bool found = *at++ > 0;
    const size_t count = size_t(c10::multiply_integers(entry.shape));
    if (found) {
      const at::Tensor values = at::tensor(at::ArrayRef<float>(at, count)).view(entry.shape);
      *entry.tensor = entry.tensor->defined() ? values.to(entry.tensor->device()) : values;
    }
    at += count;
  }
}

}  // namespace hlorank::train
