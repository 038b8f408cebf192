// Computes the coordinates of the boxes in a layered graph layout (layers.h) from the sizes of the boxes.
#include <algorithm>
#include <numeric>

#include "shared/drawing/layers.h"

namespace hlorank::drawing {
namespace {

// Least horizontal gap next to a box (kItemGap) and between two lines (kLaneGap), in character widths.
constexpr float kItemGap = 2, kLaneGap = 1.5f;
constexpr float kColumnGap = 6;  // horizontal gap between columns, in character widths
constexpr float kChannel = 4;    // least vertical gap between ranks (horizontal layers), in character widths
constexpr int kPasses = 6, kStraightenings = 3;  // number of passes of `settle` and of `straighten`
// Weights with which a segment of a line pulls the two nodes at its ends to the same x. kDirect is for a segment
// between two boxes, kAlong between two dummy nodes of a line, kAside between a box and a dummy node.
constexpr double kDirect = 4, kAlong = 8, kAside = 0.5;

// Computes the x coordinates of all nodes in one open box: items (child boxes) and lanes (dummy nodes where lines pass
// through a layer).
class Placer {
 public:
  Placer(const Layers& layers, const std::vector<float>& widths)
      : layers_(layers),
        widths_(widths),
        items_(static_cast<uint32_t>(widths.size())),
        x_(layers.rank.size(), 0),
        up_(findNeighbours(layers, /*up=*/true)),
        down_(findNeighbours(layers, /*up=*/false)) {}

  std::vector<double> run() {
    for (uint32_t r = 0; r < layers_.ranks; ++r) settle(r, 0, 0);
    for (int pass = 0; pass < kPasses; ++pass) {
      const bool down = pass % 2 == 0;
      const double up = pass + 2 >= kPasses ? 1 : down, below = pass + 2 >= kPasses ? 1 : !down;
      for (uint32_t k = 0; k < layers_.ranks; ++k) settle(down ? k : layers_.ranks - 1 - k, up, below);
    }
    straighten();
    setColumnsApart();
    return std::move(x_);
  }

 private:
  bool isLane(uint32_t node) const { return node >= items_; }

  double half(uint32_t node) const { return isLane(node) ? 0 : widths_[node] / 2; }

  double gap(uint32_t a, uint32_t b) const {
    if (layers_.column[a] != layers_.column[b]) return kColumnGap;
    return isLane(a) && isLane(b) ? kLaneGap : kItemGap;
  }

  // Adds the x coordinates of a node's neighbours above or below (`side`), times their weights, to `sum`. Adds the
  // weights to `weight`. A weight is `strength` times the weight of the kind of segment.
  void pull(const Neighbours& side, uint32_t node, double strength, double& sum, double& weight) const {
    for (const uint32_t other : side.of(node)) {
      const double w = strength * (isLane(node) != isLane(other) ? kAside : isLane(node) ? kAlong : kDirect);
      sum += w * x_[other];
      weight += w;
    }
  }

