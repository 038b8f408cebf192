// Reads the HLO file that a command gets as its argument.
#pragma once

#include <optional>
#include <string>

#include "shared/hlo/module.h"

namespace hlorank::cli {

// Reads an HLO module from a file, or from the HLO file next to an .npz, and prints its warnings to stderr. If the file
// cannot be read, prints the error, sets `code` to the exit code of the process, and returns nullopt.
std::optional<hlo::Module> readModuleFile(const std::string& path, int& code);

// Prints the warnings about a module that was read from `path` to stderr. Prints equal warnings as one line.
void printWarnings(const hlo::Module& module, const std::string& path);

}  // namespace hlorank::cli
