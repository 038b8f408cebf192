// Extracts what the web page shows of a program: its data flow, source lines of instructions, and details of one
// instruction.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shared/hlo/module.h"
#include "shared/session/open.h"

namespace hlorank::session {

// One list of ids per graph node, stored in one array. The list of node i is ids[begin[i]] to ids[begin[i + 1] − 1].
struct Lists {
  std::vector<uint32_t> begin = {0};  // [nodes + 1] index in `ids` of the first id of each node's list
  std::vector<uint32_t> ids;
};

// The data flow of a program: the nodes that each node gets data from, its sources. These are first its operands, then
// the roots of computations that it calls, then, for a parameter, the operands that callers pass for it (all operands
// if a caller calls several computations). Without an HLO module, they are the graph's edges. O(operands + calls).
struct Flow {
  Lists sources;
  std::vector<uint32_t> operands;  // [nodes] number of the node's sources that are its operands; they come first
};
Flow buildFlow(const Opened& opened);

// The place in the user's source code that an HLO instruction comes from, read from the instruction's metadata. A
// field is "" if the metadata lacks it.
struct Origin {
  std::string opName;  // "jit(step)/layer_3/dot_general"
  std::string source;  // "model.py:71", from source_file and source_line or from the innermost stack frame
};
std::vector<Origin> readOrigins(const hlo::Module& module);  // one per instruction, in file order

// Returns the details of an instruction:
//   {node, name, computation, opcode, shape, configurable, bytes | null, operations | null, trips, opName, source,
//    attributes: [{name, value}], operands: [{node, name, shape}], users: [{node, name, shape}], userCount}
// `bytes`: size of the result, null if 0 or unknown. `operations`: multiplications plus additions of one run of a dot
// or convolution, null for other instructions. `trips`: runs of the instruction per run of the program. `opName`,
// `source`: see Origin. `users` lists at most 200 of the `userCount` users.
std::string detailsJson(const Opened& opened, uint32_t node);

}  // namespace hlorank::session
