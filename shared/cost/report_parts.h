// Functions that the text reports of report.h share.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "shared/cost/report.h"

namespace hlorank::cost {

using Rows = std::vector<std::vector<std::string>>;

std::string shortened(std::string_view text);                  // cuts at 60 bytes and appends "…"
const char* titleOf(Grouping grouping);                        // "scope", "kind", "operation"
std::string more(size_t shown, size_t all, const char* noun);  // a line about the rows that --top omits, or ""
// Returns "name = opcode in computation" for an instruction; just "name = opcode" in the entry computation.
std::string placeOf(const Report& report, hlo::InstructionId id);
std::string summarize(const Report& report);  // lines about totals, machine, unknown costs

// Converts a figure to JSON, rounded to 9 significant digits; whole numbers to integers, what is not finite to null.
nlohmann::ordered_json figure(double value);

// Whether the compiler has yet to optimise a module: it has elementwise instructions, but neither a fusion nor a
// schedule.
bool isUnoptimised(const Report& report);
inline constexpr char kUnoptimised[] =
    "this module is not optimised (no fusion, not scheduled): elementwise instructions count one by one, though the "
    "compiler will fuse them; bytes and times are too high";

// Columns that compare the measured time of an instruction or a group with the estimate: titles and cells.
std::vector<std::string> measuredTitles(bool ofGroups);
std::vector<std::string> measuredCells(const Hotspot& spot);
std::string summarizeMeasured(const Report& report);  // lines about the measured run; `report` must have measured times

}  // namespace hlorank::cost
