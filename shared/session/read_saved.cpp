// Reads configurations (assignments of layouts to tensors) from the JSON, CSV or proto text that saved.cpp writes.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>

#include "shared/base/text.h"
#include "shared/session/saved.h"

namespace hlorank::session {
namespace {

using nlohmann::json;

constexpr std::string_view kCsvHead = "rank,configuration,";
constexpr std::string_view kProtoHead = "# HloModuleConfigProto";
// Greatest number of different layouts per tensor, because the index of a layout must fit in one byte.
constexpr size_t kMaxRows = 256;

std::string_view trimmed(std::string_view text) {
  const size_t begin = std::min(text.find_first_not_of(" \t\r\n"), text.size());
  return text.substr(begin);
}

Error wrong(std::string message, int64_t line = 0) {
  Error error;
  error.message = std::move(message);
  error.help = "give the program that the file was saved for";
  error.where.line = static_cast<decltype(error.where.line)>(line);
  return error;
}

// Parses a layout such as "{1,0}". Returns kAbsent for "default", which means that the compiler chooses. Returns
// nullopt for any other text.
std::optional<configs::Layout> layoutOf(std::string_view text) {
  if (text == "default") return configs::kAbsent;
  if (text.size() < 3 || text.front() != '{' || text.back() != '}') return std::nullopt;
  configs::Layout layout = configs::kAbsent;
  size_t i = 0, at = 1;
  for (; at < text.size(); at += 2, ++i) {
    const char digit = text[at], after = at + 1 < text.size() ? text[at + 1] : '\0';
    if (digit < '0' || digit > '9' || i == layout.size() || (after != ',' && after != '}')) return std::nullopt;
    layout[i] = static_cast<int8_t>(digit - '0');
  }
  return layout;
}

Error noConfigurations(std::string message) {
  return {std::move(message), "give a file that `hlorank rank --json` or the page saved"};
}

// Whether two layouts contain the same dimension numbers, in any order.
bool sameDimensions(configs::Layout a, configs::Layout b) {
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}

// Collects the configurations that are read from a file. `begin` starts a configuration, which has the layouts in the
// program. `set` changes one of its layouts. If the program's layout table lacks a layout, it is added to the table.
class Builder {
 public:
  Builder(const hlo::Module& module, const graph::Program& program) : table_(configs::tableOf(program)) {
    for (uint32_t slot = 0; slot < table_.slots.size(); ++slot) {
      const uint32_t node = table_.nodes[table_.slots[slot].position];
      const hlo::Instruction& instruction = module.instructions[node];
      slots_[std::string(module.computations[instruction.computation].name) + "/" + std::string(instruction.name) +
             " " + std::string(configs::tensorName(table_.slots[slot].tensor))] = slot;
      slotOfTensor_[{node, table_.slots[slot].tensor}] = slot;
      rows_.emplace_back(table_.layouts.begin() + table_.rowBegin[slot],
                         table_.layouts.begin() + table_.rowBegin[slot + 1]);
    }
  }

  // Starts the next configuration. `number` is its number in the file, if the file has one. `seconds` is its run time,
  // or 0 or less if not measured. `isUsable`: see Configurations::usable.
  void begin(std::optional<uint32_t> number = {}, double seconds = 0, bool isUsable = true) {
    usable_.push_back(isUsable);
    numbers_.push_back(number.value_or(static_cast<uint32_t>(choices_.size())));
    choices_.emplace_back(table_.slots.size(), 0);
    constexpr double kMost = 1e9;  // greatest run time accepted, in seconds; in nanoseconds it fits in an int64_t
    if (seconds * 1e9 >= 1 && seconds < kMost) runtimes_.push_back(std::llround(seconds * 1e9));
  }

