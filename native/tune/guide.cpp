#include "native/tune/guide.h"

#include "native/base/output.h"

namespace hlorank::tune {

// Whether to guide the search by the published model for programs with HLO. Replayed searches (docs/tuning.md) need
// fewer measurements with it than with `calibrated`, the model for files without HLO.
constexpr bool kHasModule = true;

Result<evaluate::Ranker> loadGuide(const std::string& requested, std::string* place) {
  if (requested.empty() && rank::publishedModel(kHasModule).empty())
    native::note("hlorank: %s\n", rank::kNoPublishedModel);
  return evaluate::selectRanker(requested, kHasModule, place);
}

}  // namespace hlorank::tune
