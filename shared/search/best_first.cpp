#include "shared/search/best_first.h"

#include <algorithm>
#include <limits>
#include <queue>

namespace hlorank::search {
namespace {

constexpr uint32_t kRoot = UINT32_MAX;  // stands for the root of the search tree, at which no variable is assigned

// A node of the search tree, which is a partial assignment. It has the assignments of its ancestors, and assigns one
// more variable to one of its alternatives (rows).
struct Node {
  double cost;      // lower bound of the cost of all complete assignments that extend this partial one
  uint32_t parent;  // index of the parent node, or kRoot
  uint32_t depth;   // number of assigned variables
  uint8_t row;      // alternative of the variable that this node assigns
};

class Search {
 public:
  Search(const Regrets& regrets, size_t k, size_t effort)
      : regrets_(regrets), order_(regrets.order()), k_(k), effort_(effort), rows_(order_.size(), 0) {}

  Solutions run() {
    dive(kRoot, 0, regrets_.base());
    size_t next = 0;
    while (!open_.empty() && calls_ < effort_) {
      next = open_.top().node;
      if (nodes_[next].cost >= worst()) break;
      open_.pop();
      assignPath(next);
      dive(static_cast<uint32_t>(next), nodes_[next].depth, nodes_[next].cost);
    }
    const double least = open_.empty() ? worst() : nodes_[open_.top().node].cost;
    solutions_.exact = open_.empty() || least >= worst();
    solutions_.bound = solutions_.best.empty() ? regrets_.base() : std::min(solutions_.best[0].cost, least);
    return std::move(solutions_);
  }

 private:
  struct Open {
    double cost;
    uint32_t node;
    uint32_t depth;
    // Orders std::priority_queue so that the node of least cost is expanded first. Among equal costs, the deepest node
    // comes first, then the oldest.
    bool operator<(const Open& other) const {
      if (cost != other.cost) return cost > other.cost;
      if (depth != other.depth) return depth < other.depth;
      return node > other.node;
    }
  };

  // Returns the cost from which on a node cannot improve the k best solutions. Returns infinity while there are fewer
  // than k solutions.
  double worst() const {
    return solutions_.best.size() < k_ ? std::numeric_limits<double>::infinity() : solutions_.best.back().cost;
  }

  // Sets rows_ to the alternatives that `node` and its ancestors assign.
  void assignPath(size_t node) {
    for (uint32_t at = static_cast<uint32_t>(node); at != kRoot; at = nodes_[at].parent)
      rows_[order_[nodes_[at].depth - 1]] = nodes_[at].row;
  }

  // Assigns the variables from `depth` on greedily: each gets its alternative of least regret (added cost). Adds the
  // other alternatives as open nodes. Records the resulting solution if it is among the k best; stops as soon as it
  // cannot be. `parent`: the node whose assignments the first `depth` variables have; `cost`: its lower bound.
  void dive(uint32_t parent, size_t depth, double cost) {
    for (; depth < order_.size(); ++depth) {
      ++calls_;
      regrets_.at(depth, rows_, regretsOfRows_);
      const auto least =
          static_cast<size_t>(std::min_element(regretsOfRows_.begin(), regretsOfRows_.end()) - regretsOfRows_.begin());
      for (size_t row = 0; row < regretsOfRows_.size(); ++row) {
        const double childCost = cost + regretsOfRows_[row];
        if (row != least && childCost < worst()) addNode(childCost, parent, depth, row, true);
      }
      cost += regretsOfRows_[least];
      if (cost >= worst()) return;
      parent = addNode(cost, parent, depth, least, false);
      rows_[order_[depth]] = static_cast<uint8_t>(least);
    }
    if (cost >= worst()) return;
    const auto place = std::upper_bound(solutions_.best.begin(), solutions_.best.end(), cost,
                                        [](double c, const Solution& solution) { return c < solution.cost; });
    solutions_.best.insert(place, {rows_, cost});
    if (solutions_.best.size() > k_) solutions_.best.pop_back();
  }

  uint32_t addNode(double cost, uint32_t parent, size_t depth, size_t row, bool open) {
    const auto node = static_cast<uint32_t>(nodes_.size());
    nodes_.push_back({cost, parent, static_cast<uint32_t>(depth + 1), static_cast<uint8_t>(row)});
    if (open) open_.push({cost, node, static_cast<uint32_t>(depth + 1)});
    return node;
  }

  const Regrets& regrets_;
  const std::vector<uint32_t>& order_;
  const size_t k_, effort_;
  size_t calls_ = 0;
  std::vector<uint8_t> rows_;
  std::vector<double> regretsOfRows_;
  std::vector<Node> nodes_;
  std::priority_queue<Open> open_;
  Solutions solutions_;
};

}  // namespace

Solutions bestFirst(const Regrets& regrets, size_t k, size_t effort) {
  return k == 0 ? Solutions{} : Search(regrets, k, effort).run();
}

}  // namespace hlorank::search
