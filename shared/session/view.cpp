#include "shared/session/view.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string_view>

#include "shared/base/text.h"

namespace hlorank::session {

std::vector<std::string> wordsOf(const std::string& text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : lowered(text) + ' ') {
    if (c != ' ' && c != '\t' && c != '\n') {
      word += c;
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  return words;
}

namespace {

// A search word of the table's filter (Query::text) and the layouts that it matches.
struct Word {
  std::string text;
  // [layouts of all tensors] 1 if the text that describes a change to the layout contains the word.
  std::vector<uint8_t> rows;
};

// Decides which configurations pass the filter of the ranking table.
class Filter {
 public:
  Filter(const Opened& opened, const Query& query)
      : all_(opened.configurations),
        query_(query),
        byTime_(query.time.least > -INFINITY || query.time.greatest < INFINITY) {
    const configs::LayoutTable& table = all_.table;
    for (std::string& word : wordsOf(query.text))
      words_.push_back({std::move(word), std::vector<uint8_t>(table.rows())});
    for (uint32_t s = 0; s < table.slots.size(); ++s) {
      const uint32_t node = table.nodes[table.slots[s].position];
      if (node == query.node) slots_.push_back(s);
      if (!words_.empty()) findWords(opened, s, node);
    }
  }

  bool passes(uint32_t index, std::span<const uint8_t> choice, float score, double time) const {
    if (!query_.score.contains(score) || (byTime_ && !query_.time.contains(time))) return false;
    if (query_.node != configs::kNoNode &&
        std::none_of(slots_.begin(), slots_.end(), [&](uint32_t s) { return choice[s] != all_.reference[s]; }))
      return false;
    return std::all_of(words_.begin(), words_.end(), [&](const Word& word) { return has(word, index, choice); });
  }

 private:
  void findWords(const Opened& opened, uint32_t slot, uint32_t node) {
    const configs::LayoutTable& table = all_.table;
    const uint32_t begin = table.rowBegin[slot];
    const std::string place = slotName(opened, slot) + ' ' + computationName(opened, node) + ' ' +
                              std::string(opcodeName(opened, node)) + ' ' + shapeName(opened, node) + ' ' +
                              configs::toString(table.layouts[begin + all_.reference[slot]]) + " \u2192 ";
    for (uint32_t row = begin; row < table.rowBegin[slot + 1]; ++row) {
      const std::string text = lowered(place + configs::toString(table.layouts[row]));
      for (Word& word : words_) word.rows[row] = text.find(word.text) != std::string::npos;
    }
  }

  bool has(const Word& word, uint32_t index, std::span<const uint8_t> choice) const {
    for (size_t s = 0; s < choice.size(); ++s) {
      if (choice[s] != all_.reference[s] && word.rows[all_.table.rowBegin[s] + choice[s]]) return true;
    }
    return word.text == std::to_string(index);
  }

  const configs::Configurations& all_;
  const Query& query_;
  const bool byTime_;
  std::vector<Word> words_;
  std::vector<uint32_t> slots_;  // indices of the tensors of node Query::node whose layout can be chosen
};

}  // namespace

View buildView(const Opened& opened, const Ranking& ranking, const Query& query) {
  const std::span<const Choice> own = ranking.userConfigurations();
  const configs::Configurations& all = opened.configurations;
  const auto count = static_cast<uint32_t>(all.count), scored = static_cast<uint32_t>(ranking.scored());
  const auto choiceOf = [&](uint32_t i) {
    return i < count ? all.choice(i) : std::span<const uint8_t>(own[i - count]);
  };
  const auto timeOf = [&](uint32_t i) { return i < count && opened.hasTimes() ? all.seconds(i) : std::nan(""); };
  const auto changedOf = [&](uint32_t i) {
    const auto choice = choiceOf(i);
    uint32_t changed = 0;
    for (size_t s = 0; s < choice.size(); ++s) changed += choice[s] != all.reference[s];
    return changed;
  };
  const auto scoreOf = [&](uint32_t i) { return i < count ? ranking.scores()[i] : ranking.userScore(i - count); };

  const Filter filter(opened, query);
  struct Row {
    double key;
    float score;
    uint32_t index;
  };
  std::vector<Row> rows;
  const auto addIfPasses = [&](uint32_t i) {
    const float score = scoreOf(i);
    const double time = timeOf(i);
    if (!filter.passes(i, choiceOf(i), score, time)) return;
    double key = static_cast<double>(score);
    if (query.key == Query::Key::kTime) key = time;
    if (query.key == Query::Key::kChanged) key = changedOf(i);
    if (query.key == Query::Key::kIndex) key = i;
    if (query.descending) key = -key;
    rows.push_back({std::isnan(key) ? INFINITY : key, score, i});
  };
  for (uint32_t i = 0; i < scored; ++i)
    if (!all.isCompilerDefault(i) && ranking.firstOfProgram(i) == i) addIfPasses(i);
  for (uint32_t i = 0; i < own.size(); ++i)
    if (ranking.canScore(own[i])) addIfPasses(count + i);

  const size_t limit = std::min(query.limit, rows.size());
  const auto before = [](const Row& a, const Row& b) {
    if (a.key != b.key) return a.key < b.key;
    return a.score != b.score ? a.score < b.score : a.index < b.index;
  };
  const auto end = rows.begin() + static_cast<ptrdiff_t>(limit);
  std::nth_element(rows.begin(), end, rows.end(), before);
  std::sort(rows.begin(), end, before);
  View view;
  view.passed = rows.size();
  rows.resize(limit);
  for (const Row& row : rows) {
    view.indices.push_back(row.index);
    view.scores.push_back(row.score);
    view.ranks.push_back(static_cast<uint32_t>(ranking.rankOf(row.score)));
    view.copies.push_back(row.index < count ? ranking.copiesOf(row.index) : 1);
    view.changed.push_back(changedOf(row.index));
    if (opened.hasTimes()) view.times.push_back(timeOf(row.index));
  }
  return view;
}

}  // namespace hlorank::session
