// Exports the class Schedules to JavaScript, which holds schedules of Halide and TVM. module.d.ts documents its
// methods.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "shared/base/text.h"
#include "shared/model/card.h"
#include "shared/model/stage_inputs.h"
#include "shared/session/network.h"
#include "shared/session/schedules.h"
#include "shared/stages/bundle.h"
#include "shared/stages/report.h"
#include "wasm/answers.h"
#include "wasm/graph_answers.h"
#include "wasm/ranking_answers.h"
#include "wasm/schedule_answers.h"
#include "wasm/tensors.h"

namespace {

using emscripten::val;
using namespace hlorank;

const Error kNothingOpen = {"no schedules are open", "open a file of schedules first"};
const Error kNothingRanked = {"no ranking has been started", "rank the schedules first"};

class Schedules {
 public:
  std::string open(const std::string& name, const std::string& archive, size_t chosen) {
    return guarded(name, [&]() -> std::string {
      std::string file;
      const std::string stem = name.ends_with(".zip") ? name.substr(0, name.size() - 4) : name;
      auto problems = stages::readBundle(stem, archive, &file);
      if (!problems) return failed(problems.error(), file.empty() ? name : file);
      if (chosen >= problems->size()) return failed({"there is no program " + std::to_string(chosen), ""}, name);
      problems_ = std::move(*problems);
      chosen_ = chosen;
      name_ = name;
      graph_ = stages::makeStageModule(problem());
      outline_ = makeStageOutline(problem(), graph_);
      predictions_.reset();
      halide_ = {};
      return session::inspectSchedulesJson(problems_, chosen_, name_);
    });
  }

  val instructions() const { return stageInstructionsAnswer(problems_.empty() ? nullptr : &problem(), graph_); }

  val outline() {
    return guardedObject(name_, [&](val& answer) -> std::string {
      if (problems_.empty()) return failed(kNothingOpen);
      answer = outlineAnswer(graph_.module, outline_);
      return {};
    });
  }

  val draw(val open, bool openAll, bool plumbing) {
    return guardedObject(name_, [&](val& answer) -> std::string {
      if (problems_.empty()) return failed(kNothingOpen);
      answer = drawn(graph_.module, outline_, open, openAll, plumbing);
      return {};
    });
  }

  val structure() const { return stageStructureAnswer(graph_); }

  val costs(size_t configuration) const {
    return guardedObject(name_, [&](val& answer) -> std::string {
      if (!predictions_) return failed(kNothingRanked);
      if (configuration >= problem().count) return failed(noSchedule(configuration));
      answer = stageCostsAnswer(problem(), graph_, *predictions_, configuration);
      return {};
    });
  }

  std::string details(uint32_t stage, uint32_t configuration) const {
    return guarded(name_, [&]() -> std::string {
      if (stage >= graph_.stageOf.size()) return failed({"there is no stage " + std::to_string(stage), ""});
      return session::stageDetailsJson(problem(), graph_, stage, configuration);
    });
  }

  val inputs(const std::string& cardJson, uint32_t begin, uint32_t count) const {
    return guardedObject(name_, [&](val& answer) -> std::string {
      if (problems_.empty()) return failed(kNothingOpen);
      const auto card = model::readCard(cardJson);
      if (!card) return failed(card.error());
      if (card->stages != problem().kind)
        return failed({"the model does not rank schedules of " + std::string(titleOf(problem().kind)),
                       "use a model trained on such schedules"});
      std::vector<uint32_t> selected;
      for (uint32_t c = begin; c < problem().count && c - begin < count; ++c) selected.push_back(c);
      answer.set("tensors", toJavaScript(model::stageTensors(problem(), selected)));
      return {};
    });
  }

  std::string setHalideWeights(const std::string& bytes, int cores) {
    return guarded(name_, [&]() -> std::string {
      if (problems_.empty()) return failed(kNothingOpen);
      const auto weights = stages::readHalideWeights(bytes);
      if (!weights) return failed(weights.error());
      auto predicted = stages::predictByHalide(*weights, problem(), cores);
      if (!predicted) return failed(predicted.error());
      halide_ = std::move(*predicted);
      cores_ = cores;
      return "{}";
    });
  }

  std::string rank(val model) {
    return guarded(name_, [&]() -> std::string {
      if (problems_.empty()) return failed(kNothingOpen);
      if (!model.isString()) return rankByNetwork(model);
      if (model.as<std::string>() == "time") {
        stages::Predictions measured = stages::measuredOrder(problem());
        measured.halide = halide_.halide;
        return ranked(std::move(measured), "measured", "measured run times");
      }
      if (halide_.scores.empty()) return failed(kNothingRanked);
      stages::Predictions own = halide_;
      own.halide.clear();  // these costs are the scores already, and should not be shown twice
      return ranked(std::move(own), "halide-own",
                    "Halide's own cost model (Adams 2019), " + counted(static_cast<size_t>(cores_), "core"));
    });
  }

