// Writes configurations to files and reads them again. The command line (`hlorank rank PROGRAM --configs FILE`) and the
// page open files that either of them wrote, together with their program.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "shared/base/result.h"
#include "shared/session/report.h"
#include "shared/session/what_if.h"

namespace hlorank::session {

// A configuration to write: one of the file by its number, or one that the user made, numbered after those of the file.
struct SelectedConfiguration {
  uint32_t index = 0;
  std::string name;
  Choice choice;
};

// The output of `hlorank rank --json` with these configurations, in this order; those with a name get a field `name`.
std::string savedJson(const Opened& opened, const Ranking& ranking, const RankedBy& by, std::string_view file,
                      std::span<const SelectedConfiguration> selected);

// CSV with the columns rank, configuration, name, score, seconds, layouts. `layouts` lists every layout that differs
// from the reference configuration: "main/dot.12 operand 1 {0,1}; ...". Lines end in \n; fields are quoted only if
// necessary.
std::string savedCsv(const Opened& opened, const Ranking& ranking, std::span<const SelectedConfiguration> selected);

// The CSV format of the TpuGraphs leaderboard: the header "ID,TopConfigs" and one line for the program, with the id
// "collection:program" and the numbers of all configurations scored so far, best first.
std::string topConfigs(const Opened& opened, const Ranking& ranking, std::string_view collection);

// The next three functions return an error if `opened` has no module.

// HLO text of the program with a layout constraint on every slot of the configuration, as `hlorank tune` writes it.
Result<std::string> constrainedHlo(const Opened& opened, std::span<const uint8_t> choice);

// The configuration's changes against the reference, as JAX statements.
Result<std::string> jaxSnippet(const Opened& opened, std::span<const uint8_t> choice);

// Text of an HloModuleConfigProto with the field layout_config only: entry v is instruction v in node order, its list i
// the order (minor to major) of the output (0) or of an operand (1, 2). Experimental: XLA stores and prints the field,
// but does not document its meaning.
Result<std::string> configProtoText(const Opened& opened, std::span<const uint8_t> choice);

// Whether a file starts like one of the three formats that readSaved accepts: JSON, CSV or HloModuleConfigProto text.
bool looksSaved(std::string_view bytes);

// Reads the configurations of such a file. The layout table is configs::tableOf(program) plus the file's layouts that
// it lacks. Tensors that the file does not name keep the program's own layout. Errors name the line with a tensor or
// layout that the program does not have. Linear in the file.
Result<configs::Configurations> readSaved(std::string_view bytes, const hlo::Module& module,
                                          const graph::Program& program);

}  // namespace hlorank::session
