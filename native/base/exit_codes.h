// What the program's exit code says. Part of the contract: README.md has the same table.
#pragma once

namespace hlorank::native {

enum ExitCode : int {
  kOk = 0,
  kInternalError = 1,  // a bug, or the machine failed us: disk full, out of memory
  kUsage = 2,          // wrong command line, or a file that is not there
  kBadInput = 3,       // a file that cannot be read as what it should be
  kTooLow = 5,         // the model ranks worse than was asked for (`evaluate --min-tau`)
  kInterrupted = 130,  // Ctrl-C
};

// What every command says when an allocation fails, before it leaves with kInternalError.
inline constexpr char kOutOfMemory[] =
    "hlorank: out of memory\n"
    "  help: give smaller files or fewer configurations, or run it on a machine with more memory\n";

}  // namespace hlorank::native
