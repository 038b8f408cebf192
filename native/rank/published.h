// Finds the published models, which are in the repository that this program was built in.
#pragma once

#include <string>

namespace hlorank::rank {

// Returns the folder of the published model that suits the program, or "" if that folder does not exist. With an HLO
// module (`hasModule`), this is web/public/models/simulated, the default of the web page. Without one, it is
// web/public/models/calibrated, which only needs feature arrays.
std::string publishedModel(bool hasModule);
// Returns the folder of the published model for schedules of Halide, web/public/models/halide; "" if it does not exist.
std::string publishedStageModel();

// Message to the user when the analytical cost model ranks because there is no published model.
inline constexpr char kNoPublishedModel[] =
    "no published model in web/public/models that this build can use; ranked by the analytical cost model. Select "
    "another model with --model";

}  // namespace hlorank::rank
