// A profile: measured times of the instructions of one compiled program over a number of runs (executions of the
// program); and the file format that stores it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::profile {

struct InstructionTimes {
  std::string name;   // name of the instruction in the optimised module
  double events = 0;  // mean number of trace events per run: executions × thunks of the instruction
  // [runs] time of all its executions in a run, without the instructions that it runs, such as the body of a loop.
  std::vector<double> seconds;
};

struct Profile {
  std::string module;            // name of the HLO module
  std::string hlo;               // the optimised module, HLO text or proto; empty: unknown
  std::vector<double> spans;     // [runs] seconds from the start of the first instruction to the end of the last
  std::vector<double> wall;      // [runs] seconds as the caller measured them; empty: unknown
  std::vector<double> untraced;  // [any number] seconds of runs without tracing; empty: unknown
  std::vector<InstructionTimes> instructions;                // in order of their first execution
  std::vector<std::pair<std::string, std::string>> machine;  // names and values: processor, jaxlib, …
  bool hasRuns = true;  // false: the trace does not tell runs apart, so that all of it counts as one run
};

// Appends the runs of `more`, a profile of the same program.
void append(Profile& profile, Profile more);
// Removes the first run, which is usually slower than the others (warm-up), unless it is the only one.
void dropFirstRun(Profile& profile);

// Formats as JSON: {format: "hlorank profile", version, module, machine, runs, spanSeconds, wallSeconds,
// untracedSeconds, instructions: [{name, events, seconds: one per run}], hlo: the optimised module as text}.
std::string formatProfile(const Profile& profile);
// Parses that JSON. Errors: not valid JSON (with the byte offset), not a profile, another version, or a list without
// exactly one time per run.
Result<Profile> parseProfile(std::string_view json);

// Reads a profile file (JSON) or a trace (.xplane.pb, see trace.h); both may be gzipped. Returns at least one profile,
// one per module, the one with the longest total time first.
Result<std::vector<Profile>> readProfiles(std::string_view bytes);

}  // namespace hlorank::profile
