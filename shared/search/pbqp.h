// The partitioned Boolean quadratic problem: every variable takes one row; a row has a cost, and so has every pair of
// rows of two variables that an edge joins. Compilers select instructions, registers and layouts in this form
// (Scholz and Eckstein 2002; Anderson and Gregg 2018 for layouts and primitives of networks).
//
// Variables are taken out one by one, least edges first. What is lost by taking out one with at most two edges is a
// table over its neighbours, exactly: the reductions R0, R1 and R2. One with more leaves a table per two of its edges,
// its costs divided among them, which is a lower bound (mini-buckets: Dechter and Rish 2003). Choosing in the opposite
// order, every row's excess over the bound is known, and best-first search over these gives the k best: at once where
// only R0 to R2 were needed, with the remaining gap stated otherwise.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "shared/search/best_first.h"

namespace hlorank::search {

struct Problem {
  struct Edge {
    uint32_t a, b;              // variables; a != b; the same two may come again
    std::vector<double> costs;  // [rows of a, rows of b]
  };
  std::vector<std::vector<double>> costs;  // [variables][rows], 1 to 256 rows each
  std::vector<Edge> edges;
};

inline constexpr size_t kEffort = 200'000;

double costOf(const Problem& problem, const std::vector<uint8_t>& rows);

// The k best. Memory and time of the reductions: variables · rows^3 at worst; of the search: see best_first.h.
Solutions solve(const Problem& problem, size_t k, size_t effort = kEffort);

// Another kind of problem, without edges: variables form groups, and a group costs the *largest* cost among its
// variables (a value that several slots want laid out anew is converted once), besides `extra`, which add up. Least
// per group is the largest of the variables' least costs, so that without `extra` every variable may take its own.
struct GroupedProblem {
  std::vector<std::vector<double>> costs, extra;  // [variables][rows], of the same form
  std::vector<uint32_t> group;                    // [variables]
};
double costOf(const GroupedProblem& problem, const std::vector<uint8_t>& rows);
Solutions solve(const GroupedProblem& problem, size_t k, size_t effort = kEffort);

}  // namespace hlorank::search
