#include "shared/hlo/parse_sharding.h"

#include <algorithm>
#include <array>

#include "shared/hlo/parse_attribute_annotations.h"
#include "shared/hlo/parse_attribute_values.h"
#include "shared/hlo/suggest_word.h"

namespace hlorank::hlo {
namespace {

// A product of sizes that saturates at 2^62 instead of overflowing.
struct Product {
  int64_t value = 1;
  void multiply(int64_t by) {
    constexpr int64_t kMany = int64_t{1} << 62;
    value = by != 0 && value > kMany / by ? kMany : value * by;
  }
};

// Length and product of a list of sizes such as [2,2].
struct Sizes {
  int64_t rank = 0;
  Product product;
};

bool parseSizes(Cursor& cursor, Sizes& out) {
  const bool read = parseIntegerList(cursor, '[', ',', ']', [&](int64_t size) {
    if (size < 0) return cursor.failHere("the size that ends here cannot be negative");
    ++out.rank;
    out.product.multiply(size);
    return true;
  });
  return read && (out.rank > 0 || cursor.failHere("the list that ends here must have at least one size"));
}

// Parses a list of devices such as [4,2]T(1,0): devices 0, 1, 2, ... reshaped to [4,2] and then transposed. T(..) may
// be omitted if there is only one dimension. `count` receives the number of devices.
bool parseIota(Cursor& cursor, int64_t& count) {
  Sizes sizes;
  if (!parseSizes(cursor, sizes)) return false;
  count = sizes.product.value;
  if (!cursor.acceptWord("T"))
    return sizes.rank == 1 ||
           cursor.failExpected("T(...), the order of the " + std::to_string(sizes.rank) + " dimensions");
  cursor.skipSpace();
  const char* start = cursor.at;
  int64_t entries = 0;
  const bool read = parseIntegerList(cursor, '(', ',', ')', [&](int64_t dimension) {
    ++entries;
    return (dimension >= 0 && dimension < sizes.rank) ||
           cursor.failHere("dimension " + std::to_string(dimension) + " is not one of the " +
                           std::to_string(sizes.rank) + " dimensions that T(...) orders");
  });
  return read && (entries == sizes.rank ||
                  cursor.fail(start, "T(...) must order all " + std::to_string(sizes.rank) + " dimensions"));
}

// A device mesh with named axes.
struct Mesh {
  static constexpr size_t kMostAxes = 64;
  std::array<std::string_view, kMostAxes> axes;
  size_t count = 0;
  Product devices;
  bool isMaximal = false;
};

// Parses the name of a mesh axis: 'x', "x" or x.
bool parseAxisName(Cursor& cursor, std::string_view& out) {
  const char next = cursor.peek();
  if (next == '\'' || next == '"') return cursor.quoted(out, "the name of an axis");
  return cursor.identifier(out) || cursor.failExpected("the name of an axis, such as 'x'");
}

bool parseMeshAxes(Cursor& cursor, Mesh& mesh) {
  if (!cursor.expect('[', "before the axes of a mesh")) return false;
  if (cursor.accept(']')) return true;
  do {
    cursor.skipSpace();
    const char* start = cursor.at;
    std::string_view name;
    int64_t size;
    if (!parseAxisName(cursor, name)) return false;
    if (name == "device_ids")
      return cursor.fail(start, "expected the name of an axis, such as 'x'",
                         "device_ids=(...) belongs after the ']' of the mesh");
    if (!cursor.expect('=', "between an axis and its size") || !cursor.integer(size, "the size of an axis"))
      return false;
    if (size < 0) return cursor.fail(start, "the size of an axis cannot be negative");
    if (mesh.count == Mesh::kMostAxes) return cursor.fail(start, "a mesh has at most 64 axes");
    mesh.axes[mesh.count++] = name;
    mesh.devices.multiply(size);
  } while (cursor.accept(','));
  return cursor.expect(']', "after the axes of a mesh");
}

bool parseDeviceIds(Cursor& cursor, const Mesh& mesh) {
  cursor.skipSpace();
  const char* start = cursor.at;
  int64_t count = 0;
  Cursor ahead = cursor;
  if (ahead.accept('(') && ahead.next('[')) {
    if (!cursor.expect('(', "before device ids") || !parseIota(cursor, count) ||
        !cursor.expect(')', "after device ids"))
      return false;
  } else if (!parseIntegerList(cursor, '(', ',', ')', [&](int64_t) { return ++count, true; })) {
    return false;
  }
  return count == mesh.devices.value ||
         cursor.fail(start, "there are " + std::to_string(count) + " device ids for a mesh of " +
                                std::to_string(mesh.devices.value) + " devices");
}

// Parses a device mesh, after its first word. The mesh is mesh['x'=2,'y'=4], optionally with device_ids=(...), or
// maximal_mesh[device_id=3].
bool parseMesh(Cursor& cursor, bool isMaximal, Mesh& mesh) {
  mesh.isMaximal = isMaximal;
  std::string_view name;
  if (isMaximal) {
    int64_t device;
    if (!cursor.expect('[', "after maximal_mesh")) return false;
    if (!cursor.attributeName(name) || name != "device_id") return cursor.failExpected("device_id=");
    return cursor.integer(device, "the number of a device") && cursor.expect(']', "after the device");
  }
  if (!parseMeshAxes(cursor, mesh)) return false;
  Cursor ahead = cursor;
  if (!ahead.accept(',') || !ahead.attributeName(name) || name != "device_ids") return true;
  cursor.at = ahead.at;
  return parseDeviceIds(cursor, mesh);
}

// Parses a mesh axis 'x', or a sub-axis 'x':(2)4, which has size 4 and pre-size 2. An axis may also be given by its
// index in the mesh.
bool parseAxis(Cursor& cursor, const Mesh& mesh) {
  cursor.skipSpace();
  const char* start = cursor.at;
  std::string_view name;
  if (!parseAxisName(cursor, name)) return false;
  const auto known = mesh.axes.begin() + static_cast<std::ptrdiff_t>(mesh.count);
  if (std::find(mesh.axes.begin(), known, name) == known) {
    const bool isPosition =
        !name.empty() && name.size() < 5 && std::all_of(name.begin(), name.end(), [](char c) { return is(c, kDigit); });
    size_t position = 0;
    for (char c : name) position = isPosition ? position * 10 + static_cast<size_t>(c - '0') : 0;
    if (!isPosition)
      return cursor.fail(start, "the mesh has no axis '" + std::string(name) + "'",
                         suggestWord(name, mesh.axes.data(), mesh.count));
    if (position >= mesh.count)
      return cursor.fail(
          start, "there is no axis " + std::string(name) + " in a mesh of " + std::to_string(mesh.count) + " axes");
  }
  if (!cursor.accept(':')) return true;
  int64_t before, size;
  return cursor.expect('(', "before the pre-size of a sub-axis") && cursor.integer(before, "a size") &&
         cursor.expect(')', "after the pre-size of a sub-axis") && cursor.integer(size, "the size of a sub-axis");
}

// Parses a set of mesh axes {'x', 'y'}. If `mayBeOpen` is set, also accepts an open set: {?} or {'x', ?}.
bool parseAxes(Cursor& cursor, const Mesh& mesh, bool mayBeOpen) {
  if (!cursor.expect('{', "before a list of axes")) return false;
  if (cursor.accept('}')) return true;
  do {
    if (mayBeOpen && cursor.accept('?')) break;
    if (!parseAxis(cursor, mesh)) return false;
  } while (cursor.accept(','));
  return cursor.expect('}', "after a list of axes");
}

// Parses the optional `, metadata={...}` and the closing brace of a sharding on a mesh.
bool endMeshSharding(Cursor& cursor) {
  if (cursor.accept(',')) {
    std::string_view name;
    if (!cursor.attributeName(name) || name != "metadata") return cursor.failExpected("metadata=");
    if (!parseMetadataList(cursor)) return false;
  }
  return cursor.expect('}', "after a sharding");
}

bool parseMeshSharding(Cursor& cursor, bool isMaximal) {
  Mesh mesh;
  if (!parseMesh(cursor, isMaximal, mesh)) return false;
  if (isMaximal) return endMeshSharding(cursor);
  cursor.accept(',');
  if (cursor.acceptWord("replicated") || cursor.acceptWord("manual") || cursor.acceptWord("unreduced"))
    return endMeshSharding(cursor);
  if (!cursor.expect('[', "before the axes of each dimension")) return false;
  if (!cursor.accept(']')) {
    do {
      if (!parseAxes(cursor, mesh, true)) return false;
    } while (cursor.accept(','));
    if (!cursor.expect(']', "after the axes of each dimension")) return false;
  }
  while (!cursor.accept('}')) {
    if (!cursor.expect(',', "or '}' after the axes")) return false;
    std::string_view name, reduction;
    if (!cursor.attributeName(name)) return cursor.failExpected("replicated=, unreduced=, manual= or metadata=");
    if (name == "metadata") {
      if (!parseMetadataList(cursor)) return false;
    } else if (name == "replicated" || name == "manual" || name == "unreduced") {
      if (name == "unreduced") cursor.identifier(reduction);  // reduction kind, such as max in unreduced=max{'x'}
      if (!parseAxes(cursor, mesh, false)) return false;
    } else {
      return cursor.fail(name.data(), "unknown field '" + std::string(name) + "' in a sharding over a mesh",
                         "expected replicated=, unreduced=, manual= or metadata=");
    }
  }
  return true;
}

// Parser of shardings that name devices instead of a mesh: {replicated}, {maximal device=0}, {devices=[2,2]0,1,2,3
// ...}.
class TileSharding {
 public:
  explicit TileSharding(Cursor& cursor) : cursor_(cursor) {}

