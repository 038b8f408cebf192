// Builds JSON objects that describe nodes, tensors, configurations and loops, for report.h and what_if_report.h.
#pragma once

#include <span>
#include <string>

#include "shared/base/json.h"
#include "shared/session/open.h"
#include "shared/session/ranking.h"

namespace hlorank::session {

// Returns the warnings of the opened file: [{message, line, column}].
Json warningsOf(const Opened& opened);

// Describes a graph node (instruction) by its names: {node, computation, opcode}.
Json nodeOf(const Opened& opened, uint32_t node);

// Describes a slot (output or operand whose layout can be chosen): {slot, node, computation, opcode, shape, tensor}.
// `slot` is its index. `node`, `computation` and `opcode` name its instruction. `tensor` is "output" or "operand N" of
// that instruction, and `shape` is the shape of the tensor.
Json slotOf(const Opened& opened, uint32_t slot);

// Describes a configuration with the fields that `hlorank rank --json` prints per configuration (see rankJson).
// `choice` has, for each tensor whose layout can be chosen, the index of its layout. `index` is the number of the
// configuration in the file, or -1 if the file does not list it.
Json configurationOf(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice, int64_t index);

// Describes the loops of compiled code whose estimated cost differs between two configurations, at most 2,000:
// [{kind: "copy" | "loop" | "reduce", node, computation, opcode, shape, instruction, consumer?, elements, trips,
//   amount}]. `node` and `instruction` are name and number of the instruction that the loop computes. `consumer` is the
//   first instruction that reads the result of the loop. `amount` is described at LoopChange.
Json loopsOf(const Opened& opened, std::span<const model::LoopChange> loops);

}  // namespace hlorank::session
