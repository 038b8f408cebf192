// The JavaScript interface of the C++ core: one class, Session. module.d.ts documents its methods and must match them.
#include <emscripten/bind.h>
#include <emscripten/val.h>

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "shared/cost/report.h"
#include "shared/drawing/drawing.h"
#include "shared/model/analytical.h"
#include "shared/model/joined_inputs.h"
#include "shared/profile/join.h"
#include "shared/session/network.h"
#include "shared/session/open.h"
#include "shared/session/propagation.h"
#include "shared/session/ranking.h"
#include "shared/session/report.h"
#include "wasm/answers.h"
#include "wasm/cost_answers.h"
#include "wasm/graph_answers.h"
#include "wasm/ranking_answers.h"
#include "wasm/tensors.h"

namespace {

using emscripten::val;
using namespace hlorank;

const Error kNothingOpen = {"no program is open", "open a program first"};
const Error kNothingRanked = {"no ranking has been started", "call `rank` or `rankAnalytically` first"};
const Error kNotScored = {"the network has not scored this configuration yet", "call `addChoiceScores` first"};

std::string_view stageName(session::Stage stage) {
  switch (stage) {
    case session::Stage::kRead:
      return "read";
    case session::Stage::kFeatures:
      return "features";
    default:
      return "configurations";
  }
}

class Session {
 public:
  std::string open(const std::string& name, std::string bytes, const std::string& otherName, std::string otherBytes,
                   size_t candidates, val onStage) {
    return guarded(name, [&]() -> std::string {
      std::vector<session::File> files;
      files.push_back({name, std::move(bytes)});
      if (!otherName.empty()) files.push_back({otherName, std::move(otherBytes)});
      session::Options options;
      options.candidates = candidates;
      options.onStage = [&](session::Stage stage) { onStage(val(std::string(stageName(stage)))); };
      size_t file = 0;
      auto opened = session::open(std::move(files), options, &file);
      if (!opened) return failed(opened.error(), file == 0 ? name : otherName);
      ranking_.reset();  // ranking_ and costs_ refer to *opened_, which is replaced below
      costs_.reset();
      own_.clear();
      card_.reset();
      opened_ = std::make_unique<session::Opened>(std::move(*opened));
      analytical_ = model::computeAnalyticalCosts(opened_->program, opened_->configurations);
      outline_.reset();
      name_ = name;
      return session::inspectJson(*opened_, name_);
    });
  }

  val instructions() const { return instructionsAnswer(opened_ ? *opened_ : session::Opened()); }

  val outline() {
    return guardedObject(name_, [&](val& answer) -> std::string {
      if (const std::string missing = ensureOutline(); !missing.empty()) return missing;
      answer = outlineAnswer(*opened_->module, *outline_);
      return {};
    });
  }

  val draw(val open, bool openAll, bool everything) {
    return guardedObject(name_, [&](val& answer) -> std::string {
      if (const std::string missing = ensureOutline(); !missing.empty()) return missing;
      answer = drawn(*opened_->module, *outline_, open, openAll, everything);
      return {};
    });
  }

  val structure() {
    return guardedObject(name_, [&](val& answer) -> std::string {
      if (!opened_) return failed(kNothingOpen);
      answer = structureAnswer(*opened_);
      return {};
    });
  }

  val costs(const std::string& machine) {
    return guardedObject(name_, [&](val& answer) -> std::string {
      if (const std::string missing = analyseCosts(machine); !missing.empty()) return missing;
      answer = costsAnswer(*costs_, name_);
      return {};
    });
  }

  std::string addProfile(const std::string& machine, const std::string& file, const std::string& bytes) {
    return guarded(file, [&]() -> std::string {
      costs_.reset();
      if (std::string missing = analyseCosts(machine); !missing.empty()) return missing;
      const auto profiles = profile::readProfiles(bytes);
      if (!profiles) return failed(profiles.error(), file);
      auto times = profile::joinProfiles(*profiles, *opened_->module);
      if (!times) return failed(times.error(), file);
      costs_->addMeasured(std::move(*times));
      return "{}";
    });
  }

