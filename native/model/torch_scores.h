// Scores of a program's configurations by any network, with LibTorch: tables, joined, or both. Differentiable. Include
// only where tensors are needed.
#pragma once

#include <ATen/ATen.h>

#include <functional>
#include <optional>
#include <vector>

#include "native/model/problem.h"
#include "native/model/torch_network.h"

namespace hlorank::model {

// Configurations scored together where no gradient is wanted: enough to keep the processor busy, few enough that the
// rows of a large graph fit in memory.
inline constexpr int64_t kScoredTogether = 128;

// How an early-join network learns from a graph in parts (Cao et al., "Learning Large Graph Property Prediction via
// Graph Segment Training", 2023): gradients run through one part a step, the others stand with what they gave last
// time.
struct Segments {
  int64_t nodes = 0;    // of a part: that many nodes next to each other; 0: the whole graph is one part
  double dropped = .5;  // share of the remembered ones left out a step, for which the fresh one counts more
};

// What the parts gave last: [count, parts, pooledWidth], and whether there is anything yet, [count, parts].
struct CachedEmbeddings {
  at::Tensor pooled;  // float
  at::Tensor known;   // uint8
};

class TorchScores {
 public:
  // `reduced` leaves out of the graph what no configuration reaches, which changes nothing but the cost. Scores are
  // where the weights given have to be: on `device`. What the problem points to must outlive the scores: its arrays and
  // choices are read where they lie.
  TorchScores(const Description& description, const Problem& problem, bool reduced = true, Segments segments = {},
              at::Device device = at::kCPU);

  int64_t count() const { return count_; }  // of the problem's chosen configurations

  // Scores [K] of `some` of the chosen configurations (int64 [K], undefined: all). The weights are of one member, or of
  // all of the description. `dropout` as in torch_network.h. A crossed network takes its company from among them.
  at::Tensor of(const NamedTensors& weights, const at::Tensor& some, double dropout) const;

  // The same to learn from in parts: draws from LibTorch's default generator which part is fresh. With `headOnly` all
  // parts are fresh and nothing but the head gets gradients.
  bool inParts() const { return parts_.size() > 1; }
  at::Tensor learnInParts(const NamedTensors& weights, const at::Tensor& some, double dropout, bool headOnly,
                          CachedEmbeddings& cachedEmbeddings) const;
  CachedEmbeddings emptyEmbeddings() const;

  // Scores of `some` of the chosen configurations (undefined: all), without gradients and in bounded memory. A crossed
  // network compares them with the program's company. Those so far, once `stopped` says so.
  at::Tensor all(const NamedTensors& weights, const at::Tensor& some = {},
                 const std::function<bool()>& stopped = {}) const;
  // What that company is to the network: its input `company`, [members, pooledWidth].
  at::Tensor referenceSet(const NamedTensors& weights) const;

 private:
  // Some configurations: a row of `choices` each, or of `tile`.
  struct Rows {
    at::Tensor choices;  // uint8 [*, slots]
    at::Tensor tile;     // float [*, kTileInputs]
    int64_t count() const { return choices.defined() ? choices.size(0) : tile.defined() ? tile.size(0) : 0; }
  };
  // Configurations by number, whose rows are gathered when they are needed; those of tiles are made at once.
  struct Listed {
    std::vector<uint32_t> numbers;
    at::Tensor tile;
  };
  static Listed listed(const Problem& problem);
  void addReference(const Problem& problem);
  Rows rowsOf(const Listed& list, const at::Tensor& some) const;  // undefined: all
  Headed<at::Tensor> headed(const NamedTensors& weights, const Rows& rows, double dropout,
                            const at::Tensor& referenceSet = {}) const;
  // A part of the graph, or all of it, with the arrays of the nodes it needs.
  struct Part {
    NamedTensors inputs;
    at::Tensor slotOfNode;  // int64 [A · 3]
  };
  void moveTo(at::Device device);
  void addPart(const Problem& problem, bool reduced, const std::vector<bool>& own);
  // The arrays of a part for the configurations chosen, and of what they chose.
  NamedTensors inputsOf(const Part& part, const Rows& rows) const;
  at::Tensor tableScores(const NamedTensors& weights, const Rows& rows, double dropout) const;

  Description description_;
  Segments segments_;
  at::Device device_ = at::kCPU;
  NamedTensors inputs_;  // what all parts share
  std::vector<Part> parts_;
  int64_t count_ = 0;
  const configs::Configurations* configurations_ = nullptr;  // null for tiles
  Listed selected_;
  // Of cross-configuration attention: what is compared with, of this problem, or of a problem of its own.
  Rows referenceSet_;
  struct Reference;
  std::shared_ptr<const Reference> reference_;
  ScoreIndex index_;  // of tables
};

}  // namespace hlorank::model
