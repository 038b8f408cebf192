// The node features of a graph, [nodes, 140]. Equal rows are stored once: repeated layers give a large program few
// distinct rows.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hlorank::graph {

inline constexpr int kNodeFeatures = 140;  // features per node, see node_features.h

class FeatureRows {
 public:
  FeatureRows() = default;
  // Makes feature rows from a dense [nodes, 140] array.
  static FeatureRows fromDense(std::span<const float> rows);
  // Makes feature rows from distinct rows, [rows, 140], and the row index of every node, [nodes].
  static FeatureRows fromDistinct(std::vector<float> distinct, std::vector<uint32_t> rowOfNode);

  // Returns the 140 features of a node. O(1).
  const float* operator[](size_t node) const { return distinct_.data() + size_t{rowOfNode_[node]} * kNodeFeatures; }
  size_t size() const { return rowOfNode_.size(); }                   // number of nodes
  std::vector<float> dense() const;                                   // [nodes, 140] copy
  std::span<const float> distinct() const { return distinct_; }       // [rows, 140] in order of first appearance
  std::span<const uint32_t> rowOfNode() const { return rowOfNode_; }  // [nodes] index in distinct()

  friend bool operator==(const FeatureRows& a, const FeatureRows& b) = default;

 private:
  friend class FeatureRowsBuilder;
  std::vector<float> distinct_;
  std::vector<uint32_t> rowOfNode_;
};

// Builds FeatureRows by appending one row of 140 features per node. Amortised O(140) per row.
class FeatureRowsBuilder {
 public:
  explicit FeatureRowsBuilder(size_t nodes);
  void append(const float* row);
  FeatureRows finish() { return std::move(rows_); }

 private:
  void grow();

  FeatureRows rows_;
  std::vector<uint32_t> table_;   // hash table with open addressing: 1 + distinct row, 0: free; size 2^k
  std::vector<uint64_t> hashes_;  // [distinct rows] hash of each
};

}  // namespace hlorank::graph
