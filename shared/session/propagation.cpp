#include "shared/session/propagation.h"

#include "shared/session/json.h"
#include "shared/simulation/simulator.h"

namespace hlorank::session {
namespace {

const char* nameOf(simulation::LayoutStep::Kind kind) {
  switch (kind) {
    case simulation::LayoutStep::Kind::kBegin:
      return "begin";
    case simulation::LayoutStep::Kind::kTake:
      return "take";
    case simulation::LayoutStep::Kind::kKeep:
      return "keep";
    case simulation::LayoutStep::Kind::kStop:
      return "stop";
  }
  return "";
}

Json slotsOf(const configs::LayoutTable& table) {
  Json slots = Json::array();
  for (uint32_t slot = 0; slot < table.slots.size(); ++slot) {
    Json layouts = Json::array();
    for (uint32_t row = table.rowBegin[slot]; row < table.rowBegin[slot + 1]; ++row)
      layouts.push_back(configs::toString(table.layouts[row]));
    slots.push_back({{"slot", slot},
                     {"instruction", table.nodes[table.slots[slot].position]},
                     {"tensor", configs::tensorName(table.slots[slot].tensor)},
                     {"layouts", std::move(layouts)}});
  }
  return slots;
}

}  // namespace

std::string propagationJson(const Opened& opened, std::span<const uint8_t> choice) {
  simulation::Simulator simulator(*opened.module, opened.program, opened.configurations);
  const simulation::PropagatedLayouts propagated = simulator.propagate(choice);
  Json steps = Json::array();
  for (const simulation::LayoutStep& step : propagated.steps) {
    Json entry = {{"kind", nameOf(step.kind)}, {"instruction", step.instruction}};
    if (step.slot != simulation::LayoutStep::kNoSlot) entry["slot"] = step.slot;
    entry["layout"] = configs::toString(step.layout);
    steps.push_back(std::move(entry));
  }
  Json results = Json::array();
  for (const configs::Layout& layout : propagated.results)
    results.push_back(layout == configs::kAbsent ? "" : configs::toString(layout));
  Json copies = Json::array();
  for (const simulation::LayoutCopy& copy : propagated.copies) {
    Json entry = {{"instruction", copy.instruction}};
    if (copy.consumer != simulation::Loop::kNoNode) entry["consumer"] = copy.consumer;
    entry["trips"] = number(copy.trips);
    entry["from"] = configs::toString(copy.from);
    entry["to"] = configs::toString(copy.to);
    copies.push_back(std::move(entry));
  }
  return oneLine({{"slots", slotsOf(opened.configurations.table)},
                  {"steps", std::move(steps)},
                  {"results", std::move(results)},
                  {"copies", std::move(copies)}});
}

}  // namespace hlorank::session
