// The command `hlorank diff`: shows the instructions that differ between two programs.

#include <cstdio>
#include <string>

#include "native/base/exit_codes.h"
#include "native/base/output.h"
#include "native/cli/commands.h"
#include "native/cli/module_file.h"
#include "shared/cost/compare.h"
#include "shared/diff/diff.h"

namespace hlorank::cli {
namespace {

constexpr size_t kMostCostChanges = 20;  // most lines of cost increases to print, and of decreases

struct DiffArguments {
  std::string left, right, machine = std::string(cost::kDefaultMachine);
  bool json = false, cost = false;
};

void print(const std::pair<std::string, std::string>& lines) {
  if (lines.first == lines.second) return native::print("~ %s (moved)\n", lines.first.c_str());
  if (!lines.first.empty()) native::print("- %s\n", lines.first.c_str());
  if (!lines.second.empty()) native::print("+ %s\n", lines.second.c_str());
}

void printComputation(const hlo::Module& module, hlo::ComputationId computation) {
  native::print("@ %s\n", std::string(module.computations[computation].name).c_str());
}

// Returns whether instructions with this change are the same but for the part that the change is named after.
bool differsInPart(diff::Change change) {
  using diff::Change;
  return change == Change::kOpcode || change == Change::kShape || change == Change::kAttributes ||
         change == Change::kLayout || change == Change::kOperands;
}

void printChanges(const hlo::Module& left, const hlo::Module& right) {
  const auto attributes = diff::compareAttributes(left, right);
  if (!attributes.empty()) native::print("@ HloModule\n");
  for (const diff::ModuleAttribute& attribute : attributes) print(diff::linesOf(attribute));
  const diff::Diff diff = diff::compare(left, right);
  const diff::SideBySide both = diff::sideBySide(left, right, diff);
  size_t section = 0;
  bool isNamed = false;  // whether the line "@ NAME" of the current computation has been printed
  for (size_t i = 0; i < both.rows.size(); ++i) {
    const diff::Row& row = both.rows[i];
    while (section + 1 < both.sections.size() && both.sections[section + 1].firstRow <= i) ++section, isNamed = false;
    const diff::Change change = row.right != hlo::kNone ? diff.ofRight(row.right) : diff.ofLeft(row.left);
    if (change == diff::Change::kUnchanged) continue;
    const diff::Section& where = both.sections[section];
    if (!isNamed) where.right != hlo::kNone ? printComputation(right, where.right) : printComputation(left, where.left);
    isNamed = true;
    print(diff::linesOf(left, row.left, right, row.right));
  }
  const auto counts = diff.counts();
  std::string summary = attributes.empty()       ? ""
                        : attributes.size() == 1 ? "1 module attribute"
                                                 : std::to_string(attributes.size()) + " module attributes";
  for (size_t i = 0; i < diff::kChanges; ++i) {
    if (counts[i] == 0) continue;
    const auto change = static_cast<diff::Change>(i);
    summary += (summary.empty() ? "" : ", ") + std::to_string(counts[i]) +
               (differsInPart(change) ? " with other " : " ") + std::string(diff::name(change));
  }
  native::print("%s\n", summary.c_str());
}

int runDiff(const DiffArguments& arguments) {
  int code = native::kOk;
  const auto left = readModuleFile(arguments.left, code);
  if (!left) return code;
  const auto right = readModuleFile(arguments.right, code);
  if (!right) return code;
  if (arguments.cost) {
    const cost::Machine& machine = *cost::findMachine(arguments.machine);
    const cost::Report before(*left, machine), after(*right, machine);
    native::printText(arguments.json ? cost::formatCostChangesJson(before, arguments.left, after, arguments.right)
                                     : cost::formatCostChanges(before, after, kMostCostChanges));
  } else if (arguments.json) {
    native::print("%s\n", diff::formatDiffJson(*left, arguments.left, *right, arguments.right).c_str());
  } else {
    printChanges(*left, *right);
  }
  return native::kOk;
}

}  // namespace

Command addDiff(CLI::App& program) {
  auto arguments = std::make_shared<DiffArguments>();
  CLI::App* app = program.add_subcommand("diff",
                                         "Show the instructions and module attributes that differ between two "
                                         "programs. Ignores names, metadata and the order of instructions in the text");
  app->footer(
      "  hlorank diff before.hlo after.hlo            print the differing lines, then a count per kind of change\n"
      "  hlorank diff before.hlo after.hlo --json | jq .counts\n"
      "  hlorank diff before.hlo after.hlo --cost     name what became more expensive, and why");
  app->add_option("A", arguments->left,
                  "First program: HLO text or proto, optionally gzipped; - means the standard input")
      ->required();
  app->add_option("B", arguments->right,
                  "Second program: HLO text or proto, optionally gzipped; - means the standard input")
      ->required();
  app->add_flag("--json", arguments->json, "Print one JSON object instead of text");
  auto* cost = app->add_flag(
      "--cost", arguments->cost,
      "List the instructions whose estimated time differs, and why: first those in the direction of the total, "
      "largest first");
  app->add_option("--machine", arguments->machine, "With --cost: estimate times with the peak rates of this machine")
      ->check(CLI::IsMember(machineNames()))
      ->capture_default_str()
      ->needs(cost);
  return {app, [arguments] { return runDiff(*arguments); }};
}

}  // namespace hlorank::cli
