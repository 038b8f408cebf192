#include "shared/session/json.h"

#include <algorithm>
#include <cmath>

#include "shared/base/decimal.h"

namespace hlorank::session {

Json nodeOf(const Opened& opened, uint32_t node) {
  return {{"node", nodeName(opened, node)},
          {"computation", computationName(opened, node)},
          {"opcode", opcodeName(opened, node)}};
}

Json slotOf(const Opened& opened, uint32_t slot) {
  const configs::LayoutTable& table = opened.configurations.table;
  const configs::Slot& s = table.slots[slot];
  const uint32_t node = table.nodes[s.position], value = configs::valueOf(opened.program, node, s.tensor);
  Json entry = {{"slot", slot}};
  entry.update(nodeOf(opened, node));
  entry["shape"] = shapeName(opened, value == configs::kNoNode ? node : value);
  entry["tensor"] = configs::tensorName(s.tensor);
  return entry;
}

Json loopsOf(const Opened& opened, std::span<const model::LoopChange> loops) {
  constexpr size_t kMost = 2000;
  constexpr const char* kKinds[] = {"copy", "loop", "reduce"};  // names of the values of enum simulation::LoopKind
  Json list = Json::array();
  for (const model::LoopChange& loop : loops.first(std::min(loops.size(), kMost))) {
    Json entry = {{"kind", kKinds[int(loop.kind)]}};
    entry.update(nodeOf(opened, loop.instruction));
    entry["shape"] = shapeName(opened, loop.instruction);
    entry["instruction"] = loop.instruction;
    if (loop.consumer != ~0u) entry["consumer"] = nodeName(opened, loop.consumer);
    entry["elements"] = number(loop.elements);
    entry["trips"] = number(loop.trips);
    entry["amount"] = number(loop.amount);
    list.push_back(std::move(entry));
  }
  return list;
}

Json configurationOf(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice, int64_t index) {
  const configs::Configurations& all = opened.configurations;
  const configs::LayoutTable& table = all.table;
  const bool listed = index >= 0 && static_cast<size_t>(index) < all.count;
  const size_t row = listed ? static_cast<size_t>(index) : 0;
  const Explanation explanation = listed && row < ranking.scored() ? ranking.explain(row) : ranking.explain(choice);
  Json changes = Json::array();
  for (const configs::Change& change : explanation.changes) {
    Json entry = slotOf(opened, change.slot);
    entry["from"] = configs::toString(change.from);
    entry["to"] = configs::toString(change.to);
    changes.push_back(std::move(entry));
  }
  Json contributions = Json::array();
  for (const Part& part : explanation.parts) {
    const configs::Slot& slot = table.slots[part.slot];
    Json entry = {{"slot", part.slot},
                  {"node", nodeName(opened, table.nodes[slot.position])},
                  {"tensor", configs::tensorName(slot.tensor)},
                  {"layout", configs::toString(table.layouts[table.rowBegin[part.slot] + choice[part.slot]])},
                  {"amount", number(part.amount)}};
    if (part.other >= 0) entry["with"] = slotName(opened, static_cast<uint32_t>(part.other));
    contributions.push_back(std::move(entry));
  }
  const bool isScored = listed && row < ranking.scored();
  Json entry = {{"index", listed ? int64_t{all.numberOf(row)} : index}};
  const bool isBaseline = listed && all.isCompilerDefault(row);
  entry["rank"] = isBaseline ? Json(nullptr)
                  : isScored ? Json(ranking.rankOfConfiguration(row))
                             : Json(ranking.rankOf(explanation.score));
  entry["score"] = isBaseline ? Json(nullptr) : number(explanation.score);
  if (isScored && ranking.copiesOf(row) > 1)
    entry["sameProgram"] = {{"first", all.numberOf(ranking.firstOfProgram(row))},
                            {"count", ranking.copiesOf(row)},
                            {"known", ranking.sameProgram() == SameProgram::kMeasured ? "measured" : "simulated"}};
  if (const auto& interval = explanation.interval)
    entry["interval"] = {number(interval->least), number(interval->greatest)};
  entry["usable"] = !listed || all.usable.empty() || all.usable[row] != 0;
  if (listed && opened.hasTimes()) entry["time"] = all.seconds(row);
  entry["z"] = number(explanation.z);
  if (explanation.configurationScore) entry["whole"] = number(*explanation.configurationScore);
  entry["changes"] = std::move(changes);
  entry["contributions"] = std::move(contributions);
  if (ranking.loops()) entry["loops"] = loopsOf(opened, explanation.loops);
  return entry;
}

Json warningsOf(const Opened& opened) {
  Json list = Json::array();
  for (const hlo::Warning& w : opened.warnings) {
    list.push_back({{"message", w.message}, {"line", w.where.line}, {"column", w.where.column}});
  }
  return list;
}

}  // namespace hlorank::session
