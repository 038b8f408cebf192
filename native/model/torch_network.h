// The network walked by LibTorch, and the scores of configurations from what it writes, differentiable. Include only
// where tensors are needed: everybody else uses inference.h.
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

// Copies; floats stay floats and integers become int64. Learned arrays ask for gradients when `learning`.
NamedTensors toTorch(const Parameters& parameters, bool learning, at::Device device = at::kCPU);
NamedTensors toTorch(const std::vector<Tensor>& inputs);

// Runs the network: rows [R], pairs [P], and scores [C] unless it is the tables alone that are wanted. `dropout` is the
// share of features put out, 0 outside of training; it draws from LibTorch's default generator. Throws c10::Error when
// an input is missing or has the wrong shape.
NetworkOutputs<at::Tensor> forward(const Description& description, const NamedTensors& parameters,
                                   const NamedTensors& inputs, double dropout, Extent extent = Extent::kWhole);

// The two halves of the early or late network of one member: what is pooled [C, pooledWidth], and what the head makes
// of it. Of the inputs the latter reads `company`; where that is missing, a crossed network takes it from among the C.
at::Tensor pooled(const Description& description, const NamedTensors& parameters, const NamedTensors& inputs,
                  double dropout);
Headed<at::Tensor> scoresOfPooled(const Description& description, const NamedTensors& parameters,
                                  const NamedTensors& inputs, const at::Tensor& pooled, double dropout);

// Where the table entries of a configuration are: everything `scores` needs of a program, made once.
struct ScoreIndex {
  at::Tensor rowBegin;      // int64 [slots]
  at::Tensor slotsOfValue;  // int64 [values, most slots of a value], padded with `slots`
  at::Tensor pairBegin;     // int64 [neighbours] first pair entry
  at::Tensor pairFirst;     // int64 [neighbours] the two slots
  at::Tensor pairSecond;
  at::Tensor secondRows;      // int64 [neighbours] layouts of the second slot
  at::Tensor referenceRow;    // int64 [rows] row of the reference layout of each row's slot
  at::Tensor referenceEntry;  // int64 [neighbours] entry of the two reference layouts
};
ScoreIndex scoreIndex(const configs::Configurations& configurations, const AnalyticalCosts& analytical);

// Scores [C] of choices uint8 [C, slots]; what shared/model/score.h computes, as differentiable operations.
at::Tensor scores(const Description& description, const NetworkOutputs<at::Tensor>& tables, const ScoreIndex& index,
                  const at::Tensor& choices);

}  // namespace hlorank::model
