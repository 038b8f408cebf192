#include "shared/session/what_if_report.h"

#include <algorithm>
#include <numeric>
#include <optional>

#include "shared/model/estimate.h"
#include "shared/session/json.h"

namespace hlorank::session {
namespace {

constexpr size_t kMaxDisagreements = 200;  // greatest number of values with differing layouts that choiceJson lists

std::string layoutOf(const Opened& opened, std::span<const uint8_t> choice, uint32_t slot) {
  const configs::LayoutTable& table = opened.configurations.table;
  return configs::toString(table.layouts[table.rowBegin[slot] + choice[slot]]);
}

// Returns the first measured configuration that has these layouts; nullopt if there is none.
std::optional<size_t> findMeasured(const Opened& opened, std::span<const uint8_t> choice) {
  const configs::Configurations& all = opened.configurations;
  for (size_t c = 0; opened.hasTimes() && c < all.count; ++c) {
    const auto layouts = all.choice(c);
    if (!all.isCompilerDefault(c) && (all.usable.empty() || all.usable[c] != 0) &&
        std::equal(layouts.begin(), layouts.end(), choice.begin(), choice.end()))
      return c;
  }
  return std::nullopt;
}

Json differenceOf(const Opened& opened, const Ranking& ranking, const model::Confidence& confidence, const Choice& a,
                  const Choice& b) {
  const configs::LayoutTable& table = opened.configurations.table;
  Json parts = Json::array();
  std::vector<model::Difference> differences;
  const model::TableScorer* additive = ranking.tables();
  if (additive) differences = additive->difference(a, b);
  for (const model::Difference& part : differences) {
    const configs::Slot& slot = table.slots[part.slot];
    const uint32_t slotOfB = part.instead == ~0u ? part.slot : part.instead;
    Json entry = {{"slot", part.slot},
                  {"node", nodeName(opened, table.nodes[slot.position])},
                  {"tensor", configs::tensorName(slot.tensor)},
                  {"layouts", {layoutOf(opened, a, part.slot), layoutOf(opened, b, slotOfB)}},
                  {"amount", number(part.amount)}};
    if (part.other != ~0u) entry["with"] = slotName(opened, part.other);
    if (part.instead != ~0u) entry["instead"] = slotName(opened, part.instead);
    parts.push_back(std::move(entry));
  }
  const float score = ranking.score(a) - ranking.score(b);
  Json entry = {{"z", number(additive ? additive->z(a) - additive->z(b) : 0)}, {"score", number(score)}};
  entry["pairConfidence"] =
      confidence.pairs.empty() ? Json(nullptr) : number(confidence.pairConfidence(std::abs(score)));
  if (ranking.isJoined()) entry["whole"] = number(ranking.configurationScore(a) - ranking.configurationScore(b));
  entry["parts"] = std::move(parts);
  if (ranking.loops()) {
    const std::vector<model::LoopChange> loops = ranking.loops()->changes(a, b);
    entry["z"] = number(std::accumulate(loops.begin(), loops.end(), 0.0f,
                                        [](float sum, const model::LoopChange& loop) { return sum + loop.amount; }));
    entry["loops"] = loopsOf(opened, loops);
  }
  return entry;
}

// Adds the copies that the simulated compiler runs because of the layouts of `choice`, most expensive first: copies
// that cost more than with the layouts in the program.
void addSimulatedCopies(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice, Json& entry) {
  Json list = Json::array();
  size_t count = 0;
  for (const model::LoopChange& loop : ranking.loops()->changes(choice, opened.configurations.reference)) {
    if (loop.kind != simulation::LoopKind::kCopy || loop.amount <= 0 || ++count > kMaxDisagreements) continue;
    const uint32_t reader = loop.consumer == ~0u ? loop.instruction : loop.consumer;
    Json parties = Json::array();
    parties.push_back({{"place", nodeName(opened, reader)}, {"instruction", reader}, {"layout", ""}});
    list.push_back({{"node", nodeName(opened, loop.instruction)},
                    {"instruction", loop.instruction},
                    {"bytes", number(model::bytesOf(opened.program, loop.instruction))},
                    {"trips", number(loop.trips)},
                    {"amount", number(loop.amount)},
                    {"parties", std::move(parties)}});
  }
  entry["disagreementCount"] = count;
  entry["disagreements"] = std::move(list);
}

}  // namespace

std::string choiceJson(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice) {
  const configs::Configurations& all = opened.configurations;
  Json entry = configurationOf(opened, ranking, choice, -1);
  if (const auto measured = findMeasured(opened, choice)) {
    entry["time"] = all.seconds(*measured);
    entry["measured"] = all.numberOf(*measured);
  }
  entry["rank"] = ranking.rankOf(ranking.score(choice));
  if (ranking.loops()) {
    addSimulatedCopies(opened, ranking, choice, entry);
    return oneLine(entry);
  }
  const std::vector<Disagreement> disagreements = findDisagreements(opened, choice);
  entry["disagreementCount"] = disagreements.size();
  entry["disagreements"] = Json::array();
  for (const Disagreement& disagreement : disagreements) {
    if (entry["disagreements"].size() == kMaxDisagreements) break;
    Json parties = Json::array();
    for (const Disagreement::Party& party : disagreement.parties) {
      const bool isProducer = party.slot < 0;
      const auto slot = static_cast<uint32_t>(party.slot);
      const configs::LayoutTable& table = opened.configurations.table;
      parties.push_back({{"place", isProducer ? nodeName(opened, disagreement.value) : slotName(opened, slot)},
                         {"instruction", isProducer ? disagreement.value : table.nodes[table.slots[slot].position]},
                         {"layout", configs::toString(party.layout)}});
    }
    entry["disagreements"].push_back({{"node", nodeName(opened, disagreement.value)},
                                      {"instruction", disagreement.value},
                                      {"bytes", number(disagreement.bytes)},
                                      {"parties", std::move(parties)}});
  }
  return oneLine(entry);
}

std::string settingsJson(const Opened& opened, const Ranking& ranking, std::span<const uint8_t> choice, uint32_t slot) {
  const configs::LayoutTable& table = opened.configurations.table;
  Json list = Json::array();
  for (const ScoredRow& setting : scoreRows(opened, ranking, choice, slot)) {
    list.push_back({{"row", setting.row},
                    {"layout", configs::toString(table.layouts[table.rowBegin[slot] + setting.row])},
                    {"z", number(setting.z)},
                    {"score", number(setting.score)},
                    {"rank", setting.rank}});
  }
  Json entry = slotOf(opened, slot);
  const configs::Slot& place = table.slots[slot];
  const uint32_t value = configs::valueOf(opened.program, table.nodes[place.position], place.tensor);
  entry["dimensions"] = Json::array();
  for (int64_t size : opened.program.dimensions(value)) entry["dimensions"].push_back(size);
  entry["elementBytes"] = opened.program.elementBytes(value);
  entry["chosen"] = choice[slot];
  entry["reference"] = opened.configurations.reference[slot];
  entry["settings"] = std::move(list);
  return oneLine(entry);
}

std::string compareJson(const Opened& opened, const Ranking& ranking, const model::Confidence& confidence,
                        std::span<const Choice> choices) {
  Json slots = Json::array(), differences = Json::array();
  for (uint32_t slot = 0; slot < opened.configurations.table.slots.size(); ++slot) {
    const auto agrees = [&](const Choice& choice) { return choice[slot] == choices[0][slot]; };
    if (std::all_of(choices.begin(), choices.end(), agrees)) continue;
    Json entry = slotOf(opened, slot);
    entry["layouts"] = Json::array();
    for (const Choice& choice : choices) entry["layouts"].push_back(layoutOf(opened, choice, slot));
    slots.push_back(std::move(entry));
  }
  for (size_t i = 1; i < choices.size(); ++i)
    differences.push_back(differenceOf(opened, ranking, confidence, choices[0], choices[i]));
  return oneLine({{"slots", std::move(slots)}, {"differences", std::move(differences)}});
}

std::string bestJson(const Opened& opened, const Ranking& ranking, const Best& best) {
  Json found = Json::array();
  for (const Best::Found& one : best.found) {
    const float score = ranking.scorer().scaled(one.z);
    found.push_back({{"z", number(one.z)},
                     {"score", number(score)},
                     {"rank", ranking.rankOf(score)},
                     {"changed", configs::changes(opened.configurations, one.choice).size()},
                     {"choice", one.choice}});
  }
  return oneLine({{"bound", number(best.bound)},
                  {"score", number(ranking.scorer().scaled(best.bound))},
                  {"isProven", best.isProven},
                  {"found", std::move(found)}});
}

}  // namespace hlorank::session
