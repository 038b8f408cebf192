#include "shared/stages/tvm_stores.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "shared/npz/npz.h"
#include "shared/stages/read.h"

namespace hlorank::stages {
namespace {

constexpr int kAccesses = 5;  // number of buffers of a store that have columns, those with the most cache lines first
constexpr int kIntensities = 10;  // number of samples of the curve of arithmetic intensity
constexpr int kPositions = 8;     // number of possible positions of vectorized, unrolled or parallel loops

std::vector<std::string> makeColumns() {
  constexpr const char* kOperations[] = {"float_mad",     "float_add_sub",   "float_mul",        "float_div_mod",
                                         "float_cmp",     "float_math_func", "float_other_func", "int_mad",
                                         "int_add_sub",   "int_mul",         "int_div_mod",      "int_cmp",
                                         "int_math_func", "int_other_func",  "bool_op",          "select_op"};
  std::vector<std::string> names(std::begin(kOperations), std::end(kOperations));
  for (const char* kind : {"vectorize", "unroll", "parallel"}) {
    for (const char* what : {".num", ".prod", ".len"}) names.push_back(std::string(kind) + what);
    for (int i = 0; i < kPositions; ++i) names.push_back(std::string(kind) + ".position_" + std::to_string(i));
  }
  for (const char* name : {"is_gpu", "blockIdx_x_len", "blockIdx_y_len", "blockIdx_z_len", "threadIdx_x_len",
                           "threadIdx_y_len", "threadIdx_z_len", "vthread_len"})
    names.emplace_back(name);
  for (int i = 0; i < kAccesses; ++i)
    for (const char* what : {"is_read", "is_write", "is_read_write", "bytes", "unique_bytes", "lines", "unique_lines",
                             "loop_multiple_read", "serial_multiple_read_write", "no_reuse", "reuse_dis_iter",
                             "reuse_dis_bytes", "reuse_ct", "bytes_d_reuse_ct", "unique_bytes_d_reuse_ct",
                             "lines_d_reuse_ct", "unique_lines_d_reuse_ct", "stride"})
      names.push_back("access_" + std::to_string(i) + "." + what);
  for (int i = 0; i < kIntensities; ++i) names.push_back("arith_intensity_" + std::to_string(i));
  for (const char* name : {"alloc_size", "alloc_prod", "alloc_outer_prod", "alloc_inner_prod", "outer_prod",
                           "num_loops", "auto_unroll_max_step"})
    names.emplace_back(name);
  return names;
}

Error wrong(const std::string& what) {
  return {what, "write the file again with `npm run collect:tvm -- features FOLDER`"};
}

}  // namespace

std::span<const std::string> storeColumns() {
  static const std::vector<std::string> names = makeColumns();
  return names;
}

Result<StoreFeatures> readStoreFeatures(std::string_view npz) {
  const auto archive = npz::read(npz, kMaxBytes);
  if (!archive) return archive.error();
  const auto features = archive->get("features"), rows = archive->get("rows");
  if (!features) return features.error();
  if (!rows) return rows.error();
  const auto counts = (*rows)->toIntegers();
  if (!counts) return counts.error();
  const auto logs = (*features)->toFloats();
  if (!logs) return logs.error();
  StoreFeatures result;
  result.first = {0};
  const auto count = logs->size() / storeColumns().size();
  for (const int64_t own : *counts) {
    if (own < 0 || uint64_t(own) > count - result.first.back())
      return wrong("the array rows does not add up to the " + std::to_string(count) + " rows of the array features");
    result.first.push_back(result.first.back() + size_t(own));
  }
  const std::vector<int64_t>& shape = (*features)->shape;
  if (shape.size() != 2 || shape[1] != int64_t(storeColumns().size()) || result.first.back() != count)
    return wrong("the array features has the wrong shape, expected [sum of rows, " +
                 std::to_string(storeColumns().size()) + "]");
  result.values.reserve(logs->size());
  for (size_t i = 0; i < logs->size(); ++i) {
    const float value = (*logs)[i];
    if (!std::isfinite(value))
      return wrong("feature " + storeColumns()[i % storeColumns().size()] + " of row " +
                   std::to_string(i / storeColumns().size()) + " is not a finite number");
    result.values.push_back(value > 0 ? std::min(std::exp2(value) - 1, kLargestFeature) : 0.0F);
  }
  return result;
}

}  // namespace hlorank::stages