  bool parse() {
    cursor_.skipSpace();
    const char* start = cursor_.at;
    while (!cursor_.accept('}')) {
      if (!parsePart()) return false;
    }
    return check(start);
  }

 private:
  bool parsePart() {
    std::string_view word;
    int64_t number;
    if (cursor_.attributeName(word)) return parseField(word);
    if (!cursor_.identifier(word)) return cursor_.failExpected("a part of a sharding, or '}'");
    if (word == "replicated" || word == "manual" || word == "unknown" || word == "unreduced") {
      whole_ = word;
    } else if (word == "maximal") {
      isMaximal_ = true;
    } else if (word == "shard_as" || word == "shard_like") {
      return cursor_.integer(number, "the number of a shard group");
    } else if (word != "last_tile_dim_replicate") {
      constexpr std::string_view kWords[] = {"replicated", "maximal",  "manual",     "unknown",
                                             "unreduced",  "shard_as", "shard_like", "last_tile_dim_replicate"};
      return cursor_.fail(word.data(), "'" + std::string(word) + "' is not a part of a sharding",
                          suggestWord(word, kWords, std::size(kWords)));
    }
    return true;
  }

  bool parseField(std::string_view name) {
    int64_t device;
    if (name == "device") {
      devices_ = 1;
      return cursor_.integer(device, "the number of a device");
    }
    if (name == "devices") {
      hasTiles_ = true;
      return parseTiles();
    }
    if (name == "metadata") return parseMetadataList(cursor_);
    if (name == "last_tile_dims") return parseTileTypes();
    return cursor_.fail(name.data(), "unknown field '" + std::string(name) + "' in a sharding",
                        "expected device=, devices=, metadata= or last_tile_dims=");
  }

