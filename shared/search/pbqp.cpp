#include "shared/search/pbqp.h"

#include <algorithm>
#include <cassert>
#include <map>
#include <set>

namespace hlorank::search {
namespace {

using Row = uint8_t;

// A table of costs for each combination of alternatives (rows) of two variables, or for each alternative of one
// variable. With no variable, it is a single number.
struct Table {
  std::vector<uint32_t> variables;
  std::vector<double> costs;  // [rows of the first variable, rows of the second variable] cost of each combination
};

// Returns the cost that a table gives to an assignment. `rows`, [variables], has the assigned alternatives. `lastRows`
// is the number of alternatives of the table's last variable.
double entry(const Table& table, const std::vector<Row>& rows, size_t lastRows) {
  if (table.variables.empty()) return table.costs[0];
  if (table.variables.size() == 1) return table.costs[rows[table.variables[0]]];
  return table.costs[rows[table.variables[0]] * lastRows + rows[table.variables[1]]];
}

// Computes a lower bound of the cost of a Problem by eliminating its variables (see pbqp.h). From the bound, it derives
// the regret of each alternative: how much choosing the alternative raises the bound.
class Elimination : public Regrets {
 public:
  explicit Elimination(const Problem& problem) : costs_(problem.costs), around_(problem.costs.size()) {
    for (const Problem::Edge& edge : problem.edges) addEdge(edge.a, edge.b, edge.costs);
    // Pairs (number of edges, variable) of the variables that are not eliminated yet.
    std::set<std::pair<size_t, uint32_t>> waiting;
    for (uint32_t v = 0; v < costs_.size(); ++v) waiting.insert({around_[v].size(), v});
    while (!waiting.empty()) {
      const uint32_t v = waiting.begin()->second;
      waiting.erase(waiting.begin());
      const std::set<uint32_t> neighbours = around_[v];
      for (const uint32_t n : neighbours) waiting.erase({around_[n].size(), n});
      eliminate(v);
      for (const uint32_t n : neighbours) waiting.insert({around_[n].size(), n});
    }
    std::reverse(steps_.begin(), steps_.end());
    for (const Step& step : steps_) order_.push_back(step.variable);
  }

  double base() const override { return base_; }
  const std::vector<uint32_t>& order() const override { return order_; }

  void at(size_t depth, const std::vector<Row>& rows, std::vector<double>& regrets) const override {
    const Step& step = steps_[depth];
    regrets = costs_[step.variable];
    double bound = 0;  // part of the lower bound that comes from this variable
    for (const Table& table : step.messages)
      bound += entry(table, rows, table.variables.empty() ? 0 : costs_[table.variables.back()].size());
    for (const auto& [neighbour, costs] : step.edges) {
      const double* of = costs.data() + rows[neighbour] * regrets.size();
      for (size_t row = 0; row < regrets.size(); ++row) regrets[row] += of[row];
    }
    for (double& regret : regrets)
      regret = std::max(0., regret - bound);  // only rounding errors can make a regret negative
  }

 private:
  // The elimination of one variable: the edges that were removed with it and the cost tables that replace it.
  struct Step {
    uint32_t variable;
    // Removed edges: neighbour, and costs [rows of the neighbour, rows of the variable].
    std::vector<std::pair<uint32_t, std::vector<double>>> edges;
    std::vector<Table> messages;  // cost tables over the neighbours, which replace the variable
  };

  // Adds `costs`, [rows of a, rows of b], to the edge between the variables a and b. Creates the edge if there is none.
  void addEdge(uint32_t a, uint32_t b, const std::vector<double>& costs) {
    assert(a != b && costs.size() == costs_[a].size() * costs_[b].size());
    const size_t rowsA = costs_[a].size(), rowsB = costs_[b].size();
    std::vector<double>& sum = edges_[{std::min(a, b), std::max(a, b)}];
    sum.resize(costs.size());
    for (size_t i = 0; i < rowsA; ++i) {
      for (size_t j = 0; j < rowsB; ++j) sum[a < b ? i * rowsB + j : j * rowsA + i] += costs[i * rowsB + j];
    }
    around_[a].insert(b);
    around_[b].insert(a);
  }

