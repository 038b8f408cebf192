#include "shared/hlo/proto_metadata.h"

#include "shared/hlo/proto_wire.h"
#include "shared/hlo/quotes.h"
#include "shared/hlo/text_writer.h"

namespace hlorank::hlo::proto {

void appendMetadata(std::string& out, std::string_view message, std::string_view payload) {
  std::string_view texts[3], deduplicatedName, schedulingName;  // `texts` are op_type, op_name and source_file
  int64_t line = 0, endLine = 0, column = 0, endColumn = 0, stackFrame = 0;
  std::vector<int64_t> profileTypes;
  for (Fields f(message); f.next();) {
    switch (f.number) {
      case 1:
      case 2:
      case 3:
        texts[f.number - 1] = f.bytes;
        break;
      case 4:
        line = f.integer();
        break;
      case 5:
        f.appendTo(profileTypes);
        break;
      case 12:
        deduplicatedName = f.bytes;
        break;
      case 15:
        stackFrame = f.integer();
        break;
      case 16:
        schedulingName = f.bytes;
        break;
      case 17:
        endLine = f.integer();
        break;
      case 18:
        column = f.integer();
        break;
      case 19:
        endColumn = f.integer();
        break;
      default:
        break;
    }
  }
  const size_t start = out.size();
  const auto begin = [&](std::string_view name) {
    if (out.size() > start) out += ' ';
    out += name;
    out += '=';
  };
  const auto text = [&](std::string_view name, std::string_view value) {
    if (value.empty()) return;
    begin(name);
    appendQuoted(out, value);
  };
  const auto number = [&](std::string_view name, int64_t value) {
    if (value == 0) return;
    begin(name);
    out += std::to_string(value);
  };
  text("op_type", texts[0]);
  text("op_name", texts[1]);
  text("source_file", texts[2]);
  number("source_line", line);
  number("source_end_line", endLine);
  number("source_column", column);
  number("source_end_column", endColumn);
  if (!profileTypes.empty()) {
    begin("profile_type");
    appendBraced(out, profileTypes);
  }
  text("deduplicated_name", deduplicatedName);
  text("scheduling_name", schedulingName);
  number("stack_frame_id", stackFrame);
  text("metadata_payload", payload);
}

}  // namespace hlorank::hlo::proto
