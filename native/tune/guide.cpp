#include "native/tune/guide.h"

#include "native/base/output.h"

namespace hlorank::tune {

// A search adds up scores of single layouts. `calibrated`, the published model for files without HLO, is made for that;
// replayed searches need fewer measurements with it than with the simulated model.
constexpr bool kHasModule = false;

Result<evaluate::Ranker> loadGuide(const std::string& requested, std::string* place) {
  if (requested.empty() && rank::publishedModel(kHasModule).empty())
    native::note("hlorank: %s\n", rank::kNoPublishedModel);
  return evaluate::selectRanker(requested, kHasModule, place);
}

}  // namespace hlorank::tune
