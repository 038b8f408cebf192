// Options that `hlorank cost` and `hlorank profile` share: grouping, number of rows and format of the printed table,
// and the machine whose peak rates (FLOP/s, bytes/s) give the estimated times.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "shared/cost/report.h"
#include "shared/profile/profile.h"

namespace hlorank::cli {

struct ReportOptions {
  std::string by, machine;    // machine: the value of --machine; empty if not given
  std::optional<size_t> top;  // --top: number of rows to print
  double flops = 0, bandwidth = 0, transcendentals = 0;
  bool json = false, csv = false;
};

// Declare options on `app`. addRowOptions declares --by and --top and returns --by. addMachineOptions declares
// --machine, and the --peak-* options that replace its rates. addFormatOptions declares --json and --csv.
CLI::Option* addRowOptions(CLI::App& app, ReportOptions& options);
void addMachineOptions(CLI::App& app, ReportOptions& options);
void addFormatOptions(CLI::App& app, ReportOptions& options);

// Returns a report for the machine that --machine names, with the peak rates that the options --peak-* replace. Without
// --machine: for the GPU or TPU that `profile` names, else for cost::kDefaultMachine. `profile` may be null.
cost::Report makeReport(const hlo::Module& module, const ReportOptions& options, const profile::Profile* profile,
                        cost::Convention convention = cost::Convention::kExecuted);

// Returns the number of rows to print: the value of --top. Without --top: 20 for a table, all rows for JSON and CSV.
size_t rowsOf(const ReportOptions& options);
// Formats the report as a table, JSON or CSV. `file`: path of the program, which the JSON contains.
std::string formatReport(const cost::Report& report, const ReportOptions& options, const std::string& file);

}  // namespace hlorank::cli
