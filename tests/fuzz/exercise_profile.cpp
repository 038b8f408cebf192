// Fuzz target for profile files and recorded traces.

#include "shared/hlo/read.h"
#include "shared/profile/join.h"
#include "shared/profile/profile.h"
#include "tests/fuzz/exercise.h"

namespace hlorank::test {

void exerciseProfile(std::string_view bytes) {
  const auto profiles = profile::readProfiles(bytes);
  if (!profiles) {
    require(!profiles.error().message.empty(), "an error without a message", "");
    return;
  }
  require(!profiles->empty(), "no profile and no error", "");
  for (profile::Profile profile : *profiles) {
    for (const profile::InstructionTimes& times : profile.instructions)
      require(times.seconds.size() == profile.spans.size(), "an instruction without a time per run", times.name);
    if (profile.hlo.empty()) profile.hlo = "HloModule m";
    if (profile.module.empty()) continue;
    const auto again = profile::parseProfile(profile::formatProfile(profile));
    if (!again) {  // allowed only if a name in the trace is empty
      require(again.error().message.find("name") != std::string::npos, "no profile", again.error().message);
      continue;
    }
    require(again->spans == profile.spans && again->instructions.size() == profile.instructions.size(),
            "other times after formatting", profile.module);
    const auto read = hlo::readModule(profile.hlo);
    (void)profile::joinProfile(profile, read ? read->module : hlo::Module{});
  }
}

}  // namespace hlorank::test
