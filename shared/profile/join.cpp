#include "shared/profile/join.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "shared/base/quantile.h"
#include "shared/profile/kernels.h"

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

constexpr char kHelp[] =
    "give the optimised module that was measured (\"after optimizations\"), or show the profile with the module that "
    "it "
    "holds: `hlorank profile FILE`";

// Returns the text without a suffix of digits between `open` and `close`, such as "jit_f" for "jit_f(12)".
std::string_view withoutNumber(std::string_view name, char open, std::string_view close) {
  const size_t at = name.rfind(open);
  if (at == std::string_view::npos || name.size() - at < 2 + close.size()) return name;
  const std::string_view digits = name.substr(at + 1, name.size() - at - 1 - close.size());
  if (name.substr(name.size() - close.size()) != close) return name;
  return digits.find_first_not_of("0123456789") == std::string_view::npos ? name.substr(0, at) : name;
}

// Returns the name of a module without the numbers that XLA appends, as an identifier of HLO text.
std::string plainName(std::string_view name) {
  std::string plain(withoutNumber(withoutNumber(name, '(', ")"), '.', ""));
  for (char& c : plain) {
    const bool isKept =
        (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-';
    if (!isKept) c = '_';
  }
  return plain;
}

// Whether a profile may be of a module, by their names. A name that is missing does not tell.
bool haveSameName(const Profile& profile, std::string_view module) {
  return profile.module.empty() || module.empty() || plainName(profile.module) == plainName(module);
}

// Returns the names of the first few modules of a list of profiles.
std::string listModules(const std::vector<Profile>& profiles) {
  constexpr size_t kMostNames = 5;
  std::string names;
  for (size_t i = 0; i < std::min(profiles.size(), kMostNames); ++i) names += (i ? ", " : "") + profiles[i].module;
  if (profiles.size() > kMostNames) names += " and " + std::to_string(profiles.size() - kMostNames) + " more";
  return names;
}

}  // namespace

Result<cost::MeasuredTimes> joinProfile(const Profile& profile, const hlo::Module& module) {
  const std::vector<hlo::InstructionId> ids = findInstructions(profile, module);
  cost::MeasuredTimes measured;
  measured.seconds.assign(module.instructions.size(), 0);
  measured.spread.assign(module.instructions.size(), 0);
  // [instructions, runs] time of each instruction, summed over its kernels; empty if it was not measured
  std::vector<std::vector<double>> perRun(module.instructions.size());
  for (size_t i = 0; i < ids.size(); ++i) {
    const InstructionTimes& times = profile.instructions[i];
    if (ids[i] == hlo::kNone) {
      const double median = quartilesOf(times.seconds).median;
      measured.sum += median;
      (isKernel(times.name) ? measured.kernels : measured.elsewhere) += median;
      continue;
    }
    std::vector<double>& sum = perRun[ids[i]];
    sum.resize(times.seconds.size());
    for (size_t run = 0; run < sum.size(); ++run) sum[run] += times.seconds[run];
  }
  for (hlo::InstructionId id = 0; id < perRun.size(); ++id) {
    const Quartiles quartiles = quartilesOf(std::move(perRun[id]));
    measured.sum += quartiles.median;
    measured.seconds[id] = quartiles.median;
    measured.spread[id] = quartiles.spread();
  }
  const double named = measured.sum - measured.kernels;
  if (measured.kernels > 0 && measured.kernels >= measured.sum)
    return Error{"no kernel of the CUDA graphs in this trace can be assigned to an instruction",
                 "record the trace with XLA_FLAGS=--xla_gpu_enable_command_buffer="};
  if (measured.elsewhere > named / 2 || measured.elsewhere >= named) {
    const double share = named > 0 ? 1 - measured.elsewhere / named : 0;
    return Error{"the profile of " + profile.module + " is of another program: instructions with the same names have " +
                     std::to_string(std::lround(100 * share)) + " % of its time in " + std::string(module.name),
                 kHelp};
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

std::vector<size_t> findProfiles(const std::vector<Profile>& profiles, std::string_view module) {
  std::vector<size_t> found;
  for (size_t i = 0; i < profiles.size(); ++i)
    if (haveSameName(profiles[i], module)) found.push_back(i);
  std::stable_partition(found.begin(), found.end(), [&](size_t i) { return profiles[i].module == module; });
  return found;
}

Result<cost::MeasuredTimes> joinProfiles(const std::vector<Profile>& profiles, const hlo::Module& module,
                                         size_t* joined) {
  std::optional<Error> error;
  for (const size_t i : findProfiles(profiles, module.name)) {
    auto times = joinProfile(profiles[i], module);
    if (times) {
      if (joined) *joined = i;
      times->programs = profiles.size();
      return times;
    }
    if (!error) error = times.error();
  }
  if (error) return *error;
  return Error{"the profile of " + listModules(profiles) + " is of another program than " + std::string(module.name),
               kHelp};
}

}  // namespace hlorank::profile
