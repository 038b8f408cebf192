// HLO text, an instruction at a time, with shapes that fit together.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hlorank::synth {

using Sizes = std::vector<int64_t>;

// The result of an instruction. Results are numbered as they are made.
struct Tensor {
  int id = -1;
  std::string type;  // "f32", "bf16", "pred"
  Sizes sizes;
  int rank() const { return static_cast<int>(sizes.size()); }
};

int64_t elementsOf(const Sizes& sizes);

// A window over the spatial dimensions of a convolution: the same in both.
struct ConvolutionWindow {
  int64_t size = 1, stride = 1, low = 0, high = 0, inputDilation = 1, kernelDilation = 1;
};

// Layouts are row-major throughout, as programs have them before a compiler assigns others.
class HloBuilder {
 public:
  Tensor parameter(const std::string& type, const Sizes& sizes);
  Tensor constant(const std::string& type, const std::string& value);
  Tensor unary(std::string_view operation, const Tensor& x);                    // "tanh", "exponential", ...
  Tensor binary(std::string_view operation, const Tensor& x, const Tensor& y);  // "add", ...; equal shapes
  Tensor convert(const Tensor& x, const std::string& type);                     // x itself when it has the type
  Tensor greater(const Tensor& x, const Tensor& y);
  Tensor select(const Tensor& condition, const Tensor& x, const Tensor& y);
  Tensor broadcast(const Tensor& x, const Sizes& sizes, const Sizes& dimensions);
  Tensor fill(const std::string& type, const std::string& value, const Sizes& sizes);
  Tensor reduce(std::string_view operation, const Tensor& x, const Sizes& dimensions);  // "add" or "maximum"
  Tensor reshape(const Tensor& x, const Sizes& sizes);
  Tensor transpose(const Tensor& x, const Sizes& order);
  Tensor reverse(const Tensor& x, const Sizes& dimensions);
  Tensor concatenate(const Tensor& x, const Tensor& y, int64_t dimension);
  Tensor slice(const Tensor& x, int64_t dimension, int64_t from, int64_t to);
  // One contracting dimension of each; `batch` leading dimensions of both go along.
  Tensor dot(const Tensor& x, const Tensor& y, int64_t xContracting, int64_t yContracting, int64_t batch = 0);
  // Two spatial dimensions; `labels` as HLO writes them ("b01f_01io->b01f"), `sizes` those of the result.
  Tensor convolution(const Tensor& x, const Tensor& kernel, const ConvolutionWindow& window, const std::string& labels,
                     const Sizes& sizes);
  Tensor maxPool(const Tensor& x);  // 2x2 of [b,h,w,c], stride 2
  Tensor maxPoolGradient(const Tensor& x, const Tensor& gradient);
  // A choice between two scalars by two small computations of their own.
  Tensor choose(const Tensor& condition, const Tensor& x, const Tensor& y);

  // Instructions that the module will have, without the tuple at its root.
  size_t count() const { return entry_.size() + 3 * reducers_.size() + branches_; }
  // The module, whose root is a tuple of `results`.
  std::string finish(const std::string& name, const std::vector<Tensor>& results) const;
  // The module, whose root is the instruction made last.
  std::string finishLast(const std::string& name) const;

 private:
  std::string header(const std::string& name) const;  // and the small computations
  Tensor emit(const std::string& type, const Sizes& sizes, const std::string& expression);
  std::string reducer(std::string_view operation, const std::string& type);

  std::vector<std::string> entry_;
  std::vector<std::string> reducers_;  // "add bf16"
  size_t parameters_ = 0, branches_ = 0;
};

}  // namespace hlorank::synth
