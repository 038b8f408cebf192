#include "native/collect/instruction_times.h"

#include <algorithm>

#include "native/collect/encoded_module.h"
#include "native/collect/profile.h"
#include "shared/profile/kernels.h"
#include "shared/simulation/signature.h"

namespace hlorank::collect {

using configs::InstructionTime;

Result<std::vector<InstructionTime>> timeInstructions(Worker& worker, int id, double timeout) {
  const auto reply = worker.ask({{"do", "optimised"}, {"id", id}}, timeout);
  if (!reply) return reply.error();
  const auto module = readEncodedModule((*reply)["optimised"], "optimised module");
  if (!module) return module.error();
  ProfileOptions options;
  options.traces = 3;
  options.window = .05;
  const auto traced = traceExecutable(worker, id, timeout, options, [](int) { return true; });
  if (!traced) return traced.error();
  const std::vector<hlo::InstructionId> ids = profile::findInstructions(*traced, *module);
  std::vector<InstructionTime> times;
  for (size_t i = 0; i < ids.size(); ++i) {
    const profile::InstructionTimes& instruction = traced->instructions[i];
    if (ids[i] == hlo::kNone || instruction.seconds.empty()) continue;
    const double shortest = *std::min_element(instruction.seconds.begin(), instruction.seconds.end());
    times.push_back({0, instruction.name, simulation::signatureOf(*module, ids[i]),
                     static_cast<float>(instruction.events), static_cast<float>(shortest * 1e9)});
  }
  return times;
}

}  // namespace hlorank::collect
