#include "shared/drawing/layers.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace hlorank::drawing {
namespace {

constexpr float kRankWidth = 180;    // greatest width of a layer of boxes, in characters; wider layers are split
constexpr uint32_t kRankLanes = 14;  // greatest number of lines that pass through a layer of boxes, per column
// Greatest number of lines between a layer and the upper border that pass other layers; same for the lower border.
constexpr uint32_t kBorderLanes = 8;
constexpr int kSweeps = 8;  // number of passes that reorder the nodes of all layers, alternately downwards and upwards
constexpr float kRankHeight = 9;    // assumed height of a closed box plus the gap below it, in character widths
constexpr uint32_t kLeastRows = 4;  // least number of layers per column
// Desired width divided by height of layers that are wrapped into columns, while all boxes are closed. The ratio is
// wide, because opening a box makes it taller, and more boxes are above and below the columns than beside them.
constexpr float kAspect = 4;

// Arranges the child boxes (items) of one open box in ranks (horizontal layers) and columns. Adds lanes (dummy nodes
// where lines pass through ranks), and orders the nodes of each rank.
class Arranger {
 public:
  explicit Arranger(const Items& items) : items_(items) {}

  Layers run() {
    rankItems();
    breakWideRanks();
    makeColumns();
    addLanes();
    orderRanks();
    return std::move(layers_);
  }

 private:
  // Assigns each child box (item) a rank: its horizontal layer, which is the length of the longest path to it from the
  // top.
  void rankItems() {
    const uint32_t n = items_.count;
    layers_.rank.assign(n, 0);
    std::vector<uint32_t>& rank = layers_.rank;
    // Groups the edges by producer and computes the longest path from the top to each item. Items are in topological
    // order.
    std::vector<uint32_t> begin(n + 1, 0);
    for (const ItemEdge& e : items_.edges) ++begin[e.from + 1];
    std::partial_sum(begin.begin(), begin.end(), begin.begin());
    std::vector<uint32_t> users(items_.edges.size()), inputs(n, 0), next(begin.begin(), begin.end() - 1);
    for (const ItemEdge& e : items_.edges) {
      users[next[e.from]++] = e.to;
      ++inputs[e.to];
    }
    for (uint32_t i = 0; i < n; ++i)
      for (uint32_t k = begin[i]; k < begin[i + 1]; ++k) rank[users[k]] = std::max(rank[users[k]], rank[i] + 1);
    // Moves each child box (item) down to the layer above its nearest user, unless that makes the lines of the box
    // longer in total.
    for (uint32_t i = n; i-- > 0;) {
      if (begin[i] == begin[i + 1] || inputs[i] + (items_.enters[i] ? 1 : 0) > 1) continue;
      if (inputs[i] == 1 && begin[i + 1] - begin[i] < 2) continue;
      uint32_t nearest = kNoLane;
      for (uint32_t k = begin[i]; k < begin[i + 1]; ++k) nearest = std::min(nearest, rank[users[k]]);
      rank[i] = nearest - 1;
    }
    layers_.steps += n + items_.edges.size();
    layers_.ranks = 0;
    for (uint32_t i = 0; i < n; ++i) layers_.ranks = std::max(layers_.ranks, rank[i] + 1);
  }

  // Splits each layer (rank) that is wider than kRankWidth into several of similar width. Items keep their order.
  void breakWideRanks() {
    std::vector<float> total(layers_.ranks, 0);
    for (uint32_t i = 0; i < items_.count; ++i) total[layers_.rank[i]] += items_.widths[i] + 2;
    std::vector<uint32_t> first(layers_.ranks, 0);
    std::vector<float> width(layers_.ranks);  // [layers before the split] greatest width of the parts of each layer
    uint32_t ranks = 0;
    for (uint32_t r = 0; r < layers_.ranks; ++r) {
      const float rows = std::max(1.0f, static_cast<float>(static_cast<int>(total[r] / kRankWidth + 0.999f)));
      first[r] = ranks;
      width[r] = total[r] / rows;
      ranks += static_cast<uint32_t>(rows);
    }
    std::vector<float> used(layers_.ranks, 0);
    for (uint32_t i = 0; i < items_.count; ++i) {
      const uint32_t r = layers_.rank[i];
      const uint32_t last = (r + 1 < layers_.ranks ? first[r + 1] : ranks) - 1;
      layers_.rank[i] = std::min(last, first[r] + static_cast<uint32_t>(used[r] / width[r]));
      used[r] += items_.widths[i] + 2;
    }
    layers_.ranks = ranks;
  }

