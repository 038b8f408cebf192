// Converts between JavaScript and C++ what the ranking table and the what-if view show. JavaScript passes a
// configuration as a choice: for each slot (output or operand whose layout can be chosen) one byte, the index of its
// layout among the slot's layouts. Several configurations are passed as concatenated choices.
#pragma once

#include <emscripten/val.h>

#include <string>
#include <vector>

#include "shared/base/json.h"
#include "shared/session/saved.h"
#include "shared/session/view.h"
#include "shared/session/what_if_report.h"
#include "wasm/answers.h"

namespace hlorank {

// Splits the bytes of several configurations into configurations. Each has one byte per tensor, the index of its
// layout. Error: the length is not a multiple of the number of tensors, or an index is too large for its tensor.
inline Result<std::vector<session::Choice>> parseChoices(const session::Opened& opened, const std::string& bytes) {
  const size_t slots = opened.configurations.table.slots.size();
  std::vector<session::Choice> choices;
  for (size_t at = 0; slots > 0 && at + slots <= bytes.size(); at += slots) {
    choices.emplace_back(bytes.begin() + static_cast<ptrdiff_t>(at),
                         bytes.begin() + static_cast<ptrdiff_t>(at + slots));
    if (!session::isChoice(opened, choices.back()))
      return Error{"this configuration belongs to another program", "", {}, {}};
  }
  if (slots == 0 ? !bytes.empty() : bytes.size() % slots != 0)
    return Error{"this configuration belongs to another program", "", {}, {}};
  return choices;
}

// Parses the bytes of one configuration, which has, for each tensor whose layout can be chosen, the index of its
// layout. A program without such tensors has one configuration, which is empty.
inline Result<session::Choice> parseChoice(const session::Opened& opened, const std::string& bytes) {
  auto choices = parseChoices(opened, bytes);
  if (!choices) return choices.error();
  if (opened.configurations.table.slots.empty()) return session::Choice{};
  if (choices->size() != 1) return Error{"expected one configuration", "", {}, {}};
  return std::move(choices->front());
}

// Returns the slots (outputs and operands whose layout can be chosen) as a JavaScript object (type Slots in
// answers.ts): {nodes, tensors, reference}, with one entry per slot.
inline emscripten::val slotsAnswer(const session::Opened& opened) {
  const configs::LayoutTable& table = opened.configurations.table;
  std::vector<uint32_t> nodes;
  std::vector<uint8_t> tensors;
  for (const configs::Slot& slot : table.slots) {
    nodes.push_back(table.nodes[slot.position]);
    tensors.push_back(slot.tensor);
  }
  emscripten::val answer = emscripten::val::object();
  answer.set("nodes", copied("Uint32Array", nodes));
  answer.set("tensors", copied("Uint8Array", tensors));
  answer.set("reference", copied("Uint8Array", opened.configurations.reference));
  return answer;
}

// Converts the filter and order of the ranking table from a JavaScript object (type ViewQuery in module.d.ts).
inline session::Query readQuery(const emscripten::val& query) {
  session::Query result;
  result.text = query["text"].as<std::string>();
  result.score = {query["score"][0].as<float>(), query["score"][1].as<float>()};
  result.time = {query["time"][0].as<double>(), query["time"][1].as<double>()};
  if (const auto node = query["node"]; !node.isNull()) result.node = node.as<uint32_t>();
  const std::string key = query["key"].as<std::string>();
  using Key = session::Query::Key;
  result.key = key == "time"      ? Key::kTime
               : key == "changed" ? Key::kChanged
               : key == "index"   ? Key::kIndex
               : key == "halide"  ? Key::kReference
                                  : Key::kScore;
  result.descending = query["descending"].as<bool>();
  result.limit = query["limit"].as<uint32_t>();
  return result;
}

// Collects the configurations to save. `numbers` is a Uint32Array of their numbers. `names` has their names, one per
// line, or is empty. `rowsOf(number)` must return the layouts of the configuration with this number, one index per
// tensor. It returns nullopt if there is no such configuration, which is an error.
template <class RowsOf>
Result<std::vector<session::SelectedConfiguration>> readSelected(const emscripten::val& numbers,
                                                                 const std::string& names, RowsOf rowsOf) {
  std::vector<session::SelectedConfiguration> selected(numbers["length"].as<size_t>());
  size_t at = 0;
  for (size_t i = 0; i < selected.size(); ++i) {
    selected[i].index = numbers[i].as<uint32_t>();
    const auto rows = rowsOf(selected[i].index);
    if (!rows) return Error{"there is no configuration " + std::to_string(selected[i].index), "", {}, {}};
    selected[i].choice.assign(rows->begin(), rows->end());
    const size_t end = std::min(names.find('\n', at), names.size());
    selected[i].name = names.substr(at, end - at);
    at = std::min(end + 1, names.size());
  }
  return selected;
}

// Writes the configurations `selected` as the text of a file in the format `kind` (SavedKind in answers.ts).
// `collection` is the TpuGraphs collection, used only for "top-configs". Errors: the format holds exactly one
// configuration, but none or several are selected; or the format needs HLO, but the program was opened without HLO.
inline Result<std::string> writeSaved(const std::string& kind, const session::Opened& opened,
                                      const session::Ranking& ranking, const session::RankedBy& by,
                                      const std::string& file,
                                      const std::vector<session::SelectedConfiguration>& selected,
                                      const std::string& collection) {
  if (kind == "json") return session::savedJson(opened, ranking, by, file, selected);
  if (kind == "csv") return session::savedCsv(opened, ranking, selected);
  if (kind == "top-configs") return session::topConfigs(opened, ranking, collection);
  if (selected.size() != 1)
    return Error{
        "expected one configuration, found " + std::to_string(selected.size()), "select one configuration", {}, {}};
  if (kind == "hlo") return session::constrainedHlo(opened, selected[0].choice);
  if (kind == "jax") return session::jaxSnippet(opened, selected[0].choice);
  return session::configProtoText(opened, selected[0].choice);
}

// Returns the content of a file to be saved as JSON {"text": …}.
inline std::string savedAnswer(const std::string& content) {
  return oneLine({{"text", content}});
}

// Converts the ranking table to a JavaScript object (type View in answers.ts) with one array per column. Leaves out the
// field `agreement`.
inline emscripten::val viewAnswer(const session::View& view) {
  emscripten::val answer = emscripten::val::object();
  answer.set("indices", copied("Uint32Array", view.indices));
  answer.set("ranks", copied("Uint32Array", view.ranks));
  answer.set("copies", copied("Uint32Array", view.copies));
  answer.set("scores", copied("Float32Array", view.scores));
  answer.set("times", copied("Float64Array", view.times));
  answer.set("changed", copied("Uint32Array", view.changed));
  answer.set("passed", view.passed);
  return answer;
}

// Returns the k best configurations scored so far as a JavaScript object (type Top in answers.ts). The arrays of the
// object are empty if `ranking` is null.
inline emscripten::val topAnswer(const session::Opened* opened, const session::Ranking* ranking, size_t k) {
  session::View top;
  if (ranking) top.indices = ranking->topPrograms(k);
  for (uint32_t index : top.indices) {
    top.ranks.push_back(static_cast<uint32_t>(ranking->rankOfConfiguration(index)));
    top.copies.push_back(ranking->copiesOf(index));
    top.scores.push_back(ranking->scores()[index]);
    if (opened->hasTimes()) top.times.push_back(opened->configurations.seconds(index));
  }
  return viewAnswer(top);
}

}  // namespace hlorank