  std::string costGroups(const std::string& machine, const std::string& by) {
    return guarded(name_, [&]() -> std::string {
      if (std::string missing = analyseCosts(machine); !missing.empty()) return missing;
      const auto grouping = by == "scope"  ? cost::Grouping::kScope
                            : by == "kind" ? cost::Grouping::kKind
                                           : cost::Grouping::kOperation;
      return cost::formatJson(*costs_, name_, opened_->module->instructions.size(), grouping);
    });
  }

  std::string details(uint32_t node) const {
    return guarded(name_, [&]() -> std::string {
      if (!opened_ || node >= opened_->program.graph.nodes())
        return failed({"there is no instruction " + std::to_string(node), ""});
      return session::detailsJson(*opened_, node);
    });
  }

  std::string fits(const std::string& cardJson) const {
    return guarded(name_, [&]() -> std::string {
      if (const auto card = model::readCard(cardJson); card && card->stages) return "{}";  // schedules, of any program
      const auto prepared = prepareInputs(cardJson);
      return prepared ? "{}" : failed(prepared.error());
    });
  }

  val inputs(const std::string& cardJson) {
    return guardedObject(name_, [&](val& answer) -> std::string {
      auto prepared = prepareInputs(cardJson);
      if (!prepared) return failed(prepared.error());
      card_ = std::move(prepared->card);
      inputs_ = std::move(prepared->inputs);
      answer.set("pairs", card_->pairs);
      answer.set("joined", inputs_.joined);
      answer.set("reference", inputs_.reference.count);
      answer.set("referenceTensors", toJavaScript(inputs_.referenceTensors));
      answer.set("tensors", toJavaScript(inputs_.tensors));
      inputs_.tensors.clear();
      inputs_.referenceTensors.clear();
      return {};
    });
  }

  val choices(size_t begin, size_t count) const {
    return guardedObject(name_, [&](val& answer) -> std::string {
      if (!opened_) return failed(kNothingOpen);
      answer.set("tensor", toJavaScript(session::choicesOf(inputs_, *opened_, begin, count)));
      return {};
    });
  }

  val referenceChoices(size_t begin, size_t count) const {
    return guardedObject(name_, [&](val& answer) -> std::string {
      if (!opened_) return failed(kNothingOpen);
      answer.set("tensor", toJavaScript(session::referenceChoicesOf(inputs_, begin, count)));
      return {};
    });
  }

  val encodeChoices(const std::string& choices) const {
    return guardedObject(name_, [&](val& answer) -> std::string {
      if (!opened_) return failed(kNothingOpen);
      const auto list = parseChoices(*opened_, choices);
      if (!list) return failed(list.error());
      const std::vector<std::span<const uint8_t>> spans(list->begin(), list->end());
      answer.set("tensor", toJavaScript(model::choicesOf(inputs_.slotOfNode, opened_->configurations.table, spans)));
      return {};
    });
  }

  std::string rank(val rows, val pairs, val members, val referenceScore) {
    return guarded(name_, [&]() -> std::string {
      if (!opened_) return failed(kNothingOpen);
      if (!card_) return failed({"no model is loaded: `inputs` must be called before `rank`", ""});
      const std::vector<float> reference = toFloats(referenceScore);
      auto tables = inputs_.tables ? session::tablesOf(*opened_, analytical_, *card_, toFloats(rows), toFloats(pairs),
                                                       toFloats(members))
                                   : session::zeroTables(*opened_);
      if (!tables) return failed(tables.error());
      ranking_.emplace(*opened_, analytical_, std::move(*tables), card_->aggregation, card_->scale,
                       reference.empty() ? std::nullopt : std::optional<float>(reference[0]));
      by_ = {card_->name, card_->title, card_->confidence};
      return "{}";
    });
  }

  std::string rankByLoops(const std::string& cardJson, const std::string& network) {
    return guarded(name_, [&]() -> std::string {
      if (!opened_) return failed(kNothingOpen);
      const auto card = model::readCard(cardJson);
      if (!card) return failed(card.error());
      auto loops = session::makeLoopScorer(*opened_, *card, network);
      if (!loops) return failed(loops.error());
      card_.reset();
      ranking_.emplace(*opened_, analytical_, std::move(*loops));
      by_ = {card->name, card->title, card->confidence};
      return "{}";
    });
  }

