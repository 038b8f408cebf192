// Converts the module-level fields of HloModuleProto (xla/service/hlo.proto) to attributes of the HloModule line and to
// the stack frame tables below that line.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "shared/hlo/proto_shape.h"

namespace hlorank::hlo::proto {

// Parsed fields of an HloModuleProto. Submessages are views of their bytes; if one is absent, its data() is null.
struct ModuleProto {
  std::string_view name, entryName, hostProgramShape, schedule, inputOutputAlias, bufferDonor, stackFrames,
      frontendAttributes;
  int64_t entryId = 0;
  bool hasEntryId = false;
  std::vector<std::string_view> computations, payloads;

  void read(std::string_view message);
};

// Sets module.attributes (the attributes of the HloModule line) and module.stackTables from the fields of `proto`.
void writeModuleAttributes(Module& module, ShapeReader& shapes, const ModuleProto& proto);

// Parses an HloScheduleProto. Returns, for each computation id of the proto, the ids of the computation's instructions
// in scheduled order.
std::unordered_map<int64_t, std::vector<int64_t>> readSchedule(std::string_view message);

}  // namespace hlorank::hlo::proto
