// Solver for the partitioned Boolean quadratic problem (PBQP): each variable takes one row; each row has a cost, and so
// has each pair of rows of two variables joined by an edge. Compilers select instructions, registers and layouts in
// this form (Scholz and Eckstein 2002; Anderson and Gregg 2018 for layouts and primitives of neural networks).
//
// Variables are eliminated one by one, fewest edges first. A variable with at most two edges is replaced exactly by a
// table over its neighbours (reductions R0, R1, R2). A variable with more edges is split into one table per two edges
// with its costs divided among them, which gives a lower bound (mini-buckets: Dechter and Rish 2003).
//
// Rows are then assigned in the opposite order by best-first search (best_first.h) on the excess over the bound. If R0
// to R2 sufficed, the bound is exact and the search goes straight to the k best; else the result states the remaining
// gap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "shared/search/best_first.h"

namespace hlorank::search {

// A PBQP instance.
struct Problem {
  struct Edge {
    uint32_t a, b;              // variables, a != b; several edges between the same two add up
    std::vector<double> costs;  // [rows of a, rows of b]
  };
  std::vector<std::vector<double>> costs;  // [variables][rows], 1 to 256 rows each
  std::vector<Edge> edges;
};

inline constexpr size_t kEffort = 200'000;  // default search limit, see bestFirst

// Returns the cost of an assignment, rows [variables].
double computeCost(const Problem& problem, const std::vector<uint8_t>& rows);

// Returns the k solutions of least cost. The reductions take O((variables + edges) · rows³) time and O((variables +
// edges) · rows²) memory; for the search see best_first.h.
Solutions solve(const Problem& problem, size_t k, size_t effort = kEffort);

// A problem without edges: variables form groups, and a group costs the *maximum* over its variables, because a value
// that several slots want in another layout is converted once. `extra` costs are summed over all variables.
struct GroupedProblem {
  std::vector<std::vector<double>> costs, extra;  // [variables][rows], equal sizes
  std::vector<uint32_t> group;                    // [variables] group number
};
double computeCost(const GroupedProblem& problem, const std::vector<uint8_t>& rows);
Solutions solve(const GroupedProblem& problem, size_t k, size_t effort = kEffort);

}  // namespace hlorank::search
