// The schema: a text that names every column of the network inputs. A build runs a model only if both have the same
// schema, which is compared by its hash.
#pragma once

#include <string>

namespace hlorank::model {

// Returns the FNV-1a-64 hash of schemaText() as 16 hexadecimal digits.
std::string schemaHash();

// Returns the schema: a line with its version, one with the cost terms, and one per slot feature, node feature and
// opcode.
std::string schemaText();

// Number of columns of the input `node`: the 140 of TpuGraphs, then 4 that are 0 for a program read from arrays without
// its HLO module (see appendNodeInputs).
inline constexpr int kNodeInputs = 144;

}  // namespace hlorank::model
