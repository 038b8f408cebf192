// Reads traces of jax.profiler and XProf (.xplane.pb): messages of type XSpace, as defined in XLA's
// tsl/profiler/protobuf/xplane.proto.
#pragma once

#include <string_view>
#include <vector>

#include "shared/profile/profile.h"

namespace hlorank::profile {

// Reads the times of HLO instructions: of events with the stat hlo_op (CPU, GPU), or of all events in a device's line
// "XLA Ops" (TPU). Ignores the host's events if a device has any. The stat run_id says to which run an event belongs,
// else the device's line "XLA Modules". The time of an event excludes that of events nested in it on the same line.
// Returns one profile per module, the one with the longest total time first; Profile::hlo is the module's HloProto if
// the trace has it. O(events · log events), about 50 bytes per event of an instruction. Errors: an invalid message, an
// impossible time or too many events (with the byte offset); no times of instructions.
Result<std::vector<Profile>> readTrace(std::string_view bytes);

}  // namespace hlorank::profile
