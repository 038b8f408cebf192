#include "native/train/run_report.h"

#include <map>

#include "shared/base/json.h"

namespace hlorank::train {

Json makeMetrics(const std::vector<evaluate::ProgramFigures>& figures, const HeldOut& heldOut) {
  if (figures.empty()) return nullptr;
  Json metrics;
  metrics["heldOut"] = heldOut.what;
  if (heldOut.folds > 0) metrics["folds"] = heldOut.folds;
  Json mean = evaluate::toJson(evaluate::meanOf(figures));
  mean.erase("name");
  metrics["mean"] = std::move(mean);
  for (const auto& program : figures) metrics["programs"].push_back(evaluate::toJson(program));
  return metrics;
}

Json makeCardMetrics(const std::vector<evaluate::ProgramFigures>& figures, const HeldOut& heldOut) {
  Json metrics = makeMetrics(figures, heldOut);
  if (!metrics.is_object()) return metrics;
  metrics.erase("programs");
  std::map<std::string, std::vector<evaluate::ProgramFigures>> families;
  for (const auto& program : figures) families[program.family].push_back(program);
  for (const auto& [family, programs] : families) {
    Json mean = evaluate::toJson(evaluate::meanOf(programs).model);
    metrics["families"][family] = {{"programs", programs.size()}};
    metrics["families"][family].update(mean);
  }
  return metrics;
}

std::string titleOf(const std::string& form) {
  static const std::map<std::string, std::string> titles = {
      {"calibrated", "Calibrated analytical model"},
      {"graph", "Graph network on the analytical model"},
      {"simulated", "Simulated compiler with learned loop costs"},
      {"stages", "Graph network of stages"},
      {"free", "Layout costs of one program"},
      {"table", "Graph network with learned layout costs"},
      {"early", "Early-join GraphSAGE"},
      {"late", "Late-join graph network"},
  };
  return titles.at(form);
}

}  // namespace hlorank::train