  std::string rankAnalytically() {
    return guarded(name_, [&]() -> std::string {
      if (!opened_) return failed(kNothingOpen);
      card_.reset();
      ranking_.emplace(session::rankAnalytically(*opened_, analytical_));
      by_ = {"analytical", "analytical model", {}};
      return "{}";
    });
  }

  std::string addConfigurationScores(val scores) {
    return toAnswer(ranking_ ? ranking_->addConfigurationScores(toFloats(scores)) : Result<bool>(kNothingRanked));
  }

  size_t configurationScoreCount() const { return ranking_ ? ranking_->configurationScoreCount() : 0; }

  std::string addChoiceScores(const std::string& choices, val scores) {
    return guarded(name_, [&]() -> std::string {
      if (!ranking_) return failed(kNothingRanked);
      const auto list = parseChoices(*opened_, choices);
      return list ? toAnswer(ranking_->addChoiceScores(*list, toFloats(scores))) : failed(list.error());
    });
  }

  val unscoredChoices(const std::string& choices, int slot) const {
    std::vector<uint8_t> rows;
    auto list = opened_ ? parseChoices(*opened_, choices) : Result<std::vector<session::Choice>>(kNothingOpen);
    if (ranking_ && list) {
      for (const session::Choice& choice : session::unscoredChoices(*opened_, *ranking_, own_))
        rows.insert(rows.end(), choice.begin(), choice.end());
      for (const session::Choice& choice : session::unscoredChoices(*opened_, *ranking_, *list, slot))
        rows.insert(rows.end(), choice.begin(), choice.end());
    }
    return copied("Uint8Array", rows);
  }

  size_t step(size_t count) {
    if (!ranking_) return 0;
    ranking_->step(count);
    return ranking_->scored();
  }

  val top(size_t k) const { return topAnswer(opened_.get(), ranking_ ? &*ranking_ : nullptr, k); }

  std::string explain(size_t configuration) const {
    return guarded(name_, [&]() -> std::string {
      const auto rows = rowsOf(configuration);
      if (!ranking_ || !rows)
        return failed({"there is no configuration " + std::to_string(configuration) + " in the ranking", ""});
      if (configuration >= ranking_->scored() && !ranking_->canScore(*rows)) return failed(kNotScored);
      return session::explainJson(*opened_, *ranking_, *rows, static_cast<int64_t>(configuration));
    });
  }

  val slots() const { return slotsAnswer(opened_ ? *opened_ : session::Opened()); }

  std::string setUserConfigurations(const std::string& choices) {
    return guarded(name_, [&]() -> std::string {
      if (!opened_) return failed(kNothingOpen);
      auto own = parseChoices(*opened_, choices);
      if (!own) return failed(own.error());
      own_ = std::move(*own);
      return "{}";
    });
  }

  val choice(size_t index) const {
    const auto rows = rowsOf(index);
    return rows ? copied("Uint8Array", rows->data(), rows->size()) : val::null();
  }

  val view(val query) const {
    if (!ranking_) return viewAnswer(session::View());
    const session::View view = session::buildView(*opened_, *ranking_, own_, readQuery(query));
    val answer = viewAnswer(view);
    answer.set("agreement", session::agreementJson(*ranking_, view.indices));
    return answer;
  }

  std::string describeChoice(const std::string& choice) const {
    return withChoice(choice, [&](const session::Choice& rows) { return choiceJson(*opened_, *ranking_, rows); });
  }

  std::string propagation(const std::string& choice) const {
    return guarded(name_, [&]() -> std::string {
      if (!opened_) return failed(kNothingOpen);
      if (!opened_->module)
        return failed(
            {"this file has only the arrays of a program; the simulation needs its HLO", "open the HLO file"});
      return session::propagationJson(*opened_, std::vector<uint8_t>(choice.begin(), choice.end()));
    });
  }

