#include "native/store/problems.h"

#include <algorithm>
#include <cmath>

#include "shared/base/text.h"

namespace hlorank::store {
namespace {

constexpr size_t kFew = 5;  // fewer distinct configurations of a program give a warning
// Relative change of run times from the first row to the last above which a program gets a warning.
constexpr double kDrifts = .01;
// Measurement noise (relative spread of run times of one configuration) above which a program gets a warning.
constexpr double kNoisy = .05;

struct KnownProblem {
  const char* name;  // part of the name of the programs with the problem
  const char* problem;
};
// TpuGraphs programs with wrong run times, as reported by users of the data set; see docs/store.md.
constexpr KnownProblem kKnownProblems[] = {
    {"unet_3d.4x4.bf16", "its run times are known to be corrupt"},
    {"mlperf_bert_batch_24_2x2", "its run times are known to be corrupt (layout:xla:default)"},
    {"magenta_dynamic", "its run times are known to drift over the configurations"},
};

std::string percent(double share) {
  return formatted("%.2g %%", 100 * share);
}

}  // namespace

std::vector<std::string> findProblems(const std::string& name, const Times& times, Kind kind) {
  std::vector<std::string> problems;
  for (const KnownProblem& known : kKnownProblems)
    if (name.find(known.name) != std::string::npos) problems.emplace_back(known.problem);
  const size_t count = times.times.size();
  if (count < kFew) problems.push_back("it has only " + counted(count, "distinct configuration"));
  const auto hidden = static_cast<size_t>(std::count(times.times.begin(), times.times.end(), 0));
  if (hidden > 0 && hidden < count)
    problems.push_back(std::to_string(hidden) + " of " + std::to_string(count) +
                       " run times are 0, which means hidden");
  const auto [least, most] = std::minmax_element(times.times.begin(), times.times.end());
  if (kind == Kind::kLayout && count > 1 && *least == *most && *most > 0)
    problems.emplace_back("all its run times are equal");
  if (times.noise > kNoisy) problems.push_back("run times of the same configuration differ by " + percent(times.noise));
  if (std::abs(times.drift) > kDrifts)
    problems.push_back("its run times drift: run times of the same configuration " +
                       std::string(times.drift > 0 ? "rise" : "fall") + " by " + percent(std::abs(times.drift)) +
                       " from the first row to the last");
  return problems;
}

}  // namespace hlorank::store