  // Wraps the stack of layers into columns side by side, if items_.wraps allows it and the stack would be much taller
  // than wide.
  void makeColumns() {
    layers_.column.assign(items_.count, 0);
    if (!items_.wraps || layers_.ranks < 2 * kLeastRows) return;
    std::vector<float> widths(layers_.ranks, 0);
    for (uint32_t i = 0; i < items_.count; ++i) widths[layers_.rank[i]] += items_.widths[i] + 2;
    const float widest = std::max(1.0f, *std::max_element(widths.begin(), widths.end()));
    const float ideal = std::sqrt(kAspect * kRankHeight * static_cast<float>(layers_.ranks) / widest);
    const uint32_t columns = std::min(static_cast<uint32_t>(std::lround(ideal)), layers_.ranks / kLeastRows);
    if (columns < 2) return;
    layers_.columns = columns;
    layers_.ranks = (layers_.ranks + columns - 1) / columns;
    for (uint32_t i = 0; i < items_.count; ++i) {
      layers_.column[i] = layers_.rank[i] / layers_.ranks;
      layers_.rank[i] %= layers_.ranks;
    }
  }

  // Assigns lanes (one dummy node per layer that a line passes) to lines. Shortest lines come first, so that few lanes
  // serve many lines. If there is no room for a line, only its two ends are drawn.
  void addLanes() {
    struct Line {
      // Length: number of layers that the line passes; edge: its index in items_.edges, or kLeaves or kEnters.
      uint32_t length, item, edge;
    };
    constexpr uint32_t kLeaves = UINT32_MAX, kEnters = UINT32_MAX - 1;
    const uint32_t n = items_.count;
    const std::vector<uint32_t>& rank = layers_.rank;
    layers_.routed.assign(items_.edges.size(), 0);
    layers_.enters.assign(n, 0);
    layers_.leaves.assign(n, 0);
    std::vector<Line> lines;
    for (uint32_t e = 0; e < items_.edges.size(); ++e) {
      const ItemEdge& edge = items_.edges[e];
      if (layers_.column[edge.from] != layers_.column[edge.to]) continue;
      lines.push_back({rank[edge.to] - rank[edge.from] - 1, edge.from, e});
    }
    // Adds the lines from the upper border of the open box, and those to its lower border. If more than kBorderLanes
    // such lines pass a layer, adds only those that pass no layer.
    uint32_t entering = 0, leaving = 0;
    for (uint32_t i = 0; i < n; ++i) {
      entering += items_.enters[i] && rank[i] > 0;
      leaving += items_.leaves[i] && rank[i] + 1 < layers_.ranks;
    }
    for (uint32_t i = 0; i < n; ++i) {
      const uint32_t below = layers_.ranks - 1 - rank[i];
      if (items_.leaves[i] && (below == 0 || leaving <= kBorderLanes)) lines.push_back({below, i, kLeaves});
      if (items_.enters[i] && (rank[i] == 0 || entering <= kBorderLanes)) lines.push_back({rank[i], i, kEnters});
    }
    std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) { return a.length < b.length; });