  val view(val query) const {
    if (!predictions_) return viewAnswer(session::View());
    const session::View view = session::buildView(problem(), *predictions_, readQuery(query));
    val answer = viewAnswer(view);
    std::vector<double> halide;
    for (const uint32_t c : view.indices)
      if (!predictions_->halide.empty()) halide.push_back(predictions_->halide[c]);
    answer.set("halide", copied("Float64Array", halide));
    answer.set("agreement", stages::agreementJson(problem(), *predictions_, view.indices));
    return answer;
  }

  std::string explain(uint32_t configuration) const {
    return withRanking([&]() -> std::string {
      if (configuration >= problem().count) return failed(noSchedule(configuration));
      return session::explainSchedule(problem(), *predictions_, configuration);
    });
  }

  std::string report(size_t count) const {
    return withRanking([&] {
      auto order = stages::orderOf(problem(), predictions_->scores);
      order.resize(std::min(count, order.size()));
      return rankJson(order);
    });
  }

  // Writes schedules as the text of a file. The last two parameters are unused. They are there because Session::saved
  // has the same parameters.
  std::string saved(const std::string& kind, val configurations, const std::string&, const std::string&) const {
    return withRanking([&]() -> std::string {
      const auto selected = emscripten::convertJSArrayToNumberVector<uint32_t>(configurations);
      for (const uint32_t c : selected)
        if (c >= problem().count) return failed(noSchedule(c));
      if (kind == "json") return savedAnswer(rankJson(selected));
      if (kind == "csv") return savedAnswer(stages::rankCsv(problem(), *predictions_, selected));
      return failed({"schedules have no file of the kind " + kind, "save them as JSON or CSV"});
    });
  }

 private:
  const stages::Problem& problem() const { return problems_[chosen_]; }

  static Error noSchedule(size_t configuration) {
    return {"there is no schedule " + std::to_string(configuration), ""};
  }

  std::string rankJson(const std::vector<uint32_t>& selected) const {
    return stages::rankJson(problem(), *predictions_, name_, model_.first, model_.second, selected);
  }

  std::string rankByNetwork(const val& model) {
    const auto card = model::readCard(model["card"].as<std::string>());
    if (!card) return failed(card.error());
    stages::Predictions given = {toFloats(model["scores"]), toFloats(model["stageTimes"]), halide_.halide};
    const size_t count = problem().count, times = count * problem().stageCount();
    if (given.scores.size() != count) return failed(session::wrongOutputSize("scores", count, given.scores.size()));
    if (given.times.size() != times) return failed(session::wrongOutputSize("stageTimes", times, given.times.size()));
    if (const auto finite = session::checkFinite("scores", given.scores); !finite) return failed(finite.error());
    return ranked(std::move(given), card->name, card->title);
  }

  std::string ranked(stages::Predictions predictions, std::string name, std::string title) {
    predictions_ = std::move(predictions);
    model_ = {std::move(name), std::move(title)};
    return "{}";
  }

  template <class Body>
  std::string withRanking(Body body) const {
    return guarded(name_, [&]() -> std::string {
      if (!predictions_) return failed(kNothingRanked);
      return body();
    });
  }

  std::string name_;
  std::vector<stages::Problem> problems_;  // all programs of the open file
  size_t chosen_ = 0;
  stages::StageModule graph_;  // stages of the program `chosen_`
  drawing::Outline outline_;
  stages::Predictions halide_;  // predictions by Halide's own cost model; empty if not computed
  int cores_ = 1;               // number of cores that Halide's cost model assumes
  std::optional<stages::Predictions> predictions_;
  std::pair<std::string, std::string> model_;  // name and title of the model that made `predictions_`
};

}  // namespace

EMSCRIPTEN_BINDINGS(hlorank_schedules) {
  emscripten::class_<Schedules>("Schedules")
      .constructor<>()
      .function("open", &Schedules::open)
      .function("instructions", &Schedules::instructions)
      .function("outline", &Schedules::outline)
      .function("draw", &Schedules::draw)
      .function("structure", &Schedules::structure)
      .function("costs", &Schedules::costs)
      .function("details", &Schedules::details)
      .function("inputs", &Schedules::inputs)
      .function("setHalideWeights", &Schedules::setHalideWeights)
      .function("rank", &Schedules::rank)
      .function("view", &Schedules::view)
      .function("explain", &Schedules::explain)
      .function("report", &Schedules::report)
      .function("saved", &Schedules::saved);
}
