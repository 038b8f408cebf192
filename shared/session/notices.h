// Detects the compiler stage and backend that a module comes from. Models are trained on XLA:CPU modules taken just
// before layout assignment; the ranking of any other module comes with a notice.
#pragma once

#include <string>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::session {

struct Notice {
  std::string kind;     // stable identifier for programs: "raw", "optimised", "tpu", "gpu", "generated", ...
  std::string message;  // for people: what was found and what it means for the ranking
};

// Detects the stage and backend of a module: calls, batch norms and sharding annotations (kind "raw"), fusions or a
// schedule ("optimised"), tiled layouts ("tpu"), custom calls of GPU libraries ("gpu"). Linear in the module.
std::vector<Notice> detectNotices(const hlo::Module& module);

// Formats warnings for people, each with its place: "3:14: the message". Equal messages share one line with their count
// and first three places: "the message (12 times: 3:14, 5:14, 9:2, ...)". In order of first occurrence. Linear.
std::vector<std::string> linesOf(const std::vector<hlo::Warning>& warnings);

}  // namespace hlorank::session