    std::vector<uint32_t> lanes(layers_.ranks, 0);
    std::vector<uint32_t> below(n, 0);  // [items] number of lanes (dummy nodes of lines) below each item
    uint64_t budget = 8 * (static_cast<uint64_t>(n) + items_.edges.size()) + 64;
    for (const Line& line : lines) {
      if (line.length > budget) break;
      const uint32_t first = line.edge == kEnters ? 0 : rank[line.item] + 1 + below[line.item];
      const uint32_t end = line.edge == kEnters ? line.length : rank[line.item] + 1 + line.length;
      bool room = true;
      for (uint32_t r = first; r < end && room; ++r) room = lanes[r] < kRankLanes * layers_.columns;
      budget -= line.length;
      layers_.steps += line.length + 1;
      if (!room) continue;
      for (uint32_t r = first; r < end; ++r) ++lanes[r];
      if (line.edge == kEnters) {
        layers_.enters[line.item] = 1;
      } else {
        below[line.item] = std::max(below[line.item], line.length);
        (line.edge == kLeaves ? layers_.leaves[line.item] : layers_.routed[line.edge]) = 1;
      }
    }
    makeNodes(below);
  }

  // Appends the lanes (dummy nodes of lines) to the nodes, and connects nodes of consecutive layers by segments.
  // `below` has the number of lanes below each item.
  void makeNodes(const std::vector<uint32_t>& below) {
    const uint32_t n = items_.count;
    std::vector<uint32_t>& rank = layers_.rank;
    layers_.chain.assign(n, kNoLane);
    layers_.chainSize = below;
    layers_.entry.assign(n, kNoLane);
    for (uint32_t i = 0; i < n; ++i) {
      if (below[i] > 0) layers_.chain[i] = static_cast<uint32_t>(rank.size());
      for (uint32_t k = 0; k < below[i]; ++k) {
        const uint32_t lane = static_cast<uint32_t>(rank.size());
        layers_.segments.push_back({k == 0 ? i : lane - 1, lane});
        rank.push_back(rank[i] + 1 + k);
        layers_.column.push_back(layers_.column[i]);
      }
      if (!layers_.enters[i] || rank[i] == 0) continue;
      layers_.entry[i] = static_cast<uint32_t>(rank.size());
      for (uint32_t r = 0; r < rank[i]; ++r) {
        const uint32_t lane = static_cast<uint32_t>(rank.size());
        layers_.segments.push_back({lane, r + 1 == layers_.rank[i] ? i : lane + 1});
        rank.push_back(r);
        layers_.column.push_back(layers_.column[i]);
      }
    }
    for (uint32_t e = 0; e < items_.edges.size(); ++e) {
      if (!layers_.routed[e]) continue;
      const auto [from, to] = items_.edges[e];
      const uint32_t length = rank[to] - rank[from] - 1;
      layers_.segments.push_back({length == 0 ? from : layers_.chain[from] + length - 1, to});
    }
  }

  // ---- Order of the nodes in each layer (rank) ----

  // Orders the nodes of every layer by barycentre sweeps and keeps the order with the fewest edge crossings.
  void orderRanks() {
    const uint32_t nodes = static_cast<uint32_t>(layers_.rank.size());
    layers_.orderBegin.assign(layers_.ranks + 1, 0);
    for (uint32_t r : layers_.rank) ++layers_.orderBegin[r + 1];
    std::partial_sum(layers_.orderBegin.begin(), layers_.orderBegin.end(), layers_.orderBegin.begin());
    std::vector<uint32_t> next(layers_.orderBegin.begin(), layers_.orderBegin.end() - 1);
    layers_.order.resize(nodes);
    // Starts with the items in the order of their indices. The dummy nodes of an item's lines are sorted by the index
    // of that item.
    for (uint32_t i = 0; i < items_.count; ++i) {
      layers_.order[next[layers_.rank[i]]++] = i;
      for (uint32_t k = 0; k < layers_.chainSize[i]; ++k)
        layers_.order[next[layers_.rank[layers_.chain[i] + k]]++] = layers_.chain[i] + k;
      for (uint32_t r = 0; layers_.entry[i] != kNoLane && r < layers_.rank[i]; ++r)
        layers_.order[next[r]++] = layers_.entry[i] + r;
    }
    for (uint32_t r = 0; r < layers_.ranks && layers_.columns > 1; ++r) {
      const auto begin = layers_.order.begin();
      std::stable_sort(begin + layers_.orderBegin[r], begin + layers_.orderBegin[r + 1],
                       [this](uint32_t a, uint32_t b) { return layers_.column[a] < layers_.column[b]; });
    }
    position_.resize(nodes);
    updatePositions();
    up_ = findNeighbours(layers_, /*up=*/true);
    down_ = findNeighbours(layers_, /*up=*/false);
    std::vector<uint32_t> best = layers_.order;
    uint64_t fewest = countCrossings();
    for (int sweep = 0; sweep < kSweeps && fewest > 0; ++sweep) {
      const bool down = sweep % 2 == 0;
      for (uint32_t k = 1; k < layers_.ranks; ++k) sortRank(down ? k : layers_.ranks - 1 - k, down);
      const uint64_t now = countCrossings();
      if (now < fewest) {
        fewest = now;
        best = layers_.order;
      }
    }
    layers_.order = std::move(best);
  }

  // Sets position_, the index of each node within its layer, from layers_.order.
  void updatePositions() {
    for (uint32_t r = 0; r < layers_.ranks; ++r)
      for (uint32_t k = layers_.orderBegin[r]; k < layers_.orderBegin[r + 1]; ++k)
        position_[layers_.order[k]] = k - layers_.orderBegin[r];
  }

  // Sorts the nodes of layer r by the mean index of their neighbours in the layer above (if `down`) or below. Nodes
  // stay in their columns.
  void sortRank(uint32_t r, bool down) {
    const Neighbours& neighbours = down ? up_ : down_;
    const uint32_t first = layers_.orderBegin[r], end = layers_.orderBegin[r + 1];
    keys_.clear();
    for (uint32_t k = first; k < end; ++k) {
      const uint32_t node = layers_.order[k];
      double sum = 0;
      for (const uint32_t other : neighbours.of(node)) sum += position_[other];
      const auto count = static_cast<uint32_t>(neighbours.of(node).size());
      // A node without neighbours is sorted by its current index, so that it stays where it is.
      keys_.emplace_back(count ? sum / count : static_cast<double>(k - first), node);
      layers_.steps += count + 1;
    }
    std::stable_sort(keys_.begin(), keys_.end(), [this](const auto& a, const auto& b) {
      const uint32_t columnOfA = layers_.column[a.second], columnOfB = layers_.column[b.second];
      return columnOfA != columnOfB ? columnOfA < columnOfB : a.first < b.first;
    });
    for (uint32_t k = first; k < end; ++k) {
      layers_.order[k] = keys_[k - first].second;
      position_[layers_.order[k]] = k - first;
    }
  }

  // Counts the pairs of edges between consecutive layers that cross. Crossings are inversions of the order of the
  // nodes, which a Fenwick tree counts. O(segments · log nodes).
  uint64_t countCrossings() {
    uint64_t total = 0;
    for (uint32_t r = 0; r + 1 < layers_.ranks; ++r) {
      const uint32_t size = layers_.orderBegin[r + 2] - layers_.orderBegin[r + 1];
      tree_.assign(size + 1, 0);
      uint64_t seen = 0;
      for (uint32_t k = layers_.orderBegin[r]; k < layers_.orderBegin[r + 1]; ++k) {
        const uint32_t node = layers_.order[k];
        for (const uint32_t other : down_.of(node)) {
          uint64_t before = 0;
          for (uint32_t p = position_[other] + 1; p > 0; p &= p - 1) before += tree_[p];
          total += seen - before;
        }
        for (const uint32_t other : down_.of(node)) {
          for (uint32_t p = position_[other] + 1; p <= size; p += p & (0 - p)) ++tree_[p];
          ++seen;
        }
      }
    }
    layers_.steps += layers_.segments.size();
    return total;
  }

  const Items& items_;
  Layers layers_;
  std::vector<uint32_t> position_;  // [nodes] index of each node within its layer
  Neighbours up_, down_;            // nodes that each node is connected to in the layer above (up_) and below (down_)
  std::vector<std::pair<double, uint32_t>> keys_;  // scratch of sortRank: (mean index of neighbours, node)
  std::vector<uint32_t> tree_;                     // scratch of countCrossings: Fenwick tree
};

}  // namespace

Neighbours findNeighbours(const Layers& layers, bool up) {
  Neighbours neighbours;
  neighbours.begin.assign(layers.rank.size() + 1, 0);
  for (const ItemEdge& s : layers.segments) ++neighbours.begin[(up ? s.to : s.from) + 1];
  std::partial_sum(neighbours.begin.begin(), neighbours.begin.end(), neighbours.begin.begin());
  std::vector<uint32_t> next(neighbours.begin.begin(), neighbours.begin.end() - 1);
  neighbours.nodes.resize(layers.segments.size());
  for (const ItemEdge& s : layers.segments) neighbours.nodes[next[up ? s.to : s.from]++] = up ? s.from : s.to;
  return neighbours;
}

Layers buildLayers(const Items& items) {
  return Arranger(items).run();
}

}  // namespace hlorank::drawing
