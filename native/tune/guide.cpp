#include "native/tune/guide.h"

#include "native/base/output.h"

namespace hlorank::tune {

// Whether to guide the search by the published model for programs with HLO. False, because the model for files without
// HLO, `calibrated`, has a score per layout, which a search can add up. Simulated searches (`hlorank replay`) need
// fewer measurements with `calibrated`.
constexpr bool kHasModule = false;

Result<evaluate::Ranker> loadGuide(const std::string& requested, std::string* place) {
  if (requested.empty() && rank::publishedModel(kHasModule).empty())
    native::note("hlorank: %s\n", rank::kNoPublishedModel);
  return evaluate::selectRanker(requested, kHasModule, place);
}

}  // namespace hlorank::tune
