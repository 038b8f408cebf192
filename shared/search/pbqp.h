// Solves the partitioned Boolean quadratic problem (PBQP): assign to each variable one of its rows (alternatives) at
// least total cost. Each row has a cost, and so has each pair of rows of two variables connected by an edge. Compilers
// select instructions, registers and layouts in this form (Scholz and Eckstein 2002; Anderson and Gregg 2018 for
// layouts and primitives of neural networks). Here a variable is a tensor and a row is one of its layouts.
//
// Variables are eliminated one by one, fewest edges first. A variable with at most two edges is replaced exactly by a
// cost table over its neighbours (reductions R0, R1, R2). A variable with more edges is replaced by one table per two
// edges, among which its costs are divided; this gives a lower bound (mini-buckets: Dechter and Rish 2003).
//
// Rows are then assigned in the reverse order by best-first search (best_first.h), guided by the bound. If R0 to R2
// sufficed, the bound is exact and the search finds the k best assignments directly. Otherwise, if the effort limit
// ends the search, Solutions::bound tells how far the best assignment can be from the optimum.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "shared/search/best_first.h"

namespace hlorank::search {

// A partitioned Boolean quadratic problem. The cost of an assignment is the sum of the costs of all variables and
// edges.
struct Problem {
  struct Edge {
    uint32_t a, b;  // the connected variables, a != b; if several edges connect the same two, their costs add up
    std::vector<double> costs;  // [rows of a, rows of b] cost of each pair of alternatives (rows)
  };
  // [variables][rows] cost of each alternative; a variable has 1 to 256 of them.
  std::vector<std::vector<double>> costs;
  std::vector<Edge> edges;
};

inline constexpr size_t kEffort = 200'000;  // default limit of search steps (Regrets::at calls)

// Returns the total cost of an assignment. `rows` has the alternative assigned to each variable, [variables].
double computeCost(const Problem& problem, const std::vector<uint8_t>& rows);

// Returns the k assignments of least cost. `effort` limits the search (see bestFirst in best_first.h). The elimination
// of variables before the search takes O((variables + edges) · rows³) time and O((variables + edges) · rows²) memory.
Solutions solve(const Problem& problem, size_t k, size_t effort = kEffort);

// A problem whose variables form groups. The cost of an assignment has two parts. The first is the sum over groups of
// the *maximum* of `costs` over the group's variables. The second is the sum of `extra` over all variables. This models
// layout conversions: a value (group) that several operands (variables) need in another layout is converted only once.
struct GroupedProblem {
  // [variables][rows] the two costs of each alternative; both lists have the same shape.
  std::vector<std::vector<double>> costs, extra;
  std::vector<uint32_t> group;  // [variables] number of the group that each variable is in
};
// Returns the total cost of an assignment. `rows` has the alternative assigned to each variable, [variables].
double computeCost(const GroupedProblem& problem, const std::vector<uint8_t>& rows);
// Returns the k assignments of least cost. `effort` limits the search (see bestFirst in best_first.h).
Solutions solve(const GroupedProblem& problem, size_t k, size_t effort = kEffort);

}  // namespace hlorank::search
