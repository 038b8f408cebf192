// JSON building blocks shared by report.h and what_if_report.h.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "shared/session/open.h"
#include "shared/session/ranking.h"

namespace hlorank::session {

using Json = nlohmann::ordered_json;  // keeps keys in insertion order

// Serializes JSON. Bytes that are not UTF-8 (names come from the file unchecked) are replaced; never throws for them.
std::string text(const Json& json);
// A number, or null if it is not finite.
Json number(double value);
Json number(float value);

// {node, computation, opcode}
Json nodeOf(const Opened& opened, uint32_t node);

// {slot, node, computation, opcode, shape, tensor}: `shape` is the shape of the tensor.
Json slotOf(const Opened& opened, uint32_t slot);

// An entry of `configurations` in `rank --json`. `index`: the configuration's number, or -1 if the file does not list
// it.
Json configurationOf(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice, int64_t index);

}  // namespace hlorank::session