  std::string settings(const std::string& choice, uint32_t slot) const {
    return withChoice(choice, [&](const session::Choice& rows) {
      if (slot >= rows.size()) return failed({"there is no slot " + std::to_string(slot), ""});
      if (!session::unscoredChoices(*opened_, *ranking_, {&rows, 1}, static_cast<int>(slot)).empty())
        return failed(kNotScored);
      return session::settingsJson(*opened_, *ranking_, rows, slot);
    });
  }

  std::string sideBySide(const std::string& choices) const {
    return withRanking([&]() -> std::string {
      const auto list = parseChoices(*opened_, choices);
      if (!list) return failed(list.error());
      if (!session::unscoredChoices(*opened_, *ranking_, *list).empty()) return failed(kNotScored);
      return session::compareJson(*opened_, *ranking_, by_.confidence, *list);
    });
  }

  std::string saved(const std::string& kind, val configurations, const std::string& names,
                    const std::string& collection) const {
    return withRanking([&]() -> std::string {
      const auto selected = readSelected(configurations, names, [&](uint32_t index) { return rowsOf(index); });
      if (!selected) return failed(selected.error());
      for (const session::SelectedConfiguration& one : *selected)
        if (one.index >= ranking_->scored() && !ranking_->canScore(one.choice)) return failed(kNotScored);
      const auto file = writeSaved(kind, *opened_, *ranking_, by_, name_, *selected, collection);
      return file ? savedAnswer(*file) : failed(file.error(), name_);
    });
  }

  std::string best(size_t count) const {
    return withRanking([&] {
      if (ranking_->isJoined())
        return failed(
            {"this model adds configuration-level scores to its tables, so the best configuration cannot be "
             "computed from the tables",
             "search with a model that uses tables only"});
      return session::bestJson(*opened_, *ranking_, session::findBest(*opened_, analytical_, *ranking_, count));
    });
  }

  std::string report(size_t count) const {
    return withRanking([&] { return session::rankJson(*opened_, *ranking_, by_, name_, count); });
  }

 private:
  // The card (model.json) of a network and the network's inputs for the open program.
  struct PreparedInputs {
    model::Card card;
    session::NetworkInputs inputs;
  };
  Result<PreparedInputs> prepareInputs(const std::string& cardJson) const {
    if (!opened_) return kNothingOpen;
    auto card = model::readCard(cardJson);
    if (!card) return card.error();
    auto inputs = session::buildNetworkInputs(*card, *opened_, analytical_);
    if (!inputs) return inputs.error();
    return PreparedInputs{std::move(*card), std::move(*inputs)};
  }

  static std::string toAnswer(const Result<bool>& result) { return result ? "{}" : failed(result.error()); }

  // Returns the choice (one byte per slot) of a configuration of the file or, numbered after those, of the user;
  // nullopt if there is none with this number.
  std::optional<std::span<const uint8_t>> rowsOf(size_t index) const {
    if (!opened_ || index >= opened_->configurations.count + own_.size()) return std::nullopt;
    const size_t count = opened_->configurations.count;
    return index < count ? opened_->configurations.choice(index) : std::span<const uint8_t>(own_[index - count]);
  }

  // Runs `body`, which returns JSON text, if a ranking was started; else returns an error as JSON text.
  template <class Body>
  std::string withRanking(Body body) const {
    return guarded(name_, [&]() -> std::string {
      if (!ranking_) return failed(kNothingRanked);
      return body();
    });
  }

  // Runs `body`, which returns JSON text, on a choice (one byte per slot) if the ranking can score it; else returns an
  // error as JSON text.
  template <class Body>
  std::string withChoice(const std::string& choice, Body body) const {
    return withRanking([&]() -> std::string {
      const auto rows = parseChoice(*opened_, choice);
      if (!rows) return failed(rows.error());
      if (!ranking_->canScore(*rows)) return failed(kNotScored);
      return body(*rows);
    });
  }

