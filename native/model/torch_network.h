// The network of network.h in LibTorch, and scores of configurations from its outputs; differentiable. Files that need
// no tensors include model.h instead, which compiles faster.
#pragma once

#include <ATen/ATen.h>

#include <string>
#include <unordered_map>
#include <vector>

#include "native/model/description.h"
#include "native/model/network.h"
#include "native/model/parameters.h"
#include "shared/model/inputs.h"

namespace hlorank::model {

using NamedTensors = std::unordered_map<std::string, at::Tensor>;

// Copies arrays into tensors of type float or int64. With `learning`, trained arrays require gradients.
NamedTensors toTorch(const Parameters& parameters, bool learning, at::Device device = at::kCPU);
NamedTensors toTorch(const std::vector<Tensor>& inputs);

// Runs the network: rows [R], pairs [P], and unless `extent` is kTables scores [C]. `dropout` is the dropout
// probability of features (0 for inference), sampled with LibTorch's default generator. Throws c10::Error if an input
// is missing or has the wrong shape.
NetworkOutputs<at::Tensor> forward(const Description& description, const NamedTensors& parameters,
                                   const NamedTensors& inputs, double dropout, Extent extent = Extent::kWhole);

// The early- or late-join network of a single member in two steps: pooled embeddings [C, pooledWidth], and the head.
// The head reads only the input `referenceSet`; without it, attention compares with the first of the C configurations.
at::Tensor computePooled(const Description& description, const NamedTensors& parameters, const NamedTensors& inputs,
                         double dropout);
HeadOutputs<at::Tensor> scoresOfPooled(const Description& description, const NamedTensors& parameters,
                                       const NamedTensors& inputs, const at::Tensor& pooled, double dropout);

// Index arrays that `scores` needs to look up the table rows and pair entries of a configuration; one per program.
struct ScoreIndex {
  at::Tensor rowBegin;        // int64 [slots]
  at::Tensor slotsOfValue;    // int64 [values, largest number of slots of a value], padded with the number of slots
  at::Tensor pairBegin;       // int64 [neighbours] first pair entry of each pair of neighbouring slots
  at::Tensor pairFirst;       // int64 [neighbours] first slot of the pair
  at::Tensor pairSecond;      // int64 [neighbours] second slot of the pair
  at::Tensor secondRows;      // int64 [neighbours] number of layouts of the second slot
  at::Tensor referenceRow;    // int64 [rows] for each row, the row of its slot's reference layout
  at::Tensor referenceEntry;  // int64 [neighbours] pair entry of the two reference layouts
};
ScoreIndex scoreIndex(const configs::Configurations& configurations, const AnalyticalCosts& analytical);

// Scores [C] of choices uint8 [C, slots]; the computation of shared/model/score.h in differentiable operations.
at::Tensor scores(const Description& description, const NetworkOutputs<at::Tensor>& tables, const ScoreIndex& index,
                  const at::Tensor& choices);

}  // namespace hlorank::model
