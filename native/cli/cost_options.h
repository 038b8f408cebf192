// Options that `cost` and `profile` share: the machine of the estimate, the rows of the table, and its format.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "shared/base/result.h"
#include "shared/cost/report.h"

namespace hlorank::cli {

struct CostOptions {
  std::string by, machine = std::string(cost::kDefaultMachine);
  size_t top = 0;  // 0: not given
  double flops = 0, bandwidth = 0, transcendentals = 0;
  bool json = false, csv = false;
};

// Declare options on `app`: --by and --top; --machine and its peaks; --json and --csv. Returns --by.
CLI::Option* addRowOptions(CLI::App& app, CostOptions& options);
void addMachineOptions(CLI::App& app, CostOptions& options);
void addFormatOptions(CLI::App& app, CostOptions& options);

// The machine with its peaks replaced. Error: a peak is not a positive number.
Result<cost::Machine> chooseMachine(const CostOptions& options);

// Rows to print.
size_t rowsOf(const CostOptions& options);
// Formats the report as the options ask. `file`: name in the JSON.
std::string formatReport(const cost::Report& report, const CostOptions& options, const std::string& file);

}  // namespace hlorank::cli
