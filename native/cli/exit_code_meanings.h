// Short descriptions of the exit codes of `hlorank`, for --help and the manual page. README.md has longer descriptions.
#pragma once

#include "native/base/exit_codes.h"

namespace hlorank::cli {

struct ExitCodeMeaning {
  native::ExitCode code;
  const char* meaning;
};

inline constexpr ExitCodeMeaning kExitCodeMeanings[] = {{native::kOk, "done"},
                                                        {native::kInternalError, "internal error"},
                                                        {native::kUsage, "wrong command line or missing file"},
                                                        {native::kBadInput, "bad input"},
                                                        {native::kTooLow, "tau below --min-tau"},
                                                        {native::kInterrupted, "interrupted"}};

}  // namespace hlorank::cli
