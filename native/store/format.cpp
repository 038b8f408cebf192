#include "native/store/format.h"

#include <zlib.h>

#include "shared/base/fnv.h"
#include "shared/configs/layout_space.h"
#include "shared/configs/tile_space.h"
#include "shared/graph/node_features.h"
#include "shared/hlo/opcode.h"

namespace hlorank::store {

uint32_t crcOf(const void* data, size_t size, uint32_t crc) {
  return static_cast<uint32_t>(crc32_z(crc, static_cast<const Bytef*>(data), size));
}

uint64_t schemaHash() {
  static const uint64_t hash = [] {
    Fnv fnv;
    fnv.number(kVersion);
    for (const std::string& name : graph::nodeFeatureNames()) fnv.bytes(name + "\n");
    for (int column = 0; column < configs::kTileColumns; ++column) fnv.bytes(configs::tileColumnName(column) + "\n");
    fnv.number(int32_t{configs::kLayoutColumns});
    return fnv.value();
  }();
  return hash;
}

uint32_t directoryCrc(FileHeader header, const SectionEntry* entries) {
  header.crc = 0;
  return crcOf(entries, header.sections * sizeof(SectionEntry), crcOf(&header, sizeof header));
}

}  // namespace hlorank::store
