// Pieces that the JSON of report.h and what_if_report.h is made of.
#pragma once

#include <nlohmann/json.hpp>
#include <span>
#include <string>

#include "shared/session/open.h"
#include "shared/session/ranking.h"

namespace hlorank::session {

using Json = nlohmann::ordered_json;  // keys in the order they are written

// Text that is not UTF-8 (names are bytes of the file) is replaced, never thrown at.
std::string text(const Json& json);
// null where it is not finite.
Json number(double value);
Json number(float value);

// {node, computation, opcode}
Json nodeOf(const Opened& opened, uint32_t node);

// {slot, node, computation, opcode, shape, tensor}: `shape` is that of the tensor.
Json slotOf(const Opened& opened, uint32_t slot);

// An entry of `configurations` in rank --json. `index` -1: of no list.
Json configurationOf(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice, int64_t index);

}  // namespace hlorank::session
