#include "shared/search/best_first.h"

#include <algorithm>
#include <limits>
#include <queue>

namespace hlorank::search {
namespace {

constexpr uint32_t kRoot = UINT32_MAX;

// A partial choice: the row of one variable, after those of its parents.
struct Node {
  double cost;  // lower bound of all choices below
  uint32_t parent;
  uint32_t depth;  // variables assigned
  uint8_t row;
};

class Search {
 public:
  Search(const Regrets& regrets, size_t k, size_t effort)
      : regrets_(regrets), order_(regrets.order()), k_(k), effort_(effort), rows_(order_.size(), 0) {}

  Solutions run() {
    dive(kRoot, 0, regrets_.base());
    size_t next = 0;
    while (!open_.empty() && tried_ < effort_) {
      next = open_.top().node;
      if (nodes_[next].cost >= worst()) break;
      open_.pop();
      assignUpTo(next);
      dive(static_cast<uint32_t>(next), nodes_[next].depth, nodes_[next].cost);
    }
    const double least = open_.empty() ? worst() : nodes_[open_.top().node].cost;
    found_.exact = open_.empty() || least >= worst();
    found_.bound = found_.best.empty() ? regrets_.base() : std::min(found_.best[0].cost, least);
    return std::move(found_);
  }

 private:
  struct Open {
    double cost;
    uint32_t node;
    // The deeper and then the older first among equals: it is sooner a full choice.
    uint32_t depth;
    bool operator<(const Open& other) const {
      if (cost != other.cost) return cost > other.cost;
      if (depth != other.depth) return depth < other.depth;
      return node > other.node;
    }
  };

  // Above this nothing is of interest.
  double worst() const {
    return found_.best.size() < k_ ? std::numeric_limits<double>::infinity() : found_.best.back().cost;
  }

  void assignUpTo(size_t node) {
    for (uint32_t at = static_cast<uint32_t>(node); at != kRoot; at = nodes_[at].parent)
      rows_[order_[nodes_[at].depth - 1]] = nodes_[at].row;
  }

  // Assigns the rest, each time the row of least regret, and keeps the others for later.
  void dive(uint32_t parent, size_t depth, double cost) {
    for (; depth < order_.size(); ++depth) {
      ++tried_;
      regrets_.at(depth, rows_, amounts_);
      const auto least = static_cast<size_t>(std::min_element(amounts_.begin(), amounts_.end()) - amounts_.begin());
      for (size_t row = 0; row < amounts_.size(); ++row) {
        const double there = cost + amounts_[row];
        if (row != least && there < worst()) keep(there, parent, depth, row, true);
      }
      cost += amounts_[least];
      if (cost >= worst()) return;
      parent = keep(cost, parent, depth, least, false);
      rows_[order_[depth]] = static_cast<uint8_t>(least);
    }
    if (cost >= worst()) return;
    const auto place = std::upper_bound(found_.best.begin(), found_.best.end(), cost,
                                        [](double c, const Solution& solution) { return c < solution.cost; });
    found_.best.insert(place, {rows_, cost});
    if (found_.best.size() > k_) found_.best.pop_back();
  }

  uint32_t keep(double cost, uint32_t parent, size_t depth, size_t row, bool open) {
    const auto node = static_cast<uint32_t>(nodes_.size());
    nodes_.push_back({cost, parent, static_cast<uint32_t>(depth + 1), static_cast<uint8_t>(row)});
    if (open) open_.push({cost, node, static_cast<uint32_t>(depth + 1)});
    return node;
  }

  const Regrets& regrets_;
  const std::vector<uint32_t>& order_;
  const size_t k_, effort_;
  size_t tried_ = 0;
  std::vector<uint8_t> rows_;
  std::vector<double> amounts_;
  std::vector<Node> nodes_;
  std::priority_queue<Open> open_;
  Solutions found_;
};

}  // namespace

Solutions bestFirst(const Regrets& regrets, size_t k, size_t effort) {
  return k == 0 ? Solutions{} : Search(regrets, k, effort).run();
}

}  // namespace hlorank::search
