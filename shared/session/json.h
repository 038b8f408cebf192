// JSON fragments that the reports of report.h and what_if_report.h share.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "shared/session/open.h"
#include "shared/session/ranking.h"

namespace hlorank::session {

using Json = nlohmann::ordered_json;  // keeps keys in insertion order

// Serializes JSON on one line. Replaces bytes that are not UTF-8, which names from the file may contain, and never
// throws because of them.
std::string text(const Json& json);
// Convert a number to JSON; null if it is not finite. A double is rounded to 9 significant digits; a float is written
// with the fewest digits that read back as the same float.
Json number(double value);
Json number(float value);

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
