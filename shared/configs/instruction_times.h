// The measured times of the instructions of compiled configurations, as arrays of an .npz file of `hlorank collect`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shared/base/result.h"
#include "shared/npz/npz.h"

namespace hlorank::configs {

// The time of an instruction of the optimised module to which a configuration compiles.
struct InstructionTime {
  uint32_t configuration = 0;  // index of the configuration
  std::string name;            // name of the instruction
  std::string signature;       // what it runs: simulation::signatureOf the instruction; "" if it has no signature
  float executions = 0;        // per run of the program
  // Total time of its executions in a run, the shortest over the traced runs. Excludes instructions that it calls, such
  // as the body of a loop.
  float nanoseconds = 0;
};

// Appends the times to an archive, as five arrays with one element per time: `instruction_row` int32,
// `instruction_name` and `instruction_signature` (bytes), `instruction_executions` and `instruction_time` float32.
void addInstructionTimes(npz::Archive& archive, const std::vector<InstructionTime>& times);

// Reads what addInstructionTimes appended; an empty list if the archive has none of the arrays. Error: some of the
// arrays are missing, they have different lengths, or a configuration is not below `configurations`.
Result<std::vector<InstructionTime>> readInstructionTimes(const npz::Archive& archive, size_t configurations);

}  // namespace hlorank::configs
