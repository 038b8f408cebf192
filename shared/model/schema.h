// The schema: names the meaning of every network input. A build can run a model only if both have the same schema.
#pragma once

#include <string>

namespace hlorank::model {

// 16 hexadecimal digits: FNV-1a-64 over schemaText().
std::string schemaHash();

// The text that is hashed: one line per cost term list, slot feature, node feature and opcode.
std::string schemaText();

// Columns of the input `node`: the 140 of TpuGraphs, then 4 that are 0 without a program (see appendNodeInputs).
inline constexpr int kNodeInputs = 144;

}  // namespace hlorank::model
