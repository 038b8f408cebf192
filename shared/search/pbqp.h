// Solver for the partitioned Boolean quadratic problem (PBQP): assign to each variable one of its rows (alternatives)
// at least total cost. Each row has a cost, and so has each pair of rows of two variables connected by an edge.
// Compilers select instructions, registers and layouts in this form (Scholz and Eckstein 2002; Anderson and Gregg 2018
// for layouts and primitives of neural networks). Here a variable is a slot and a row one of its layouts.
//
// Variables are eliminated one by one, fewest edges first. A variable with at most two edges is replaced exactly by a
// cost table over its neighbours (reductions R0, R1, R2). A variable with more edges is replaced by one table per two
// edges, among which its costs are divided; this gives a lower bound (mini-buckets: Dechter and Rish 2003).
//
// Rows are then assigned in the reverse order by best-first search (best_first.h), guided by the bound. If R0 to R2
// sufficed, the bound is exact and the search finds the k best without detours; else Solutions::bound gives the gap if
// the effort limit ends the search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "shared/search/best_first.h"

namespace hlorank::search {

// A PBQP instance: the cost of an assignment is the sum over variables and edges.
struct Problem {
  struct Edge {
    uint32_t a, b;              // variables, a != b; several edges between two variables add up
    std::vector<double> costs;  // [rows of a, rows of b]
  };
  std::vector<std::vector<double>> costs;  // [variables][rows] cost of each row; 1 to 256 rows per variable
  std::vector<Edge> edges;
};

inline constexpr size_t kEffort = 200'000;  // default limit of search steps (Regrets::at calls)

// Returns the cost of an assignment; rows: [variables] the row of each.
double computeCost(const Problem& problem, const std::vector<uint8_t>& rows);

// Returns the k assignments of least cost; `effort` limits the search (see bestFirst in best_first.h). Before it, the
// reductions take O((variables + edges) · rows³) time and O((variables + edges) · rows²) memory.
Solutions solve(const Problem& problem, size_t k, size_t effort = kEffort);

// A problem without edges whose variables form groups: its cost is the sum over groups of the *maximum* of `costs` over
// the group's variables, plus the sum of `extra` over all variables. It expresses that a value (group) needed in
// another layout by several slots (variables) is converted once.
struct GroupedProblem {
  std::vector<std::vector<double>> costs, extra;  // [variables][rows], of equal sizes
  std::vector<uint32_t> group;                    // [variables] number of the group of each
};
// Returns the cost of an assignment; rows: [variables] the row of each.
double computeCost(const GroupedProblem& problem, const std::vector<uint8_t>& rows);
// Returns the k assignments of least cost; `effort` limits the search (see bestFirst in best_first.h).
Solutions solve(const GroupedProblem& problem, size_t k, size_t effort = kEffort);

}  // namespace hlorank::search
