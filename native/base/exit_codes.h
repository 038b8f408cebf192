// Exit codes of the `hlorank` command. They stay the same in all versions; README.md has the same table.
#pragma once

namespace hlorank::native {

enum ExitCode : int {
  kOk = 0,
  kInternalError = 1,  // a bug, or the machine failed: disk full, out of memory
  kUsage = 2,          // wrong command line or missing file
  kBadInput = 3,       // an input file is malformed or of the wrong type
  kTooLow = 5,         // `evaluate --min-tau X`: the model's mean Kendall tau is below X
  kInterrupted = 130,  // ended by Ctrl-C
};

// Printed by every command when an allocation fails (std::bad_alloc); the exit code is then kInternalError.
inline constexpr char kOutOfMemory[] =
    "hlorank: out of memory\n"
    "  help: give smaller files or fewer configurations, or use a machine with more memory\n";

}  // namespace hlorank::native
