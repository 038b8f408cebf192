// Fuzz target for .prepared files (the compact store of TpuGraphs' data).

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <vector>

#include "native/store/format.h"
#include "native/store/stored_program.h"
#include "tests/fuzz/exercise.h"

namespace hlorank::test {
namespace {

// Corrects magic number, version, schema, size and checksum in the header of a .prepared file, and the checksums of all
// sections inside the file. Damage elsewhere then reaches the code behind these checks.
void fixHeader(std::string& bytes) {
  store::FileHeader header;
  if (bytes.size() < sizeof header) return;
  std::memcpy(&header, bytes.data(), sizeof header);
  std::memcpy(header.magic, store::kMagic.data(), sizeof header.magic);
  header.version = store::kVersion;
  header.schema = store::schemaHash();
  header.size = bytes.size();
  const size_t fits = (bytes.size() - sizeof header) / sizeof(store::SectionEntry);
  header.sections = static_cast<uint32_t>(std::min<size_t>(header.sections % 32, fits));
  std::vector<store::SectionEntry> entries(header.sections);
  const size_t size = entries.size() * sizeof(store::SectionEntry);
  if (size > 0) std::memcpy(entries.data(), bytes.data() + sizeof header, size);
  for (store::SectionEntry& entry : entries) {
    if (entry.offset <= bytes.size() && entry.size <= bytes.size() - entry.offset)
      entry.crc = store::crcOf(bytes.data() + entry.offset, entry.size);
  }
  header.crc = store::directoryCrc(header, entries.data());
  std::memcpy(bytes.data(), &header, sizeof header);
  if (size > 0) std::memcpy(bytes.data() + sizeof header, entries.data(), size);
}

void readEverything(const store::StoredProgram& stored) {
  stored.features();
  std::vector<uint32_t> settings(stored.positions()), selected;
  for (uint32_t i = 0; i < std::min<size_t>(stored.count(), 8); ++i) selected.push_back(i);
  if (!stored.verify()) return;  // skips the calls below, which assume that verify() succeeded
  if (stored.about().rows > 0) stored.configurationOf(stored.about().rows - 1);
  const auto module = stored.module();
  const graph::Program program = stored.program(module.ok() ? module->get() : nullptr);
  if (stored.about().kind == store::Kind::kLayout) {
    for (uint32_t i : selected) stored.settingsOf(i, settings);
    const auto configurations = stored.configurations(stored.program(), selected);
    require(!configurations || configurations->count == selected.size(), "a wrong number of configurations", "");
  }
  stored.tiles();
}

}  // namespace

void exerciseStore(std::string_view given) {
  std::string bytes(given);
  fixHeader(bytes);
  static const int file = memfd_create("store", MFD_CLOEXEC);
  require(file >= 0 && ftruncate(file, 0) == 0 && pwrite(file, bytes.data(), bytes.size(), 0) == ssize_t(bytes.size()),
          "cannot create a memory file", "");
  const auto stored = store::openStored("/proc/self/fd/" + std::to_string(file));
  if (!stored) return require(!stored.error().message.empty(), "an error without a message", "");
  readEverything(**stored);
}

}  // namespace hlorank::test