  // Moves the nodes of layer r horizontally, as close to their neighbours in other layers as order and gaps allow. `up`
  // is the weight of neighbours in the layer above, `below` of those in the layer below. If both are 0, nodes stay
  // close to their current x. Uses weighted isotonic regression (pool adjacent violators).
  void settle(uint32_t r, double up, double below) {
    blocks_.clear();
    offsets_.clear();
    double offset = 0;
    for (uint32_t k = layers_.orderBegin[r]; k < layers_.orderBegin[r + 1]; ++k) {
      const uint32_t node = layers_.order[k];
      if (k > layers_.orderBegin[r]) {
        const uint32_t before = layers_.order[k - 1];
        offset += half(before) + half(node) + gap(before, node);
      }
      offsets_.push_back(offset);
      double sum = 0, weight = 0;
      pull(up_, node, up, sum, weight);
      pull(down_, node, below, sum, weight);
      if (weight == 0) {  // a node without neighbours stays near its current x
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

  // Straightens lines. Forms strings: chains of connected nodes in consecutive layers, one node per layer. Makes each
  // string vertical as far as the nodes left and right of it allow. Repeats this kStraightenings times.
  void straighten() {
    const uint32_t nodes = static_cast<uint32_t>(x_.size());
    place_.resize(nodes);
    for (uint32_t k = 0; k < nodes; ++k) place_[layers_.order[k]] = k;
    for (int pass = 0; pass < kStraightenings; ++pass) {
      joinStrings();
      for (uint32_t k = 0; k < nodes; ++k) {  // begins with strings that start in upper layers
        const uint32_t node = layers_.order[k];
        if (above_[node] == kNoLane && below_[node] != kNoLane) tauten(node);
      }
    }
  }

  // Links nodes of consecutive layers to strings, in above_ and below_. Every node gets at most one neighbour above and
  // one below. Links dummy nodes of the same line first, then the nearest boxes, then the nearest pairs of a box and a
  // dummy node.
  void joinStrings() {
    above_.assign(x_.size(), kNoLane);
    below_.assign(x_.size(), kNoLane);
    std::vector<uint32_t> segments(layers_.segments.size());
    std::iota(segments.begin(), segments.end(), 0);
    const auto slant = [&](uint32_t s) {
      const auto [from, to] = layers_.segments[s];
      if (isLane(from) && isLane(to)) return -1.0;
      return std::abs(x_[from] - x_[to]) + (isLane(from) || isLane(to) ? 1000 : 0);
    };
    std::stable_sort(segments.begin(), segments.end(), [&](uint32_t a, uint32_t b) { return slant(a) < slant(b); });
    for (uint32_t s : segments) {
      const auto [from, to] = layers_.segments[s];
      if (below_[from] != kNoLane || above_[to] != kNoLane) continue;
      below_[from] = to;
      above_[to] = from;
    }
  }

  // Makes the string (chain of connected nodes) that starts at node `begin` vertical, in as few pieces as the nodes
  // left and right of the string allow.
  void tauten(uint32_t begin) {
    while (begin != kNoLane) {
      double low = -1e30, high = 1e30, sum = 0, count = 0;
      uint32_t end = begin;
      for (; end != kNoLane; end = below_[end]) {
        const double lower = std::max(low, leftmost(end)), upper = std::min(high, rightmost(end));
        if (lower > upper) break;
        low = lower;
        high = upper;
        sum += x_[end];
        ++count;
      }
      if (end == begin) {  // rounding errors alone make it seem that there is no room
        begin = below_[begin];
        continue;
      }
      const double x = std::clamp(sum / count, low, high);
      for (uint32_t node = begin; node != end; node = below_[node]) x_[node] = x;
      begin = end;
    }
  }

  // Shifts whole columns to the right until they do not overlap. `settle` separates only nodes of the same layer, but
  // different layers of two columns may be at the same height.
  void setColumnsApart() {
    std::vector<double> left(layers_.columns, 1e30), right(layers_.columns, -1e30);
    for (uint32_t node = 0; node < x_.size(); ++node) {
      const uint32_t column = layers_.column[node];
      left[column] = std::min(left[column], x_[node] - half(node));
      right[column] = std::max(right[column], x_[node] + half(node));
    }
    std::vector<double> shift(layers_.columns, 0);
    double end = right[0];
    for (uint32_t column = 1; column < layers_.columns; ++column) {
      shift[column] = std::max(0.0, end + kColumnGap - left[column]);
      end = std::max(end, right[column] + shift[column]);
    }
    for (uint32_t node = 0; node < x_.size(); ++node) x_[node] += shift[layers_.column[node]];
  }

  // Returns the least x that a node can have without overlapping the node to its left; -1e30 if there is no such node.
  double leftmost(uint32_t node) const {
    const uint32_t at = place_[node];
    if (at == layers_.orderBegin[layers_.rank[node]]) return -1e30;
    const uint32_t left = layers_.order[at - 1];
    return x_[left] + half(left) + half(node) + gap(left, node);
  }

  // Returns the largest x that a node can have without overlapping the node to its right; 1e30 if there is no such
  // node.
  double rightmost(uint32_t node) const {
    const uint32_t at = place_[node] + 1;
    if (at == layers_.orderBegin[layers_.rank[node] + 1]) return 1e30;
    const uint32_t right = layers_.order[at];
    return x_[right] - half(right) - half(node) - gap(node, right);
  }

  // Consecutive nodes of a layer that touch each other and therefore move together.
  struct Block {
    double sum, weight;
    uint32_t count;
    double mean() const { return sum / weight; }
  };

  const Layers& layers_;
  const std::vector<float>& widths_;
  const uint32_t items_;
  std::vector<double> x_;        // [nodes] x of the centre of each node
  Neighbours up_, down_;         // nodes that each node is connected to in the layer above (up_) and below (down_)
  std::vector<uint32_t> place_;  // [nodes] index of each node in layers_.order
  // [nodes] next node above and below in the same string (chain of nodes), or kNoLane.
  std::vector<uint32_t> above_, below_;
  std::vector<Block> blocks_;
  std::vector<double> offsets_;
};

}  // namespace

Positions computePositions(const Layers& layers, const std::vector<float>& widths, const std::vector<float>& heights) {
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

  std::vector<float> tallest(size_t{layers.columns} * layers.ranks, 0), longest = tallest;
  const auto cell = [&layers](uint32_t node) { return size_t{layers.column[node]} * layers.ranks + layers.rank[node]; };
  for (uint32_t i = 0; i < items; ++i) tallest[cell(i)] = std::max(tallest[cell(i)], heights[i]);
  for (const ItemEdge& s : layers.segments) {
    const float run = std::abs(positions.x[s.from] - positions.x[s.to]);
    longest[cell(s.from)] = std::max(longest[cell(s.from)], run);
  }
  for (uint32_t column = 0; column < layers.columns; ++column) {
    float y = 0;
    for (uint32_t r = 0; r < layers.ranks; ++r) {
      const size_t at = size_t{column} * layers.ranks + r;
      positions.top.push_back(y);
      positions.bottom.push_back(y + tallest[at]);
      positions.height = std::max(positions.height, positions.bottom.back());
      y += tallest[at] + kChannel + std::min(longest[at] / 12, 12.0f);
    }
  }
  return positions;
}

}  // namespace hlorank::drawing
