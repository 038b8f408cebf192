// Scores of a program's configurations with any network, in LibTorch; differentiable. Files that need no tensors
// include model.h instead.
#pragma once

#include <ATen/ATen.h>

#include <functional>
#include <optional>
#include <vector>

#include "native/model/scoring_task.h"
#include "native/model/torch_network.h"

namespace hlorank::model {

// Configurations per forward pass of a joined network when no gradient is needed; bounds the memory of large graphs.
inline constexpr int64_t kScoreBatch = 128;

// Graph Segment Training of an early-join network (Cao et al., "Learning Large Graph Property Prediction via Graph
// Segment Training", 2023): a step backpropagates through one segment and uses cached embeddings of all others.
struct Segments {
  int64_t nodes = 0;    // consecutive nodes of a segment; 0: the whole graph is one segment
  double dropped = .5;  // probability that a cached embedding is dropped; the fresh segment is weighted up for it
};

// The last pooled embedding of each configuration and segment.
struct CachedEmbeddings {
  at::Tensor pooled;  // float [count, segments, pooledWidth]
  at::Tensor known;   // uint8 [count, segments] 1 once `pooled` is set
};

class TorchScores {
 public:
  // With `reduced`, computes only the receptive field of the configurations; this changes the cost but no score.
  // Weights must be on `device`, and scores are returned there. The pointers of the problem must outlive this object,
  // which reads arrays and choices without copying them.
  TorchScores(const Description& description, const ScoringTask& problem, bool reduced = true, Segments segments = {},
              at::Device device = at::kCPU);

  int64_t count() const { return count_; }  // number of selected configurations of the problem

  // Scores [K] of the configurations at the positions `some` (int64 [K]; undefined: all) in problem.selected. `weights`
  // are those of one member or of the whole ensemble. `dropout` as in torch_network.h. Cross-configuration attention
  // takes its reference set from these K configurations.
  at::Tensor trainingScores(const NamedTensors& weights, const at::Tensor& some, double dropout) const;

  bool hasSegments() const { return graphSegments_.size() > 1; }  // whether the graph has several segments
  // Like trainingScores, for Graph Segment Training: samples the fresh segment with LibTorch's default generator and
  // updates the cache. With `headOnly`, recomputes all segments and backpropagates through the head only.
  at::Tensor segmentTrainingScores(const NamedTensors& weights, const at::Tensor& some, double dropout, bool headOnly,
                                   CachedEmbeddings& cachedEmbeddings) const;
  CachedEmbeddings emptyEmbeddings() const;

  // Scores [K] of `some` (undefined: all), without gradients and in bounded memory. Cross-configuration attention uses
  // the reference set of the program. Returns the scores so far once `stopped` returns true.
  at::Tensor inferenceScores(const NamedTensors& weights, const at::Tensor& some = {},
                             const std::function<bool()>& stopped = {}) const;
  // The network input `referenceSet` [members, pooledWidth] for the program.
  at::Tensor referenceSet(const NamedTensors& weights) const;

 private:
  // A batch of configurations: either `choices` (layouts) or `tile`.
  struct Rows {
    at::Tensor choices;  // uint8 [*, slots]
    at::Tensor tile;     // float [*, kTileInputs]
    int64_t count() const { return choices.defined() ? choices.size(0) : tile.defined() ? tile.size(0) : 0; }
  };
  // Configurations by index. Layout choices are gathered when needed; `tile` is computed up front.
  struct ConfigurationList {
    std::vector<uint32_t> numbers;
    at::Tensor tile;
  };
  static ConfigurationList listConfigurations(const ScoringTask& problem);
  void addReference(const ScoringTask& problem);
  Rows rowsOf(const ConfigurationList& list, const at::Tensor& some) const;  // undefined: all
  HeadOutputs<at::Tensor> forwardScores(const NamedTensors& weights, const Rows& rows, double dropout,
                                        const at::Tensor& referenceSet = {}) const;
  // A segment of the graph, or the whole graph, with the arrays of the nodes that it needs.
  struct GraphSegment {
    NamedTensors inputs;
    at::Tensor slotOfNode;  // int64 [A · 3]
  };
  void moveTo(at::Device device);
  void addSegment(const ScoringTask& problem, bool reduced, const std::vector<bool>& own);
  // Network inputs of a segment for a batch of configurations.
  NamedTensors inputsOf(const GraphSegment& segment, const Rows& rows) const;
  at::Tensor tableScores(const NamedTensors& weights, const Rows& rows, double dropout) const;

  Description description_;
  Segments segments_;
  at::Device device_ = at::kCPU;
  NamedTensors inputs_;  // inputs shared by all segments
  std::vector<GraphSegment> graphSegments_;
  int64_t count_ = 0;
  const configs::Configurations* configurations_ = nullptr;  // null for tiles
  ConfigurationList selected_;
  // Cross-configuration attention: the reference set, in the layout table of this problem or in a table of its own.
  Rows referenceSet_;
  struct Reference;
  std::shared_ptr<const Reference> reference_;
  ScoreIndex index_;
};

}  // namespace hlorank::model
