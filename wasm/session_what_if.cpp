// Defines the methods of Session for configurations (assignments of layouts) that the user edits, compares and saves.
#include <utility>

#include "wasm/session.h"

namespace hlorank {
using emscripten::val;

val Session::choice(size_t configuration) const {
  const auto rows = rowsOf(configuration);
  return rows ? copied("Uint8Array", rows->data(), rows->size()) : val::null();
}

std::string Session::setUserConfigurations(const std::string& choices) {
  return guarded(name_, [&]() -> std::string {
    if (!opened_) return failed(kNothingOpen);
    auto own = parseChoices(*opened_, choices);
    if (!own) return failed(own.error());
    own_ = std::move(*own);
    if (ranking_) ranking_->setUserConfigurations(own_);
    return "{}";
  });
}

std::string Session::settings(const std::string& choice, uint32_t slot) const {
  return withChoice(choice, [&](const session::Choice& rows) {
    if (slot >= rows.size()) return failed({"there is no slot " + std::to_string(slot), ""});
    if (!session::unscoredChoices(*opened_, *ranking_, {&rows, 1}, static_cast<int>(slot)).empty())
      return failed(kNotScored);
    return session::settingsJson(*opened_, *ranking_, rows, slot);
  });
}

std::string Session::sideBySide(const std::string& choices) const {
  return withRanking([&]() -> std::string {
    const auto list = parseChoices(*opened_, choices);
    if (!list) return failed(list.error());
    if (!session::unscoredChoices(*opened_, *ranking_, *list).empty()) return failed(kNotScored);
    return session::compareJson(*opened_, *ranking_, by_.confidence, *list);
  });
}

std::string Session::best(size_t count, size_t scores, bool isNew) {
  return withRanking([&]() -> std::string {
    if (ranking_->isJoined())
      return failed(
          {"this model adds configuration-level scores to its tables, so the best configuration cannot be "
           "computed from the tables",
           "search with a model that uses tables only"});
    if (isNew) search_.emplace(*opened_, analytical_, *ranking_, count);
    if (!search_) return failed({"no search is under way: the program was ranked again", ""});
    if (!search_->step(scores)) return oneLine({{"progress", search_->progress()}});
    const session::Best best = search_->best();
    search_.reset();
    return session::bestJson(*opened_, *ranking_, best);
  });
}

std::string Session::saved(const std::string& kind, val configurations, const std::string& names,
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

std::optional<std::span<const uint8_t>> Session::rowsOf(size_t configuration) const {
  if (!opened_ || configuration >= opened_->configurations.count + own_.size()) return std::nullopt;
  const size_t count = opened_->configurations.count;
  return configuration < count ? opened_->configurations.choice(configuration)
                               : std::span<const uint8_t>(own_[configuration - count]);
}

}  // namespace hlorank
