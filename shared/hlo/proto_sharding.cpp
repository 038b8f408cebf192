#include "shared/hlo/proto_sharding.h"

#include "shared/hlo/proto_metadata.h"
#include "shared/hlo/proto_wire.h"
#include "shared/hlo/text_writer.h"

namespace hlorank::hlo::proto {
namespace {

constexpr std::string_view kShardingTypes[] = {"replicated", "maximal", "tuple",    "other",
                                               "manual",     "unknown", "unreduced"};
constexpr uint64_t kMaximal = 1, kTuple = 2, kOther = 3;

void appendIota(std::string& out, std::span<const int64_t> reshape, std::span<const int64_t> transpose) {
  out += "<=[";
  appendJoined(out, reshape);
  out += ']';
  if (reshape.size() < 2 || transpose.size() < 2) return;
  out += "T(";
  appendJoined(out, transpose);
  out += ')';
}

// Formats sharding metadata: metadata={...} for one message, metadata={{...}, {...}} for several. If `alwaysNested` is
// set, writes double braces also for one message.
void appendMetadataList(std::string& out, std::span<const std::string_view> messages, bool alwaysNested) {
  const bool nested = alwaysNested || messages.size() > 1;
  out += nested ? "metadata={" : "metadata=";
  for (size_t i = 0; i < messages.size(); ++i) {
    if (i > 0) out += ", ";
    out += '{';
    appendMetadata(out, messages[i]);
    out += '}';
  }
  if (nested) out += '}';
}

// A device mesh: its named axes and its devices. The devices are not listed if they are 0, 1, 2, ... in order.
struct Mesh {
  std::vector<std::string_view> names;
  std::vector<int64_t> sizes, devices, iotaReshape, iotaTranspose;

  explicit Mesh(std::string_view message) {
    for (Fields f(message); f.next();) {
      if (f.number == 1) readAxis(f.bytes);
      if (f.number == 2) f.appendTo(devices);
      if (f.number == 3) readIota(f.bytes);
    }
  }

  bool isMaximal() const { return names.empty() && devices.size() == 1; }  // whether it is a single device

  void append(std::string& out) const {
    if (isMaximal()) {
      out += "maximal_mesh[device_id=" + std::to_string(devices[0]) + "]";
      return;
    }
    out += "mesh[";
    for (size_t i = 0; i < names.size(); ++i) {
      if (i > 0) out += ',';
      appendName(out, i);
      out += '=' + std::to_string(sizes[i]);
    }
    out += ']';
    if (!devices.empty()) {
      out += ", device_ids=(";
      appendJoined(out, devices);
      out += ')';
    } else if (iotaReshape.size() > 1) {
      out += ", device_ids=([";
      appendJoined(out, iotaReshape);
      out += "]T(";
      appendJoined(out, iotaTranspose);
      out += "))";
    }
  }

  void appendName(std::string& out, size_t axis) const {
    out += '\'';
    out += axis < names.size() ? names[axis] : std::string_view("?");
    out += '\'';
  }

