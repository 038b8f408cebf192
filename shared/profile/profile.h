// Represents a profile: the measured times of the instructions of one compiled program in a number of runs, which are
// executions of the program. Reads and writes the file format of profiles.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::profile {

struct InstructionTimes {
  std::string name;   // name of the instruction in the optimised module, or kernelName (kernels.h) of a kernel
  double events = 0;  // mean number of trace events of the instruction per run of the program: executions × thunks
  // [runs] Total time in seconds of the instruction in each run of the program. Excludes other instructions that it
  // executes, such as the body of a loop.
  std::vector<double> seconds;
};

struct Profile {
  std::string module;            // name of the HLO module
  std::string hlo;               // the optimised module as HLO text or proto; empty if unknown
  std::vector<double> spans;     // [runs] seconds from the start of the first instruction to the end of the last one
  std::vector<double> wall;      // [runs] seconds of each run, measured from outside the program; empty if unknown
  std::vector<double> untraced;  // seconds of further runs, which were made without tracing; empty if unknown
  std::vector<InstructionTimes> instructions;  // times of the instructions, in order of their first execution
  // Names and values that describe the machine: processor, jaxlib, … Those of a trace are below.
  std::vector<std::pair<std::string, std::string>> machine;
  bool hasRuns = true;  // whether the trace distinguishes runs; if not, the whole trace counts as one run
};

// Names in Profile::machine: the GPU or TPU of a trace, and its peak rates per second, of operations and of bytes from
// and to its memory. Traces of CPUs have none of them, those of GPUs only the first.
inline constexpr std::string_view kDeviceName = "device", kDeviceFlops = "peakFlops",
                                  kDeviceBandwidth = "peakBandwidth";

// Appends the runs in `more`, a profile of the same program, to `profile`.
void append(Profile& profile, Profile more);
// Removes the first run, which is usually slower than the others (warm-up). Keeps it if it is the only one.
void dropFirstRun(Profile& profile);

// Formats a profile as JSON: {format: "hlorank profile", version, module, machine, runs, spanSeconds, wallSeconds,
// untracedSeconds, instructions: [{name, events, seconds: one per run}], hlo: the optimised module as text}.
std::string formatProfile(const Profile& profile);
// Parses a profile from the JSON that formatProfile writes. Errors: the text is not valid JSON (with the byte offset),
// is not a profile, has another version, or has a list without exactly one time per run.
Result<Profile> parseProfile(std::string_view json);

// Reads a profile file (JSON) or a profiler trace (.xplane.pb, see trace.h), gzipped or not. Returns one profile per
// HLO module, at least one, sorted by total time, longest first.
Result<std::vector<Profile>> readProfiles(std::string_view bytes);

}  // namespace hlorank::profile
