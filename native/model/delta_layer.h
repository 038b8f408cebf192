// The layers of an early-join network that run once per configuration, as fused operations with gradients. They compute
// differences: the state of a node with a configuration minus its state without any configuration (the base).
#pragma once

#include <ATen/ATen.h>

#include <vector>

namespace hlorank::model {

// Messages of one layer, sorted by target. Message i adds share[i] · source row source[i] to row (node) target[i].
// Source row r · B + n is node n of the B nodes of the previous layer, multiplied by the weight of relation r (0: the
// node's own state, 1: its operands, 2: its users). Level in shared/model/reach.h holds these arrays.
struct Messages {
  at::Tensor source, target;  // int64 [messages]
  at::Tensor share;           // float [messages]
};

struct LayerOutputs {
  at::Tensor difference;  // difference of every node and configuration; opaque: only for passMessages
  at::Tensor pooled;      // [configurations, width] sum of the differences of the first `pooledRows` nodes
};

// Computes the first layer, ReLU(base + encoding) − ReLU(base), from the encodings of the configurations [nodes,
// configurations, width] and the states of the nodes without a configuration, `base` [nodes, width] (before ReLU).
LayerOutputs joinConfigurations(const at::Tensor& encoding, const at::Tensor& base, int64_t pooledRows);

// Computes one message passing layer: ReLU(base + Σ share · weight · difference) − ReLU(base) for each node, where
// `difference` comes from the previous layer, `weights` are [width, width] per relation, and `base` [nodes, width] is
// before ReLU. With `isLast`, only `pooled` is valid. The bits do not depend on the number of threads.
// CPU cost: 2 · configurations · width² operations per node and relation with messages, twice that in the backward
// pass; the gradient keeps the previous differences and one bit per difference of this layer.
LayerOutputs passMessages(const at::Tensor& difference, const std::vector<at::Tensor>& weights, const at::Tensor& base,
                          const Messages& messages, int64_t pooledRows, bool isLast);

// For tests. true: use the implementation for GPUs, plain LibTorch operations, on the CPU as well; false (initially):
// use the fused operations on the CPU.
void useUnfusedOperations(bool everywhere);

}  // namespace hlorank::model
