// Scores a program's configurations with any network, in LibTorch; differentiable. Files that need no tensors include
// model.h instead.
#pragma once

#include <ATen/ATen.h>

#include <functional>
#include <optional>
#include <vector>

#include "native/model/scoring_task.h"
#include "native/model/torch_network.h"

namespace hlorank::model {

// Number of configurations per forward pass at inference, for networks that score whole configurations. Limits the
// memory needed for large graphs.
inline constexpr int64_t kScoreBatch = 128;

// Options of Graph Segment Training of an early-join network (Cao et al., "Learning Large Graph Property Prediction via
// Graph Segment Training", 2023). The graph is divided into segments. Each step recomputes one segment, backpropagates
// through it, and uses cached embeddings of all other segments.
struct Segments {
  int64_t nodes = 0;  // number of consecutive nodes in a segment; 0: the whole graph is one segment
  // Probability that a step ignores a cached embedding; the recomputed segment then gets a larger weight.
  double dropped = .5;
};

// The pooled embedding of each configuration and graph segment when last computed, possibly with older weights.
struct CachedEmbeddings {
  at::Tensor pooled;  // float [configurations, segments, pooledWidth]
  at::Tensor known;   // uint8 [configurations, segments] whether `pooled` is set (1) or not yet (0)
};

// Scores the configurations of one ScoringTask (a program with configurations) by a network with given weights.
class TorchScores {
 public:
  // Prepares to score the configurations of `task`. `reduced`: an early-join network computes only the graph nodes that
  // a configuration influences, which changes the cost but no score. `device`: where weights must be and scores are
  // returned. The objects that the pointers in `task` refer to must outlive this object, which does not copy them.
  TorchScores(const Description& description, const ScoringTask& task, bool reduced = true, Segments segments = {},
              at::Device device = at::kCPU);

  int64_t count() const { return count_; }  // number of configurations of the task

  // Returns the scores [K] of the configurations task.selected[i] for the K indices i in `some` (int64; undefined
  // tensor: all). `dropout`: dropout probability. `weights`: those of all networks of the ensemble, or of a single
  // network if there is no ensemble. Cross-configuration attention compares with the first crossAttention of these K
  // configurations.
  at::Tensor trainingScores(const NamedTensors& weights, const at::Tensor& some, double dropout) const;

  // Whether stageTrainingScores can score the program.
  bool hasStages() const { return stages_ != nullptr; }
  // Returns the scores of some configurations of several programs (as trainingScores, without dropout) by one pass of a
  // stage network, program after program. `some`: for each program, the indices (int64) of its
  // configurations. `programs` must not be empty.
  static at::Tensor stageTrainingScores(const NamedTensors& weights, const std::vector<const TorchScores*>& programs,
                                        const std::vector<at::Tensor>& some);

  bool hasSegments() const { return graphSegments_.size() > 1; }  // whether the graph is divided into several segments
  // Returns scores as trainingScores does, but by Graph Segment Training. Samples, with LibTorch's default generator,
  // the segment to recompute and the cached embeddings to ignore, and updates the cache. With `headOnly`, recomputes
  // all segments and backpropagates through the scoring head only.
  at::Tensor segmentTrainingScores(const NamedTensors& weights, const at::Tensor& some, double dropout, bool headOnly,
                                   CachedEmbeddings& cachedEmbeddings) const;
  // Returns a cache of the right shape in which no embedding is set.
  CachedEmbeddings emptyEmbeddings() const;

  // Returns the scores [K] of the configurations task.selected[i] for the K indices i in `some` (undefined tensor:
  // all), without gradients and in bounded memory. Cross-configuration attention compares with the fixed reference set
  // of the program. Calls stopped() after every kScoreBatch configurations, and returns the scores computed so far if
  // it returns true. A network that only writes a table (Join::kTables) scores all in one pass, without these calls.
  at::Tensor inferenceScores(const NamedTensors& weights, const at::Tensor& some = {},
                             const std::function<bool()>& stopped = {}) const;
  // Computes the network input `referenceSet` [members, pooledWidth] of the program, a summary of the configurations
  // that attention compares with. −∞ if the program has no configurable tensors.
  at::Tensor referenceSet(const NamedTensors& weights) const;

 private:
  // A batch of configurations, as inputs of the network. Exactly one of three members is set: `choices` for layouts,
  // `tile` for tile sizes, `arrays` for simulated loops or for schedules.
  struct Rows {
    // uint8 [configurations, slots] For each slot (configurable output or operand), the index of its layout.
    at::Tensor choices;
    at::Tensor tile;      // float [configurations, kTileInputs] features of the tile sizes
    NamedTensors arrays;  // result of loopTensors or stageTensors
    int64_t count() const { return choices.defined() ? choices.size(0) : tile.defined() ? tile.size(0) : 0; }
  };
  // Configurations, as indices in the task. The choices of layouts are gathered for each batch. The features of tile
  // sizes (`tile`, undefined for layouts) are computed only once.
  struct ConfigurationList {
    std::vector<uint32_t> numbers;
    at::Tensor tile;
  };
  static ConfigurationList listConfigurations(const ScoringTask& task);
  void addReference(const ScoringTask& task);
  // Returns the numbers of the configurations of the list at the indices `some` (undefined: all).
  static std::vector<uint32_t> numbersOf(const ConfigurationList& list, const at::Tensor& some);
  // Gathers the configurations of the list at the indices `some` (undefined: all) into a batch.
  Rows rowsOf(const ConfigurationList& list, const at::Tensor& some) const;
  HeadOutputs<at::Tensor> forwardScores(const NamedTensors& weights, const Rows& rows, double dropout,
                                        const at::Tensor& referenceSet = {}) const;
  // Input arrays of the network for a part of the graph and for those nodes outside the part on which its states
  // depend.
  struct GraphSegment {
    NamedTensors inputs;
    // int64 [nodes with configurable tensors · 3] Index of the configurable tensor that is the output, operand 0 or
    // operand 1 of each node. If the layout of that tensor cannot be chosen: the number of configurable tensors.
    at::Tensor slotOfNode;
  };
  void moveTo(at::Device device);
  void addSegment(const ScoringTask& task, bool reduced, const std::vector<bool>& own);
  // Returns all inputs of the network for a graph segment and a batch of configurations.
  NamedTensors inputsOf(const GraphSegment& segment, const Rows& rows) const;
  at::Tensor tableScores(const NamedTensors& weights, const Rows& rows, double dropout) const;

  Description description_;
  Segments segments_;
  at::Device device_ = at::kCPU;
  // The arrays of task.inputs. An array of the same name in a graph segment takes precedence.
  NamedTensors inputs_;
  std::vector<GraphSegment> graphSegments_;
  int64_t count_ = 0;
  const configs::Configurations* configurations_ = nullptr;  // null if configurations are tile sizes
  const LoopInputs* loops_ = nullptr;        // null unless the network predicts costs of simulated loops
  const stages::Problem* stages_ = nullptr;  // null unless the network predicts schedules
  ConfigurationList selected_;
  // The reference set: configurations with which attention compares each scored one. referenceSet_ has their layouts as
  // indices into the layouts of this task. If the task lacks some of these layouts, reference_ has the set instead;
  // otherwise reference_ is null.
  Rows referenceSet_;
  struct Reference;
  std::shared_ptr<const Reference> reference_;
  ScoreIndex index_;
};

}  // namespace hlorank::model
