// The layers of an early-join network, in which each configuration (layout assignment) changes the node states
// (joined_network.h). The layers are fused operations with gradients that run once per configuration. They compute
// differences: the hidden state of a graph node under a configuration minus the base, its state without any
// configuration.
#pragma once

#include <ATen/ATen.h>

#include <vector>

namespace hlorank::model {

// Messages of one layer, sorted by target: message i adds share[i] times a node state of the previous layer to the node
// target[i]. With B nodes in the previous layer, source[i] = r · B + n stands for node n of that layer, whose state is
// multiplied by the weight matrix of relation r (0: the node's own state, 1: its operands, 2: its users). From Level in
// shared/model/reach.h.
struct Messages {
  at::Tensor source, target;  // int64, one element per message
  at::Tensor share;           // float, one element per message
};

struct LayerOutputs {
  // For each node and configuration, the node state minus its base (the state without any configuration). The memory
  // layout is private: only passMessages can read this tensor.
  at::Tensor difference;
  at::Tensor pooled;  // [configurations, width] sum over the first `pooledRows` nodes
};

// Computes the first layer, ReLU(base + encoding) − ReLU(base). `encoding` [nodes, configurations, width] is what each
// configuration adds to the node states. `base` [nodes, width] is the node states without a configuration, before ReLU.
LayerOutputs joinConfigurations(const at::Tensor& encoding, const at::Tensor& base, int64_t pooledRows);

// Computes one message passing layer, ReLU(base + Σ share · weight · difference) − ReLU(base) for each node.
// `difference` is the output of the previous layer; each relation has a weight matrix [width, width]; `base` [nodes,
// width] is the node states without a configuration, before ReLU. If `isLast`, computes only LayerOutputs::pooled. The
// bits do not depend on the number of threads. CPU cost: 2 · configurations · width² operations per node and relation
// with messages, twice that in the backward pass. The gradient keeps the previous differences and one bit per
// difference of this layer.
LayerOutputs passMessages(const at::Tensor& difference, const std::vector<at::Tensor>& weights, const at::Tensor& base,
                          const Messages& messages, int64_t pooledRows, bool isLast);

// For tests: if `everywhere`, the layers use plain LibTorch operations (the implementation for GPUs) on the CPU too.
// Initially false: the CPU uses fused operations.
void useUnfusedOperations(bool everywhere);

}  // namespace hlorank::model
