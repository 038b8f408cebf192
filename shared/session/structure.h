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

// The data flow of a program. It has for each node its sources, which are the nodes from which it gets data. The
// sources are first the operands, then the roots of computations that the node calls. For a parameter, they are the
// operands that callers pass for it, or all operands of a caller that calls several computations. Without an HLO
// module, the sources are given by the edges of the graph. O(operands + calls).
struct Flow {
  Lists sources;
  std::vector<uint32_t> operands;  // [nodes] number of each node's sources that are operands; these come first
};
Flow buildFlow(const Opened& opened);

// The origin of an HLO instruction in the source code of the user, read from the instruction's metadata. A field is ""
// if the metadata lacks it.
struct Origin {
  std::string opName;  // name of the operation, "jit(step)/layer_3/dot_general"
  std::string source;  // "model.py:71", from source_file and source_line or from the innermost stack frame
};
std::vector<Origin> readOrigins(const hlo::Module& module);  // returns one origin per instruction, in file order

// Returns the details of an instruction:
//   {node, name, computation, opcode, shape, configurable, bytes | null, operations | null, trips, opName, source,
//    attributes: [{name, value}], operands: [{node, name, shape}], users: [{node, name, shape}], userCount}
// `bytes`: size of the result, null if 0 or unknown. `operations`: multiplications plus additions of one run of a dot
// or convolution, null for other instructions. `trips`: runs of the instruction per run of the program. `opName`,
// `source`: see Origin. `users` lists at most 200 of the `userCount` users.
std::string detailsJson(const Opened& opened, uint32_t node);

}  // namespace hlorank::session
