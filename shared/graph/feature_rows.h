// The feature rows of a graph, [nodes, 140]. Equal rows are kept once: layers repeat one another, so that the distinct
// rows of a large program are few.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace hlorank::graph {

inline constexpr int kNodeFeatures = 140;

class FeatureRows {
 public:
  FeatureRows() = default;
  // From a dense [nodes, 140] array.
  static FeatureRows fromDense(std::span<const float> rows);
  // From distinct rows, [rows, 140], and the row of every node.
  static FeatureRows fromDistinct(std::vector<float> distinct, std::vector<uint32_t> rowOfNode);

  // [140] values of a node. O(1).
  const float* operator[](size_t node) const { return distinct_.data() + size_t{rowOfNode_[node]} * kNodeFeatures; }
  size_t size() const { return rowOfNode_.size(); }                   // nodes
  std::vector<float> dense() const;                                   // [nodes, 140]
  std::span<const float> distinct() const { return distinct_; }       // [rows, 140], in the order of their first nodes
  std::span<const uint32_t> rowOfNode() const { return rowOfNode_; }  // [nodes]

  friend bool operator==(const FeatureRows& a, const FeatureRows& b) = default;

 private:
  friend class FeatureRowsBuilder;
  std::vector<float> distinct_;
  std::vector<uint32_t> rowOfNode_;
};

// Appends rows one by one. Amortised O(140) a row.
class FeatureRowsBuilder {
 public:
  explicit FeatureRowsBuilder(size_t nodes);
  void append(const float* row);
  FeatureRows finish() { return std::move(rows_); }

 private:
  void grow();

  FeatureRows rows_;
  std::vector<uint32_t> table_;   // open addressing: 1 + a distinct row, 0 where empty; its size is a power of two
  std::vector<uint64_t> hashes_;  // [distinct rows]
};

}  // namespace hlorank::graph
