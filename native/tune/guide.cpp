#include "native/tune/guide.h"

#include "native/base/output.h"

namespace hlorank::tune {

Result<evaluate::Ranker> loadGuide(const std::string& requested, std::string* place) {
  if (requested.empty() && evaluate::publishedModel(/*hasModule=*/true).empty())
    native::note("hlorank: %s\n", evaluate::kNoPublishedModel);
  return evaluate::selectRanker(requested, /*hasModule=*/true, place);
}

}  // namespace hlorank::tune
