// Helpers of the text reports that report.h declares.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "shared/cost/report.h"

namespace hlorank::cost {

using Rows = std::vector<std::vector<std::string>>;

std::string shortened(std::string_view text);  // cuts a text at 60 bytes and appends "…"
// Returns the title of the table column with the groups: "scope", "kind" or "operation".
const char* titleOf(Grouping grouping);
// Returns a line that tells how many table rows the option --top omits. Returns "" if it omits none.
std::string more(size_t shown, size_t all, const char* noun);
// Returns "name = opcode in computation" for an instruction; "name = opcode" for one of the entry computation.
std::string placeOf(const Report& report, hlo::InstructionId id);
std::string summarize(const Report& report);  // returns the lines about totals, machine and unknown costs

// Converts a number to JSON, rounded to 9 significant digits. Whole numbers become integers; NaN and infinity become
// null.
nlohmann::ordered_json figure(double value);

// Whether a module seems not to have been optimised by the compiler: it has elementwise instructions, but neither a
// fusion nor a schedule.
bool isUnoptimised(const Report& report);
inline constexpr char kUnoptimised[] =
    "this module is not optimised (no fusion, not scheduled): elementwise instructions count one by one, though the "
    "compiler will fuse them, and copies that it will insert are missing";
// Returns a note about the measured GPU or TPU whose peak rates are unknown.
std::string describeUnknownDevice(const Report& report);

// A note on what an estimate leaves out.
struct Notice {
  const char* kind;  // docs/json.md lists the kinds
  std::string message;
};
// Returns why the estimates of a program are wrong: a GPU program on a CPU, loops of unknown trip count,
// conditionals, dimensions of unknown size, custom calls of unknown FLOPs (by name, at most three each), collectives.
std::vector<Notice> listNotices(const Report& report);

// Titles and cells of the table columns that compare measured times with estimates. `ofGroups` tells whether the rows
// are groups of instructions.
std::vector<std::string> measuredTitles(bool ofGroups);
std::vector<std::string> measuredCells(const Hotspot& spot);
// Returns the lines about the measured run of the program; `report` must have measured times.
std::string summarizeMeasured(const Report& report);

}  // namespace hlorank::cost
