// JSON fragments that the reports of report.h and what_if_report.h share.
#pragma once

#include <span>
#include <string>

#include "shared/base/json.h"
#include "shared/session/open.h"
#include "shared/session/ranking.h"

namespace hlorank::session {

// Describes a graph node by its names: {node, computation, opcode}.
Json nodeOf(const Opened& opened, uint32_t node);

// Describes a slot: {slot, node, computation, opcode, shape, tensor}. `slot` is its index, `node` the instruction that
// it belongs to, `tensor` "output" or "operand N", and `shape` the shape of that tensor.
Json slotOf(const Opened& opened, uint32_t slot);

// Describes a configuration as in the list `configurations` of `hlorank rank --json` (see rankJson). `choice`: one row
// index per slot. `index`: number of the configuration in the file; -1 if the file does not list it.
Json configurationOf(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice, int64_t index);

// Describes loops whose cost differs between two configurations (loop models only), at most 2,000:
// [{kind: "copy" | "loop" | "reduce", node, computation, opcode, shape, instruction, consumer?, elements, trips,
//   amount}]. `node`: name of the node that the loop computes; `instruction`: its number. `consumer`: the instruction
//   that reads a copy. `amount`: see LoopChange.
Json loopsOf(const Opened& opened, std::span<const model::LoopChange> loops);

}  // namespace hlorank::session
