// Program structure for viewers: data flow, source lines of instructions, and details of one instruction.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shared/hlo/module.h"
#include "shared/session/open.h"

namespace hlorank::session {

// One list of ids per node, concatenated: the list of node i is ids[begin[i], begin[i + 1]).
struct Lists {
  std::vector<uint32_t> begin = {0};  // [nodes + 1]
  std::vector<uint32_t> ids;
};

// The sources of each node: first its operands (`operands[node]` of them), then the roots of the computations it calls,
// then, for a parameter, the operands that its callers pass for it (all operands of a caller that calls several
// computations). Without a module, only the edges of the graph. Linear in operands + calls.
struct Flow {
  Lists sources;
  std::vector<uint32_t> operands;  // [nodes]
};
Flow buildFlow(const Opened& opened);

// The source of an instruction according to its metadata; strings are empty if the metadata lacks them.
struct Origin {
  std::string opName;  // "jit(step)/layer_3/dot_general"
  std::string source;  // "model.py:71", from source_file and source_line or from the innermost stack frame
};
std::vector<Origin> readOrigins(const hlo::Module& module);  // [instructions]

// {node, name, computation, opcode, shape, configurable, bytes | null, operations | null, trips, opName, source,
//  attributes: [{name, value}], operands: [{node, name, shape}], users: [...], userCount}
// `bytes`: size of the result. `operations`: multiplications plus additions of one run of a dot or convolution.
// `trips`: runs of the instruction per run of the program. `users` lists at most 200 of the `userCount` users.
std::string detailsJson(const Opened& opened, uint32_t node);

}  // namespace hlorank::session
