// Whole files in, whole files out.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::native {

// All bytes of a file; "-" is the standard input.
Result<std::string> readFile(const std::string& path);

// Writes beside `path` and renames, so that a file is there whole or not at all. "-" is the standard output.
Result<bool> writeFile(const std::string& path, std::string_view bytes);

// The files that the arguments name: a file is itself, a folder all the files below it, by name. Error for what does
// not exist.
Result<std::vector<std::string>> expand(const std::vector<std::string>& paths);

}  // namespace hlorank::native
