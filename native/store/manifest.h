// manifest.json: the list of all programs of a store.
#pragma once

#include <string>

#include "native/store/prepare.h"

namespace hlorank::store {

// Summarizes an open program. `path`: of its file, relative to the store. Leaves `source` and `already` empty.
PreparedProgram summaryOf(const StoredProgram& program, const std::string& path);

// Writes folder/manifest.json: every readable .prepared file below `folder`, including those of earlier runs, and the
// failed and skipped sources in `preparation` (of this run). Omits damaged files. Error: disk I/O fails. O(programs).
Result<bool> writeManifest(const std::string& folder, const Preparation& preparation);

}  // namespace hlorank::store
