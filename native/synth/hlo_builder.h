// Builds HLO text one instruction at a time, with consistent shapes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hlorank::synth {

using Sizes = std::vector<int64_t>;

// The result of an instruction. `id`: the index of the instruction in creation order.
struct Tensor {
  int id = -1;
  std::string type;  // "f32", "bf16", "pred"
  Sizes sizes;
  int rank() const { return static_cast<int>(sizes.size()); }
};

int64_t elementsOf(const Sizes& sizes);  // the product

// Window of a convolution, the same for both spatial dimensions. `low`, `high`: padding.
struct ConvolutionWindow {
  int64_t size = 1, stride = 1, low = 0, high = 0, inputDilation = 1, kernelDilation = 1;
};

// All layouts are row-major, as in a program before layout assignment.
class HloBuilder {
 public:
  Tensor parameter(const std::string& type, const Sizes& sizes);
  Tensor constant(const std::string& type, const std::string& value);
  Tensor unary(std::string_view operation, const Tensor& x);                    // "tanh", "exponential", ...
  Tensor binary(std::string_view operation, const Tensor& x, const Tensor& y);  // "add", ...; equal shapes
  Tensor convert(const Tensor& x, const std::string& type);                     // x itself if it has this type
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
  // One contracting dimension per operand; the first `batch` dimensions of both are batch dimensions.
  Tensor dot(const Tensor& x, const Tensor& y, int64_t xContracting, int64_t yContracting, int64_t batch = 0);
  // Two spatial dimensions. `labels`: HLO dim_labels ("b01f_01io->b01f"). `sizes`: of the result.
  Tensor convolution(const Tensor& x, const Tensor& kernel, const ConvolutionWindow& window, const std::string& labels,
                     const Sizes& sizes);
  Tensor maxPool(const Tensor& x);  // 2x2 window, stride 2: [b,h,w,c] -> [b,h/2,w/2,c]
  Tensor maxPoolGradient(const Tensor& x, const Tensor& gradient);
  // An HLO conditional that gives the scalar x or y, with one branch computation for each.
  Tensor choose(const Tensor& condition, const Tensor& x, const Tensor& y);

  // Number of instructions of the module in all computations, without the root tuple.
  size_t count() const { return entry_.size() + 3 * reducers_.size() + branches_; }
  // The module text with a root tuple of `results`.
  std::string finish(const std::string& name, const std::vector<Tensor>& results) const;
  // The module text with the last instruction as root.
  std::string finishLast(const std::string& name) const;

 private:
  std::string header(const std::string& name) const;  // the module header and the called computations
  Tensor emit(const std::string& type, const Sizes& sizes, const std::string& expression);
  std::string reducer(std::string_view operation, const std::string& type);

  std::vector<std::string> entry_;
  std::vector<std::string> reducers_;  // computations applied by reductions: "add bf16"
  size_t parameters_ = 0, branches_ = 0;
};

}  // namespace hlorank::synth
