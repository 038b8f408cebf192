#include "shared/stages/packed.h"

#include <string>

#include "shared/npz/npz.h"
#include "shared/stages/halide.h"

namespace hlorank::stages {
namespace {

constexpr size_t kLocalHeader = 30;  // number of bytes of a zip member before its name
constexpr std::string_view kFirstMember = "pipeline_features.npy";
constexpr size_t kVarying = 39;  // number of features of a stage that depend on the schedule
// Number of features of a stage that depend only on the algorithm.
constexpr size_t kConstant = kStageBytes / sizeof(float) - kVarying;

Error wrongShape(const std::string& array, const std::string& expected) {
  return {"the array " + array + " has the wrong shape or type, expected " + expected,
          "write the file with `npm run collect:halide -- pack FOLDER -o DATA`"};
}

void append(std::string& bytes, const void* data, size_t size) {
  bytes.append(static_cast<const char*>(data), size);
}

std::string sampleName(int64_t number) {
  std::string digits = std::to_string(number);
  digits.insert(0, digits.size() < 4 ? 4 - digits.size() : 0, '0');
  return digits + ".sample";
}

}  // namespace

bool looksPacked(std::string_view head) {
  return npz::looksLikeNpz(head) && head.size() >= kLocalHeader + kFirstMember.size() &&
         head.substr(kLocalHeader, kFirstMember.size()) == kFirstMember;
}

Result<std::vector<File>> unpack(std::string_view bytes) {
  const auto archive = npz::read(bytes, kMaxBytes);
  if (!archive) return archive.error();
  const auto pipeline = archive->get("pipeline_features"), schedule = archive->get("schedule_features");
  const auto time = archive->get("run_time"), number = archive->get("schedule_id"), own = archive->get("pipeline_id");
  for (const auto& array : {pipeline, schedule, time, number, own})
    if (!array) return array.error();
  const auto constant = (*pipeline)->toFloats(), varying = (*schedule)->toFloats(), times = (*time)->toFloats();
  const auto ids = (*number)->toIntegers(), pipelineIds = (*own)->toIntegers();
  if (!constant) return constant.error();
  if (!varying) return varying.error();
  if (!times) return times.error();
  if (!ids) return ids.error();
  if (!pipelineIds) return pipelineIds.error();
  const std::vector<int64_t>& shape = (*schedule)->shape;
  if (shape.size() != 3 || shape[2] != int64_t{kVarying})
    return wrongShape("schedule_features", "[schedules, stages, 39]");
  const auto count = static_cast<size_t>(shape[0]), stages = static_cast<size_t>(shape[1]);
  if (constant->size() != stages * kConstant) return wrongShape("pipeline_features", "[stages, 41, 7]");
  if (times->size() != count) return wrongShape("run_time", "[schedules]");
  if (ids->size() != count) return wrongShape("schedule_id", "[schedules]");
  if (double(count) * double(stages) * kStageBytes > double(kMaxBytes))
    return Error{"the archive unpacks to more than 1 GiB of samples", "split it into several files"};
  if (pipelineIds->size() != 1) return wrongShape("pipeline_id", "[1]");

  std::vector<File> files;
  for (size_t c = 0; c < count; ++c) {
    File file{sampleName((*ids)[c]), {}};
    for (size_t stage = 0; stage < stages; ++stage) {
      append(file.bytes, varying->data() + (c * stages + stage) * kVarying, kVarying * sizeof(float));
      append(file.bytes, constant->data() + stage * kConstant, kConstant * sizeof(float));
    }
    const int32_t tail[] = {static_cast<int32_t>(pipelineIds->front()), static_cast<int32_t>((*ids)[c])};
    append(file.bytes, &(*times)[c], sizeof(float));
    append(file.bytes, tail, sizeof tail);
    files.push_back(std::move(file));
  }
  for (const auto& [array, name] : {std::pair{"log", "compile_log.txt"}, {"meta", "pipeline.json"}}) {
    const npz::Array* found = archive->find(array);
    if (!found) continue;
    auto text = found->toStrings();
    if (!text) return text.error();
    if (text->size() != 1) return wrongShape(array, "[1]");
    files.push_back({name, std::move(text->front())});
  }
  return files;
}

}  // namespace hlorank::stages
