// Prints the ranking of `hlorank rank` for a kernel whose configurations are tile sizes (TpuGraphs' tile collection).
#pragma once

#include <string>
#include <vector>

#include "shared/session/open.h"
#include "shared/session/report.h"

namespace hlorank::rank {

// The scores of a kernel's tile sizes (Opened::tiles), [configurations], lower is faster, and the model that made them.
struct RankedTiles {
  std::vector<float> scores;
  session::RankedBy by;
};

// Prints the `top` tile sizes with the lowest scores as text: number in the file, score, measured time, sizes.
void printTiles(const session::Opened& opened, const RankedTiles& ranked, size_t top);

// Returns the same as one line of JSON, in the format of docs/json.md. `file`: the path to report.
std::string tilesJson(const session::Opened& opened, const RankedTiles& ranked, const std::string& file, size_t top);

}  // namespace hlorank::rank
