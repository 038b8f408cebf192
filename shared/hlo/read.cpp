#include "shared/hlo/read.h"

#include <algorithm>

#include "shared/hlo/cursor.h"
#include "shared/hlo/proto_container.h"
#include "shared/hlo/proto_wire.h"
#include "shared/hlo/sniff.h"
#include "shared/hlo/text_proto.h"
#include "shared/npz/inflate.h"

namespace hlorank::hlo {
namespace {

using Owner = std::shared_ptr<const std::string>;

Result<ReadModule> readContained(const proto::Contained& found, const Owner& owner, const Limits& limits) {
  auto module = parseModuleProto(found.module, owner, limits);
  if (!module) return std::move(module.error());
  if (proto::isPresent(found.config)) {
    try {
      proto::writeConfigAttributes(*module, found.config);
    } catch (const proto::Malformed&) {
      module->warnings.push_back({"the HloModuleConfigProto of this module is damaged and is ignored", {}});
    }
  }
  if (found.modules > 1) {
    const std::string_view which = found.format == Format::kXSpace ? "only the largest" : "only the first";
    module->warnings.push_back({"this file has " + std::to_string(found.modules) + " modules; " + std::string(which) +
                                    ", " + std::string(module->name) + ", is read",
                                {}});
  }
  return ReadModule{std::move(*module), found.format};
}

Result<ReadModule> readBinary(std::string bytes, const Limits& limits) {
  const auto owner = std::make_shared<const std::string>(std::move(bytes));
  const auto found = proto::findModule(*owner);
  if (!found) return describeForeignBinary(*owner);
  return readContained(*found, owner, limits);
}

// Converts a proto in text form to the binary wire form and reads that. If there is an error in the wire form, its byte
// offset is converted to the position of the enclosing message in the text.
Result<ReadModule> readTextProto(std::string_view text, const Limits& limits) {
  auto wire = proto::toWireForm(text);
  if (!wire) return std::move(wire.error());
  const auto owner = std::make_shared<const std::string>(std::move(wire->bytes));
  Cursor cursor(text);
  const auto read = [&]() -> Result<ReadModule> {
    const proto::Contained found = proto::findModuleOfFormat(*owner, wire->format);
    if (proto::isPresent(found.module)) return readContained(found, owner, limits);
    const std::string field =
        wire->format == Format::kHloSnapshot ? "hlo { hlo_module { ... } }" : "hlo_module { ... }";
    return Error{"this " + std::string(name(wire->format)) + " has no module",
                 "expected a field " + field + ": export the message with its program, or open the HLO of the program"};
  };
  auto result = read();
  if (!result) {
    Error& error = result.error();
    if (error.where.offset < 0) return error;
    cursor.fail(text.data() + wire->textAt(error.where.offset), std::move(error.message), std::move(error.help));
    return cursor.error();
  }
  result->isTextForm = true;
  std::vector<Warning>& warnings = result->module.warnings;
  // Number of warnings that get a line number, because finding the line takes O(text) for each.
  constexpr size_t kLocated = 16;
  for (size_t i = 0; i < warnings.size(); ++i) {
    if (warnings[i].where.offset < 0) continue;
    const char* at = text.data() + wire->textAt(warnings[i].where.offset);
    warnings[i].where = i < kLocated ? cursor.locate(at) : Location{};
  }
  warnings.insert(warnings.begin(), wire->warnings.begin(), wire->warnings.end());
  return result;
}

Result<ReadModule> readText(std::string bytes, const Limits& limits) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (bytes.starts_with(kByteOrderMark)) bytes.erase(0, kByteOrderMark.size());
  if (proto::looksLikeTextProto(bytes)) return readTextProto(bytes, limits);
  if (auto foreign = detectForeignText(bytes)) return std::move(*foreign);
  bool cut = false;
  if (hasLogPrefixes(bytes)) bytes = stripLogPrefixes(bytes, cut);
  const auto text = std::make_shared<const std::string>(std::move(bytes));
  auto module = parseText(text, limits);
  if (!module) return looksLikeHlo(*text) ? std::move(module.error()) : describeForeignFile();
  if (cut) module->warnings.push_back({"this log has more than one module; only the first is read", {}});
  return ReadModule{std::move(*module), Format::kText};
}

}  // namespace

std::string_view name(Format format) {
  switch (format) {
    case Format::kText:
      return "HLO text";
    case Format::kHloProto:
      return "HloProto";
    case Format::kHloModuleProto:
      return "HloModuleProto";
    case Format::kHloModuleProtoWithConfig:
      return "HloModuleProtoWithConfig";
    case Format::kHloSnapshot:
      return "HloSnapshot";
    case Format::kHloUnoptimizedSnapshot:
      return "HloUnoptimizedSnapshot";
    case Format::kXSpace:
      return "XSpace profile";
    case Format::kModuleTuningData:
      return "TpuGraphs tuning data";
  }
  return "";
}

std::string describeFormat(const ReadModule& read) {
  return std::string(name(read.format)) + (read.isTextForm ? " in text form" : "") + (read.gzipped ? ", gzipped" : "");
}

Result<ReadModule> readModule(std::string bytes, const Limits& limits) {
  const bool gzipped = npz::looksLikeGzip(bytes);
  if (gzipped) {
    auto inflated = npz::gunzip(bytes, limits.inflatedBytes);
    if (!inflated) return std::move(inflated.error());
    bytes = std::move(*inflated);
  }
  auto read = looksLikeText(bytes) ? readText(std::move(bytes), limits) : readBinary(std::move(bytes), limits);
  if (read) read->gzipped = gzipped;
  return read;
}

}  // namespace hlorank::hlo