  bool parseTiles() {
    Sizes tiles;
    if (!parseSizes(cursor_, tiles)) return false;
    tiles_ = tiles.product.value;
    isIota_ = cursor_.accept("<=");
    if (isIota_) return parseIota(cursor_, devices_);
    devices_ = 0;
    int64_t device;
    do {
      if (!cursor_.integer(device, "the number of a device")) return false;
      ++devices_;
    } while (cursor_.accept(','));
    return true;
  }

  bool parseTileTypes() {
    if (!cursor_.expect('{', "before the types of the last dimensions")) return false;
    if (cursor_.accept('}')) return true;
    do {
      if (!cursor_.acceptWord("replicated") && !cursor_.acceptWord("manual") && !cursor_.acceptWord("maximal") &&
          !cursor_.acceptWord("unreduced"))
        return cursor_.failExpected("replicated, manual, maximal or unreduced");
    } while (cursor_.accept(','));
    return cursor_.expect('}', "after the types of the last dimensions");
  }

  bool check(const char* start) {
    if (!whole_.empty())
      return devices_ == 0 || cursor_.fail(start, "a sharding that is " + std::string(whole_) + " has no devices");
    if (isMaximal_)
      return (devices_ == 1 && !isIota_) ||
             cursor_.fail(start, "a maximal sharding has exactly one device", "write, for example, {maximal device=0}");
    if (!hasTiles_)
      return cursor_.fail(start, "this sharding has neither a kind nor tiles",
                          "write, for example, {devices=[2,1]<=[2]}, {replicated} or {maximal device=0}");
    if (devices_ != tiles_)
      return cursor_.fail(
          start, "this sharding has " + std::to_string(devices_) + " devices for " + std::to_string(tiles_) + " tiles");
    return isIota_ || devices_ > 1 ||
           cursor_.fail(start, "a sharding into tiles has more than one device",
                        "write {maximal device=0} for one device");
  }

