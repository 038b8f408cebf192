// The text that `hlorank rank` prints for the configurations of an HLO program.
#pragma once

#include "native/evaluate/ranker.h"
#include "shared/model/confidence.h"
#include "shared/session/open.h"
#include "shared/session/ranking.h"

namespace hlorank::evaluate {

// Prints what was ranked, the verdict, notes, agreement with measured times, and a table of the `top` best
// configurations.
void printRanking(const session::Opened& opened, const session::Ranking& ranking, const Ranker& ranker,
                  const model::Confidence& confidence, size_t top);

}  // namespace hlorank::evaluate
