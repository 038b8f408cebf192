// The k choices of least cost, where variables are assigned one after the other and each assignment tells by how much
// it raises a lower bound. Best-first search that dives to a full choice from everything it takes up, so that it has
// good ones from the start and proves them later.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace hlorank::search {

struct Solution {
  std::vector<uint8_t> rows;  // [variables]
  double cost = 0;
};

struct Solutions {
  std::vector<Solution> best;  // distinct, least cost first
  double bound = 0;            // no choice costs less
  bool exact = true;           // these are the k best; false: the effort was used up, better ones may exist
};

// A sum over variables in a fixed order: cost = base + the sum of the regrets, none of which is negative.
class Regrets {
 public:
  virtual ~Regrets() = default;
  virtual double base() const = 0;
  // The variables in the order in which they are assigned.
  virtual const std::vector<uint32_t>& order() const = 0;
  // What each row of variable order()[depth] adds when the variables before it have `rows`.
  virtual void at(size_t depth, const std::vector<uint8_t>& rows, std::vector<double>& regrets) const = 0;
};

// `effort`: at most so many assignments are tried. Among equal costs lower rows come first. Cost where regrets of 0
// can always be reached (nothing was estimated): k · variables calls of `at`.
Solutions bestFirst(const Regrets& regrets, size_t k, size_t effort);

}  // namespace hlorank::search