  Cursor& cursor_;
  // "replicated", "manual", "unknown" or "unreduced"; "" if the sharding has none of these words.
  std::string_view whole_;
  bool isMaximal_ = false;
  bool hasTiles_ = false;
  bool isIota_ = false;
  int64_t tiles_ = 0;
  int64_t devices_ = 0;
};

// Parses one sharding that is not a tuple. The cursor is after its opening brace.
bool parseSingleSharding(Cursor& cursor) {
  if (cursor.acceptWord("mesh")) return parseMeshSharding(cursor, false);
  if (cursor.acceptWord("maximal_mesh")) return parseMeshSharding(cursor, true);
  return TileSharding(cursor).parse();
}

}  // namespace

bool parseSharding(Cursor& cursor) {
  if (!cursor.expect('{', "before a sharding")) return false;
  if (cursor.accept('}')) return true;
  if (!cursor.next('{')) return parseSingleSharding(cursor);
  do {
    if (!cursor.expect('{', "before the sharding of an element") || !parseSingleSharding(cursor)) return false;
  } while (cursor.accept(','));
  return cursor.expect('}', "after the shardings of a tuple");
}

bool parseDeviceGroups(Cursor& cursor) {
  if (cursor.next('{')) return skipIntegerLists(cursor);
  if (cursor.acceptWord("mesh")) {
    Mesh mesh;
    if (!parseMesh(cursor, false, mesh)) return false;
    cursor.accept(',');
    return parseAxes(cursor, mesh, false);
  }
  if (!cursor.next('['))
    return cursor.failExpected("groups of devices: {{0,1},{2,3}}, [2,2]<=[4] or mesh['x'=2,'y'=2] {'x'}");
  const char* start = cursor.at;
  Sizes groups;
  int64_t devices;
  if (!parseSizes(cursor, groups)) return false;
  if (!cursor.accept("<=")) return cursor.failExpected("'<=' and the devices, as in [2,2]<=[4]");
  if (!parseIota(cursor, devices)) return false;
  if (groups.rank != 2) return cursor.fail(start, "groups of devices have two dimensions: [groups,devices in each]");
  if (devices != groups.product.value)
    return cursor.failHere("the groups end here: " + std::to_string(devices) + " devices do not fill " +
                           std::to_string(groups.product.value) + " places in the groups");
  return true;
}

bool parseDomain(Cursor& cursor) {
  cursor.skipSpace();
  const char* start = cursor.at;
  constexpr std::string_view kFields[] = {"kind", "entry", "exit"};
  unsigned seen = 0;
  const auto parseField = [&](std::string_view name) {
    const size_t field =
        static_cast<size_t>(std::find(std::begin(kFields), std::end(kFields), name) - std::begin(kFields));
    if (field == std::size(kFields))
      return cursor.fail(name.data(), "unknown field '" + std::string(name) + "' in a domain",
                         "expected kind=, entry= or exit=");
    if (seen >> field & 1)
      return cursor.fail(name.data(), "'" + std::string(name) + "=' is given twice in this domain");
    seen |= 1u << field;
    if (field > 0) return parseSharding(cursor);
    std::string_view kind;
    return cursor.quoted(kind, "the kind of a domain, \"sharding\"") &&
           (kind == "sharding" || cursor.fail(kind.data(), "the only kind of domain is \"sharding\""));
  };
  return cursor.fields("before a domain", "kind=, entry= or exit= of a domain", parseField) &&
         (seen == 7 || cursor.fail(start, "a domain needs kind=, entry= and exit="));
}

}  // namespace hlorank::hlo
