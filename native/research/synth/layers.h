// Builds neural networks as HLO from layers, with gradients and an optimizer step.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "native/research/synth/hlo_builder.h"

namespace hlorank::synth {

// Reverse-mode automatic differentiation: every layer records its backward function on a tape, and finish() runs the
// tape in reverse. Operands of dots and convolutions are created in operand order, because the arrays of TpuGraphs list
// operands by ascending instruction index only.
class Layers {
 public:
  // What the module computes: the forward pass, or a training step of gradient descent or Adam.
  enum class Use { kInference, kDescent, kAdam };

  // `type`: element type of activations, "f32" or "bf16". Weights are f32 and converted to it.
  Layers(std::string type, Use use) : type_(std::move(type)), use_(use) {}

  HloBuilder hlo;

  Tensor input(const Sizes& sizes);   // a parameter of the activation type
  Tensor weight(const Sizes& sizes);  // an f32 parameter, converted to the activation type
  // Padded `size` × `size` convolution of images: [batch, height, width, channels] to [batch, height / stride,
  // width / stride, features], sizes rounded up.
  Tensor convolution(const Tensor& x, int64_t features, int64_t size, int64_t stride = 1);
  Tensor dense(const Tensor& x, int64_t units);         // [rows, inputs] to [rows, units], with a new weight
  Tensor dense(const Tensor& x, const Tensor& weight);  // [rows, inputs] by [inputs, units]
  Tensor bias(const Tensor& x);  // x plus a new weight with the size of the last dimension, broadcast over the others
  Tensor relu(const Tensor& x);
  Tensor smooth(const Tensor& x);  // a smooth activation function: x * (1 + tanh x) / 2
  Tensor add(const Tensor& x, const Tensor& y);
  Tensor normalize(const Tensor& x);  // layer normalization over the last dimension, with a learned scale
  Tensor softmax(const Tensor& x);    // softmax over the last dimension
  // Batched matrix product: x [batch, heads, rows, inner] by y [batch, heads, inner, columns], or by y [batch, heads,
  // columns, inner] if `transposed`.
  Tensor batchDot(const Tensor& x, const Tensor& y, bool transposed);
  Tensor reshape(const Tensor& x, const Sizes& sizes);
  Tensor transpose(const Tensor& x, const Sizes& order);  // dimension d of the result is dimension order[d] of x
  Tensor concatenate(const Tensor& x, const Tensor& y);   // along the last dimension
  Tensor maxPool(const Tensor& x);                        // over 2×2 windows of images: halves height and width
  Tensor upsample(const Tensor& x);                       // repeats every pixel of images: doubles height and width
  Tensor meanOfImage(const Tensor& x);                    // [batch, height, width, channels] to [batch, channels]

  // Sets the module's results. kInference: `output`. Training: the loss (sum of squares of `output`), the updated
  // weights and the optimizer state.
  void finish(const Tensor& output);
  // Adds chains of elementwise instructions on vectors, which no layout affects, until the module has `count`
  // instructions (not counting the root tuple).
  void padTo(size_t count);
  // Returns the text of the HLO module.
  std::string text(const std::string& name) const { return hlo.finish(name, results_); }

 private:
  // Adds the gradient of a layer's operands, given that of its result.
  using Backwards = std::function<void(const Tensor& gradient)>;
  // Records the backward function of y, if any of the operands `from` needs a gradient. Returns y.
  Tensor record(const Tensor& y, const std::vector<Tensor>& from, Backwards backwards);
  bool requiresGradient(const Tensor& x) const { return requiresGradient_.count(x.id) > 0; }
  void addGradient(const Tensor& x, const Tensor& gradient);  // adds to the gradient of x
  void update(const Tensor& weight, const Tensor& gradient);  // adds the instructions of the optimizer step of a weight
  Tensor sumOfLast(const Tensor& x);  // sum over the last dimension, broadcast back to the shape of x
  // x times a constant.
  Tensor scaled(const Tensor& x, const std::string& factor);

  // The backward function of one layer.
  struct Step {
    int result;  // id of the layer's result
    Backwards backwards;
  };
  std::string type_;
  Use use_;
  std::vector<Step> tape_;
  std::map<int, Tensor> gradients_;  // by id of the tensor
  std::set<int> requiresGradient_;   // ids of tensors that depend on a weight
  std::vector<Tensor> weights_, results_;
};

}  // namespace hlorank::synth
