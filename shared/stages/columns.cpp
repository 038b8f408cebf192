// Names of the feature columns of stages. The columns of Halide are those of PipelineFeatures and ScheduleFeatures,
// version 3, of its autoschedulers. The columns of TVM are counts and sizes of the steps of a schedule that concern a
// stage, or the features of tvm_stores.h.
#include "shared/stages/columns.h"

#include <iterator>
#include <vector>

#include "shared/base/fnv.h"
#include "shared/stages/tvm_stores.h"

namespace hlorank::stages {
namespace {

using Names = std::vector<std::string>;

Names makeHalideAlgorithm() {
  constexpr const char* kTypes[] = {"bool", "uint8", "uint16", "uint32", "uint64", "float", "double"};
  constexpr const char* kOperations[] = {"constant", "cast",       "variable",  "param",     "add",         "sub",
                                         "mod",      "mul",        "div",       "min",       "max",         "eq",
                                         "ne",       "lt",         "le",        "and",       "or",          "not",
                                         "select",   "image_call", "func_call", "self_call", "extern_call", "let"};
  constexpr const char* kPatterns[] = {"pointwise", "transpose", "broadcast", "slice"};
  constexpr const char* kAccesses[] = {"load_func", "load_self", "load_image", "store"};
  Names names;
  const auto add = [&](const std::string& name) {
    for (const char* type : kTypes) names.push_back(name + "." + type);
  };
  add("types_in_use");
  for (const char* operation : kOperations) add(std::string("op.") + operation);
  for (const char* pattern : kPatterns)
    for (const char* access : kAccesses) add(std::string(pattern) + "." + access);
  names.emplace_back("is_update");
  return names;
}

Names makeHalideSchedule() {
  constexpr const char* kNames[] = {"num_realizations",
                                    "num_productions",
                                    "points_computed_per_realization",
                                    "points_computed_per_production",
                                    "points_computed_total",
                                    "points_computed_minimum",
                                    "innermost_loop_extent",
                                    "innermost_pure_loop_extent",
                                    "unrolled_loop_extent",
                                    "inner_parallelism",
                                    "outer_parallelism",
                                    "bytes_at_realization",
                                    "bytes_at_production",
                                    "bytes_at_root",
                                    "innermost_bytes_at_realization",
                                    "innermost_bytes_at_production",
                                    "innermost_bytes_at_root",
                                    "inlined_calls",
                                    "unique_bytes_read_per_realization",
                                    "unique_lines_read_per_realization",
                                    "allocation_bytes_read_per_realization",
                                    "working_set",
                                    "vector_size",
                                    "native_vector_size",
                                    "num_vectors",
                                    "num_scalars",
                                    "scalar_loads_per_vector",
                                    "vector_loads_per_vector",
                                    "scalar_loads_per_scalar",
                                    "bytes_at_task",
                                    "innermost_bytes_at_task",
                                    "unique_bytes_read_per_vector",
                                    "unique_lines_read_per_vector",
                                    "unique_bytes_read_per_task",
                                    "unique_lines_read_per_task",
                                    "working_set_at_task",
                                    "working_set_at_production",
                                    "working_set_at_realization",
                                    "working_set_at_root"};
  return {std::begin(kNames), std::end(kNames)};
}

// Returns the names of TVM's columns for a stage of a workload: logarithms of the sizes of the workload's tensors, and
// the index of the stage among the workload's stages.
Names makeTvmAlgorithm() {
  constexpr const char* kNames[] = {"tensors",  "largest_tensor", "smallest_tensor", "all_elements",
                                    "position", "is_first",       "is_last"};
  Names names(std::begin(kNames), std::end(kNames));
  for (int i = 0; i < kTvmShapeColumns; ++i) names.push_back("argument_size_" + std::to_string(i));
  return names;
}

Names makeTvmSchedule() {
  constexpr const char* kNames[] = {"splits",          "fuses",        "reorders",     "annotations", "vectorized",
                                    "parallel",        "unrolled",     "thread_bound", "inlined",     "computed_at",
                                    "cache_reads",     "cache_writes", "reductions",   "storage",     "unroll_steps",
                                    "parallel_extent", "vector_extent"};
  Names names(std::begin(kNames), std::end(kNames));
  for (int level = 0; level < kTvmTileLevels; ++level) {
    names.push_back("product_of_tiles_" + std::to_string(level));
    names.push_back("largest_tile_" + std::to_string(level));
  }
  for (int i = 0; i < kTvmTileColumns; ++i) names.push_back("tile_" + std::to_string(i));
  return names;
}

}  // namespace

std::string_view toString(Kind kind) {
  constexpr std::string_view kNames[] = {"halide", "metaschedule", "ansor", "autotvm", "metaschedule_stores"};
  return kNames[static_cast<size_t>(kind)];
}

std::string_view titleOf(Kind kind) {
  constexpr std::string_view kTitles[] = {"Halide", "TVM MetaSchedule", "TVM Ansor", "TVM AutoTVM",
                                          "TVM MetaSchedule, store features"};
  return kTitles[static_cast<size_t>(kind)];
}

std::span<const std::string> algorithmColumns(Kind kind) {
  static const Names halide = makeHalideAlgorithm(), tvm = makeTvmAlgorithm();
  return kind == Kind::kHalide ? halide : tvm;
}

std::span<const std::string> scheduleColumns(Kind kind) {
  static const Names halide = makeHalideSchedule(), tvm = makeTvmSchedule();
  if (kind == Kind::kMetaScheduleStores) return storeColumns();
  return kind == Kind::kHalide ? halide : tvm;
}

std::string schemaText(Kind kind) {
  std::string text = "stages " + std::string(toString(kind)) + " version 1\n";
  for (const std::string& name : algorithmColumns(kind)) text += "algorithm " + name + "\n";
  for (const std::string& name : scheduleColumns(kind)) text += "schedule " + name + "\n";
  return text;
}

std::string schemaHash(Kind kind) {
  Fnv hash;
  hash.bytes(schemaText(kind));
  return hexadecimal(hash.value());
}

}  // namespace hlorank::stages
