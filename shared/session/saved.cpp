// Writes configurations (assignments of layouts to tensors) as JSON, CSV, HLO, JAX code or proto text. read_saved.cpp
// reads JSON, CSV and proto text.
#include "shared/session/saved.h"

#include "shared/base/text.h"
#include "shared/hlo/read.h"
#include "shared/session/constraints.h"
#include "shared/session/json.h"

namespace hlorank::session {
namespace {

constexpr std::string_view kJaxOpening =
    "# The layouts of this configuration that differ from the program's own, as JAX statements: put each after the\n"
    "# expression that computes x. XLA rewrites programs before it assigns layouts, so a shape given here may be a\n"
    "# reshaped or transposed form of the one in your source; then use the order of the corresponding dimensions.\n"
    "# These statements have not been run: measure their effect, for example with hlorank tune.\n";

Error needsModule() {
  return {"this file has only the arrays of a program, not its HLO", "give the HLO file that it was made from"};
}

std::string decimal(double value) {
  return formatted("%.9g", value + 0.0);  // adding 0.0 turns -0 into 0
}

}  // namespace

std::string savedJson(const Opened& opened, const Ranking& ranking, const RankedBy& by, std::string_view file,
                      std::span<const SelectedConfiguration> selected) {
  Json report = Json::parse(rankJson(opened, ranking, by, file, 0));
  for (const SelectedConfiguration& one : selected) {
    if (opened.configurations.isCompilerDefault(one.index)) continue;
    Json entry = configurationOf(opened, ranking, one.choice, one.index);
    if (!one.name.empty()) entry["name"] = one.name;
    report["configurations"].push_back(std::move(entry));
  }
  return oneLine(report);
}

std::string savedCsv(const Opened& opened, const Ranking& ranking, std::span<const SelectedConfiguration> selected) {
  const configs::Configurations& all = opened.configurations;
  std::string text = "rank,configuration,name,score,seconds,layouts\n";
  for (const SelectedConfiguration& one : selected) {
    if (all.isCompilerDefault(one.index)) continue;
    const float score = one.index < ranking.scored() ? ranking.scores()[one.index] : ranking.score(one.choice);
    std::string layouts;
    for (const configs::Change& change : configs::changes(all, one.choice)) {
      const uint32_t node = all.table.nodes[all.table.slots[change.slot].position];
      layouts += (layouts.empty() ? "" : "; ") + computationName(opened, node) + "/" + slotName(opened, change.slot) +
                 " " + configs::toString(change.to);
    }
    const bool listed = one.index < all.count;
    const size_t rank = one.index < ranking.scored() ? ranking.rankOfConfiguration(one.index) : ranking.rankOf(score);
    text += std::to_string(rank) + "," + std::to_string(listed ? all.numberOf(one.index) : one.index) + "," +
            csvField(one.name) + "," + decimal(static_cast<double>(score)) + ",";
    if (opened.hasTimes() && listed) text += decimal(all.seconds(one.index));
    text += "," + csvField(layouts) + "\n";
  }
  return text;
}

std::string topConfigs(const Opened& opened, const Ranking& ranking, std::string_view collection) {
  std::string name = opened.name;
  if (const size_t end = name.rfind(".npz"); end != std::string::npos) name.resize(end);
  std::string text = "ID,TopConfigs\n" + std::string(collection) + ":" + name + ",";
  bool first = true;
  for (const uint32_t index : ranking.top(ranking.scored())) {
    text += (first ? "" : ";") + std::to_string(index);
    first = false;
  }
  return text + "\n";
}

Result<std::string> constrainedHlo(const Opened& opened, std::span<const uint8_t> choice) {
  if (!opened.module) return needsModule();
  return hlo::printConstrained(*opened.module, layoutConstraints(opened.configurations.table, choice));
}

Result<std::string> jaxSnippet(const Opened& opened, std::span<const uint8_t> choice) {
  if (!opened.module) return needsModule();
  std::vector<Constraint> changes =
      constraintsOf(*opened.module, opened.configurations.table, choice, opened.configurations.reference);
  while (!changes.empty() && !changes.back().changed) changes.pop_back();
  return writeJax(changes, kJaxOpening, "None: this configuration requires no layouts but the program's own.");
}

Result<std::string> configProtoText(const Opened& opened, std::span<const uint8_t> choice) {
  if (!opened.module) return needsModule();
  const configs::LayoutTable& table = opened.configurations.table;
  std::string text =
      "# HloModuleConfigProto (experimental): entry v of layout_config is instruction v of HloModuleProto. List 0 is\n"
      "# its output, 1 and 2 its operands, minor to major. Empty: the compiler chooses, or there is only one layout.\n";
  uint32_t slot = 0;
  for (uint32_t node = 0; node < opened.program.graph.nodes(); ++node) {
    std::string lists;
    uint8_t tensor = 0;
    for (; slot < table.slots.size() && table.nodes[table.slots[slot].position] == node; ++slot) {
      for (; tensor < table.slots[slot].tensor; ++tensor) lists += " lists {}";
      lists += " lists {";
      const bool isChosen = table.rowBegin[slot + 1] - table.rowBegin[slot] > 1;
      for (const int8_t dimension : table.layouts[table.rowBegin[slot] + choice[slot]]) {
        if (dimension >= 0 && isChosen) lists += " vals: " + std::to_string(dimension);
      }
      lists += " }";
      ++tensor;
    }
    text += "layout_config {" + lists + (lists.empty() ? "}\n" : " }\n");
  }
  return text;
}

}  // namespace hlorank::session
