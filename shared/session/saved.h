// Configurations to take away, and to read again: what the page saves, the command line opens beside its program
// (`hlorank rank PROGRAM --configs FILE`), and the page too.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "shared/base/result.h"
#include "shared/session/report.h"
#include "shared/session/what_if.h"

namespace hlorank::session {

// A configuration by its number, or one of the user's own (then `index` is behind those of the file) with its name.
struct Picked {
  uint32_t index = 0;
  std::string name;
  Choice choice;
};

// rank --json with these configurations, in this order; `name` is added to those that have one.
std::string savedJson(const Opened& opened, const Ranking& ranking, const RankedBy& by, std::string_view file,
                      std::span<const Picked> picked);

// A table with a head: rank, configuration, name, score, seconds, layouts; the last column has every layout that
// differs from the default, "main/dot.12 operand 1 {0,1}; ...". Lines end in \n, fields are quoted where they must be.
std::string savedCsv(const Opened& opened, const Ranking& ranking, std::span<const Picked> picked);

// The form in which TpuGraphs' leaderboard takes rankings: "ID,TopConfigs" and a line for the program, whose id is
// `collection` and the name of its file. Every configuration scored so far, best first.
std::string topConfigs(const Opened& opened, const Ranking& ranking, std::string_view collection);

// What follows needs the module: an Error says so where only arrays are known.

// The program with a constraint on every tensor of the configuration, as `hlorank tune` writes it.
Result<std::string> constrainedHlo(const Opened& opened, std::span<const uint8_t> choice);

// The changes of a configuration as lines of JAX.
Result<std::string> jaxSnippet(const Opened& opened, std::span<const uint8_t> choice);

// Text of an HloModuleConfigProto that has layout_config alone: entry v is instruction v of the module in node order,
// its list i the order (minor to major) of the output (0) or of an operand (1, 2). Experimental: XLA keeps and writes
// the field, its meaning is settled nowhere.
Result<std::string> configProtoText(const Opened& opened, std::span<const uint8_t> choice);

// Whether a file begins like one of the three that can be read again: JSON, CSV and the text above.
bool looksSaved(std::string_view bytes);

// The configurations of such a file for this program: the slots of configs::tableOf, layouts that are not in it added.
// What a file does not name has the default's layout. Errors: a tensor or layout that the program does not have, with
// the line. Linear in the file.
Result<configs::Configurations> readSaved(std::string_view bytes, const hlo::Module& module,
                                          const graph::Program& program);

}  // namespace hlorank::session
