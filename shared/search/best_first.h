// Best-first branch and bound for the k assignments of least cost. Variables are assigned in a fixed order, and each
// assignment raises a lower bound of the total cost by a known amount, its regret. From each expanded node the search
// dives to a complete assignment, so it has good solutions early and proves them optimal later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hlorank::search {

// A complete assignment.
struct Solution {
  std::vector<uint8_t> rows;  // [variables] assigned row
  double cost = 0;
};

struct Solutions {
  std::vector<Solution> best;  // distinct, least cost first
  double bound = 0;            // lower bound of the cost of every assignment
  bool exact = true;           // `best` is proven to be the k best; false: the effort limit ended the search
};

// A cost as a sum over variables in a fixed order: cost = base + sum of the regrets, all of them >= 0.
class Regrets {
 public:
  virtual ~Regrets() = default;
  virtual double base() const = 0;
  // The variables in order of assignment.
  virtual const std::vector<uint32_t>& order() const = 0;
  // Writes the regret of each row of variable order()[depth], given the rows of the variables before it.
  virtual void at(size_t depth, const std::vector<uint8_t>& rows, std::vector<double>& regrets) const = 0;
};

// Returns the k assignments of least cost; `effort` limits the number of calls of `at`. Among equal costs, lower rows
// come first. If the bound is exact, so that a regret of 0 is always available, it takes k · variables calls.
Solutions bestFirst(const Regrets& regrets, size_t k, size_t effort);

}  // namespace hlorank::search