  // Analyses the costs of the open program on a machine preset, unless `costs_` is that already; keeps measured times.
  // Returns "", or {error: {...}} as JSON on failure.
  std::string analyseCosts(const std::string& machine) {
    if (!opened_) return failed(kNothingOpen);
    if (!opened_->module)
      return failed({"this file has only the arrays of a program, which do not say what its instructions compute",
                     "open the HLO file it was made from"});
    const cost::Machine* found = cost::findMachine(machine);
    if (!found) return failed({"there is no machine preset '" + machine + "'", ""});
    if (costs_ && costs_->machine.name == machine) return {};
    auto measured = costs_ ? std::move(costs_->measured) : std::nullopt;
    costs_.emplace(*opened_->module, *found);
    if (measured) costs_->addMeasured(std::move(*measured));
    return {};
  }

  // Builds `outline_` for the open program if it does not exist yet. Returns "", or {error: {...}} as JSON on failure.
  std::string ensureOutline() {
    if (!opened_) return failed(kNothingOpen);
    if (!opened_->module)
      return failed(
          {"this file has only the arrays of a program, not a graph to draw", "open the HLO file it was made from"});
    if (!outline_) outline_ = drawing::buildOutline(*opened_->module);
    return {};
  }

  std::string name_;
  std::unique_ptr<session::Opened> opened_;
  std::optional<drawing::Outline> outline_;
  std::optional<cost::Report> costs_;  // refers to *opened_->module
  model::AnalyticalCosts analytical_;
  std::optional<model::Card> card_;
  session::NetworkInputs inputs_;  // of the network of card_; the tensors are removed once JavaScript has them
  std::optional<session::Ranking> ranking_;
  session::RankedBy by_;
  std::vector<session::Choice> own_;  // the user's configurations, numbered after those of the file
};

// Returns the optimised module that a profile holds, as {name, hlo}.
val profiledModule(const std::string& file, const std::string& bytes) {
  return guardedObject(file, [&](val& answer) -> std::string {
    const auto profiles = profile::readProfiles(bytes);
    if (!profiles) return failed(profiles.error(), file);
    const profile::Profile& first = profiles->front();
    if (first.hlo.empty())
      return failed({"this profile does not hold the module '" + first.module + "' that it measured",
                     "drop it together with the optimised HLO of the module"},
                    file);
    answer.set("name", first.module);
    answer.set("hlo", copied("Uint8Array", reinterpret_cast<const uint8_t*>(first.hlo.data()), first.hlo.size()));
    return {};
  });
}

}  // namespace

EMSCRIPTEN_BINDINGS(hlorank) {
  emscripten::function("profiledModule", &profiledModule);
  constexpr double kPageBytes = 65536;
  emscripten::function(
      "heapBytes", emscripten::optional_override([] { return double(__builtin_wasm_memory_size(0)) * kPageBytes; }));
  emscripten::class_<Session>("Session")
      .constructor<>()
      .function("open", &Session::open)
      .function("instructions", &Session::instructions)
      .function("outline", &Session::outline)
      .function("draw", &Session::draw)
      .function("structure", &Session::structure)
      .function("costs", &Session::costs)
      .function("addProfile", &Session::addProfile)
      .function("costGroups", &Session::costGroups)
      .function("details", &Session::details)
      .function("fits", &Session::fits)
      .function("inputs", &Session::inputs)
      .function("choices", &Session::choices)
      .function("referenceChoices", &Session::referenceChoices)
      .function("encodeChoices", &Session::encodeChoices)
      .function("rank", &Session::rank)
      .function("rankByLoops", &Session::rankByLoops)
      .function("rankAnalytically", &Session::rankAnalytically)
      .function("addConfigurationScores", &Session::addConfigurationScores)
      .function("configurationScoreCount", &Session::configurationScoreCount)
      .function("addChoiceScores", &Session::addChoiceScores)
      .function("unscoredChoices", &Session::unscoredChoices)
      .function("step", &Session::step)
      .function("top", &Session::top)
      .function("explain", &Session::explain)
      .function("slots", &Session::slots)
      .function("setUserConfigurations", &Session::setUserConfigurations)
      .function("choice", &Session::choice)
      .function("view", &Session::view)
      .function("describeChoice", &Session::describeChoice)
      .function("propagation", &Session::propagation)
      .function("settings", &Session::settings)
      .function("sideBySide", &Session::sideBySide)
      .function("best", &Session::best)
      .function("saved", &Session::saved)
      .function("report", &Session::report);
}
