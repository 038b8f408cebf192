// Detects why the ranking of an HLO module may be unreliable: the models are trained on XLA:CPU modules taken just
// before layout assignment, with known trip counts.
#pragma once

#include <string>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::session {

// A reason why a ranking of the program may be unreliable or limited, to be shown to the user.
struct Notice {
  std::string kind;     // stable identifier for scripts: "raw", "optimised", "tpu", "gpu", "generated", ...
  std::string message;  // message to the user: what was found, and what it means for the ranking
};

// Returns at most one notice on the backend of a module, one on its compiler stage and one on its loops. The kind of a
// notice is "tpu" if layouts are tiled, "gpu" if GPU libraries are called or GPU queues are named, "optimised" if there
// are fusions or a schedule, "raw" if there are calls, batch norms, sharding annotations or dots that are no products
// of matrices, and "unknownLoops" if there are loops with an unknown trip count. O(module).
std::vector<Notice> detectNotices(const hlo::Module& module);

// Formats warnings as text lines with line and column in the file: "3:14: the message". Equal messages share one text
// line with their number and the first three positions: "the message (12 times: 3:14, 5:14, 9:2, ...)". Messages are in
// the order of their first occurrence. With a `file`, lines are "FILE:3:14: warning: the message" and "FILE: warning:
// the message (12 times: ...)".
std::vector<std::string> linesOf(const std::vector<hlo::Warning>& warnings, const std::string& file = {});

}  // namespace hlorank::session
