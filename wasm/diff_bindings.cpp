// Exports the function `compare`, which finds the differences between two programs, to JavaScript. module.d.ts
// documents it.
#include <emscripten/bind.h>

#include <utility>
#include <vector>

#include "shared/cost/compare.h"
#include "shared/diff/diff.h"
#include "shared/hlo/read.h"
#include "wasm/answers.h"

namespace {

using emscripten::val;
using namespace hlorank;

// Returns the HLO text of all instructions of a module, one line per instruction in node order.
std::string linesOf(const hlo::Module& module) {
  std::string lines;
  for (hlo::InstructionId id = 0; id < module.instructions.size(); ++id) lines += diff::lineOf(module, id) + '\n';
  return lines;
}

std::string computationsOf(const hlo::Module& module) {
  std::string lines;
  for (const hlo::Computation& computation : module.computations) lines += std::string(computation.name) + '\n';
  return lines;
}

val sideOf(const hlo::Module& module, const std::vector<uint8_t>& differences, const std::vector<uint8_t>& changes) {
  val side = val::object();
  side.set("name", std::string(module.name));
  side.set("lines", linesOf(module));
  side.set("computations", computationsOf(module));
  side.set("differences", copied("Uint8Array", differences));
  side.set("changes", copied("Uint8Array", changes));
  return side;
}

val answerOf(const hlo::Module& left, const hlo::Module& right) {
  const diff::Diff diff = diff::compare(left, right);
  const diff::SideBySide both = diff::sideBySide(left, right, diff);
  std::vector<uint8_t> leftChanges, rightChanges;
  for (uint32_t id = 0; id < diff.rightOf.size(); ++id) leftChanges.push_back(static_cast<uint8_t>(diff.ofLeft(id)));
  for (uint32_t id = 0; id < diff.leftOf.size(); ++id) rightChanges.push_back(static_cast<uint8_t>(diff.ofRight(id)));
  std::vector<uint32_t> rows, sections;
  for (const diff::Row& row : both.rows) rows.insert(rows.end(), {row.left, row.right});
  for (const diff::Section& section : both.sections)
    sections.insert(sections.end(), {section.firstRow, section.left, section.right});
  val words = val::array();
  for (size_t i = 0; i < diff::kChanges; ++i)
    words.call<void>("push", std::string(diff::name(static_cast<diff::Change>(i))));
  val answer = val::object();
  answer.set("words", words);
  answer.set("left", sideOf(left, diff.left, leftChanges));
  answer.set("right", sideOf(right, diff.right, rightChanges));
  answer.set("rows", copied("Uint32Array", rows));
  answer.set("sections", copied("Uint32Array", sections));
  return answer;
}

val compare(const std::string& leftName, std::string leftBytes, const std::string& rightName, std::string rightBytes,
            const std::string& machineName) {
  return guardedObject(leftName, [&](val& answer) -> std::string {
    auto left = hlo::readModule(std::move(leftBytes));
    if (!left) return failed(left.error(), leftName);
    auto right = hlo::readModule(std::move(rightBytes));
    if (!right) return failed(right.error(), rightName);
    const cost::Machine& machine = cost::findMachineOrDefault(machineName);
    answer = answerOf(left->module, right->module);
    answer.set("costs",
               cost::formatCostChangesJson({left->module, machine}, leftName, {right->module, machine}, rightName));
    return {};
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(hlorank_diff) {
  emscripten::function("compare", &compare);
}
