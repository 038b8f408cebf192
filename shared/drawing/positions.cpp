// Where the nodes of a layered drawing stand, once their sizes are known.
#include <algorithm>
#include <numeric>

#include "shared/drawing/layers.h"

namespace hlorank::drawing {
namespace {

constexpr float kItemGap = 2, kLaneGap = 1.5f;  // between neighbours in a rank
constexpr float kChannel = 4;                   // least height between ranks
constexpr int kPasses = 6;
constexpr double kLaneWeight = 4;  // how much more a line's own lanes are kept straight than its ends

class Placer {
 public:
  Placer(const Layers& layers, const std::vector<float>& widths)
      : layers_(layers), widths_(widths), items_(static_cast<uint32_t>(widths.size())), x_(layers.rank.size(), 0) {}

  std::vector<double> run() {
    group(true);
    group(false);
    for (uint32_t r = 0; r < layers_.ranks; ++r) settle(r, 0, 0);
    for (int pass = 0; pass < kPasses; ++pass) {
      const bool down = pass % 2 == 0;
      const double up = pass + 2 >= kPasses ? 1 : down, below = pass + 2 >= kPasses ? 1 : !down;
      for (uint32_t k = 0; k < layers_.ranks; ++k) settle(down ? k : layers_.ranks - 1 - k, up, below);
    }
    return std::move(x_);
  }

 private:
  struct Side {
    std::vector<uint32_t> begin, nodes;
  };

  void group(bool up) {
    Side& side = up ? up_ : down_;
    side.begin.assign(layers_.rank.size() + 1, 0);
    for (const ItemEdge& s : layers_.segments) ++side.begin[(up ? s.to : s.from) + 1];
    std::partial_sum(side.begin.begin(), side.begin.end(), side.begin.begin());
    std::vector<uint32_t> next(side.begin.begin(), side.begin.end() - 1);
    side.nodes.resize(layers_.segments.size());
    for (const ItemEdge& s : layers_.segments) side.nodes[next[up ? s.to : s.from]++] = up ? s.from : s.to;
  }

  bool isLane(uint32_t node) const { return node >= items_; }

  double half(uint32_t node) const { return isLane(node) ? 0 : widths_[node] / 2; }

  void pull(const Side& side, uint32_t node, double strength, double& sum, double& weight) const {
    for (uint32_t e = side.begin[node]; e < side.begin[node + 1]; ++e) {
      const uint32_t other = side.nodes[e];
      const double w = strength * (isLane(node) && isLane(other) ? kLaneWeight : 1);
      sum += w * x_[other];
      weight += w;
    }
  }

  // Moves a rank as near as its order allows to where its neighbours above and below pull it: a weighted isotonic
  // regression (pool adjacent violators). With strengths of 0 the rank is packed around 0.
  void settle(uint32_t r, double up, double below) {
    blocks_.clear();
    offsets_.clear();
    double offset = 0;
    for (uint32_t k = layers_.orderBegin[r]; k < layers_.orderBegin[r + 1]; ++k) {
      const uint32_t node = layers_.order[k];
      if (k > layers_.orderBegin[r]) {
        const uint32_t before = layers_.order[k - 1];
        offset += half(before) + half(node) + (isLane(before) && isLane(node) ? kLaneGap : kItemGap);
      }
      offsets_.push_back(offset);
      double sum = 0, weight = 0;
      pull(up_, node, up, sum, weight);
      pull(down_, node, below, sum, weight);
      if (weight == 0) {  // nothing pulls: gently where it is
        weight = 0.01;
        sum = weight * x_[node];
      }
      blocks_.push_back({sum - weight * offset, weight, 1});
      while (blocks_.size() > 1 && blocks_[blocks_.size() - 2].mean() >= blocks_.back().mean()) {
        const Block last = blocks_.back();
        blocks_.pop_back();
        blocks_.back().sum += last.sum;
        blocks_.back().weight += last.weight;
        blocks_.back().count += last.count;
      }
    }
    uint32_t k = layers_.orderBegin[r];
    for (const Block& block : blocks_)
      for (uint32_t i = 0; i < block.count; ++i, ++k)
        x_[layers_.order[k]] = block.mean() + offsets_[k - layers_.orderBegin[r]];
  }

  struct Block {
    double sum, weight;
    uint32_t count;
    double mean() const { return sum / weight; }
  };

  const Layers& layers_;
  const std::vector<float>& widths_;
  const uint32_t items_;
  std::vector<double> x_;
  Side up_, down_;
  std::vector<Block> blocks_;
  std::vector<double> offsets_;
};

}  // namespace

Positions positionsOf(const Layers& layers, const std::vector<float>& widths, const std::vector<float>& heights) {
  const uint32_t items = static_cast<uint32_t>(widths.size());
  const std::vector<double> x = Placer(layers, widths).run();
  double left = 0, right = 0;
  for (uint32_t node = 0; node < x.size(); ++node) {
    const double half = node < items ? widths[node] / 2 : 0.5;
    left = node == 0 ? x[node] - half : std::min(left, x[node] - half);
    right = node == 0 ? x[node] + half : std::max(right, x[node] + half);
  }
  Positions positions;
  positions.width = static_cast<float>(right - left);
  for (double at : x) positions.x.push_back(static_cast<float>(at - left));

  std::vector<float> tallest(layers.ranks, 0), longest(layers.ranks, 0);
  for (uint32_t i = 0; i < items; ++i) tallest[layers.rank[i]] = std::max(tallest[layers.rank[i]], heights[i]);
  for (const ItemEdge& s : layers.segments) {
    const float run = std::abs(positions.x[s.from] - positions.x[s.to]);
    longest[layers.rank[s.from]] = std::max(longest[layers.rank[s.from]], run);
  }
  float y = 0;
  for (uint32_t r = 0; r < layers.ranks; ++r) {
    positions.top.push_back(y);
    positions.bottom.push_back(y + tallest[r]);
    y += tallest[r] + kChannel + std::min(longest[r] / 12, 12.0f);
  }
  positions.height = layers.ranks == 0 ? 0 : positions.bottom.back();
  return positions;
}

}  // namespace hlorank::drawing
