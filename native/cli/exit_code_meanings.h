// What each exit code says, for help and manual. README.md has the same table with more words.
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
                                                        {native::kTooLow, "worse than asked for"},
                                                        {native::kInterrupted, "interrupted"}};

}  // namespace hlorank::cli
