// The schema: a text that names every column of the network inputs. A build runs a model only if the model was trained
// with the same schema, which is compared by hash.
#pragma once

#include <string>

namespace hlorank::model {

// Returns the FNV-1a-64 hash of schemaText() as 16 hexadecimal digits.
std::string schemaHash();

// Returns the hash of the input features of a loop network (loop_prices.h), which reads none of those in schemaText().
std::string loopSchemaHash();

// Returns the text that names every column of the network inputs. It has one line with a version, one with the cost
// terms, and one per slot feature, node feature and opcode. A slot is an output or operand whose layout can be chosen.
std::string schemaText();

// Number of features per graph node in the network input `node`. The first 140 are those of TpuGraphs. The last 4 are 0
// for a program read from npz arrays instead of HLO (see appendNodeInputs).
inline constexpr int kNodeInputs = 144;

}  // namespace hlorank::model
