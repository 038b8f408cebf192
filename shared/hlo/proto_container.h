// Locates the HloModuleProto inside messages that contain one: HloProto, snapshots, profiles and TpuGraphs tuning
// files. Infers the type of a message from its fields.
#pragma once

#include <optional>
#include <string_view>

#include "shared/hlo/read.h"

namespace hlorank::hlo::proto {

struct Contained {
  Format format = Format::kHloModuleProto;
  std::string_view module;  // serialised HloModuleProto
  // Serialised HloModuleConfigProto from the message that contains the module. Its data() is null if there is none.
  std::string_view config;
  size_t modules = 1;  // number of HLO modules in the file
};

// Finds an HLO module in a serialised message of unknown type. Takes the first module of a tuning file and the largest
// module of a profile (XSpace). Returns nullopt if no module is found. O(top-level fields).
std::optional<Contained> findModule(std::string_view bytes);

// Finds the HLO module in a message of a known type. If there is none, `module` of the result has a null data().
Contained findModuleOfFormat(std::string_view bytes, Format format);

// Adds the fields of an HloModuleConfigProto, such as replica_count and num_partitions, to the attributes of the
// HloModule line.
void writeConfigAttributes(Module& module, std::string_view config);

}  // namespace hlorank::hlo::proto
