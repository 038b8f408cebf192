// Layers of networks with their gradients: what a training step is made of.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <vector>

#include "native/synth/hlo_builder.h"

namespace hlorank::synth {

// A tape: every layer notes how gradients go back through it, and `train` plays the tape backwards. Operands of dots
// and convolutions are made in the order in which they are consumed, since the arrays of TpuGraphs know operands by
// ascending number only.
class Layers {
 public:
  enum class Use { kInference, kDescent, kAdam };  // no gradients, or what becomes of them

  // Activations have the type `type`; weights are f32 and converted.
  Layers(std::string type, Use use) : type_(std::move(type)), use_(use) {}

  HloBuilder hlo;

  Tensor input(const Sizes& sizes);
  Tensor weight(const Sizes& sizes);  // f32, converted where needed
  Tensor convolution(const Tensor& x, int64_t features, int64_t size, int64_t stride = 1);  // [b,h,w,c], padded
  Tensor dense(const Tensor& x, int64_t units);                                             // [n,k] -> [n,units]
  Tensor dense(const Tensor& x, const Tensor& weight);
  Tensor bias(const Tensor& x);  // over the last dimension
  Tensor relu(const Tensor& x);
  Tensor smooth(const Tensor& x);  // x * (1 + tanh x) / 2
  Tensor add(const Tensor& x, const Tensor& y);
  Tensor normalize(const Tensor& x);                                   // over the last dimension, with a scale
  Tensor softmax(const Tensor& x);                                     // over the last dimension
  Tensor batchDot(const Tensor& x, const Tensor& y, bool transposed);  // [b,h,m,k] by [b,h,k,n], or [b,h,n,k]
  Tensor reshape(const Tensor& x, const Sizes& sizes);
  Tensor transpose(const Tensor& x, const Sizes& order);
  Tensor concatenate(const Tensor& x, const Tensor& y);  // of the last dimension
  Tensor maxPool(const Tensor& x);
  Tensor upsample(const Tensor& x);     // [b,h,w,c] -> [b,2h,2w,c]
  Tensor meanOfImage(const Tensor& x);  // [b,h,w,c] -> [b,c]

  // The result, or the loss of `output` with all gradients and updated weights.
  void finish(const Tensor& output);
  // Instructions that count for nothing, until there are `count` (the root not counted): running averages.
  void fillUp(size_t count);
  std::string text(const std::string& name) const { return hlo.finish(name, results_); }

 private:
  using Backwards = std::function<void(const Tensor& gradient)>;
  // Notes how y, made of `from`, hands its gradient on; gives y.
  Tensor tape(const Tensor& y, const std::vector<Tensor>& from, Backwards backwards);
  bool wanted(const Tensor& x) const { return wanted_.count(x.id) > 0; }
  void give(const Tensor& x, const Tensor& gradient);  // one more part of the gradient of x
  void update(const Tensor& weight, const Tensor& gradient);
  Tensor sumOfLast(const Tensor& x);  // over the last dimension, as wide as x again
  Tensor scaled(const Tensor& x, const std::string& factor);

  struct Step {
    int result;
    Backwards backwards;
  };
  std::string type_;
  Use use_;
  std::vector<Step> tape_;
  std::map<int, Tensor> gradients_;
  std::set<int> wanted_;  // what depends on a weight
  std::vector<Tensor> weights_, results_;
};

}  // namespace hlorank::synth
