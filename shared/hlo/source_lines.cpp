#include "shared/hlo/source_lines.h"

#include <algorithm>
#include <charconv>
#include <string_view>

#include "shared/base/text.h"
#include "shared/hlo/quotes.h"

namespace hlorank::hlo {
namespace {

// Returns the integer after `name=` in a list of fields such as {file_name_id=1 line=2}. Returns 0 if there is no field
// with this name.
int64_t numberAfter(std::string_view fields, std::string_view name) {
  for (size_t at = 0; (at = fields.find(name, at)) != std::string_view::npos; at += name.size()) {
    const bool begins = at == 0 || fields[at - 1] == ' ' || fields[at - 1] == '{' || fields[at - 1] == ',';
    const size_t equals = at + name.size();
    if (!begins || equals >= fields.size() || fields[equals] != '=') continue;
    int64_t number = 0;
    std::from_chars(fields.data() + equals + 1, fields.data() + fields.size(), number);
    return number;
  }
  return 0;
}

}  // namespace

std::string toString(const SourceLine& line) {
  return line.file.empty() ? "" : line.file + ":" + std::to_string(line.line);
}

SourceLines::SourceLines(const Module& module) : module_(module) {
  std::string_view table;
  for (std::string_view text = module.stackTables; !text.empty();) {
    const std::string_view line = takeLine(text);
    int64_t id = 0;
    const auto parsed = std::from_chars(line.data(), line.data() + line.size(), id);
    if (parsed.ec != std::errc()) {
      if (!line.empty()) table = line;
    } else if (table.rfind("FileNames", 0) == 0) {
      files_[id] = unescaped(findQuoted(line));
    } else if (table.rfind("FileLocations", 0) == 0) {
      locations_[id] = {numberAfter(line, "file_name_id"), numberAfter(line, "line")};
    } else if (table.rfind("StackFrames", 0) == 0) {
      locationOfFrame_[id] = numberAfter(line, "file_location_id");
    }
  }
}

SourceLine SourceLines::of(InstructionId instruction) const {
  const Attribute* metadata = module_.attribute(module_.instructions[instruction], "metadata");
  if (metadata == nullptr) return {};
  const size_t file = metadata->value.find("source_file=");
  if (file != std::string_view::npos)
    return {unescaped(findQuoted(metadata->value.substr(file))), numberAfter(metadata->value, "source_line")};
  const auto frame = locationOfFrame_.find(numberAfter(metadata->value, "stack_frame_id"));
  if (frame == locationOfFrame_.end()) return {};
  const auto location = locations_.find(frame->second);
  if (location == locations_.end()) return {};
  const auto name = files_.find(location->second.file);
  return name == files_.end() ? SourceLine{} : SourceLine{name->second, location->second.line};
}

}  // namespace hlorank::hlo
