// Writes manifest.json, the list of all programs of a store (folder of .prepared files, written by `hlorank prepare`).
#pragma once

#include <string>

#include "native/store/prepare.h"

namespace hlorank::store {

// Summarizes a program. `path`: path of its .prepared file relative to the store. Does not set PreparedProgram::source
// and `already`.
PreparedProgram summaryOf(const StoredProgram& program, const std::string& path);

// Writes folder/manifest.json: lists every .prepared file below `folder` (also those of earlier runs, but no damaged
// ones), and the failed and skipped source files of this run, from `preparation`. The bool is always true. Error: disk
// I/O fails. O(programs).
Result<bool> writeManifest(const std::string& folder, const Preparation& preparation);

}  // namespace hlorank::store
