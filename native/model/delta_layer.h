// The layers of an early-join network (joined_network.h), which run once per configuration, as fused operations with
// gradients. They compute differences: the hidden state of a graph node under a configuration minus its state without
// any configuration (the base).
#pragma once

#include <ATen/ATen.h>

#include <vector>

namespace hlorank::model {

// Messages of one layer, sorted by target: message i adds share[i] times a node state of the previous layer to the node
// target[i]. source[i] = r · B + n stands for node n of the B nodes of the previous layer, multiplied by the weight
// matrix of relation r (0: the node's own state, 1: its operands, 2: its users). From Level in shared/model/reach.h.
struct Messages {
  at::Tensor source, target;  // int64 [messages]
  at::Tensor share;           // float [messages]
};

struct LayerOutputs {
  at::Tensor difference;  // of every node and configuration; its layout is private, pass it on to passMessages
  at::Tensor pooled;      // [configurations, width] sum of the differences of the first `pooledRows` nodes
};

// Computes the first layer, ReLU(base + encoding) − ReLU(base). `encoding` [nodes, configurations, width]: what each
// configuration adds to the node states; `base` [nodes, width]: the node states without a configuration, before ReLU.
LayerOutputs joinConfigurations(const at::Tensor& encoding, const at::Tensor& base, int64_t pooledRows);

// Computes one message passing layer: ReLU(base + Σ share · weight · difference) − ReLU(base) for each node, with
// `difference` of the previous layer, a weight matrix [width, width] per relation, and `base` [nodes, width], the node
// states without a configuration before ReLU. If `isLast`, computes only LayerOutputs::pooled. The bits do not depend
// on the number of threads.
// CPU cost: 2 · configurations · width² operations per node and relation with messages, twice that in the backward
// pass; the gradient keeps the previous differences and one bit per difference of this layer.
LayerOutputs passMessages(const at::Tensor& difference, const std::vector<at::Tensor>& weights, const at::Tensor& base,
                          const Messages& messages, int64_t pooledRows, bool isLast);

// For tests: if `everywhere`, uses plain LibTorch operations (the GPU implementation) on the CPU as well. Initially
// false: fused operations on the CPU.
void useUnfusedOperations(bool everywhere);

}  // namespace hlorank::model
