// The node features of a graph, [nodes, 140]. Equal rows are stored once, since repeated layers make most rows of a
// large program equal.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hlorank::graph {

inline constexpr int kNodeFeatures = 140;  // number of features per graph node, listed in node_features.h

class FeatureRows {
 public:
  FeatureRows() = default;
  // Makes feature rows from a dense array, [nodes, 140]. Stores equal rows once.
  static FeatureRows fromDense(std::span<const float> rows);
  // Makes feature rows from the distinct rows, [distinct rows, 140], and each node's index among them, [nodes].
  static FeatureRows fromDistinct(std::vector<float> distinct, std::vector<uint32_t> rowOfNode);

  // Returns the 140 features of a node, in O(1).
  const float* operator[](size_t node) const { return distinct_.data() + size_t{rowOfNode_[node]} * kNodeFeatures; }
  size_t size() const { return rowOfNode_.size(); }  // returns the number of nodes
  std::vector<float> dense() const;                  // returns a copy of all features, [nodes, 140]
  // Returns the distinct feature rows, [distinct rows, 140], in order of first appearance.
  std::span<const float> distinct() const { return distinct_; }
  // Returns for each node the index of its feature row in distinct(), [nodes].
  std::span<const uint32_t> rowOfNode() const { return rowOfNode_; }

  friend bool operator==(const FeatureRows& a, const FeatureRows& b) = default;

 private:
  friend class FeatureRowsBuilder;
  std::vector<float> distinct_;
  std::vector<uint32_t> rowOfNode_;
};

// Builds FeatureRows node by node: the caller appends one row of 140 features per node. Amortised O(140) per row.
class FeatureRowsBuilder {
 public:
  explicit FeatureRowsBuilder(size_t nodes);
  void append(const float* row);
  FeatureRows finish() { return std::move(rows_); }

 private:
  void grow();

  FeatureRows rows_;
  // Hash table of the distinct rows, with open addressing and 2^k entries. An entry is 1 plus the index of a row, or 0
  // if the entry is free.
  std::vector<uint32_t> table_;
  std::vector<uint64_t> hashes_;  // [distinct rows] hash of each row
};

}  // namespace hlorank::graph
