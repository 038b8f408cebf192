// Locates the HloModuleProto in the messages that contain one: HloProto, snapshots, profiles and tuning files. The kind
// of a message is inferred from its fields.
#pragma once

#include <optional>
#include <string_view>

#include "shared/hlo/read.h"

namespace hlorank::hlo::proto {

struct Contained {
  Format format = Format::kHloModuleProto;
  std::string_view module;  // the bytes of the HloModuleProto
  // The bytes of the HloModuleConfigProto in the same message; data() is null if there is none.
  std::string_view config;
  size_t modules = 1;  // number of modules in the file
};

// Finds a module in a message of unknown type: of several modules the first in a tuning file, the largest in a profile
// (XSpace). Returns nullopt when the bytes are no message that contains a module. O(top-level fields).
std::optional<Contained> findModule(std::string_view bytes);

// Finds the module in a message of a known kind; `module` has null data() when there is none.
Contained findModuleOfFormat(std::string_view bytes, Format format);

// Appends replica_count, num_partitions and the other attributes of an HloModuleConfigProto to the attributes of the
// HloModule line.
void writeConfigAttributes(Module& module, std::string_view config);

}  // namespace hlorank::hlo::proto
