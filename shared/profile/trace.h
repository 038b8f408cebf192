// Reads traces of jax.profiler and XProf (.xplane.pb): messages of type XSpace, as defined in XLA's
// tsl/profiler/protobuf/xplane.proto.
#pragma once

#include <string_view>
#include <vector>

#include "shared/profile/profile.h"

namespace hlorank::profile {

// Reads the times of HLO instructions: events with the stat hlo_op (CPU, GPU), or of a device's line "XLA Ops" (TPU).
// Device planes replace those of the host. Runs are told apart by the stat run_id, else by the device's line "XLA
// Modules". An event's time counts without the events inside it on the same line. One profile per module, the one with
// the most time first. `hlo` is the HloProto of the trace, if it has one. O(events · log events), about 50 bytes per
// event of an instruction.
// Error, with the byte offset: no valid message, an impossible time, or too many events. Error without an offset: there
// are no times of instructions.
Result<std::vector<Profile>> readTrace(std::string_view bytes);

}  // namespace hlorank::profile
