// Measured times of the instructions of one compiled program, and the file that holds them.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::profile {

struct InstructionTimes {
  std::string name;   // in the optimised module
  double events = 0;  // per run, the mean of all runs: executions, each several times if it runs as several thunks
  // [runs] of all executions in a run, without the instructions that it runs, such as the body of a loop.
  std::vector<double> seconds;
};

struct Profile {
  std::string module;            // name of the HLO module
  std::string hlo;               // the optimised module, HLO text or proto; empty: unknown
  std::vector<double> spans;     // [runs] seconds from the first instruction's begin to the last one's end
  std::vector<double> wall;      // [runs] seconds as the caller measured them; empty: unknown
  std::vector<double> untraced;  // [any number] seconds of runs without tracing; empty: unknown
  std::vector<InstructionTimes> instructions;                // in order of their first execution
  std::vector<std::pair<std::string, std::string>> machine;  // facts: processor, jaxlib, …; empty: unknown
  bool hasRuns = true;  // false: the trace does not tell runs apart, and one run stands for all
};

// Appends the runs of `more`, a profile of the same program.
void append(Profile& profile, Profile more);
// Removes the first run, which is slower than the others; does nothing if it is the only one.
void dropFirstRun(Profile& profile);

// Formats as JSON: {format: "hlorank profile", version, module, machine, runs, spanSeconds, wallSeconds,
// untracedSeconds, instructions: [{name, events, seconds: one per run}], hlo: the optimised module as text}.
std::string formatProfile(const Profile& profile);
// Parses that JSON. Error, with the byte offset where the JSON ends to be valid: not such a file, of another version,
// or a list that has not one time per run.
Result<Profile> parseProfile(std::string_view json);

// Reads a profile file (JSON) or a trace (.xplane.pb, see trace.h); both may be gzipped. One profile per module, the
// one with the most time first; at least one.
Result<std::vector<Profile>> readProfiles(std::string_view bytes);

}  // namespace hlorank::profile
