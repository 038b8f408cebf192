// Sums of tensors and numbers over all processes, in a single message.
#pragma once

#include <ATen/ATen.h>

#include <vector>

#include "native/train/process_group.h"

namespace hlorank::train {

// Call `add` for every value, in the same order and with the same shapes in every process, then `finish`, which
// replaces each value by its sum. Values must outlive the call. Does nothing with a single process.
class AllReduce {
 public:
  explicit AllReduce(const ProcessGroup& group) : group_(group) {}
  void add(double& number) { numbers_.push_back(&number); }
  // A float tensor. Undefined counts as zero; it stays undefined if it is undefined in every process.
  void add(at::Tensor& tensor, at::IntArrayRef shape) { tensors_.push_back({&tensor, shape.vec()}); }
  // Sums stay on the device of the tensor, or on the CPU if the tensor was undefined. Throws PeerLost.
  void finish(Wait wait = Wait::kStep);

 private:
  struct Entry {
    at::Tensor* tensor;
    std::vector<int64_t> shape;
  };
  const ProcessGroup& group_;
  std::vector<double*> numbers_;
  std::vector<Entry> tensors_;
};

}  // namespace hlorank::train
