// Saves configurations (assignments of layouts to tensors) of a program and reads them again. Both the command line
// (`hlorank rank PROGRAM --configs FILE`) and the web page write and read these files.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "shared/base/result.h"
#include "shared/session/report.h"
#include "shared/session/what_if.h"

namespace hlorank::session {

// A configuration to save. It is one of the opened file or one made by the user.
struct SelectedConfiguration {
  // Number of the configuration; those made by the user are numbered after the last one of the file.
  uint32_t index = 0;
  std::string name;  // name given by the user; may be empty
  Choice choice;     // for each tensor whose layout can be chosen, the index of its layout
};

// Returns the selected configurations in the JSON format of `hlorank rank --json` (rankJson), in the order of
// `selected`. Configurations with a name get a field `name`. Omits the compiler default if its layouts are not
// recorded.
std::string savedJson(const Opened& opened, const Ranking& ranking, const RankedBy& by, std::string_view file,
                      std::span<const SelectedConfiguration> selected);

// Returns the selected configurations as CSV with the columns rank, configuration (number), name, score, seconds (empty
// if not measured) and layouts. The column `layouts` lists the layouts that differ from those in the program:
// "main/dot.12 operand 1 {0,1}; ...". Lines end in \n, and fields are quoted if necessary. Omits a compiler default
// with unrecorded layouts.
std::string savedCsv(const Opened& opened, const Ranking& ranking, std::span<const SelectedConfiguration> selected);

// Returns the ranking in the CSV format of the TpuGraphs leaderboard: the header "ID,TopConfigs" and one line. The line
// has the id "collection:program" and the numbers of all configurations scored so far, best first, separated by ";".
std::string topConfigs(const Opened& opened, const Ranking& ranking, std::string_view collection);

// Returns the HLO text of the program with a layout constraint on every tensor whose layout can be chosen, as `hlorank
// tune` writes it. `choice` has the index of the layout for each such tensor. Error: `opened` has no HLO module.
Result<std::string> constrainedHlo(const Opened& opened, std::span<const uint8_t> choice);

// Returns JAX code that sets those layouts of a configuration that differ from the layouts in the program. `choice`
// has, for each tensor whose layout can be chosen, the index of its layout. Error: `opened` has no HLO module.
Result<std::string> jaxSnippet(const Opened& opened, std::span<const uint8_t> choice);

// Returns a configuration as the text of an HloModuleConfigProto that has only the field layout_config. Entry v of the
// field is for instruction v. Its lists 0, 1 and 2 are the minor-to-major dimension orders of output, operand 0 and
// operand 1. Experimental, because XLA does not document the meaning of the field. Error: `opened` has no HLO module.
Result<std::string> configProtoText(const Opened& opened, std::span<const uint8_t> choice);

// Whether a file begins like saved configurations (see readSaved), which are JSON, CSV or the text of an
// HloModuleConfigProto.
bool looksSaved(std::string_view bytes);

// Reads configurations that savedJson, savedCsv or configProtoText wrote. Tensors that the file does not name keep
// their layout in the program. Run times are kept only if every configuration has one. The layout table of the result
// is configs::tableOf(program), plus layouts that only the file has. Errors name a tensor or layout that the program
// does not have. They also name the line, except for JSON files. O(file).
Result<configs::Configurations> readSaved(std::string_view bytes, const hlo::Module& module,
                                          const graph::Program& program);

}  // namespace hlorank::session
