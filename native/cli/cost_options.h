// Options that `hlorank cost` and `hlorank profile` share: rows and format of the table, and the machine whose peak
// rates (FLOP/s, bytes/s) give the estimated time.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "shared/cost/report.h"

namespace hlorank::cli {

struct CostOptions {
  std::string by, machine = std::string(cost::kDefaultMachine);
  size_t top = 0;  // --top, the number of rows to print; 0: not given
  double flops = 0, bandwidth = 0, transcendentals = 0;
  bool json = false, csv = false;
};

// Declare options on `app`: addRowOptions --by and --top (returns --by), addMachineOptions --machine and the --peak-*
// options that replace its rates, addFormatOptions --json and --csv.
CLI::Option* addRowOptions(CLI::App& app, CostOptions& options);
void addMachineOptions(CLI::App& app, CostOptions& options);
void addFormatOptions(CLI::App& app, CostOptions& options);

// Returns the machine of --machine, with the peak rates of --peak-* in place of its own.
cost::Machine chooseMachine(const CostOptions& options);

// Returns the number of rows to print: --top; without it 20 for a table, all for JSON and CSV.
size_t rowsOf(const CostOptions& options);
// Formats the report as a table, JSON or CSV. `file`: path of the program, which the JSON repeats.
std::string formatReport(const cost::Report& report, const CostOptions& options, const std::string& file);

}  // namespace hlorank::cli
