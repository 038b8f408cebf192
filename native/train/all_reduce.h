// Tensors and numbers added up over processes, all in one message.
#pragma once

#include <ATen/ATen.h>

#include <vector>

#include "native/train/process_group.h"

namespace hlorank::train {

// Name what is to be added up, in the same order and of the same shape in every process, then `finish`. With one
// process nothing is done.
class AllReduce {
 public:
  explicit AllReduce(const ProcessGroup& group) : group_(group) {}
  void add(double& number) { numbers_.push_back(&number); }
  // Floats. Undefined counts as zero, and stays undefined where no process has it.
  void add(at::Tensor& tensor, at::IntArrayRef shape) { tensors_.push_back({&tensor, shape.vec()}); }
  // What was added is replaced by the sums, each tensor where it was or, if undefined, on the processor.
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
