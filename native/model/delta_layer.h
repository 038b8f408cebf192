// The layer of an early-join network that is computed for every configuration: one fused operation, with its gradient.
#pragma once

#include <ATen/ATen.h>

#include <vector>

namespace hlorank::model {

// Which rows hear from which, as tensors: an entry i adds share[i] · sourceRow[i] to row target[i]. Sources are rows of
// the tables of all relations, one after the other. Sorted by target. See shared/model/reach.h.
struct Messages {
  at::Tensor source, target;  // int64 [messages]
  at::Tensor share;           // float [messages]
};

struct LayerOutputs {
  at::Tensor difference;  // [A, C, H]
  at::Tensor pooled;      // [C, H] sum of the first `pooledRows` rows
};

// What the first layer makes of what configurations say, [A, C, H], at nodes whose state without them is `base` [A, H]:
// max(base + said, 0) − max(base, 0).
LayerOutputs putIn(const at::Tensor& said, const at::Tensor& base, int64_t pooledRows);

// One layer: differences [B, C, H] of the level before, a weight [H, H] for each relation, and the base [A, H] of this
// layer before it is cut off at 0. Row a becomes max(base + Σ share · (W difference), 0) − max(base, 0).
// On the processor: 2·B·C·H²·relations operations in matrix products, the rest one pass over the messages. What is kept
// for the gradient: the differences of both levels.
LayerOutputs passOn(const at::Tensor& difference, const std::vector<at::Tensor>& weights, const at::Tensor& base,
                    const Messages& messages, int64_t pooledRows);

// Whether operations on whole tensors, as other devices compute it, serve the processor as well: for tests of those.
void computeInWholes(bool everywhere);

}  // namespace hlorank::model
