// What a viewer asks of a program: what feeds what, where each instruction comes from, and all that is known of one.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "shared/hlo/module.h"
#include "shared/session/open.h"

namespace hlorank::session {

// Lists of all nodes one after another: those of node i are ids[begin[i], begin[i + 1]).
struct Lists {
  std::vector<uint32_t> begin = {0};  // [nodes + 1]
  std::vector<uint32_t> ids;
};

// What feeds a node, in this order: its operands (the first `operands[node]` of the list), the roots of the
// computations it calls, and for a parameter the operands of the callers that it stands for (of a caller of several
// computations each operand that may be it). Of an npz: the edges. Linear in operands + calls.
struct Flow {
  Lists sources;
  std::vector<uint32_t> operands;  // [nodes]
};
Flow flowOf(const Opened& opened);

// Where instructions come from in the program that XLA was given, by their metadata; empty texts where it says nothing.
struct Origin {
  std::string opName;  // "jit(step)/layer_3/dot_general"
  std::string source;  // "model.py:71": by source_file and source_line, or by the innermost stack frame
};
std::vector<Origin> originsOf(const hlo::Module& module);  // [instructions]

// {node, name, computation, opcode, shape, configurable, bytes | null, operations | null, trips, opName, source,
//  attributes: [{name, value}], operands: [{node, name, shape}], users: [...], userCount}
// `bytes` are those of the result, `operations` multiplications and additions of a dot or convolution, both once;
// `trips` says how often it runs per run of the program. At most 200 users are listed; `userCount` is how many there
// are.
std::string detailsJson(const Opened& opened, uint32_t node);

}  // namespace hlorank::session
