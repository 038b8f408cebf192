// Writes configurations to files and reads them again. Both the command line (`hlorank rank PROGRAM --configs FILE`)
// and the page can open the files that the other one wrote, together with the program of the configurations.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "shared/base/result.h"
#include "shared/session/report.h"
#include "shared/session/what_if.h"

namespace hlorank::session {

// A configuration to write: one of the opened file, or one that the user made.
struct SelectedConfiguration {
  uint32_t index = 0;  // number of the configuration; those that the user made are numbered after those of the file
  std::string name;    // given by the user; may be empty
  Choice choice;       // its layouts: one row index per slot
};

// Returns the output of `hlorank rank --json` (rankJson) with the selected configurations, in this order, instead of
// the best. Configurations with a name get a field `name`. Omits the compiler default if its layouts are not recorded.
std::string savedJson(const Opened& opened, const Ranking& ranking, const RankedBy& by, std::string_view file,
                      std::span<const SelectedConfiguration> selected);

// Returns CSV with the columns rank, configuration (its number), name, score, seconds (empty if not measured), layouts.
// `layouts` lists every layout that differs from the program layout: "main/dot.12 operand 1 {0,1}; ...". Lines end in
// \n; fields are quoted only if necessary. Omits the compiler default if its layouts are not recorded.
std::string savedCsv(const Opened& opened, const Ranking& ranking, std::span<const SelectedConfiguration> selected);

// Returns the CSV format of the TpuGraphs leaderboard: the header "ID,TopConfigs" and one line for the program with the
// id "collection:program" and the numbers of all configurations scored so far, best first, separated by semicolons.
std::string topConfigs(const Opened& opened, const Ranking& ranking, std::string_view collection);

// Writes the HLO text of the program with a layout constraint on every slot (tensor whose layout can be chosen), as
// `hlorank tune` does. `choice`: one row index per slot. Error: `opened` has no HLO module.
Result<std::string> constrainedHlo(const Opened& opened, std::span<const uint8_t> choice);

// Writes those layouts of a choice (one row index per slot) that differ from the program layouts as JAX statements.
// Error: `opened` has no HLO module.
Result<std::string> jaxSnippet(const Opened& opened, std::span<const uint8_t> choice);

// Writes the text of an HloModuleConfigProto with only the field layout_config: entry v is instruction v in node order;
// its lists 0, 1 and 2 are the orders, minor to major, of the output, operand 0 and operand 1. Experimental: XLA does
// not document the meaning of the field. Error: `opened` has no HLO module.
Result<std::string> configProtoText(const Opened& opened, std::span<const uint8_t> choice);

// Whether a file starts like one of the formats that readSaved accepts: JSON, CSV or HloModuleConfigProto text.
bool looksSaved(std::string_view bytes);

// Reads configurations from the text of savedJson, savedCsv or configProtoText. Tensors that the file does not name
// keep their program layout. Run times are kept if every configuration has one. The layout table of the result is
// configs::tableOf(program) plus layouts that only the file has. Errors name the tensor or layout that the program does
// not have and, unless the file is JSON, its line. O(file).
Result<configs::Configurations> readSaved(std::string_view bytes, const hlo::Module& module,
                                          const graph::Program& program);

}  // namespace hlorank::session
