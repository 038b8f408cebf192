// Reads stage graphs with their schedules from files of Halide and TVM, detected by name and content. The command line
// and the page share this code.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "shared/base/result.h"
#include "shared/stages/problem.h"

namespace hlorank::stages {

// Largest value of a feature. Halide's retrain_cost_model rejects larger ones too.
inline constexpr float kLargestFeature = 1e14F;
inline constexpr int64_t kMaxBytes = int64_t{1} << 30;  // limit of the total size of decompressed files, in bytes

// A file of a folder. `name` is its name without the path.
struct File {
  std::string name;
  std::string bytes;      // contents of the file, gzipped or not
  std::string arguments;  // argumentsOf the folder that it is in
};

// Whether a file with this name holds schedules. Such names are *.sample, *.featurization, database_tuning_record.json,
// and *.log of Ansor or AutoTVM, each also with .gz.
bool holdsSchedules(std::string_view name);
// Whether readFolder uses a file with this name. It uses files that hold schedules, compile_log.txt, pipeline.json,
// database_workload.json and store_features.npz.
bool isStageFile(std::string_view name);

// Returns the folder of the pipeline whose schedules a folder holds (both without a slash at the end). Halide's
// autotuning loop writes a folder per schedule, "samples/batch_1_0/3"; the pipeline's is then "samples". Otherwise it
// is the folder itself.
std::string_view pipelineFolder(std::string_view folder);
// Returns which of several generator arguments the schedules in a folder of the autotuning loop have: the second number
// of the batch, "0" for "samples/batch_1_0/3". Other arguments make another pipeline. "" for all other folders.
std::string_view argumentsOf(std::string_view folder);

// Reads the files of one pipeline, in any order. Samples of Halide become one problem called `name`, whose edges come
// from compile_log.txt. A .featurization beside the .sample that Halide made of it is ignored. Records of TVM become
// one problem per workload. Records of database_tuning_record.json get the features in store_features.npz, and the
// hashes and names of blocks in database_workload.json. The noise and family of a problem are the fields `noise` (a
// fraction) and `family` of pipeline.json, if this file exists. On error, `*failed` receives the index of the faulty
// file in `files`.
Result<std::vector<Problem>> readFolder(const std::string& name, std::vector<File> files, size_t* failed = nullptr);

}  // namespace hlorank::stages
