// Fuzz target for the arrays of a data set.

#include <algorithm>

#include "shared/configs/dataset.h"
#include "shared/hlo/read.h"
#include "tests/fuzz/exercise.h"

namespace hlorank::test {
namespace {

constexpr std::string_view kNames[] = {"node_feat",
                                       "node_opcode",
                                       "edge_index",
                                       "node_config_ids",
                                       "node_config_feat",
                                       "config_runtime",
                                       "node_splits",
                                       "config_feat",
                                       "first",
                                       "kind",
                                       "config_layouts",
                                       "node_config_names",
                                       "node_config_comps",
                                       "config_runtime_normalizers",
                                       "config_runtimes",
                                       "other"};
constexpr std::string_view kTypes[] = {"<f4", "<i8", "<i4", "|u1", "|i1", "<f2",
                                       "<f8", "<U4", "|S4", "|b1", "<i2", "<u8"};

// Decodes a compact encoding of arrays, so that a fuzzer need not produce the checksums of zip archives. An array is
// encoded as name and type (one byte each), rank (0 to 4), sizes (two bytes each), number of data bytes, and data
// bytes, which are repeated to fill the array.
npz::Archive decodeArchive(std::string_view bytes) {
  npz::Archive archive;
  size_t at = 0;
  const auto byte = [&] { return at < bytes.size() ? static_cast<unsigned char>(bytes[at++]) : 0; };
  constexpr size_t kMaxBytes = 1 << 16;
  size_t total = 0;
  while (at < bytes.size() && archive.arrays.size() < 16) {
    npz::Array array;
    array.name = kNames[byte() % std::size(kNames)];
    array.dtype = kTypes[byte() % std::size(kTypes)];
    for (int rank = byte() % 5; rank > 0; --rank) {
      const int64_t low = byte();
      array.shape.push_back(low | int64_t{byte()} << 8);
    }
    size_t size = array.itemSize();
    for (int64_t dimension : array.shape) {
      if (__builtin_mul_overflow(size, static_cast<size_t>(dimension), &size)) return archive;
    }
    total += size;
    if (total > kMaxBytes) return archive;
    const std::string_view elements = bytes.substr(at, std::min<size_t>(size, byte() + 1u));
    at += elements.size();
    array.bytes.assign(size, '\0');
    for (size_t i = 0; i < size && !elements.empty(); ++i) array.bytes[i] = elements[i % elements.size()];
    archive.arrays.push_back(std::move(array));
  }
  return archive;
}

void readAll(const npz::Archive& archive) {
  static const auto module = hlo::parseText(std::make_shared<const std::string>(
      "HloModule m\nENTRY e {\n  a = f32[2,3] parameter(0)\n  b = f32[3,4] parameter(1)\n"
      "  ROOT d = f32[2,4] dot(a, b), lhs_contracting_dims={1}, rhs_contracting_dims={0}\n}\n"));
  for (const hlo::Module* given : {static_cast<const hlo::Module*>(nullptr), &*module}) {
    const auto dataset = configs::readProblem(archive, "input", given);
    if (!dataset) require(!dataset.error().message.empty(), "an error without a message", "");
  }
}

}  // namespace

void exerciseDataset(std::string_view bytes) {
  if (!npz::looksLikeNpz(bytes)) return readAll(decodeArchive(bytes));
  if (const auto archive = npz::read(bytes, 4 << 20)) readAll(*archive);
}

}  // namespace hlorank::test
