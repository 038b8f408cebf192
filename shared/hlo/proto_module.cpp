#include "shared/hlo/proto_module.h"

#include "shared/hlo/proto_attributes.h"
#include "shared/hlo/proto_wire.h"
#include "shared/hlo/quotes.h"
#include "shared/hlo/text_writer.h"

namespace hlorank::hlo::proto {
namespace {

// Formats an HloInputOutputAliasProto as { {0}: (1, {}, may-alias) }. Returns an empty text if it has no entries.
std::string aliasText(std::string_view message) {
  std::string text;
  for (Fields f(message); f.next();) {
    if (f.number != 1) continue;
    std::vector<int64_t> output, parameterIndex;
    int64_t parameter = 0;
    bool must = false;
    for (Fields entry(f.bytes); entry.next();) {
      if (entry.number == 1) entry.appendTo(output);
      if (entry.number == 2) parameter = entry.integer();
      if (entry.number == 3) entry.appendTo(parameterIndex);
      if (entry.number == 4) must = entry.bits == 2;
    }
    text += text.empty() ? "{ " : ", ";
    appendBraced(text, output);
    text += ": (" + std::to_string(parameter) + ", ";
    appendBraced(text, parameterIndex);
    text += must ? ", must-alias)" : ", may-alias)";
  }
  return text.empty() ? text : text + " }";
}

// Formats an HloBufferDonorProto as { (0, {}), (1, {0}) }. Returns an empty text if it has no entries.
std::string donorText(std::string_view message) {
  std::string text;
  for (Fields f(message); f.next();) {
    if (f.number != 1) continue;
    std::vector<int64_t> index;
    int64_t parameter = 0;
    for (Fields entry(f.bytes); entry.next();) {
      if (entry.number == 1) parameter = entry.integer();
      if (entry.number == 2) entry.appendTo(index);
    }
    text += text.empty() ? "{ (" : ", (";
    text += std::to_string(parameter) + ", ";
    appendBraced(text, index);
    text += ')';
  }
  return text.empty() ? text : text + " }";
}

constexpr std::string_view kParentFrame = "parent_frame_id";

// Appends one line of a stack frame table, for example 3 {line=1 column=2}.
void appendRow(std::string& out, size_t number, std::string_view message, std::span<const std::string_view> names,
               std::span<const uint32_t> fields) {
  std::vector<int64_t> values(fields.size(), 0);
  for (Fields f(message); f.next();) {
    for (size_t i = 0; i < fields.size(); ++i) {
      if (f.number == fields[i]) values[i] = f.integer();
    }
  }
  out += std::to_string(number) + " {";
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) out += ' ';
    out += names[i];
    // Ids of parent frames are 1 higher in HLO text than in protos; in the text, 1 means no parent. Ids have 32 bits.
    const int64_t shift = names[i] == kParentFrame ? 1 : 0;
    out += '=' + std::to_string(int64_t{static_cast<int32_t>(values[i])} + shift);
  }
  out += "}\n";
}

// Formats a StackFrameIndexProto as the tables FileNames, FunctionNames, FileLocations and StackFrames. Returns an
// empty text if all tables are empty.
std::string stackText(std::string_view message) {
  constexpr std::string_view kTitles[] = {"FileNames", "FunctionNames", "FileLocations", "StackFrames"};
  constexpr std::string_view kLocation[] = {"file_name_id", "function_name_id", "line",
                                            "end_line",     "column",           "end_column"};
  constexpr uint32_t kLocationFields[] = {1, 2, 3, 5, 4, 6};
  constexpr std::string_view kFrame[] = {"file_location_id", kParentFrame};
  constexpr uint32_t kFrameFields[] = {1, 2};
  std::vector<std::string_view> tables[4];
  for (Fields f(message); f.next();) {
    if (f.number >= 1 && f.number <= 4 && f.isBytes) tables[f.number - 1].push_back(f.bytes);
  }
  std::string text;
  for (size_t table = 0; table < 4; ++table) {
    if (tables[table].empty()) continue;
    if (!text.empty()) text += '\n';
    text += kTitles[table];
    text += '\n';
    for (size_t i = 0; i < tables[table].size(); ++i) {
      const std::string_view row = tables[table][i];
      if (table == 2) {
        appendRow(text, i + 1, row, kLocation, kLocationFields);
      } else if (table == 3) {
        appendRow(text, i + 1, row, kFrame, kFrameFields);
      } else {
        text += std::to_string(i + 1) + ' ';
        appendQuoted(text, row);
        text += '\n';
      }
    }
  }
  if (!text.empty()) text.pop_back();  // removes the trailing newline
  return text;
}

}  // namespace

void ModuleProto::read(std::string_view message) {
  for (Fields f(message); f.next();) {
    switch (f.number) {
      case 1:
        name = f.bytes;
        break;
      case 2:
        entryName = f.bytes;
        break;
      case 3:
        computations.push_back(f.bytes);
        break;
      case 4:
        hostProgramShape = f.bytes;
        break;
      case 6:
        entryId = f.integer(), hasEntryId = true;
        break;
      case 7:
        schedule = f.bytes;
        break;
      case 8:
        inputOutputAlias = f.bytes;
        break;
      case 17:
        stackFrames = f.bytes;
        break;
      case 18:
        bufferDonor = f.bytes;
        break;
      case 19:
        frontendAttributes = f.bytes;
        break;
      case 22:
        payloads.push_back(f.bytes);
        break;
      default:
        break;
    }
  }
}

void writeModuleAttributes(Module& module, ShapeReader& shapes, const ModuleProto& proto) {
  module.attributes.begin = static_cast<uint32_t>(module.attributes_.size());
  const auto add = [&module](std::string_view name, std::string text) {
    if (text.empty()) return;
    module.attributes_.push_back({name, module.keep(std::move(text)), {}, false});
    ++module.attributes.size;
  };
  if (isPresent(proto.schedule)) add("is_scheduled", "true");
  if (isPresent(proto.inputOutputAlias)) add("input_output_alias", aliasText(proto.inputOutputAlias));
  if (isPresent(proto.bufferDonor)) add("buffer_donor", donorText(proto.bufferDonor));
  if (isPresent(proto.hostProgramShape))
    add("entry_computation_layout", shapes.programShapeText(proto.hostProgramShape));
  add("frontend_attributes", AttributeWriter::frontendAttributes(proto.frontendAttributes));
  if (!isPresent(proto.stackFrames)) return;
  std::string tables = stackText(proto.stackFrames);
  if (!tables.empty()) module.stackTables = module.keep(std::move(tables));
}

std::unordered_map<int64_t, std::vector<int64_t>> readSchedule(std::string_view message) {
  std::unordered_map<int64_t, std::vector<int64_t>> sequences;
  if (!isPresent(message)) return sequences;
  for (Fields f(message); f.next();) {
    if (f.number != 1) continue;
    int64_t computation = 0;
    std::vector<int64_t> ids;
    for (Fields entry(f.bytes); entry.next();) {
      if (entry.number == 1) computation = entry.integer();
      if (entry.number != 2) continue;
      for (Fields sequence(entry.bytes); sequence.next();) {
        if (sequence.number == 1) sequence.appendTo(ids);
      }
    }
    sequences[computation] = std::move(ids);
  }
  return sequences;
}

}  // namespace hlorank::hlo::proto
