// Detects the compiler stage and backend that a module comes from. Models are trained on XLA:CPU modules taken just
// before layout assignment; the ranking of any other module comes with a notice.
#pragma once

#include <string>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::session {

// A limitation of a ranking that the user should know.
struct Notice {
  std::string kind;     // stable identifier for scripts: "raw", "optimised", "tpu", "gpu", "generated", ...
  std::string message;  // for the user: what was found and what it means for the ranking
};

// Returns at most two notices, for the backend and the compiler stage of a module. Kinds and what they are detected by:
// "tpu": tiled layouts; "gpu": custom calls of GPU libraries or GPU queues; "optimised": fusions or a schedule; "raw":
// calls, batch norms or sharding annotations. O(module).
std::vector<Notice> detectNotices(const hlo::Module& module);

// Formats warnings for the user, each with its line and column: "3:14: the message". Equal messages share one output
// line with their count and first three places: "the message (12 times: 3:14, 5:14, 9:2, ...)". In order of first
// occurrence.
std::vector<std::string> linesOf(const std::vector<hlo::Warning>& warnings);

}  // namespace hlorank::session
