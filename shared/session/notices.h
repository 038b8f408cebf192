// Where a module stands in the compiler, told from what it holds. Models are trained on modules of XLA:CPU as they
// stand just before layout assignment; any other module is ranked with a notice that says so.
#pragma once

#include <string>
#include <vector>

#include "shared/hlo/module.h"

namespace hlorank::session {

struct Notice {
  std::string kind;     // "raw", "optimised", "tpu", "gpu", "generated", "nothing-to-choose", ...: stable, for programs
  std::string message;  // for people: what it is and what that means for the ranking
};

// What the module tells about itself: calls and batch norms that the compiler would have expanded (raw), fusions or a
// schedule (optimised), tiled layouts (TPU), custom calls of GPU libraries (GPU). Linear.
std::vector<Notice> noticesOf(const hlo::Module& module);

// Warnings for people, each with its place: "3:14: the message". Equal ones are one line, with how often they hold and
// the first three places: "the message (12 times: 3:14, 5:14, 9:2, ...)". In the order of their first places. Linear.
std::vector<std::string> linesOf(const std::vector<hlo::Warning>& warnings);

}  // namespace hlorank::session
