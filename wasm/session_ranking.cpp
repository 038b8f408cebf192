// Defines the methods of Session that rank the configurations (assignments of layouts) of the open program.
#include <utility>

#include "shared/model/joined_inputs.h"
#include "wasm/session.h"
#include "wasm/tensors.h"

namespace hlorank {
using emscripten::val;

val Session::inputs(const std::string& cardJson, bool onlyCheck) {
  return guardedObject(name_, [&](val& answer) -> std::string {
    auto card = model::readCard(cardJson);
    // A model of schedules always passes this check, because it does not rank layouts.
    if (onlyCheck && card && card->stages) return {};
    if (!opened_) return failed(kNothingOpen);
    if (!card) return failed(card.error());
    auto inputs = session::buildNetworkInputs(*card, *opened_, analytical_);
    if (!inputs) return failed(inputs.error());
    if (onlyCheck) return {};
    card_ = std::move(*card);
    inputs_ = std::move(*inputs);
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

val Session::encodeChoices(val which, size_t begin, size_t count) const {
  return guardedObject(name_, [&](val& answer) -> std::string {
    if (!opened_) return failed(kNothingOpen);
    if (which.isString()) {
      const bool isReference = which.as<std::string>() == "referenceSet";
      answer.set("tensor", toJavaScript(isReference ? session::referenceChoicesOf(inputs_, begin, count)
                                                    : session::choicesOf(inputs_, *opened_, begin, count)));
      return {};
    }
    const auto list = parseChoices(*opened_, which.as<std::string>());
    if (!list) return failed(list.error());
    const std::vector<std::span<const uint8_t>> spans(list->begin(), list->end());
    answer.set("tensor", toJavaScript(model::choicesOf(inputs_.slotOfNode, opened_->configurations.table, spans)));
    return {};
  });
}

std::string Session::rank(val model) {
  return guarded(name_, [&]() -> std::string {
    if (!opened_) return failed(kNothingOpen);
    search_.reset();
    if (model.isString()) {  // the string is "analytical": the ranking uses no network
      card_.reset();
      ranking_.emplace(session::rankAnalytically(*opened_, analytical_));
      by_ = {"analytical", "analytical model", {}};
    } else if (model.hasOwnProperty("network")) {
      const auto card = model::readCard(model["card"].as<std::string>());
      if (!card) return failed(card.error());
      auto loops = session::makeLoopScorer(*opened_, *card, model["network"].as<std::string>());
      if (!loops) return failed(loops.error());
      card_.reset();
      ranking_.emplace(*opened_, std::move(*loops));
      by_ = {card->name, card->title, card->confidence};
    } else {
      if (!card_) return failed({"no model is loaded: `inputs` must be called before `rank`", ""});
      const std::vector<float> reference = toFloats(model["referenceScore"]);
      auto tables = inputs_.tables ? session::tablesOf(*opened_, analytical_, *card_, toFloats(model["rows"]),
                                                       toFloats(model["pairs"]), toFloats(model["members"]))
                                   : session::zeroTables(*opened_);
      if (!tables) return failed(tables.error());
      ranking_.emplace(*opened_, analytical_, std::move(*tables), card_->aggregation, card_->scale,
                       reference.empty() ? std::nullopt : std::optional<float>(reference[0]));
      by_ = {card_->name, card_->title, card_->confidence};
    }
    ranking_->setUserConfigurations(own_);
    return "{}";
  });
}

std::string Session::addScores(val choices, val scores) {
  return withRanking([&]() -> std::string {
    Result<bool> added = true;
    if (choices.isNull()) {
      added = ranking_->addConfigurationScores(toFloats(scores));
    } else {
      const auto list = parseChoices(*opened_, choices.as<std::string>());
      if (!list) return failed(list.error());
      added = ranking_->addChoiceScores(*list, toFloats(scores));
    }
    return added ? "{}" : failed(added.error());
  });
}

val Session::unscoredChoices(const std::string& choices, int slot) const {
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

val Session::step(size_t count) {
  val progress = val::object();
  if (ranking_) ranking_->step(count);
  progress.set("scored", ranking_ ? ranking_->scored() : 0);
  progress.set("configurationScores", ranking_ ? ranking_->configurationScoreCount() : 0);
  return progress;
}

val Session::top(size_t k) const {
  return topAnswer(opened_.get(), ranking_ ? &*ranking_ : nullptr, k);
}

val Session::view(val query) const {
  if (!ranking_) return viewAnswer(session::View());
  const session::View view = session::buildView(*opened_, *ranking_, readQuery(query));
  val answer = viewAnswer(view);
  answer.set("agreement", session::agreementJson(*ranking_, view.indices));
  return answer;
}

std::string Session::explain(val configuration) const {
  if (!configuration.isNumber())
    return withChoice(configuration.as<std::string>(),
                      [&](const session::Choice& rows) { return choiceJson(*opened_, *ranking_, rows); });
  return guarded(name_, [&]() -> std::string {
    const auto index = configuration.as<size_t>();
    const auto rows = rowsOf(index);
    if (!ranking_ || !rows)
      return failed({"there is no configuration " + std::to_string(index) + " in the ranking", ""});
    if (index >= ranking_->scored() && !ranking_->canScore(*rows)) return failed(kNotScored);
    return session::explainJson(*opened_, *ranking_, *rows, static_cast<int64_t>(index));
  });
}

std::string Session::report(size_t count) const {
  return withRanking([&] { return session::rankJson(*opened_, *ranking_, by_, name_, count); });
}

}  // namespace hlorank
