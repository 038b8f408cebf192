// manifest.json of a store: what is in it, for people and for programs.
#pragma once

#include <string>

#include "native/store/prepare.h"

namespace hlorank::store {

PreparedProgram summaryOf(const StoredProgram& program, const std::string& path);

// Lists every program below `folder`, those of earlier runs too, and what failed or was left out now. A file that is
// damaged is left out of the list. O(programs).
Result<bool> writeManifest(const std::string& folder, const Preparation& preparation);

}  // namespace hlorank::store
