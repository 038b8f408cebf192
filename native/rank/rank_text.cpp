#include "native/rank/rank_text.h"

#include <algorithm>
#include <cmath>

#include "native/base/output.h"
#include "shared/base/decimal.h"
#include "shared/base/text.h"
#include "shared/session/notices.h"
#include "shared/session/verdict.h"

namespace hlorank::rank {
namespace {

constexpr size_t kChangesShown = 6;  // most layout changes to print per configuration
constexpr size_t kLoopsShown = 3;    // most simulated loops to print per configuration

std::string formatNumber(const char* format, double value) {
  return withoutNegativeZero(formatted(format, value));
}

std::string scoreText(float score) {
  return formatNumber("%.4g", double(score));
}

// Describes those simulated loops whose time changes most under a configuration. Says which part of the estimated cost
// each loop has.
void addLoops(const session::Opened& opened, const std::vector<model::LoopChange>& loops,
              std::vector<std::string>& lines) {
  constexpr const char* kNouns[] = {"copy of ", "loop of ", "reduction to "};  // indexed by simulation::LoopKind
  for (size_t i = 0; i < std::min(loops.size(), kLoopsShown); ++i) {
    const model::LoopChange& loop = loops[i];
    std::string text = kNouns[int(loop.kind)] + session::nodeName(opened, loop.instruction) + " " +
                       session::shapeName(opened, loop.instruction);
    if (loop.kind == simulation::LoopKind::kCopy && loop.consumer == loop.instruction)
      text += " to the layout that is set";
    else if (loop.kind == simulation::LoopKind::kCopy && loop.consumer != simulation::Loop::kNoNode)
      text += " for " + session::nodeName(opened, loop.consumer);
    if (loop.trips > 1) text += ", " + std::to_string(int64_t(loop.trips)) + " times";
    // Without loops in the program layouts, there is nothing to compare with.
    const std::string amount = std::isfinite(loop.amount) ? formatNumber("%+.2f %%", 100 * double(loop.amount)) : "new";
    lines.push_back(std::string(amount.size() < 9 ? 9 - amount.size() : 0, ' ') + amount + "  " + text);
  }
  if (const size_t more = loops.size() - std::min(loops.size(), kLoopsShown); more > 0)
    lines.push_back("and " + std::to_string(more) + (more == 1 ? " smaller change" : " smaller changes"));
}

// Describes what a configuration changes, with one line per changed layout and per simulated loop. Returns at least one
// line.
std::vector<std::string> describe(const session::Opened& opened, const session::Ranking& ranking,
                                  uint32_t configuration) {
  const session::Explanation explanation = ranking.explain(configuration);
  std::vector<std::string> lines;
  if (const uint32_t copies = ranking.copiesOf(configuration); copies > 1)
    lines.push_back("×" + std::to_string(copies) + " same program" +
                    (ranking.sameProgram() == session::SameProgram::kSimulated ? " (simulated)" : ""));
  const bool usable = opened.configurations.usable.empty() || opened.configurations.usable[configuration];
  if (!usable)
    lines.emplace_back("duplicate of another configuration");
  else if (explanation.changes.empty())
    lines.emplace_back("program layouts");
  const auto amountOf = [&](uint32_t slot) {
    float amount = 0;
    for (const session::Part& part : explanation.parts)
      if (part.slot == slot && part.other < 0) amount += part.amount;
    return amount;
  };
  for (size_t i = 0; i < std::min(explanation.changes.size(), kChangesShown); ++i) {
    const configs::Change& change = explanation.changes[i];
    std::string line = session::slotName(opened, change.slot) + " " + configs::toString(change.to) + " (was " +
                       configs::toString(change.from) + ")";
    if (!ranking.loops()) line += " " + formatNumber("%+.3g", double(amountOf(change.slot)));
    lines.push_back(std::move(line));
  }
  if (explanation.changes.size() > kChangesShown)
    lines.push_back("and " + std::to_string(explanation.changes.size() - kChangesShown) + " more");
  if (explanation.configurationScore && *explanation.configurationScore != 0)
    lines.push_back("configuration-level score " + formatNumber("%+.3g", double(*explanation.configurationScore)));
  addLoops(opened, explanation.loops, lines);
  return lines;
}

// Prints the table of ranked configurations. Each column is as wide as its longest entry.
void printTable(const session::Opened& opened, const session::Ranking& ranking,
                std::span<const uint32_t> configurations) {
  const configs::Configurations& all = opened.configurations;
  struct Cells {
    std::string rank, number, score, time;
  };
  const auto cellsOf = [&](uint32_t c) {
    return Cells{std::to_string(ranking.rankOfConfiguration(c)), "#" + std::to_string(all.numberOf(c)),
                 scoreText(ranking.scores()[c]), opened.hasTimes() ? formatDuration(all.seconds(c)) : ""};
  };
  const Cells head = {"rank", "number", "score", opened.hasTimes() ? "time" : ""};
  size_t rank = head.rank.size(), number = head.number.size(), score = head.score.size(), time = head.time.size();
  for (const uint32_t c : configurations) {
    const Cells cells = cellsOf(c);
    rank = std::max(rank, cells.rank.size());
    number = std::max(number, cells.number.size());
    score = std::max(score, cells.score.size());
    time = std::max(time, countCharacters(cells.time));
  }
  const size_t indent = 1 + rank + 2 + number + 2 + score + (time > 0 ? 2 + time : 0) + 2;
  const auto print = [&](const Cells& cells, const std::vector<std::string>& lines) {
    native::print(" %*s  %*s  %*s", int(rank), cells.rank.c_str(), int(number), cells.number.c_str(), int(score),
                  cells.score.c_str());
    const size_t padding = time - std::min(time, countCharacters(cells.time));  // %*s would count bytes
    if (time > 0) native::print("  %s%s", std::string(padding, ' ').c_str(), cells.time.c_str());
    for (size_t i = 0; i < lines.size(); ++i) native::print("%*s%s\n", i == 0 ? 2 : int(indent), "", lines[i].c_str());
  };
  print(head, {std::string("layout changes and ") +
               (ranking.loops() ? "their effect on the estimated cost" : "their part of the score")});
  for (const uint32_t c : configurations) {
    if (native::outputFailed()) break;
    print(cellsOf(c), describe(opened, ranking, c));
  }
}

// Formats a metric with three decimals; "-" for NaN.
std::string figureText(double value) {
  if (std::isnan(value)) return "-";
  return formatNumber("%.3f", value);
}

// Prints how many configurations the model cannot distinguish from the best one, and how similar this program is to
// those on which the model was trained.
void printConfidence(const session::Opened& opened, const session::Ranking& ranking,
                     const model::Confidence& confidence) {
  if (confidence.pairs.empty() || ranking.total() < 2) return;
  const auto order = ranking.topPrograms(ranking.total());
  const auto close = std::count_if(order.begin(), order.end(), [&](uint32_t c) {
    return ranking.scores()[c] <= ranking.scores()[order[0]] + confidence.separable;
  });
  if (close > 1)
    native::print(
        "%td other configuration%s score too close to the best to call (score difference up to %.2g, confidence "
        "below 90 %%)\n",
        close - 1, close == 2 ? "" : "s", confidence.separable);
  if (!session::isOfLearnedKind(opened)) return;
  const auto nearest = confidence.nearest(model::embedding(opened.program), 1);
  if (nearest.empty()) return;
  if (const model::DistanceBand* band = confidence.bandOf(nearest[0].distance))
    native::print(
        "most similar training program: %s; expected accuracy at this similarity: %.0f %% of the pairs more than 2 %% "
        "apart in the right order\n",
        nearest[0].name.c_str(), 100 * band->pairAccuracy);
  else
    native::print(
        "not similar to any training program (most similar: %s); expect lower accuracy than the model's metrics show\n",
        nearest[0].name.c_str());
}

}  // namespace

void printRanking(const session::Opened& opened, const Ranked& ranked, size_t top) {
  const session::Ranking& ranking = ranked.ranking;
  const session::RankedBy& by = ranked.by;
  native::print("%s (%s), ranked by %s: %s\n", opened.name.c_str(), opened.format.c_str(), by.name.c_str(),
                by.title.c_str());
  const configs::Configurations& all = opened.configurations;
  const size_t count = ranking.total() - all.compilerDefaults();
  native::print("%zu configuration%s %s\n", count, count == 1 ? "" : "s",
                opened.configurations.generated ? "generated (the file contains none)" : "from the file");
  if (const auto measured = all.measuredDefault())
    native::print("compiler default: %s\n", formatDuration(all.seconds(*measured)).c_str());
  if (const auto verdict = session::judge(opened, ranking, by.confidence))
    native::print("verdict: %s%s%s\n", verdict->text.c_str(), verdict->detail.empty() ? "" : " ",
                  verdict->detail.c_str());
  for (const session::Notice& notice : opened.notices) native::print("note: %s\n", notice.message.c_str());
  for (const std::string& line : session::linesOf(opened.warnings)) native::print("warning: %s\n", line.c_str());
  if (const auto agreement = ranking.agreement())
    native::print(
        "agreement with the measured run times: Kendall tau %s; fraction of pairs in the right order %s (pairs more "
        "than 2 %% apart), %s (all pairs); best of the first 1/5/10 is %.1f/%.1f/%.1f %% slower than the best of all\n",
        figureText(agreement->tau).c_str(), figureText(agreement->pairAccuracy).c_str(),
        figureText(agreement->orderedPairAccuracy).c_str(), 100 * agreement->slowdown1, 100 * agreement->slowdown5,
        100 * agreement->slowdown10);
  printConfidence(opened, ranking, by.confidence);
  native::print("score: 0 for the program layouts; lower is faster; not a time\n");
  printTable(opened, ranking, ranking.topPrograms(std::min(top, ranking.total())));
}

}  // namespace hlorank::rank
