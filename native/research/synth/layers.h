// Builds neural networks as HLO from layers, with gradients and an optimizer step if wanted.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "native/research/synth/hlo_builder.h"

namespace hlorank::synth {

// Builds a network with reverse-mode automatic differentiation. Every layer records its backward function on a tape;
// finish() runs the tape in reverse. Operands of dots and convolutions are created in operand order, because the arrays
// of TpuGraphs list operands by ascending instruction index only.
class Layers {
 public:
  // What the HLO module computes: only the forward pass, or a training step of gradient descent or Adam.
  enum class Use { kInference, kDescent, kAdam };

  // Starts an empty network. `type`: element type of activations, "f32" or "bf16". Weights are f32 parameters,
  // converted to the type of the activations.
  Layers(std::string type, Use use) : type_(std::move(type)), use_(use) {}

  HloBuilder hlo;

  Tensor input(const Sizes& sizes);   // adds a parameter of the activation type
  Tensor weight(const Sizes& sizes);  // adds an f32 parameter, converted to the activation type
  // Adds a padded `size` × `size` convolution of images: [batch, height, width, channels] to [batch, height / stride,
  // width / stride, features], with sizes rounded up.
  Tensor convolution(const Tensor& x, int64_t features, int64_t size, int64_t stride = 1);
  Tensor dense(const Tensor& x, int64_t units);         // [rows, inputs] to [rows, units], with a new weight
  Tensor dense(const Tensor& x, const Tensor& weight);  // [rows, inputs] by [inputs, units]
  // Adds a new weight to x. The weight has the size of the last dimension and is broadcast over all others.
  Tensor bias(const Tensor& x);
  Tensor relu(const Tensor& x);
  Tensor smooth(const Tensor& x);  // the activation function x * (1 + tanh x) / 2
  Tensor add(const Tensor& x, const Tensor& y);
  Tensor normalize(const Tensor& x);  // layer normalization over the last dimension, with a learned scale
  Tensor softmax(const Tensor& x);    // softmax over the last dimension
  // Batched matrix product of x [batch, heads, rows, inner] and y [batch, heads, inner, columns]. If `transposed`, y is
  // [batch, heads, columns, inner].
  Tensor batchDot(const Tensor& x, const Tensor& y, bool transposed);
  Tensor reshape(const Tensor& x, const Sizes& sizes);
  Tensor transpose(const Tensor& x, const Sizes& order);  // dimension d of the result is dimension order[d] of x
  Tensor concatenate(const Tensor& x, const Tensor& y);   // along the last dimension
  Tensor maxPool(const Tensor& x);                        // over 2×2 windows of images: halves height and width
  Tensor upsample(const Tensor& x);                       // max over 2×2 windows of images: halves height and width
  Tensor meanOfImage(const Tensor& x);                    // [batch, height, width, channels] to [batch, channels]

  // Sets the results of the module. Use::kInference: `output`. Otherwise the loss (sum of squares of `output`), the
  // updated weights and the optimizer state.
  void finish(const Tensor& output);
  // Adds elementwise instructions on vectors, whose cost no layout affects, until the module has `count` instructions
  // (not counting the root tuple).
  void padTo(size_t count);
  // Returns the text of the HLO module.
  std::string text(const std::string& name) const { return hlo.finish(name, results_); }

 private:
  // A backward function: given the gradient of a layer's result, adds to the gradients of the layer's operands.
  using Backwards = std::function<void(const Tensor& gradient)>;
  // Records on the tape the backward function of y, if any of its operands `from` needs a gradient. Returns y.
  Tensor record(const Tensor& y, const std::vector<Tensor>& from, Backwards backwards);
  bool requiresGradient(const Tensor& x) const { return requiresGradient_.count(x.id) > 0; }
  void addGradient(const Tensor& x, const Tensor& gradient);  // adds `gradient` to the gradient of x
  void update(const Tensor& weight, const Tensor& gradient);  // adds the optimizer step of a weight
  // Sum over the last dimension, broadcast back to the shape of x.
  Tensor sumOfLast(const Tensor& x);
  // Multiplies x by a constant.
  Tensor scaled(const Tensor& x, const std::string& factor);

  // The backward function of one layer, an entry of the tape.
  struct Step {
    int result;  // Tensor::id of the layer's result
    Backwards backwards;
  };
  std::string type_;
  Use use_;
  std::vector<Step> tape_;
  std::map<int, Tensor> gradients_;  // gradient of each tensor, by Tensor::id
  std::set<int> requiresGradient_;   // Tensor::id of tensors that depend on a weight
  std::vector<Tensor> weights_, results_;
};

}  // namespace hlorank::synth
