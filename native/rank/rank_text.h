// Prints the text output of `hlorank rank` for the configurations of an HLO program.
#pragma once

#include "native/rank/ranked.h"

namespace hlorank::rank {

// Prints the result of a ranking: what was ranked, the verdict, notes, agreement with measured times, and a table of
// the `top` best configurations.
void printRanking(const session::Opened& opened, const Ranked& ranked, size_t top);

}  // namespace hlorank::rank