  // Sets the compiler default: the configuration with this number, or a new one without layouts if there is none.
  void setCompilerDefault(uint32_t number, double seconds) {
    compilerDefault_ = std::find(numbers_.begin(), numbers_.end(), number) - numbers_.begin();
    if (compilerDefault_ == static_cast<int64_t>(numbers_.size())) begin(number, seconds, /*isUsable=*/false);
  }

  // Sets the layout of a tensor in the configuration that was begun last. The tensor is given by name, such as
  // "main/dot.1 operand 0", or by its node and its number in the node (0: output, 1: operand 0, 2: operand 1). Returns
  // nullopt on success, otherwise an error.
  std::optional<Error> set(const std::string& tensor, std::string_view layout, int64_t line) {
    const auto slot = slots_.find(tensor);
    if (slot == slots_.end()) return wrong("the program has no tensor `" + tensor + "` with layouts to choose", line);
    return set(slot->second, layoutOf(layout), tensor + " " + std::string(layout), line);
  }
  std::optional<Error> set(uint32_t node, uint8_t tensor, const configs::Layout& layout, int64_t line) {
    const std::string what = "tensor " + std::to_string(tensor) + " of instruction " + std::to_string(node);
    const auto slot = slotOfTensor_.find({node, tensor});
    if (slot == slotOfTensor_.end()) return wrong("the program has no layouts to choose for " + what, line);
    return set(slot->second, layout, what, line);
  }

  configs::Configurations finish() {
    configs::Configurations result;
    result.count = choices_.size();
    result.reference.assign(table_.slots.size(), 0);
    for (const Choice& choice : choices_) result.choices.insert(result.choices.end(), choice.begin(), choice.end());
    table_.layouts.clear();
    for (size_t slot = 0; slot < rows_.size(); ++slot) {
      table_.layouts.insert(table_.layouts.end(), rows_[slot].begin(), rows_[slot].end());
      table_.rowBegin[slot + 1] = static_cast<uint32_t>(table_.layouts.size());
    }
    result.table = std::move(table_);
    result.numbers = std::move(numbers_);
    if (runtimes_.size() == result.count) result.runtimes = std::move(runtimes_);
    if (std::count(usable_.begin(), usable_.end(), 0) > 0) result.usable = std::move(usable_);
    result.compilerDefault = compilerDefault_;
    return result;
  }

 private:
  std::optional<Error> set(uint32_t slot, const std::optional<configs::Layout>& layout, const std::string& what,
                           int64_t line) {
    std::vector<configs::Layout>& rows = rows_[slot];
    if (!layout || (*layout != configs::kAbsent && !sameDimensions(*layout, rows[0])))
      return wrong("the layout of `" + what + "` is not an order of its dimensions", line);
    const auto found = std::find(rows.begin(), rows.end(), *layout);
    if (found == rows.end() && rows.size() == kMaxRows)
      return wrong("`" + what + "`: more than " + std::to_string(kMaxRows) + " layouts of one tensor", line);
    choices_.back()[slot] = static_cast<uint8_t>(found - rows.begin());
    if (found == rows.end()) rows.push_back(*layout);
    return std::nullopt;
  }

