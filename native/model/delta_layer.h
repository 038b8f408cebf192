// The layers of an early-join network that run for every configuration: fused operations with their gradients. They
// compute differences: state of a node with the configuration minus its state without any configuration (the base).
#pragma once

#include <ATen/ATen.h>

#include <vector>

namespace hlorank::model {

// Messages of one layer, sorted by target: message i adds share[i] · row source[i] to row target[i]. `source` indexes
// the concatenated tables of all relations (own state, operands, users), each [B, C, H]. See shared/model/reach.h.
struct Messages {
  at::Tensor source, target;  // int64 [messages]
  at::Tensor share;           // float [messages]
};

struct LayerOutputs {
  at::Tensor difference;  // differences of A nodes, C configurations, width H, in the layout that passMessages expects
  at::Tensor pooled;      // [C, H] sum over the first `pooledRows` nodes
};

// First layer: ReLU(base + encoding) − ReLU(base), for encodings of configurations [A, C, H] at A nodes whose state
// without a configuration is `base` [A, H] (before ReLU).
LayerOutputs joinConfigurations(const at::Tensor& encoding, const at::Tensor& base, int64_t pooledRows);

// One message passing layer. Row a becomes ReLU(base + Σ share · W difference) − ReLU(base), for `difference` of the B
// rows of the previous level, one weight [H, H] per relation, and `base` [A, H] before ReLU. With `isLast` only
// `pooled` is returned. The result is the same to the bit for any number of threads.
// CPU cost: 2·C·H² operations per row and relation with messages, 4·C·H² in the backward pass; the gradient keeps the
// previous differences and one bit per difference of this level.
LayerOutputs passMessages(const at::Tensor& difference, const std::vector<at::Tensor>& weights, const at::Tensor& base,
                          const Messages& messages, int64_t pooledRows, bool isLast);

// For tests: with true, the CPU also uses the unfused implementation of other devices, made of LibTorch operations.
void useUnfusedOperations(bool everywhere);

}  // namespace hlorank::model
