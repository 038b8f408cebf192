// Runs the network of network.h in LibTorch, and computes scores of configurations from its outputs; differentiable.
// Files that need no tensors include model.h instead, which compiles faster.
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

// Copies weights or input arrays into LibTorch tensors of type float or int64, by name. With `learning`, the weights
// that training updates (all but Training::kFixed) require gradients.
NamedTensors toTorch(const Parameters& parameters, bool learning, at::Device device = at::kCPU);
NamedTensors toTorch(const std::vector<Tensor>& inputs, at::Device device = at::kCPU);

// Runs the network, or with Extent::kTables only the part that computes the layout table. `dropout` is the dropout
// probability of features (0 for inference), sampled with LibTorch's default generator. Throws c10::Error if a weight
// or an input is missing or has the wrong shape.
NetworkOutputs<at::Tensor> forward(const Description& description, const NamedTensors& parameters,
                                   const NamedTensors& inputs, double dropout, Extent extent = Extent::kWhole);

// Run a network that scores whole configurations (no ensemble) in two steps. computePooled returns the pooled embedding
// of each configuration, [configurations, pooledWidth]; scoresOfPooled runs the scoring head on `pooled`. Of `inputs`,
// the head reads only `referenceSet`. Without that input, attention compares with the first crossAttention
// configurations of `pooled`.
at::Tensor computePooled(const Description& description, const NamedTensors& parameters, const NamedTensors& inputs,
                         double dropout);
HeadOutputs<at::Tensor> scoresOfPooled(const Description& description, const NamedTensors& parameters,
                                       const NamedTensors& inputs, const at::Tensor& pooled, double dropout);

// Index arrays of one program with which `scores` looks up the costs of a configuration. A slot is a configurable
// output or operand; a row of the layout table is a slot with one of its layouts; a pair entry is two rows of
// neighbouring slots. A value is the result of an instruction; one or more slots hold it. `neighbours` is the number of
// pairs of neighbouring slots.
struct ScoreIndex {
  at::Tensor rowBegin;  // int64 [slots] first row of each slot (configurable output or operand)
  // int64 [values, largest number of slots of a value] For each value (result of an instruction), the indices of the
  // slots that hold it. Shorter lists are padded with the total number of slots.
  at::Tensor slotsOfValue;
  // int64 [neighbours] First pair entry (cost of two layouts) of each pair of neighbouring slots.
  at::Tensor pairBegin;
  // int64 [neighbours] First slot (configurable output or operand) of each pair of neighbouring slots.
  at::Tensor pairFirst;
  // int64 [neighbours] Second slot (configurable output or operand) of each pair of neighbouring slots.
  at::Tensor pairSecond;
  at::Tensor secondRows;    // int64 [neighbours] number of layouts of the second slot of each pair
  at::Tensor referenceRow;  // int64 [rows] row of the same slot with the layout written in the program
  // int64 [neighbours] Pair entry (cost of two layouts) of the layouts that the two slots have in the program.
  at::Tensor referenceEntry;
};
// Builds the index arrays with which `scores` looks up the costs of a program's configurations. A configuration chooses
// a layout for each configurable tensor.
ScoreIndex scoreIndex(const configs::Configurations& configurations, const AnalyticalCosts& analytical);

// Computes scores [configurations] of `choices` uint8 [configurations, slots] from the layout table in `tables`.
// `choices` is, for each slot (configurable output or operand), the index of its layout. The same computation as
// shared/model/score.h, but differentiable.
at::Tensor scores(const Description& description, const NetworkOutputs<at::Tensor>& tables, const ScoreIndex& index,
                  const at::Tensor& choices);

}  // namespace hlorank::model
