// Scores of a program's configurations by a Ranker.
#pragma once

#include <span>
#include <vector>

#include "native/data/program_file.h"
#include "native/evaluate/ranker.h"

namespace hlorank::evaluate {

// Scores of the configurations `selected`, which may contain duplicates; lower is faster. Errors: tiles for a layout
// model or the reverse, array shapes that do not fit the network. Returns fewer scores after Ctrl-C. Cost: one forward
// pass in total, or one per small batch of configurations for early- and late-join models; memory is independent of
// selected.size().
Result<std::vector<float>> scoresOf(const Ranker& ranker, const data::MeasuredProgram& program,
                                    std::span<const uint32_t> selected);

}  // namespace hlorank::evaluate