  configs::LayoutTable table_;
  std::vector<std::vector<configs::Layout>> rows_;  // for each tensor whose layout can be chosen, its possible layouts
  // Maps the name of a tensor whose layout can be chosen, "main/dot.1 operand 0", to its index.
  std::map<std::string, uint32_t> slots_;
  // Maps a node and the number of a tensor in it (0: output, 1: operand 0, 2: operand 1) to the index of that tensor
  // among those whose layout can be chosen.
  std::map<std::pair<uint32_t, uint8_t>, uint32_t> slotOfTensor_;
  std::vector<Choice> choices_;
  std::vector<uint32_t> numbers_;  // [configurations] number of each configuration in the file
  std::vector<int64_t> runtimes_;  // run times in ns of those configurations that have one
  std::vector<uint8_t> usable_;    // [configurations] Configurations::usable
  int64_t compilerDefault_ = -1;   // index of the compiler default; -1 if the file has none
};

std::string textOf(const json& object, const char* field) {
  const auto found = object.find(field);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

// Returns the number of a configuration in a JSON report, which is the field `index`. Returns nullopt if the field is
// missing.
std::optional<uint32_t> numberOf(const json& entry) {
  const auto found = entry.find("index");
  if (found == entry.end() || !found->is_number_unsigned() || found->get<uint64_t>() > UINT32_MAX) return std::nullopt;
  return found->get<uint32_t>();
}

// Returns the run time in seconds of a configuration in a JSON report, which is the field `time`. Returns 0 if the
// field is missing.
double secondsOf(const json& entry) {
  const auto found = entry.find("time");
  return found != entry.end() && found->is_number() ? found->get<double>() : 0;
}

// Parses the number of a configuration. Returns nullopt for other text.
std::optional<uint32_t> parseNumber(std::string_view text) {
  uint32_t number = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || parsed.ec != std::errc() || parsed.ptr != text.data() + text.size()) return std::nullopt;
  return number;
}

// Parses a run time in seconds. Returns 0 for other text.
double parseSeconds(const std::string& text) {
  char* end = nullptr;
  const double seconds = std::strtod(text.c_str(), &end);
  return !text.empty() && *end == '\0' && std::isfinite(seconds) ? seconds : 0;
}

// Adds the configurations in JSON from `hlorank rank --json` or from the web page to `builder`. Returns nullopt on
// success, otherwise an error.
std::optional<Error> readJson(std::string_view bytes, Builder& builder) {
  const json report = json::parse(bytes, nullptr, /*allow_exceptions=*/false);
  const auto list = report.is_object() ? report.find("configurations") : report.end();
  if (report.is_discarded() || !report.is_object() || list == report.end() || !list->is_array())
    return noConfigurations("expected the JSON of `hlorank rank --json`, or JSON saved by the page");
  for (const json& entry : *list) {
    if (entry.is_object()) builder.begin(numberOf(entry), secondsOf(entry), entry.value("usable", json(true)) != false);
    const auto changes = entry.is_object() ? entry.find("changes") : entry.end();
    if (!entry.is_object() || changes == entry.end() || !changes->is_array())
      return wrong("an entry of `configurations` has no `changes`");
    for (const json& change : *changes) {
      if (!change.is_object()) return wrong("an entry of `changes` is not an object");
      const std::string tensor =
          textOf(change, "computation") + "/" + textOf(change, "node") + " " + textOf(change, "tensor");
      if (auto error = builder.set(tensor, textOf(change, "to"), 0)) return error;
    }
  }
  const json compilerDefault = report.value("compilerDefault", json());
  if (!list->empty() && compilerDefault.is_object() && numberOf(compilerDefault))
    builder.setCompilerDefault(*numberOf(compilerDefault), secondsOf(compilerDefault));
  return std::nullopt;
}

// Reads the fields of the CSV record that begins at index `at` of `text`, and moves `at` to the next record. Increases
// `line`, the line number, by the number of lines read. One record can have several lines, because quoted fields may
// contain line breaks.
std::vector<std::string> readCsvLine(std::string_view text, size_t& at, int64_t& line) {
  std::vector<std::string> fields(1);
  bool isQuoted = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    line += c == '\n';
    if (isQuoted) {
      if (c == '"' && at + 1 < text.size() && text[at + 1] == '"') {
        fields.back() += text[++at];
      } else if (c == '"') {
        isQuoted = false;
      } else {
        fields.back() += c;
      }
    } else if (c == '"') {
      isQuoted = true;
    } else if (c == ',') {
      fields.emplace_back();
    } else if (c == '\n') {
      ++at;
      break;
    } else if (c != '\r') {
      fields.back() += c;
    }
  }
  return fields;
}

std::optional<Error> readCsv(std::string_view bytes, Builder& builder) {
  size_t at = 0;
  int64_t line = 1;
  const std::vector<std::string> head = readCsvLine(bytes, at, line);
  const auto columnOf = [&](std::string_view name) {
    return static_cast<size_t>(std::find(head.begin(), head.end(), name) - head.begin());
  };
  const size_t column = columnOf("layouts"), number = columnOf("configuration"), seconds = columnOf("seconds");
  if (column == head.size()) return wrong("expected a column `layouts`", 1);
  while (at < bytes.size()) {
    const int64_t here = line;
    const std::vector<std::string> fields = readCsvLine(bytes, at, line);
    if (fields.size() == 1 && fields[0].empty()) continue;
    if (fields.size() != head.size())
      return wrong("expected " + std::to_string(head.size()) + " fields, found " + std::to_string(fields.size()), here);
    builder.begin(parseNumber(fields[number]), seconds < head.size() ? parseSeconds(fields[seconds]) : 0);
    for (std::string_view rest = fields[column]; !rest.empty();) {
      const size_t end = std::min(rest.find("; "), rest.size());
      const std::string_view change = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 2, rest.size()));
      const size_t space = change.rfind(' ');
      if (space == std::string_view::npos)
        return wrong("`" + std::string(change) + "` has no layout: expected `instruction tensor {1,0}`", here);
      if (auto error = builder.set(std::string(change.substr(0, space)), change.substr(space + 1), here)) return error;
    }
  }
  return std::nullopt;
}

