#include "native/tune/guide.h"

#include "native/base/output.h"

namespace hlorank::tune {

// Which published model guides the search: false selects the one for files without HLO, `calibrated`. That model has a
// score per layout, which a search can add up, and simulated searches (`hlorank replay`) need fewer measurements with
// it.
constexpr bool kHasModule = false;

Result<evaluate::Ranker> loadGuide(const std::string& requested, std::string* place) {
  if (requested.empty() && rank::publishedModel(kHasModule).empty())
    native::note("hlorank: %s\n", rank::kNoPublishedModel);
  return evaluate::selectRanker(requested, kHasModule, place);
}

}  // namespace hlorank::tune
