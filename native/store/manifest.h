// manifest.json: the list of all programs of a store.
#pragma once

#include <string>

#include "native/store/prepare.h"

namespace hlorank::store {

// `path`: of the file, relative to the store.
PreparedProgram summaryOf(const StoredProgram& program, const std::string& path);

// Writes folder/manifest.json: every readable program below `folder`, including those of earlier runs, and the failed
// and skipped sources of this run. Omits damaged files. O(programs).
Result<bool> writeManifest(const std::string& folder, const Preparation& preparation);

}  // namespace hlorank::store
