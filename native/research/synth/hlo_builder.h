// Builds HLO text one instruction at a time, with consistent shapes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace hlorank::synth {

// Size of each dimension of a tensor; also lists of dimension numbers.
using Sizes = std::vector<int64_t>;

// The result of an HLO instruction.
struct Tensor {
  int id = -1;       // index of the instruction in order of creation; -1: no instruction
  std::string type;  // element type, such as "f32", "bf16" or "pred"
  Sizes sizes;
  int rank() const { return static_cast<int>(sizes.size()); }
};

int64_t elementsOf(const Sizes& sizes);  // number of elements: the product of the sizes

// Window of a convolution, the same for both spatial dimensions. `low`, `high`: padding before the first and after the
// last element. inputDilation and kernelDilation are HLO's lhs_dilate and rhs_dilate.
struct ConvolutionWindow {
  int64_t size = 1, stride = 1, low = 0, high = 0, inputDilation = 1, kernelDilation = 1;
};

// Builds one HLO module: each function adds an instruction to the entry computation and returns its result. All layouts
// are row-major, as in a program before layout assignment.
class HloBuilder {
 public:
  Tensor parameter(const std::string& type, const Sizes& sizes);
  Tensor constant(const std::string& type, const std::string& value);
  Tensor unary(std::string_view operation, const Tensor& x);  // adds the HLO operation, such as "tanh"
  // `operation`: an HLO opcode, such as "add"; x and y have the same shape.
  Tensor binary(std::string_view operation, const Tensor& x, const Tensor& y);
  Tensor convert(const Tensor& x, const std::string& type);  // returns x if it already has this element type
  Tensor greater(const Tensor& x, const Tensor& y);          // elementwise x > y, of type pred
  Tensor select(const Tensor& condition, const Tensor& x, const Tensor& y);
  // Broadcasts x to a result of `sizes`. `dimensions`: the dimension of the result for each dimension of x.
  Tensor broadcast(const Tensor& x, const Sizes& sizes, const Sizes& dimensions);
  // Adds a tensor whose elements all have the constant `value`.
  Tensor fill(const std::string& type, const std::string& value, const Sizes& sizes);
  // Reduces `dimensions` of x by `operation`, which is "add" or "maximum".
  Tensor reduce(std::string_view operation, const Tensor& x, const Sizes& dimensions);
  Tensor reshape(const Tensor& x, const Sizes& sizes);
  Tensor transpose(const Tensor& x, const Sizes& order);  // dimension d of the result is dimension order[d] of x
  Tensor reverse(const Tensor& x, const Sizes& dimensions);
  Tensor concatenate(const Tensor& x, const Tensor& y, int64_t dimension);
  Tensor slice(const Tensor& x, int64_t dimension, int64_t from, int64_t to);
  // Multiplies x and y, contracting dimension `xContracting` of x with `yContracting` of y. The first `batch`
  // dimensions of both are batch dimensions.
  Tensor dot(const Tensor& x, const Tensor& y, int64_t xContracting, int64_t yContracting, int64_t batch = 0);
  // Adds a convolution with two spatial dimensions. `labels`: HLO dim_labels, such as "b01f_01io->b01f". `sizes`: sizes
  // of the result.
  Tensor convolution(const Tensor& x, const Tensor& kernel, const ConvolutionWindow& window, const std::string& labels,
                     const Sizes& sizes);
  Tensor maxPool(const Tensor& x);  // windows of 2×2; x is [batch, height, width, channels]
  // Adds the gradient of x, given x and the gradient of maxPool(x).
  Tensor maxPoolGradient(const Tensor& x, const Tensor& gradient);
  // Adds an HLO conditional on f32 scalars that returns -x if `condition` holds, else y. All conditionals share the two
  // branch computations.
  Tensor choose(const Tensor& condition, const Tensor& x, const Tensor& y);

  // Returns the number of instructions of the module so far, in all computations. Does not count the root tuple that
  // finish() adds.
  size_t count() const { return entry_.size() + 3 * reducers_.size() + branches_; }
  // Returns the HLO text of the module, with the name `name` and a tuple of `results` as its root.
  std::string finish(const std::string& name, const std::vector<Tensor>& results) const;
  // Returns the HLO text of the module, with the name `name` and the last instruction as its root.
  std::string finishLast(const std::string& name) const;

 private:
  std::string header(const std::string& name) const;  // the line "HloModule" and the called computations
  // Adds an instruction to the entry computation. `expression`: opcode, operands and attributes.
  Tensor emit(const std::string& type, const Sizes& sizes, const std::string& expression);
  // Returns the name of the scalar computation that a reduction applies. Adds this computation to the module unless an
  // earlier reduction did.
  std::string reducer(std::string_view operation, const std::string& type);

  std::vector<std::string> entry_;     // text of the instructions of the entry computation
  std::vector<std::string> reducers_;  // computations that reductions apply, such as "add bf16"
  // parameters_: number of parameters so far. branches_: number of instructions in branch computations of conditionals.
  size_t parameters_ = 0, branches_ = 0;
};

}  // namespace hlorank::synth
