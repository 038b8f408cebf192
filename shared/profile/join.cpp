#include "shared/profile/join.h"

#include <algorithm>
#include <cmath>

#include "shared/base/quantile.h"
#include "shared/base/text_table.h"

namespace hlorank::profile {
namespace {

struct Quartiles {
  double low = 0, median = 0, high = 0;
  double spread() const { return median > 0 ? (high - low) / median : 0; }
};

// Returns the quartiles of a list of values. Returns zeros if the list is empty.
Quartiles quartilesOf(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  return {quantile(values, .25), quantile(values, .5), quantile(values, .75)};
}

std::string describeMachine(const Profile& profile) {
  const auto valueOf = [&](std::string_view name) {
    for (const auto& [key, value] : profile.machine)
      if (key == name) return value;
    return std::string();
  };
  std::string text = valueOf("processor");
  if (const std::string threads = valueOf("threads"); !threads.empty())
    text += (text.empty() ? "" : ", ") + threads + (threads == "1" ? " core" : " cores");
  if (const std::string version = valueOf("jaxlib"); !version.empty())
    text += (text.empty() ? "jaxlib " : ", jaxlib ") + version;
  return text;
}

}  // namespace

Result<cost::MeasuredTimes> joinProfile(const Profile& profile, const hlo::Module& module) {
  TextTable names;
  for (hlo::InstructionId id = 0; id < module.instructions.size(); ++id) names.insert(module.instructions[id].name, id);
  cost::MeasuredTimes measured;
  measured.seconds.assign(module.instructions.size(), 0);
  measured.spread.assign(module.instructions.size(), 0);
  for (const InstructionTimes& times : profile.instructions) {
    const Quartiles quartiles = quartilesOf(times.seconds);
    measured.sum += quartiles.median;
    const uint32_t id = names.find(times.name);
    if (id == TextTable::kAbsent) {
      measured.elsewhere += quartiles.median;
      continue;
    }
    measured.seconds[id] = quartiles.median;
    measured.spread[id] = quartiles.spread();
  }
  if (measured.elsewhere > measured.sum / 2 || measured.elsewhere >= measured.sum) {
    const double share = measured.sum > 0 ? 1 - measured.elsewhere / measured.sum : 0;
    return Error{"the profile of " + profile.module + " is of another program: instructions with the same names have " +
                     std::to_string(std::lround(100 * share)) + " % of its time in " + std::string(module.name),
                 "give the optimised module that was measured (\"after optimizations\"), or show the profile with the "
                 "module that it holds: `hlorank profile FILE`"};
  }
  std::vector<double> sums(profile.spans.size(), 0);
  for (const InstructionTimes& times : profile.instructions) {
    for (size_t run = 0; run < sums.size(); ++run) sums[run] += times.seconds[run];
  }
  measured.ofInstructions = quartilesOf(sums).median;
  measured.isWall = !profile.wall.empty();
  const Quartiles run = quartilesOf(measured.isWall ? profile.wall : profile.spans);
  measured.run = run.median;
  measured.runSpread = run.spread();
  measured.untraced = quartilesOf(profile.untraced).median;
  measured.runs = profile.spans.size();
  measured.hasRuns = profile.hasRuns;
  measured.description = describeMachine(profile);
  return measured;
}

Result<cost::MeasuredTimes> joinProfiles(const std::vector<Profile>& profiles, const hlo::Module& module) {
  for (const bool sameName : {true, false}) {
    for (const Profile& profile : profiles) {
      if (sameName && profile.module != module.name) continue;
      auto joined = joinProfile(profile, module);
      if (joined) return joined;
    }
  }
  return joinProfile(profiles.front(), module);
}

}  // namespace hlorank::profile
