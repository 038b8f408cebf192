#include "native/tune/guide.h"

#include <cstdio>

#include "native/base/command_line.h"
#include "native/base/output.h"

namespace hlorank::tune {

Result<evaluate::Ranker> loadGuide(const std::string& requested, std::string* place) {
  if (!requested.empty()) return evaluate::loadRanker(requested, place);
  const std::string published = evaluate::publishedModel();
  if (published.empty()) {
    std::fprintf(stderr, "hlorank: %s\n", evaluate::kNoPublishedModel);
    return evaluate::Ranker{};
  }
  auto ranker = evaluate::loadRanker(published, place);
  if (ranker) return ranker;
  native::report(ranker.error(), *place);
  native::note("hlorank tune: the published model does not fit this build; using the analytical cost model instead\n");
  return evaluate::Ranker{};
}

Result<model::Tables> computeTables(const evaluate::Ranker& ranker, const collect::Subject& subject) {
  session::Opened opened;
  opened.module = subject.module;
  opened.program = subject.program;
  opened.configurations = subject.space;
  return evaluate::computeTables(ranker, opened, subject.analytical);
}

}  // namespace hlorank::tune
