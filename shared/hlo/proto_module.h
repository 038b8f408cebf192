// Conversion of the module-level fields of HloModuleProto (xla/service/hlo.proto) to the attributes of the HloModule
// line and the stack tables.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "shared/hlo/proto_shape.h"

namespace hlorank::hlo::proto {

// The fields of an HloModuleProto; submessages are views, absent ones have null data().
struct ModuleProto {
  std::string_view name, entryName, hostProgramShape, schedule, inputOutputAlias, bufferDonor, stackFrames,
      frontendAttributes;
  int64_t entryId = 0;
  bool hasEntryId = false;
  std::vector<std::string_view> computations, payloads;

  void read(std::string_view message);
};

// Converts the fields of `proto` to attributes of the HloModule line, and fills in module.attributes and
// module.stackTables.
void writeModuleAttributes(Module& module, ShapeReader& shapes, const ModuleProto& proto);

// Parses an HloScheduleProto. Returns a map from computation id to the ids of its instructions in schedule order. The
// ids are those of the protos.
std::unordered_map<int64_t, std::vector<int64_t>> readSchedule(std::string_view message);

}  // namespace hlorank::hlo::proto
