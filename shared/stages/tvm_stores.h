// Features that TVM computes from a scheduled program (PerStoreFeature of MetaSchedule). There is one row for each
// buffer that the program writes. The features describe the loops and memory accesses of the program, which a tuning
// record does not describe. `npm run collect:tvm -- features` writes them beside a database, as store_features.npz.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"

namespace hlorank::stages {

// Returns the names of the 164 features in the order of TVM's FeatureExtractor. The names are those of the members of
// its structs.
std::span<const std::string> storeColumns();

// The features of all tuning records of a database.
struct StoreFeatures {
  std::vector<size_t>
      first;  // [records + 1] index of the first row of each record; the last entry is the number of rows
  std::vector<float> values;  // [rows, 164] counts, sizes in bytes or elements, and flags 0 or 1; no value is negative

  size_t records() const { return first.size() - 1; }
  // Returns the rows of a tuning record, [buffers, 164]. They are in the order in which the record's program first
  // writes the buffers.
  std::span<const float> of(size_t record) const {
    const size_t columns = storeColumns().size();
    return std::span(values).subspan(first[record] * columns, (first[record + 1] - first[record]) * columns);
  }
};

// Reads the features of tuning records from an .npz file. Its array `features`, [rows, 164], has the logarithms log2(x
// + 1) that TVM returns. Its array `rows`, [records], has the number of rows of each record. Errors: a damaged file, or
// arrays of other shapes.
Result<StoreFeatures> readStoreFeatures(std::string_view npz);

}  // namespace hlorank::stages
