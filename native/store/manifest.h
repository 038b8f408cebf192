// Writes manifest.json, the list of all programs in a folder of .prepared files (a store) that `hlorank prepare` wrote.
#pragma once

#include <string>

#include "native/store/prepare.h"

namespace hlorank::store {

// Summarizes a program. `path`: path of its .prepared file relative to the folder of all programs. Leaves
// PreparedProgram::source and `already` unset.
PreparedProgram summaryOf(const StoredProgram& program, const std::string& path);

// Writes folder/manifest.json. It lists every .prepared file below `folder` (also those of earlier runs, but no damaged
// ones), and from `preparation` the failed and skipped source files of this run. The bool is always true. Error: disk
// I/O fails. O(programs).
Result<bool> writeManifest(const std::string& folder, const Preparation& preparation);

}  // namespace hlorank::store
