// Finds the k assignments of least cost by best-first branch and bound. A variable is a decision; its rows are its
// alternatives. Variables are assigned in a fixed order, and each assigned row raises a lower bound of the total cost
// by a known amount, its regret. From each expanded node of the search tree the search continues greedily to a complete
// assignment, so that it finds good solutions early and proves them optimal later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hlorank::search {

// An assignment of one alternative (row) to every variable, with its total cost.
struct Solution {
  std::vector<uint8_t> rows;  // [variables] index of the alternative assigned to each variable
  double cost = 0;
};

// The result of a search for the k assignments of least cost.
struct Solutions {
  std::vector<Solution> best;  // at most k distinct assignments, least cost first
  double bound = 0;   // lower bound of the cost of all assignments; equals best[0].cost if that is proven optimal
  bool exact = true;  // whether `best` is proven optimal; false if the search stopped at the effort limit
};

// A cost function of assignments, written as a sum over variables in a fixed order: cost = base() + sum of regrets. The
// regret of an alternative (row) is the cost that it adds. It is >= 0 and depends only on that row and on the rows of
// earlier variables.
class Regrets {
 public:
  virtual ~Regrets() = default;
  virtual double base() const = 0;  // returns a lower bound of the cost of all assignments
  // Returns the variables in the order in which the search assigns them.
  virtual const std::vector<uint32_t>& order() const = 0;
  // Sets `regrets`, [rows], to the regret (added cost) of each alternative of variable order()[depth]. `rows`,
  // [variables], has the assigned alternatives. Only those of variables before position `depth` of order() are valid.
  virtual void at(size_t depth, const std::vector<uint8_t>& rows, std::vector<double>& regrets) const = 0;
};

// Returns the k assignments of least cost. `effort` limits the number of calls of Regrets::at. Among equal costs,
// prefers lower row numbers. Needs at most k · variables calls if every variable always has a row with regret 0.
Solutions bestFirst(const Regrets& regrets, size_t k, size_t effort);

}  // namespace hlorank::search
