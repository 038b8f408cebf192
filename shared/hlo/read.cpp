#include "shared/hlo/read.h"

#include <algorithm>

#include "shared/hlo/proto_container.h"
#include "shared/hlo/proto_wire.h"
#include "shared/hlo/sniff.h"
#include "shared/npz/inflate.h"

namespace hlorank::hlo {
namespace {

Result<ReadModule> readText(std::string bytes, const Limits& limits) {
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (bytes.starts_with(kByteOrderMark)) bytes.erase(0, kByteOrderMark.size());
  if (auto foreign = foreignText(bytes)) return std::move(*foreign);
  bool cut = false;
  if (hasLogPrefixes(bytes)) bytes = withoutLogPrefixes(bytes, cut);
  auto module = parseText(std::make_shared<const std::string>(std::move(bytes)), limits);
  if (!module) return std::move(module.error());
  if (cut) module->warnings.push_back({"this log has more than one module; the first is read", {}});
  return ReadModule{std::move(*module), Format::kText, false};
}

Result<ReadModule> readBinary(std::string bytes, const Limits& limits) {
  auto owner = std::make_shared<const std::string>(std::move(bytes));
  const auto found = proto::findModule(*owner);
  if (!found) return foreignBinary(*owner);
  auto module = parseModuleProto(found->module, owner, limits);
  if (!module) return std::move(module.error());
  if (proto::isPresent(found->config)) {
    try {
      proto::writeConfigAttributes(*module, found->config);
    } catch (const proto::Malformed&) {
      module->warnings.push_back({"the configuration beside the module is damaged and was left out", {}});
    }
  }
  if (found->modules > 1) {
    const std::string_view which = found->format == Format::kXSpace ? "the largest" : "the first";
    module->warnings.push_back({"this file has " + std::to_string(found->modules) + " modules; " + std::string(which) +
                                    ", " + std::string(module->name) + ", is read",
                                {}});
  }
  return ReadModule{std::move(*module), found->format, false};
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
