// Best-first branch and bound for the k assignments of rows to variables of least cost. A variable is a decision and
// its rows are its alternatives. Variables are assigned in a fixed order, and each assigned row raises a lower bound of
// the total cost by a known amount, its regret. From each expanded node of the search tree the search continues
// greedily to a complete assignment, so it finds good solutions early and proves them optimal later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hlorank::search {

// An assignment of one row to every variable.
struct Solution {
  std::vector<uint8_t> rows;  // [variables] assigned row
  double cost = 0;
};

// The result of a search for the k assignments of least cost.
struct Solutions {
  std::vector<Solution> best;  // at most k, distinct, least cost first
  double bound = 0;            // no assignment costs less; best[0].cost if that is proven optimal
  bool exact = true;           // true: `best` is proven optimal; false: the effort limit ended the search
};

// A cost function as a sum over variables in a fixed order: cost = base() + sum of the regrets of the assigned rows,
// all >= 0. The regret of a row depends only on it and the rows of earlier variables.
class Regrets {
 public:
  virtual ~Regrets() = default;
  virtual double base() const = 0;  // lower bound of the cost of all assignments
  // Returns the variables in order of assignment.
  virtual const std::vector<uint32_t>& order() const = 0;
  // Sets `regrets`, [rows], to the regret of each row of the variable order()[depth]. `rows`, [variables]: the assigned
  // rows; only those of variables that precede it in order() are valid.
  virtual void at(size_t depth, const std::vector<uint8_t>& rows, std::vector<double>& regrets) const = 0;
};

// Returns the k assignments of least cost; `effort` limits the number of calls of Regrets::at. Prefers lower row
// numbers among equal costs. If every variable always has a row with regret 0, it needs at most k · variables calls.
Solutions bestFirst(const Regrets& regrets, size_t k, size_t effort);

}  // namespace hlorank::search