  // Removes the edge between the variables `neighbour` and v. Returns the edge's costs, [rows of `neighbour`, rows of
  // v]. Does not change around_[v].
  std::vector<double> cutEdge(uint32_t neighbour, uint32_t v) {
    auto node = edges_.extract({std::min(neighbour, v), std::max(neighbour, v)});
    around_[neighbour].erase(v);
    if (neighbour < v) return std::move(node.mapped());
    const size_t rows = costs_[v].size(), rowsN = costs_[neighbour].size();
    std::vector<double> turned(rows * rowsN);
    for (size_t i = 0; i < rows; ++i) {
      for (size_t j = 0; j < rowsN; ++j) turned[j * rows + i] = node.mapped()[i * rowsN + j];
    }
    return turned;
  }

  void eliminate(uint32_t v) {
    Step step{v, {}, {}};
    for (const uint32_t neighbour : std::set<uint32_t>(around_[v]))
      step.edges.emplace_back(neighbour, cutEdge(neighbour, v));
    around_[v].clear();
    const size_t pieces = std::max<size_t>(1, (step.edges.size() + 1) / 2);
    std::vector<double> share = costs_[v];
    for (double& cost : share) cost /= static_cast<double>(pieces);
    for (size_t p = 0; p < pieces; ++p) {
      const size_t begin = 2 * p, end = std::min(step.edges.size(), begin + 2);
      Table message;
      for (size_t e = begin; e < end; ++e) message.variables.push_back(step.edges[e].first);
      if (begin == end) {
        message.costs = {*std::min_element(share.begin(), share.end())};
        base_ += message.costs[0];
      } else if (end - begin == 1) {
        message.costs = leastPerRow(share, step.edges[begin].second);
        for (size_t i = 0; i < message.costs.size(); ++i) costs_[message.variables[0]][i] += message.costs[i];
      } else {
        message.costs = leastPerPair(share, step.edges[begin].second, step.edges[begin + 1].second);
        addEdge(message.variables[0], message.variables[1], message.costs);
      }
      step.messages.push_back(std::move(message));
    }
    steps_.push_back(std::move(step));
  }

  // Eliminates a variable with one neighbour. Returns for every row i of the neighbour the minimum over r of own[r] +
  // edge[i, r], where r is a row of the eliminated variable. The result is [rows of the neighbour].
  static std::vector<double> leastPerRow(const std::vector<double>& own, const std::vector<double>& edge) {
    std::vector<double> least(edge.size() / own.size());
    std::vector<double> sums(own.size());
    for (size_t i = 0; i < least.size(); ++i) {
      for (size_t r = 0; r < own.size(); ++r) sums[r] = own[r] + edge[i * own.size() + r];
      least[i] = *std::min_element(sums.begin(), sums.end());
    }
    return least;
  }

  // Eliminates a variable with two neighbours. Returns for all rows i and j of the neighbours the minimum over r of
  // own[r] + first[i, r] + second[j, r], where r is a row of the eliminated variable. The result is [rows of the first,
  // rows of the second neighbour].
  static std::vector<double> leastPerPair(const std::vector<double>& own, const std::vector<double>& first,
                                          const std::vector<double>& second) {
    std::vector<double> least, sums(own.size());
    for (size_t i = 0; i < first.size() / own.size(); ++i) {
      for (size_t r = 0; r < own.size(); ++r) sums[r] = own[r] + first[i * own.size() + r];
      const std::vector<double> row = leastPerRow(sums, second);
      least.insert(least.end(), row.begin(), row.end());
    }
    return least;
  }

