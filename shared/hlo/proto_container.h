// The messages an HloModuleProto comes in: HloProto, snapshots, profiles, tuning files. Told apart by their fields.
#pragma once

#include <optional>
#include <string_view>

#include "shared/hlo/read.h"

namespace hlorank::hlo::proto {

struct Contained {
  Format format = Format::kHloModuleProto;
  std::string_view module;  // the HloModuleProto message
  std::string_view config;  // the HloModuleConfigProto beside it, without data where there is none
  size_t modules = 1;       // how many the file has
};

// Finds the module in a message of any of these kinds; of several, the first of a tuning file and the largest of a
// profile. None when the bytes are no such message. Linear in the top levels of the message.
std::optional<Contained> findModule(std::string_view bytes);

// The module in a message of a kind that is known; its `module` has no data when there is none.
Contained moduleIn(std::string_view bytes, Format format);

// Appends what the configuration beside a module says to the attributes of the HloModule line.
void writeConfigAttributes(Module& module, std::string_view config);

}  // namespace hlorank::hlo::proto
