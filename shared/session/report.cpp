#include "shared/session/report.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "shared/base/fnv.h"
#include "shared/graph/graph.h"

namespace hlorank::session {
namespace {

// Keys in the order they are written. Text that is not UTF-8 (names are bytes of the file) is replaced, never thrown
// at.
using Json = nlohmann::ordered_json;

std::string text(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json number(double value) {
  return std::isfinite(value) ? Json(value) : Json(nullptr);
}

// The float as the shortest decimals that give it back would be noise in a double; 9 digits are enough for any float.
Json number(float value) {
  return number(static_cast<double>(value));
}

Json warningsOf(const Opened& opened) {
  Json list = Json::array();
  for (const hlo::Warning& w : opened.warnings) {
    list.push_back({{"message", w.message}, {"line", w.where.line}, {"column", w.where.column}});
  }
  return list;
}

Json noticesOf(const Opened& opened) {
  Json list = Json::array();
  for (const Notice& n : opened.notices) list.push_back({{"kind", n.kind}, {"message", n.message}});
  return list;
}

Json nodeOf(const Opened& opened, uint32_t node) {
  return {{"node", nodeName(opened, node)},
          {"computation", computationName(opened, node)},
          {"opcode", opcodeName(opened, node)}};
}

Json configuration(const Opened& opened, const Ranking& ranking, size_t index) {
  const configs::Configurations& all = opened.configurations;
  const configs::LayoutTable& table = all.table;
  const Explanation explanation = ranking.explain(index);
  Json changes = Json::array();
  for (const configs::Change& change : explanation.changes) {
    const configs::Slot& slot = table.slots[change.slot];
    Json entry = nodeOf(opened, table.nodes[slot.position]);
    entry["shape"] = shapeName(opened, table.nodes[slot.position]);
    entry["tensor"] = configs::tensorName(slot.tensor);
    entry["from"] = configs::toString(change.from);
    entry["to"] = configs::toString(change.to);
    changes.push_back(std::move(entry));
  }
  Json contributions = Json::array();
  const auto choice = all.choice(index);
  for (const Part& part : explanation.parts) {
    const configs::Slot& slot = table.slots[part.slot];
    Json entry = {{"node", nodeName(opened, table.nodes[slot.position])},
                  {"tensor", configs::tensorName(slot.tensor)},
                  {"layout", configs::toString(table.layouts[table.rowBegin[part.slot] + choice[part.slot]])},
                  {"amount", number(part.amount)}};
    if (part.other >= 0) entry["with"] = slotName(opened, static_cast<uint32_t>(part.other));
    contributions.push_back(std::move(entry));
  }
  Json entry = {{"index", index}, {"score", number(explanation.score)}};
  entry["usable"] = all.usable.empty() || all.usable[index] != 0;
  if (opened.hasTimes()) entry["time"] = static_cast<double>(all.runtimes[index]) * 1e-9;
  entry["z"] = number(explanation.z);
  entry["changes"] = std::move(changes);
  entry["contributions"] = std::move(contributions);
  return entry;
}

Json agreementOf(const Ranking& ranking) {
  const auto agreement = ranking.agreement();
  if (!agreement) return nullptr;
  return {{"tau", number(agreement->tau)},
          {"orderedPairAccuracy", number(agreement->orderedPairAccuracy)},
          {"pairAccuracy", number(agreement->pairAccuracy)},
          {"slowdown1", number(agreement->slowdown1)},
          {"slowdown5", number(agreement->slowdown5)},
          {"slowdown10", number(agreement->slowdown10)},
          {"configurations", agreement->configurations}};
}

}  // namespace

std::string inspectJson(const Opened& opened, std::string_view file) {
  const graph::Graph& graph = opened.program.graph;
  const graph::Hashes hashes = graph::hashesOf(graph);
  const configs::Configurations& all = opened.configurations;
  Json report = {{"version", kReportVersion}, {"file", file}, {"name", opened.name}, {"format", opened.format}};
  report["computations"] = opened.module ? Json(opened.module->computations.size()) : Json(nullptr);
  report["instructions"] = graph.nodes();
  report["edges"] = graph.edges.size();
  report["configurable"] = graph.configurable.size();
  report["slots"] = all.table.slots.size();
  report["hashes"] = {{"opcode", hexadecimal(hashes.opcode)},
                      {"nodeFeat", hexadecimal(hashes.nodeFeat)},
                      {"edgesInsertion", hexadecimal(hashes.edgesInsertion)},
                      {"edgesSorted", hexadecimal(hashes.edgesSorted)},
                      {"splits", hexadecimal(hashes.splits)}};
  report["configurations"] = {{"count", all.count}, {"generated", all.generated}, {"measured", opened.hasTimes()}};
  report["warnings"] = warningsOf(opened);
  report["notices"] = noticesOf(opened);
  return text(report);
}

std::string rankJson(const Opened& opened, const Ranking& ranking, const RankedBy& by, std::string_view file,
                     size_t top) {
  Json report = {{"version", kReportVersion}, {"file", file}, {"name", opened.name}, {"format", opened.format}};
  report["model"] = {{"name", by.name}, {"title", by.title}};
  report["generated"] = opened.configurations.generated;
  report["count"] = opened.configurations.count;
  Json list = Json::array();
  for (uint32_t index : ranking.top(top)) list.push_back(configuration(opened, ranking, index));
  report["configurations"] = std::move(list);
  report["agreement"] = agreementOf(ranking);
  report["warnings"] = warningsOf(opened);
  report["notices"] = noticesOf(opened);
  return text(report);
}

std::string explainJson(const Opened& opened, const Ranking& ranking, size_t index) {
  return text(configuration(opened, ranking, index));
}

std::string errorJson(const Error& error, std::string_view file) {
  return text({{"message", error.message},
               {"help", error.help},
               {"line", error.where.line},
               {"column", error.where.column},
               {"offset", error.where.offset},
               {"excerpt", error.excerpt},
               {"caret", error.caret},
               {"file", file}});
}

}  // namespace hlorank::session
