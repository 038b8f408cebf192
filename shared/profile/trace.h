// Reads traces that jax.profiler and XProf write (.xplane.pb). A trace is a protobuf message of type XSpace, defined in
// XLA's tsl/profiler/protobuf/xplane.proto.
#pragma once

#include <string_view>
#include <vector>

#include "shared/profile/profile.h"

namespace hlorank::profile {

// Reads the times of HLO instructions from a trace. They are events with the stat hlo_op (CPU, GPU), or all events in a
// device's line "XLA Ops" (TPU). Events in a CUDA graph are kernels, listed by kernelName (kernels.h). Ignores the
// host's events if a device has any. The run of an event is its stat run_id or, without that, given by the device's
// line "XLA Modules", or the launch of the CUDA graph if its program is a single one. An event's time excludes events
// nested in it on the same line. Returns one profile per module, longest total time first. Profile::hlo is the module's
// HloProto if the trace has it. O(events · log events), about 50 bytes per event. Errors: an invalid message, an
// impossible time or too many events (with the byte offset); no times of instructions.
Result<std::vector<Profile>> readTrace(std::string_view bytes);

}  // namespace hlorank::profile
