// The published models, in the repository in whose build folder the executable is.
#pragma once

#include <string>

namespace hlorank::rank {

// Returns the folder of the published model: web/public/models/simulated (the default of the web page) if `hasModule`,
// that is the program has an HLO module, else web/public/models/calibrated, which only needs feature arrays. Returns ""
// if the folder does not exist.
std::string publishedModel(bool hasModule);
// The same for schedules of Halide (`halide`).
std::string publishedStageModel();

// Message to the user when the analytical cost model ranks because there is no published model.
inline constexpr char kNoPublishedModel[] =
    "no published model in web/public/models that this build can use; ranked by the analytical cost model. Select "
    "another model with --model";

}  // namespace hlorank::rank
