// Helpers that create npz archives in the format of TpuGraphs' layout collections.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <string>
#include <vector>

#include "native/base/compress.h"
#include "native/base/files.h"
#include "native/store/prepare.h"
#include "shared/base/random.h"
#include "shared/configs/dataset.h"
#include "tests/configs/program_builder.h"
#include "tests/support/folder.h"

namespace hlorank::store {

using test::Folder;

// Returns the graph of a parameter followed by a chain of `reshapes` configurable reshapes.
inline graph::Graph chain(size_t reshapes) {
  test::ProgramBuilder builder;
  uint32_t last = builder.add("parameter", {4, 8});
  for (size_t i = 0; i < reshapes; ++i) last = builder.add("reshape", {8, 4}, {last});
  return builder.build().graph;
}

// Measured configurations as in TpuGraphs' files. Columns: layouts, [count, positions, 18]; times: [count], in ns.
struct Dense {
  size_t positions = 0, count = 0;
  std::vector<int8_t> columns;
  std::vector<int64_t> times;

  std::span<const int8_t> row(size_t c) const {
    const size_t size = positions * configs::kLayoutColumns;
    return std::span(columns).subspan(c * size, size);
  }
};

// Returns random configurations with up to `settings` different layouts of each node. About a quarter are duplicates of
// earlier ones.
inline Dense randomDense(size_t positions, size_t count, size_t settings, uint64_t seed) {
  Random random(seed);
  Dense dense{positions, count, {}, {}};
  std::vector<std::vector<int8_t>> known(settings);
  for (auto& setting : known)
    for (int i = 0; i < configs::kLayoutColumns; ++i) setting.push_back(static_cast<int8_t>(random.below(7)) - 1);
  for (size_t c = 0; c < count; ++c) {
    if (c > 0 && random.below(4) == 0) {
      const auto earlier = dense.row(random.below(c));
      const std::vector<int8_t> copy(earlier.begin(), earlier.end());
      dense.columns.insert(dense.columns.end(), copy.begin(), copy.end());
    }
    while (dense.columns.size() < (c + 1) * positions * configs::kLayoutColumns) {
      const auto& setting = known[random.below(settings)];
      dense.columns.insert(dense.columns.end(), setting.begin(), setting.end());
    }
    dense.times.push_back(1000 + static_cast<int64_t>(random.below(1000)));
  }
  return dense;
}

template <class T>
npz::Archive archiveOf(const graph::Graph& graph, const Dense& dense) {
  npz::Archive archive = configs::makeGraphArchive(graph);
  const auto add = [&](npz::Array array) { archive.arrays.push_back(std::move(array)); };
  const auto count = static_cast<int64_t>(dense.count), positions = static_cast<int64_t>(dense.positions);
  add(npz::makeArray<uint32_t>("node_config_ids", {positions}, graph.configurable));
  std::vector<T> columns(dense.columns.begin(), dense.columns.end());
  add(npz::makeArray<T>("node_config_feat", {count, positions, configs::kLayoutColumns}, std::span<const T>(columns)));
  add(npz::makeArray<int64_t>("config_runtime", {count}, dense.times));
  add(npz::makeArray<int64_t>("node_splits", {1, static_cast<int64_t>(graph.splits.size())}, graph.splits));
  return archive;
}

inline void write(const npz::Archive& archive, const std::string& path, npz::Deflate deflate = native::deflate) {
  std::error_code error;
  std::filesystem::create_directories(std::filesystem::path(path).parent_path(), error);
  ASSERT_TRUE(native::writeFile(path, npz::write(archive, deflate)));
}

inline std::shared_ptr<const StoredProgram> opened(const std::string& path) {
  auto program = openStored(path);
  EXPECT_TRUE(program.ok()) << (program.ok() ? "" : program.error().message);
  return program.ok() ? *program : nullptr;
}

// Returns the layouts of a stored configuration in the dense form of TpuGraphs' files. Shape: [positions, 18].
inline std::vector<int8_t> rowOf(const StoredProgram& program, size_t configuration) {
  std::vector<uint32_t> settings(program.positions());
  program.settingsOf(configuration, settings);
  std::vector<int8_t> row;
  for (size_t p = 0; p < settings.size(); ++p) {
    const auto setting = program.settings().subspan((program.settingBegin()[p] + settings[p]) * configs::kLayoutColumns,
                                                    configs::kLayoutColumns);
    row.insert(row.end(), setting.begin(), setting.end());
  }
  return row;
}

}  // namespace hlorank::store
