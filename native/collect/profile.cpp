#include "native/collect/profile.h"

#include <algorithm>

#include "native/collect/base64.h"
#include "native/collect/encoded_module.h"
#include "native/collect/parameters.h"
#include "native/collect/store.h"
#include "native/collect/trial.h"
#include "shared/hlo/read.h"
#include "shared/profile/trace.h"

namespace hlorank::collect {
namespace {

using nlohmann::json;
using profile::Profile;

constexpr double kMostTraceBytes = 32 << 20;  // largest size of a trace, in bytes
constexpr double kMostRuns = 10'000;          // most runs of the program in a trace
constexpr double kSlack = 60;                 // seconds that a trace may take in addition to the runs of the program
constexpr double kNanosecond = 1e-9;

std::vector<double> secondsOf(const json& nanoseconds) {
  std::vector<double> seconds;
  for (const json& value : nanoseconds) seconds.push_back(value.get<double>() * kNanosecond);
  return seconds;
}

// The profile from one trace of the program, and the size of that trace.
struct Trace {
  Profile profile;
  double bytes = 0;
};

Result<Trace> recordTrace(Worker& worker, int id, double window, double mostRuns, double limit) {
  const auto reply =
      worker.ask({{"do", "profile"}, {"id", id}, {"seconds", window}, {"most", static_cast<int64_t>(mostRuns)}}, limit);
  if (!reply) return reply.error();
  const std::string bytes = fromBase64((*reply)["trace"].get<std::string>());
  auto profiles = profile::readTrace(bytes);
  if (!profiles) return profiles.error();
  Trace trace{std::move(profiles->front()), static_cast<double>(bytes.size())};
  trace.profile.hlo.clear();
  trace.profile.wall = secondsOf((*reply)["traced"]);
  trace.profile.untraced = secondsOf((*reply)["untraced"]);
  if (trace.profile.wall.size() != trace.profile.spans.size())
    return Error{"the trace has " + std::to_string(trace.profile.spans.size()) + " runs of " + trace.profile.module +
                     ", but the program ran " + std::to_string(trace.profile.wall.size()) + " times",
                 "this version of jaxlib may write other traces; jaxlib 0.10.2 is tested"};
  return trace;
}

Result<std::string> compile(Worker& worker, const hlo::Module& module, const ProfileOptions& options, double limit) {
  const auto sent =
      worker.ask({{"do", "inputs"}, {"shapes", describeParameters(module)}, {"seed", options.seed}}, limit);
  if (!sent) return sent.error();
  const auto compiled = worker.ask({{"do", "compile"}, {"id", 0}, {"hlo", hlo::printConstrained(module, {})}}, limit);
  if (!compiled) return compiled.error();
  const auto optimised = readEncodedModule((*compiled)["optimised"], "optimised module");
  if (!optimised) return optimised.error();
  return hlo::printText(*optimised);
}

}  // namespace

Result<Profile> traceExecutable(Worker& worker, int id, double timeout, const ProfileOptions& options,
                                const std::function<bool(int)>& progress) {
  // A first trace of two runs shows how long a run takes, and how large the trace of a run is.
  auto first = recordTrace(worker, id, 0, 2, timeout);
  if (!first) return first.error();
  const double mostRuns = std::clamp(kMostTraceBytes / (first->bytes / 2), 2., kMostRuns);
  const double run = *std::max_element(first->profile.wall.begin(), first->profile.wall.end());
  const double limit = 2 * options.window + 10 * run + kSlack;

  Profile profile;
  for (int i = 0; i < options.traces; ++i) {
    auto found = recordTrace(worker, id, options.window, mostRuns, limit);
    if (!found) return found.error();
    profile::dropFirstRun(found->profile);
    if (i == 0)
      profile = std::move(found->profile);
    else
      profile::append(profile, std::move(found->profile));
    if (!progress(i + 1)) break;
  }
  return profile;
}

Result<Profile> measureProfile(Worker& worker, const WorkerOptions& options, const hlo::Module& module,
                               const ProfileOptions& profileOptions, const std::function<bool(int)>& progress) {
  if (auto rejected = checkMeasurable(module)) return *rejected;
  auto optimised = compile(worker, module, profileOptions, options.timeout);
  if (!optimised) return explainOptimised(module, optimised.error());
  auto traced = traceExecutable(worker, /*id=*/0, options.timeout, profileOptions, progress);
  if (!traced) return explainOptimised(module, traced.error());
  Profile profile = std::move(*traced);
  profile.hlo = std::move(*optimised);
  const json machine = describeMachine(worker.about(), options);
  for (const char* key : {"processor", "architecture", "platform", "threads", "jaxlib", "xla_flags", "hlorank"}) {
    const json& value = machine[key];
    profile.machine.emplace_back(key, value.is_string() ? value.get<std::string>() : value.dump());
  }
  return profile;
}

}  // namespace hlorank::collect