  // [variables][rows] cost of each row, including the costs passed on by eliminated variables.
  std::vector<std::vector<double>> costs_;
  std::vector<std::set<uint32_t>> around_;  // [variables] neighbours of each variable that are not eliminated yet
  // Costs of the edges, by (lower variable, higher variable).
  std::map<std::pair<uint32_t, uint32_t>, std::vector<double>> edges_;
  std::vector<Step> steps_;  // eliminated variables in order of assignment, which is the reverse order of elimination
  std::vector<uint32_t> order_;
  double base_ = 0;
};

// Computes a lower bound of the cost of a GroupedProblem. A group costs at least the maximum over its variables of the
// least cost of their rows. In addition, each variable costs at least the least `extra` of its rows. The bound is exact
// if all `extra` are 0. Variables are assigned group by group.
class Groups : public Regrets {
 public:
  explicit Groups(const GroupedProblem& problem) : problem_(problem), extraLeast_(problem.costs.size()) {
    const size_t variables = problem.costs.size();
    for (uint32_t v = 0; v < variables; ++v) order_.push_back(v);
    std::stable_sort(order_.begin(), order_.end(),
                     [&](uint32_t a, uint32_t b) { return problem.group[a] < problem.group[b]; });
    begin_.resize(variables);
    floor_.resize(variables);
    for (size_t begin = 0, end; begin < variables; begin = end) {
      double floor = leastOf(problem.costs[order_[begin]]);
      for (end = begin; end < variables && problem.group[order_[end]] == problem.group[order_[begin]]; ++end)
        floor = std::max(floor, leastOf(problem.costs[order_[end]]));
      base_ += floor;
      std::fill(begin_.begin() + static_cast<ptrdiff_t>(begin), begin_.begin() + static_cast<ptrdiff_t>(end), begin);
      std::fill(floor_.begin() + static_cast<ptrdiff_t>(begin), floor_.begin() + static_cast<ptrdiff_t>(end), floor);
    }
    for (size_t v = 0; v < variables; ++v) base_ += extraLeast_[v] = leastOf(problem.extra[v]);
  }

  double base() const override { return base_; }
  const std::vector<uint32_t>& order() const override { return order_; }

  void at(size_t depth, const std::vector<Row>& rows, std::vector<double>& regrets) const override {
    double largest = floor_[depth];
    for (size_t d = begin_[depth]; d < depth; ++d)
      largest = std::max(largest, problem_.costs[order_[d]][rows[order_[d]]]);
    const uint32_t v = order_[depth];
    regrets.resize(problem_.costs[v].size());
    for (size_t row = 0; row < regrets.size(); ++row)
      regrets[row] = std::max(0., problem_.costs[v][row] - largest) + (problem_.extra[v][row] - extraLeast_[v]);
  }

 private:
  static double leastOf(const std::vector<double>& costs) { return *std::min_element(costs.begin(), costs.end()); }

  const GroupedProblem& problem_;
  std::vector<uint32_t> order_;
  std::vector<size_t> begin_;       // [depth: index in order_] depth of the first variable that is in the same group
  std::vector<double> floor_;       // [depth] lower bound of the cost of the variable's group, without `extra`
  std::vector<double> extraLeast_;  // [variables] least `extra` among each variable's rows
  double base_ = 0;
};

// Replaces the costs of solutions by the results of computeCost. The search adds costs in another order, so it rounds
// differently.
template <class AnyProblem>
Solutions priced(const AnyProblem& problem, Solutions solutions) {
  for (Solution& solution : solutions.best) solution.cost = computeCost(problem, solution.rows);
  return solutions;
}

}  // namespace

double computeCost(const Problem& problem, const std::vector<uint8_t>& rows) {
  double cost = 0;
  for (size_t v = 0; v < rows.size(); ++v) cost += problem.costs[v][rows[v]];
  for (const Problem::Edge& edge : problem.edges)
    cost += edge.costs[rows[edge.a] * problem.costs[edge.b].size() + rows[edge.b]];
  return cost;
}

Solutions solve(const Problem& problem, size_t k, size_t effort) {
  return priced(problem, bestFirst(Elimination(problem), k, effort));
}

double computeCost(const GroupedProblem& problem, const std::vector<uint8_t>& rows) {
  double cost = 0;
  std::map<uint32_t, double> largest;
  for (size_t v = 0; v < rows.size(); ++v) {
    cost += problem.extra[v][rows[v]];
    const double own = problem.costs[v][rows[v]];
    const auto [place, isFirst] = largest.emplace(problem.group[v], own);
    if (!isFirst) place->second = std::max(place->second, own);
  }
  for (const auto& [group, most] : largest) cost += most;
  return cost;
}

Solutions solve(const GroupedProblem& problem, size_t k, size_t effort) {
  return priced(problem, bestFirst(Groups(problem), k, effort));
}

}  // namespace hlorank::search
