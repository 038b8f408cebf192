// What the inputs of a network mean: a model fits a build only if it was trained on the same tables.
#pragma once

#include <string>

namespace hlorank::model {

// 16 hexadecimal digits: FNV-1a-64 over schemaText().
std::string schemaHash();

// Every table the inputs are made of, a line each: terms, slot features, node features, opcodes.
std::string schemaText();

// Columns of the input `node`: the 140 of TpuGraphs, then what only a program tells.
inline constexpr int kNodeInputs = 144;

}  // namespace hlorank::model
