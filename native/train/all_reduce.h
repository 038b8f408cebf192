// Sums tensors and numbers over all training processes, in a single message.
#pragma once

#include <ATen/ATen.h>

#include <vector>

#include "native/train/process_group.h"

namespace hlorank::train {

// Sums values over all processes. Call `add` for every value, in the same order and with the same shapes in every
// process, then `finish`, which replaces each value by its sum. With a single process, the values stay as they are.
class AllReduce {
 public:
  explicit AllReduce(const ProcessGroup& group) : group_(group) {}
  // Registers a number to be summed, as float32. The number must outlive this object.
  void add(double& number) { numbers_.push_back(&number); }
  // Registers a float tensor to be summed, which must outlive this object. A tensor that is undefined in this process
  // counts as zeros of `shape`. A tensor that is undefined in every process stays undefined.
  void add(at::Tensor& tensor, at::IntArrayRef shape) { tensors_.push_back({&tensor, shape.vec()}); }
  // Replaces every registered value by its sum over all processes. A tensor stays on its device; one that was undefined
  // is created on the CPU. `wait` selects the timeout. Throws PeerLost if another process ended or does not answer in
  // time.
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
