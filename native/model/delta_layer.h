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
  at::Tensor difference;  // A rows of H for each of C configurations, laid out as passOn takes them
  at::Tensor pooled;      // [C, H] sum of the first `pooledRows` rows
};

// What the first layer makes of what configurations say, [A, C, H], at nodes whose state without them is `base` [A, H]:
// max(base + said, 0) − max(base, 0).
LayerOutputs putIn(const at::Tensor& said, const at::Tensor& base, int64_t pooledRows);

// One layer: differences of the B rows of the level before, a weight [H, H] for each relation, and the base [A, H] of
// this layer before it is cut off at 0. Row a becomes max(base + Σ share · (W difference), 0) − max(base, 0). The last
// layer's differences are pooled and not returned. On the processor it is one pass: 2·C·H² operations for each row and
// relation by which it hears anything, 4·C·H² on the way back for each row and relation by which it is heard, all on
// what lies in the first caches. Kept for the gradient: the differences of the level before, and a bit for each of this
// one. Floats lie densely; the result is the same to the bit for any number of threads.
LayerOutputs passOn(const at::Tensor& difference, const std::vector<at::Tensor>& weights, const at::Tensor& base,
                    const Messages& messages, int64_t pooledRows, bool isLast);

// Whether operations on whole tensors, as other devices compute it, serve the processor as well: for tests of those.
void computeInWholes(bool everywhere);

}  // namespace hlorank::model
