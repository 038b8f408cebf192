// Neural network layers as HLO, with gradients and an optimizer step.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "native/synth/hlo_builder.h"

namespace hlorank::synth {

// Reverse-mode automatic differentiation: every layer records its backward function on a tape, and finish() runs the
// tape in reverse. Operands of dots and convolutions are created in operand order, because the arrays of TpuGraphs list
// operands by ascending instruction index only.
class Layers {
 public:
  enum class Use { kInference, kDescent, kAdam };  // forward pass only, or training with this optimizer

  // `type`: element type of activations. Weights are f32 and converted to it.
  Layers(std::string type, Use use) : type_(std::move(type)), use_(use) {}

  HloBuilder hlo;

  Tensor input(const Sizes& sizes);
  Tensor weight(const Sizes& sizes);  // an f32 parameter, converted to the activation type
  Tensor convolution(const Tensor& x, int64_t features, int64_t size, int64_t stride = 1);  // [b,h,w,c], padded
  Tensor dense(const Tensor& x, int64_t units);                                             // [n,k] -> [n,units]
  Tensor dense(const Tensor& x, const Tensor& weight);
  Tensor bias(const Tensor& x);  // adds a weight [last dimension of x]
  Tensor relu(const Tensor& x);
  Tensor smooth(const Tensor& x);  // x * (1 + tanh x) / 2
  Tensor add(const Tensor& x, const Tensor& y);
  Tensor normalize(const Tensor& x);                                   // over the last dimension, with a scale
  Tensor softmax(const Tensor& x);                                     // over the last dimension
  Tensor batchDot(const Tensor& x, const Tensor& y, bool transposed);  // [b,h,m,k] by [b,h,k,n], or [b,h,n,k]
  Tensor reshape(const Tensor& x, const Sizes& sizes);
  Tensor transpose(const Tensor& x, const Sizes& order);
  Tensor concatenate(const Tensor& x, const Tensor& y);  // along the last dimension
  Tensor maxPool(const Tensor& x);
  Tensor upsample(const Tensor& x);     // [b,h,w,c] -> [b,2h,2w,c]
  Tensor meanOfImage(const Tensor& x);  // [b,h,w,c] -> [b,c]

  // Sets the module's results. Inference: `output`. Training: the loss of `output`, updated weights, optimizer state.
  void finish(const Tensor& output);
  // Adds instructions without effect on layouts (running averages) until the module has `count`, without the root.
  void padTo(size_t count);
  std::string text(const std::string& name) const { return hlo.finish(name, results_); }

 private:
  using Backwards = std::function<void(const Tensor& gradient)>;
  // Records the backward function of y, which was computed from `from`. Returns y.
  Tensor record(const Tensor& y, const std::vector<Tensor>& from, Backwards backwards);
  bool requiresGradient(const Tensor& x) const { return requiresGradient_.count(x.id) > 0; }
  void addGradient(const Tensor& x, const Tensor& gradient);  // accumulates into the gradient of x
  void update(const Tensor& weight, const Tensor& gradient);
  Tensor sumOfLast(const Tensor& x);  // sum over the last dimension, broadcast back to the shape of x
  Tensor scaled(const Tensor& x, const std::string& factor);

  struct Step {
    int result;
    Backwards backwards;
  };
  std::string type_;
  Use use_;
  std::vector<Step> tape_;
  std::map<int, Tensor> gradients_;
  std::set<int> requiresGradient_;  // ids of tensors that depend on a weight
  std::vector<Tensor> weights_, results_;
};

}  // namespace hlorank::synth
