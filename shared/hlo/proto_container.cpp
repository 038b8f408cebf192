#include "shared/hlo/proto_container.h"

#include "shared/hlo/proto_wire.h"

namespace hlorank::hlo::proto {
namespace {

bool looksLikeOpcode(std::string_view text) {
  if (text.empty() || text.size() > 64 || text[0] < 'a' || text[0] > 'z') return false;
  for (const char c : text) {
    if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_')) return false;
  }
  return true;
}

// Returns the value of the first length-delimited field with number `number`. The data() of the result is null if there
// is none.
std::string_view firstField(std::string_view message, uint32_t number) {
  for (Fields f(message); f.next();) {
    if (f.number == number && f.isBytes) return f.bytes;
  }
  return {};
}

// Whether a message looks like an HloModuleProto: it has a computation (field 3), which has an instruction (field 2),
// which has an opcode (field 2).
bool looksLikeModule(std::string_view message) {
  const std::string_view computation = firstField(message, 3);
  if (!isPresent(computation)) return false;
  const std::string_view instruction = firstField(computation, 2);
  return isPresent(instruction) && looksLikeOpcode(firstField(instruction, 2));
}

// Whether the bytes are an HloModuleProto with at least one opcode. False for malformed bytes.
bool isModule(std::string_view message) {
  try {
    return isPresent(message) && looksLikeModule(message);
  } catch (const Malformed&) {
    return false;
  }
}

std::string_view firstMessage(std::string_view message, uint32_t number = 1) {
  try {
    return firstField(message, number);
  } catch (const Malformed&) {
    return {};
  }
}

// Determines the type of a message whose field 1 is an HloModuleProto, from its other fields.
Contained classify(std::string_view message) {
  Contained found;
  found.module = firstField(message, 1);
  size_t second = 0;
  bool hasFingerprint = false, hasVersion = false, hasNodes = false;
  for (Fields f(message); f.next();) {
    if (f.number == 2 && f.isBytes) found.config = f.bytes, ++second;
    if (f.number == 2 && !f.isBytes) hasFingerprint = true;
    if (f.number == 3 && !f.isBytes) hasVersion = true;
    if (f.number == 4) hasNodes = true;
  }
  // Whether a field number above 2 occurs, as in HloModuleConfigProto but not in HloInputs of a snapshot.
  bool looksLikeConfig = false;
  if (second == 1 && !hasVersion) {
    looksLikeConfig = found.config.empty();
    for (Fields f(found.config); f.next();) looksLikeConfig |= f.number > 2;
  }
  if (hasFingerprint || hasNodes) {
    found.format = Format::kModuleTuningData;
  } else if (second == 0) {
    found.format = Format::kHloProto;
  } else {
    found.format = looksLikeConfig ? Format::kHloModuleProtoWithConfig : Format::kHloUnoptimizedSnapshot;
  }
  if (found.format != Format::kHloModuleProtoWithConfig) found.config = {};
  return found;
}

// Finds the largest HLO module in a profile (XSpace). The field numbers on the path to a module are 1 for planes, 4 for
// event metadata (map entries with value 2), 5 for stats and 6 for the value as bytes.
std::optional<Contained> findInProfile(std::string_view bytes) {
  Contained found;
  found.format = Format::kXSpace;
  found.modules = 0;
  for (Fields space(bytes); space.next();) {
    if (space.number != 1 || !space.isBytes) continue;
    for (Fields plane(space.bytes); plane.next();) {
      if (plane.number != 4 || !plane.isBytes) continue;
      const std::string_view metadata = firstField(plane.bytes, 2);
      if (!isPresent(metadata)) continue;
      for (Fields f(metadata); f.next();) {
        if (f.number != 5 || !f.isBytes) continue;
        const std::string_view module = firstMessage(firstField(f.bytes, 6));
        if (!isModule(module)) continue;
        ++found.modules;
        if (module.size() > found.module.size()) found.module = module;
      }
    }
  }
  if (found.modules == 0) return std::nullopt;
  return found;
}

}  // namespace

std::optional<Contained> findModule(std::string_view bytes) {
  if (isModule(bytes)) {
    Contained found;
    found.module = bytes;
    return found;
  }
  try {
    const std::string_view inner = firstMessage(bytes);
    if (isModule(inner)) return classify(bytes);
    if (isPresent(inner) && isModule(firstMessage(inner))) {
      Contained found = classify(inner);
      if (found.format != Format::kModuleTuningData) {
        found.format = Format::kHloSnapshot;
        return found;
      }
      found.modules = 0;
      for (Fields f(bytes); f.next();) found.modules += f.number == 1;
      return found;
    }
    return findInProfile(bytes);
  } catch (const Malformed&) {
    return std::nullopt;
  }
}

Contained findModuleOfFormat(std::string_view bytes, Format format) {
  Contained found;
  found.format = format;
  found.module = format == Format::kHloModuleProto ? bytes : firstMessage(bytes);
  if (format == Format::kHloSnapshot && isPresent(found.module)) found.module = firstMessage(found.module);
  if (format == Format::kHloModuleProtoWithConfig) found.config = firstMessage(bytes, 2);
  return found;
}

void writeConfigAttributes(Module& module, std::string_view config) {
  uint64_t replicas = 1, partitions = 1;
  bool aliasPassthrough = false;
  std::vector<uint64_t> parameters, outputs;
  for (Fields f(config); f.next();) {
    switch (f.number) {
      case 4:
        replicas = f.bits;
        break;
      case 5:
        partitions = f.bits;
        break;
      case 17:
        aliasPassthrough = f.flag();
        break;
      case 27:
        f.appendTo(outputs);
        break;
      case 33:
        f.appendTo(parameters);
        break;
      default:
        break;
    }
  }
  // The attributes of a module must be contiguous in Module::attributes_. They are therefore moved to the end of that
  // vector before more are appended.
  const std::vector<Attribute> before(module.attributesOf(module.attributes).begin(),
                                      module.attributesOf(module.attributes).end());
  module.attributes.begin = static_cast<uint32_t>(module.attributes_.size());
  module.attributes_.insert(module.attributes_.end(), before.begin(), before.end());
  const auto add = [&module](std::string_view name, std::string text) {
    module.attributes_.push_back({name, module.keep(std::move(text)), {}, false});
  };
  const auto addFlags = [&add](std::string_view name, const std::vector<uint64_t>& flags) {
    bool any = false;
    std::string text = "{";
    for (const uint64_t flag : flags) {
      if (text.size() > 1) text += ',';
      text += flag != 0 ? "true" : "false";
      any |= flag != 0;
    }
    if (any) add(name, text + '}');
  };
  if (aliasPassthrough) add("alias_passthrough_params", "true");
  addFlags("allow_spmd_sharding_propagation_to_parameters", parameters);
  addFlags("allow_spmd_sharding_propagation_to_output", outputs);
  if (replicas > 1) add("replica_count", std::to_string(replicas));
  if (partitions > 1) add("num_partitions", std::to_string(partitions));
  module.attributes.size = static_cast<uint32_t>(module.attributes_.size()) - module.attributes.begin;
}

}  // namespace hlorank::hlo::proto
