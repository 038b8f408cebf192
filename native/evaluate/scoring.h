// Scores of a program's configurations by whoever ranks.
#pragma once

#include <span>
#include <vector>

#include "native/data/program_file.h"
#include "native/evaluate/ranker.h"

namespace hlorank::evaluate {

// Of `chosen`, which may repeat. Errors: tiles for a model of layouts or the other way round, arrays that do not fit
// the network. Cut short when interrupted by Ctrl-C. Cost: one forward pass for tables, one for every few
// configurations where they join the graph, in memory that does not grow with `chosen`.
Result<std::vector<float>> scoresOf(const Ranker& ranker, const data::MeasuredProgram& program,
                                    std::span<const uint32_t> selected);

}  // namespace hlorank::evaluate
