// Parses TpuGraphs' tuning protos field by field, without generated code.
#include "shared/configs/tuning_data.h"

#include <optional>
#include <protozero/pbf_reader.hpp>

namespace hlorank::configs {

namespace {

using protozero::pbf_reader;
using protozero::pbf_wire_type;

Error notTuningData() {
  return Error{"not tuning data: expected a TuningData or ModuleTuningData message",
               "give a complete and uncompressed tuning file (.pb) of TpuGraphs"};
}

std::string_view view(protozero::data_view data) {
  return {data.data(), data.size()};
}

bool isMessage(const pbf_reader& message) {
  return message.wire_type() == pbf_wire_type::length_delimited;
}
bool isNumber(const pbf_reader& message) {
  return message.wire_type() == pbf_wire_type::varint;
}

// Appends the values of a repeated integer field, packed or not. Skips the field if it has another wire type.
template <class T>
void append(pbf_reader& message, std::vector<T>& values) {
  if (isMessage(message)) {
    for (int64_t value : message.get_packed_int64()) values.push_back(static_cast<T>(value));
  } else if (isNumber(message)) {
    values.push_back(static_cast<T>(message.get_int64()));
  } else {
    message.skip();
  }
}

// Parses the tile sizes of an HloOpConfig: kernel, output and input bounds; nullopt if it has none. Ignores
// iteration_bounds, which add no information.
std::optional<TileSizes> parseTile(pbf_reader config) {
  std::optional<TileSizes> tile;
  while (config.next()) {
    if (config.tag() != 1 || !isMessage(config)) {
      config.skip();
      continue;
    }
    if (!tile) tile.emplace();
    pbf_reader sizes = config.get_message();
    while (sizes.next()) {
      switch (sizes.tag()) {
        case 1:
          append(sizes, tile->kernel);
          break;
        case 2:
          append(sizes, tile->output);
          break;
        case 3:
          append(sizes, tile->input);
          break;
        default:
          sizes.skip();
      }
    }
  }
  return tile;
}

// Appends the three layouts (output, operand 0, operand 1) of one node, kAbsent where the message has none. Errors:
// more than three layouts, more than six dimensions, a dimension outside 0 to 14.
Result<bool> parseNode(pbf_reader node, std::vector<Layout>& layouts) {
  const size_t begin = layouts.size();
  layouts.resize(begin + kTensors, kAbsent);
  size_t tensor = 0;
  while (node.next()) {
    if (node.tag() != 1 || !isMessage(node)) {
      node.skip();
      continue;
    }
    std::vector<int64_t> dimensions;
    pbf_reader layout = node.get_message();
    while (layout.next()) {
      if (layout.tag() == 1) {
        append(layout, dimensions);
      } else {
        layout.skip();
      }
    }
    if (tensor == kTensors) {
      return Error{"a node has layouts for more than three tensors", "expected its output and at most two operands"};
    }
    Layout& to = layouts[begin + tensor++];
    bool fits = dimensions.size() <= to.size();
    for (size_t i = 0; fits && i < dimensions.size(); ++i) {
      fits = dimensions[i] >= 0 && dimensions[i] < kMaxRank;
      if (fits) to[i] = static_cast<int8_t>(dimensions[i]);
    }
    if (!fits)
      return Error{"a layout is not a list of at most six dimension numbers",
                   "expected numbers from 0 to 14, minor to major"};
  }
  return true;
}

// Appends the layouts of every node of an HloModuleConfig, [nodes * 3]. Errors: those of parseNode.
Result<bool> parseLayouts(pbf_reader config, std::vector<Layout>& layouts) {
  while (config.next()) {
    if (config.tag() != 1 || !isMessage(config)) {
      config.skip();
      continue;
    }
    pbf_reader nodes = config.get_message();
    while (nodes.next()) {
      if (nodes.tag() != 1 || !isMessage(nodes)) {
        nodes.skip();
        continue;
      }
      Result<bool> node = parseNode(nodes.get_message(), layouts);
      if (!node) return node;
    }
  }
  return true;
}

// Returns compute_time_ns of an ExecutionProfile; 0 if absent.
int64_t parseTime(pbf_reader profile) {
  int64_t nanoseconds = 0;
  while (profile.next()) {
    if (profile.tag() == 4 && isNumber(profile)) {
      nanoseconds = profile.get_int64();
    } else {
      profile.skip();
    }
  }
  return nanoseconds;
}

Result<TunedRun> parseRun(pbf_reader message) {
  TunedRun run;
  while (message.next()) {
    if (message.tag() == 1 && isMessage(message)) {
      std::optional<TileSizes> tile = parseTile(message.get_message());
      run.kind = tile ? TunedRun::Kind::kTile : TunedRun::Kind::kNone;
      if (tile) run.tile = std::move(*tile);
    } else if (message.tag() == 2 && isMessage(message)) {
      run.kind = TunedRun::Kind::kLayout;
      Result<bool> layouts = parseLayouts(message.get_message(), run.layouts);
      if (!layouts) return layouts.error();
    } else if (message.tag() == 3 && isNumber(message)) {
      run.error = message.get_uint64() != 0;  // not get_bool, which reads past the end of truncated input
    } else if (message.tag() == 4 && isMessage(message)) {
      run.hasProfile = true;
      run.nanoseconds = parseTime(message.get_message());
    } else if (message.tag() == 5 && isNumber(message)) {
      run.isDefault = message.get_uint64() != 0;
    } else {
      message.skip();
    }
  }
  return run;
}

// Returns the name of an HloModuleProto; empty if it has none.
std::string_view readName(std::string_view module) {
  pbf_reader message{module.data(), module.size()};
  while (message.next()) {
    if (message.tag() == 1 && isMessage(message)) return view(message.get_view());
    message.skip();
  }
  return {};
}

Result<TunedModule> parseModule(pbf_reader message) {
  TunedModule module;
  while (message.next()) {
    if (message.tag() == 1 && isMessage(message)) {
      module.module = view(message.get_view());
      module.hasModule = true;
      module.name = readName(module.module);
    } else if (message.tag() == 2 && isNumber(message)) {
      module.fingerprint = message.get_uint64();
    } else if (message.tag() == 3 && isMessage(message)) {
      Result<TunedRun> run = parseRun(message.get_message());
      if (!run) return run.error();
      module.runs.push_back(std::move(*run));
    } else if (message.tag() == 4) {
      append(message, module.nodes);
    } else {
      message.skip();
    }
  }
  return module;
}

// Whether the message is a ModuleTuningData, which has fields other than field 1 (its module). A TuningData has only
// field 1 (its modules).
bool isSingleModule(std::string_view bytes) {
  pbf_reader message{bytes.data(), bytes.size()};
  while (message.next()) {
    if (message.tag() != 1) return true;
    message.skip();
  }
  return false;
}

// Whether field 3 has the structure of a ModuleTuningData's runs, at least one with a profile. Distinguishes it from an
// HloProto, whose field 3 is a buffer assignment.
bool hasTimedRun(std::string_view bytes) {
  pbf_reader message{bytes.data(), bytes.size()};
  while (message.next()) {
    if (message.tag() != 3 || !isMessage(message)) {
      message.skip();
      continue;
    }
    pbf_reader run = message.get_message();
    bool configured = false, profiled = false;
    while (run.next()) {
      const uint32_t tag = run.tag();
      const bool isFlag = tag == 3 || tag == 5;
      if (tag < 1 || tag > 5 || !(isFlag ? isNumber(run) : isMessage(run))) return false;
      configured = configured || tag <= 2;
      if (tag == 4) {
        pbf_reader profile = run.get_message();
        while (profile.next()) {
          if (profile.tag() > 32 || isMessage(profile)) return false;
          profiled = true;
          profile.skip();
        }
      } else {
        run.skip();
      }
    }
    if (!configured) return false;
    if (profiled) return true;
  }
  return false;
}

}  // namespace

bool looksLikeTuningData(std::string_view bytes) {
  try {
    if (isSingleModule(bytes)) return hasTimedRun(bytes);
    pbf_reader message{bytes.data(), bytes.size()};
    while (message.next()) {
      if (!isMessage(message)) return false;
      if (hasTimedRun(view(message.get_view()))) return true;
    }
    return false;
  } catch (const protozero::exception&) {
    return false;
  }
}

Result<std::vector<TunedModule>> parseTuningData(std::string_view bytes) {
  try {
    std::vector<TunedModule> modules;
    pbf_reader message{bytes.data(), bytes.size()};
    if (isSingleModule(bytes)) {
      Result<TunedModule> module = parseModule(message);
      if (!module) return module.error();
      modules.push_back(std::move(*module));
      return modules;
    }
    while (message.next()) {
      if (!isMessage(message)) return notTuningData();
      Result<TunedModule> module = parseModule(message.get_message());
      if (!module) return module.error();
      modules.push_back(std::move(*module));
    }
    if (modules.empty()) return notTuningData();
    return modules;
  } catch (const protozero::exception&) {
    return notTuningData();
  }
}

}  // namespace hlorank::configs