 private:
  void readAxis(std::string_view message) {
    names.emplace_back();
    sizes.push_back(0);
    for (Fields f(message); f.next();) {
      if (f.number == 1) names.back() = f.bytes;
      if (f.number == 2) sizes.back() = f.integer();
    }
  }
  void readIota(std::string_view message) {
    for (Fields f(message); f.next();) {
      if (f.number == 1) f.appendTo(iotaReshape);
      if (f.number == 2) f.appendTo(iotaTranspose);
    }
  }
};

// Appends a mesh axis as 'x'. Appends a sub-axis with its pre-size and size, as in 'x':(1)2.
void appendAxis(std::string& out, const Mesh& mesh, std::string_view message) {
  uint64_t axis = 0;
  std::string_view part;
  for (Fields f(message); f.next();) {
    if (f.number == 1) axis = f.bits;
    if (f.number == 2) part = f.bytes;
  }
  mesh.appendName(out, static_cast<size_t>(axis));
  if (!isPresent(part)) return;
  int64_t before = 0, size = 0;
  for (Fields f(part); f.next();) {
    if (f.number == 1) before = f.integer();
    if (f.number == 2) size = f.integer();
  }
  out += ":(" + std::to_string(before) + ")" + std::to_string(size);
}

void appendAxes(std::string& out, const Mesh& mesh, std::span<const std::string_view> axes) {
  for (size_t i = 0; i < axes.size(); ++i) {
    if (i > 0) out += ", ";
    appendAxis(out, mesh, axes[i]);
  }
}

void appendDimensionSharding(std::string& out, const Mesh& mesh, std::string_view message) {
  std::vector<std::string_view> axes;
  bool isClosed = false;
  for (Fields f(message); f.next();) {
    if (f.number == 1) axes.push_back(f.bytes);
    if (f.number == 2) isClosed = f.flag();
  }
  out += '{';
  appendAxes(out, mesh, axes);
  if (!isClosed) out += axes.empty() ? "?" : ", ?";
  out += '}';
}

void appendNamedSharding(std::string& out, std::string_view message) {
  std::string_view meshMessage;
  std::vector<std::string_view> dimensions, replicated, unreduced, manual, metadata;
  for (Fields f(message); f.next();) {
    switch (f.number) {
      case 2:
        meshMessage = f.bytes;
        break;
      case 3:
        dimensions.push_back(f.bytes);
        break;
      case 4:
        replicated.push_back(f.bytes);
        break;
      case 5:
        unreduced.push_back(f.bytes);
        break;
      case 6:
        metadata.push_back(f.bytes);
        break;
      case 7:
        manual.push_back(f.bytes);
        break;
      default:
        break;
    }
  }
  const Mesh mesh(isPresent(meshMessage) ? meshMessage : std::string_view(""));
  const auto appendNamed = [&](std::string_view word, const std::vector<std::string_view>& axes) {
    if (axes.empty()) return;
    out += ", ";
    out += word;
    out += "={";
    appendAxes(out, mesh, axes);
    out += '}';
  };
  out += '{';
  mesh.append(out);
  const bool coversAllAxes = dimensions.empty() && replicated.empty();
  if (coversAllAxes && unreduced.empty() && manual.empty()) {
    if (!mesh.isMaximal()) out += ", replicated";
  } else if (coversAllAxes && manual.empty() && unreduced.size() == mesh.names.size()) {
    out += ", unreduced";
  } else if (coversAllAxes && unreduced.empty() && manual.size() == mesh.names.size()) {
    out += ", manual";
  } else {
    out += ", [";
    for (size_t i = 0; i < dimensions.size(); ++i) {
      if (i > 0) out += ", ";
      appendDimensionSharding(out, mesh, dimensions[i]);
    }
    out += ']';
    appendNamed("replicated", replicated);
    appendNamed("unreduced", unreduced);
    appendNamed("manual", manual);
  }
  if (!metadata.empty()) {
    out += ", ";
    appendMetadataList(out, metadata, true);
  }
  out += '}';
}

struct OpSharding {
  uint64_t type = 0;
  std::vector<int64_t> tileDimensions, devices, iotaReshape, iotaTranspose;
  std::vector<uint64_t> lastTileDimensions;
  std::vector<std::string_view> elements, metadata;
  bool replicateOnLastTileDimension = false, isShardGroup = false;
  int64_t shardGroup = 0;
  uint64_t shardGroupType = 0;
  std::string_view named;

