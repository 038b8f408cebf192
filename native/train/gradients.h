// One step of training: samples configurations of the programs of a batch and computes the gradients of their loss.
#pragma once

#include <ATen/ATen.h>

#include <cstdint>
#include <string>
#include <vector>

#include "native/model/torch_scores.h"
#include "native/train/process_group.h"
#include "native/train/trainer.h"

namespace hlorank::train {

// A program (HLO) of the training set, with the tensors that training on it needs.
struct Prepared {
  std::string name;
  model::TorchScores scores;
  at::Tensor times;  // double, [configurations]
  // Inputs of a loop network for groups of loops with a measured time (model::LoopTimes), and the times in ns, float
  // [groups]. Undefined without measured times.
  model::NamedTensors loopGroups;
  at::Tensor loopTimes;
  // Cached embeddings of graph segments (parts of a large graph). Undefined unless the graph is divided into segments.
  model::CachedEmbeddings cachedEmbeddings;
};

// Derives a seed from the seed of the training, the purpose (kShuffle, kStep or kProgram) and a running number. Every
// random number of a step comes from such a seed, so the training state needs no generator.
uint64_t deriveSeed(uint64_t seed, uint64_t purpose, uint64_t number);
inline constexpr uint64_t kShuffle = 1, kStep = 2, kProgram = 3;

// Returns the loss, a scalar, of one program from the scores (float) and run times (double) of its configurations, both
// [configurations].
at::Tensor computeLoss(const Recipe& recipe, const model::Description& description, const at::Tensor& scores,
                       const at::Tensor& times);

// The gradients of a batch.
struct Gradients {
  double loss = 0;  // mean over the programs of the batch
  // Gradient of each weight array, of the same shape; undefined if there is none.
  std::vector<at::Tensor> values;
  double norm = 0;          // L2 norm of all gradients together
  double stopRequests = 0;  // number of processes that should stop
};

// Computes the gradients of a batch. Each process computes those of its programs of the batch; the result is the sum
// over all processes. Programs run one after the other, so that memory holds the activations of a single graph; stage
// graphs without dropout run together. `batch` has indices into `programs`; `seed` is that of the step. `headOnly`:
// train only the scoring head, if a graph is divided into segments. `stopRequested`: whether this process wants to stop
// after the step.
Gradients computeGradients(const Recipe& recipe, const model::Description& description,
                           const model::Parameters& parameters, const model::NamedTensors& weights,
                           std::vector<Prepared>& programs, const std::vector<size_t>& batch, bool headOnly,
                           uint64_t seed, bool stopRequested, const ProcessGroup& processes);

}  // namespace hlorank::train
