// What an HloModuleProto (xla/service/hlo.proto) says about the module as a whole, as the attributes of the HloModule
// line and the tables after it.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "shared/hlo/proto_shape.h"

namespace hlorank::hlo::proto {

struct ModuleProto {
  std::string_view name, entryName, hostProgramShape, schedule, inputOutputAlias, bufferDonor, stackFrames,
      frontendAttributes, recoveryTable;
  int64_t entryId = 0;
  bool hasEntryId = false;
  std::vector<std::string_view> computations, payloads;

  void read(std::string_view message);
};

// Appends the attributes of the HloModule line, and fills in module.stackTables.
void writeModuleAttributes(Module& module, ShapeReader& shapes, const ModuleProto& proto);

// The sequence of instruction ids of every computation id that the schedule has.
std::unordered_map<int64_t, std::vector<int64_t>> readSchedule(std::string_view message);

}  // namespace hlorank::hlo::proto