// Adds the configuration in the text of an HloModuleConfigProto to `builder`. The text has one line per node, as
// configProtoText writes it. Returns nullopt on success, otherwise an error.
std::optional<Error> readProto(std::string_view bytes, Builder& builder) {
  builder.begin();
  uint32_t node = 0;
  int64_t line = 0;
  while (!bytes.empty()) {
    ++line;
    std::string_view text = trimmed(takeLine(bytes));
    if (text.empty() || text[0] == '#') continue;
    if (text.substr(0, 13) != "layout_config") return wrong("expected `layout_config`", line);
    uint8_t tensor = 0;
    for (size_t at = text.find("lists"); at != std::string_view::npos; at = text.find("lists", at + 1), ++tensor) {
      const std::string_view list = text.substr(at, text.find('}', at) - at);
      configs::Layout layout = configs::kAbsent;
      size_t i = 0;
      for (size_t v = list.find("vals:"); v != std::string_view::npos; v = list.find("vals:", v + 1)) {
        const std::string_view value = trimmed(list.substr(v + 5));
        if (value.empty() || value[0] < '0' || value[0] > '9' || i == layout.size())
          return wrong("expected a dimension number after `vals:`", line);
        layout[i++] = static_cast<int8_t>(value[0] - '0');
      }
      if (i == 0) continue;
      if (auto error = builder.set(node, tensor, layout, line)) return error;
    }
    ++node;
  }
  return std::nullopt;
}

}  // namespace

bool looksSaved(std::string_view bytes) {
  const std::string_view text = trimmed(bytes);
  const auto begins = [&](std::string_view head) { return text.substr(0, head.size()) == head; };
  return begins("{") || begins(kCsvHead) || begins(kProtoHead);
}

Result<configs::Configurations> readSaved(std::string_view bytes, const hlo::Module& module,
                                          const graph::Program& program) {
  const std::string_view text = trimmed(bytes);
  if (text.empty()) return noConfigurations("this file has no configurations");
  Builder builder(module, program);
  const auto read = text.starts_with('{')                         ? readJson
                    : text.substr(0, kCsvHead.size()) == kCsvHead ? readCsv
                                                                  : readProto;
  if (auto error = read(text, builder)) return std::move(*error);
  configs::Configurations configurations = builder.finish();
  if (configurations.count == 0) return noConfigurations("this file has no configurations");
  return configurations;
}

}  // namespace hlorank::session