  explicit OpSharding(std::string_view message) {
    for (Fields f(message); f.next();) {
      switch (f.number) {
        case 1:
          type = f.bits;
          break;
        case 3:
          f.appendTo(tileDimensions);
          break;
        case 4:
          f.appendTo(devices);
          break;
        case 5:
          elements.push_back(f.bytes);
          break;
        case 6:
          replicateOnLastTileDimension = f.flag();
          break;
        case 7:
          metadata.push_back(f.bytes);
          break;
        case 8:
          f.appendTo(lastTileDimensions);
          break;
        case 9:
          f.appendTo(iotaReshape);
          break;
        case 10:
          f.appendTo(iotaTranspose);
          break;
        case 11:
          isShardGroup = f.flag();
          break;
        case 12:
          shardGroup = f.integer();
          break;
        case 13:
          shardGroupType = f.bits;
          break;
        case 14:
          named = f.bytes;
          break;
        default:
          break;
      }
    }
  }
};

void appendTiles(std::string& out, const OpSharding& sharding) {
  out += "devices=[";
  appendJoined(out, sharding.tileDimensions);
  out += ']';
  if (sharding.iotaReshape.empty()) {
    appendJoined(out, sharding.devices);
  } else {
    appendIota(out, sharding.iotaReshape, sharding.iotaTranspose);
  }
  if (sharding.replicateOnLastTileDimension) out += " last_tile_dim_replicate";
  if (sharding.lastTileDimensions.empty()) return;
  out += " last_tile_dims={";
  for (size_t i = 0; i < sharding.lastTileDimensions.size(); ++i) {
    if (i > 0) out += ", ";
    out += kShardingTypes[sharding.lastTileDimensions[i] % std::size(kShardingTypes)];
  }
  out += '}';
}

// Appends a sharding that is not a tuple, as HLO text.
void appendLeaf(std::string& out, const OpSharding& sharding) {
  if (isPresent(sharding.named)) return appendNamedSharding(out, sharding.named);
  out += '{';
  if (sharding.type == kOther) {
    appendTiles(out, sharding);
  } else if (sharding.type < std::size(kShardingTypes) && sharding.type != kTuple) {
    out += kShardingTypes[sharding.type];
    if (sharding.type == kMaximal)
      out += " device=" + std::to_string(sharding.devices.empty() ? 0 : sharding.devices.front());
  }
  if (sharding.isShardGroup) {
    out += sharding.shardGroupType == 0 ? " shard_as " : " shard_like ";
    out += std::to_string(sharding.shardGroup);
  }
  if (!sharding.metadata.empty()) {
    out += ' ';
    appendMetadataList(out, sharding.metadata, false);
  }
  out += '}';
}

}  // namespace

void appendSharding(std::string& out, std::string_view message) {
  const OpSharding sharding(message);
  if (sharding.type != kTuple || isPresent(sharding.named)) return appendLeaf(out, sharding);
  out += '{';
  for (size_t i = 0; i < sharding.elements.size(); ++i) {
    if (i > 0) out += ", ";
    appendLeaf(out, OpSharding(sharding.elements[i]));
  }
  out += '}';
}

void appendReplicaGroups(std::string& out, std::span<const std::string_view> groups) {
  std::vector<int64_t> ids;
  out += '{';
  for (size_t i = 0; i < groups.size(); ++i) {
    if (i > 0) out += ',';
    ids.clear();
    for (Fields f(groups[i]); f.next();) {
      if (f.number == 1) f.appendTo(ids);
    }
    appendBraced(out, ids);
  }
  out += '}';
}

void appendIotaGroups(std::string& out, std::string_view message) {
  int64_t groups = 0, devices = 0;
  std::vector<int64_t> reshape, transpose;
  for (Fields f(message); f.next();) {
    if (f.number == 1) groups = f.integer();
    if (f.number == 2) devices = f.integer();
    if (f.number == 3) f.appendTo(reshape);
    if (f.number == 4) f.appendTo(transpose);
  }
  out += '[' + std::to_string(groups) + ',' + std::to_string(devices) + ']';
  appendIota(out, reshape, transpose);
}

void appendMeshGroups(std::string& out, std::string_view message) {
  std::string_view meshMessage("");
  std::vector<std::string_view> axes;
  for (Fields f(message); f.next();) {
    if (f.number == 1) meshMessage = f.bytes;
    if (f.number == 2) axes.push_back(f.bytes);
  }
  const Mesh mesh(meshMessage);
  mesh.append(out);
  out += " {";
  appendAxes(out, mesh, axes);
  out += '}';
}

}  // namespace hlorank::hlo::proto
