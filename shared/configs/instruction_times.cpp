#include "shared/configs/instruction_times.h"

#include <algorithm>

namespace hlorank::configs {
namespace {

constexpr char kRow[] = "instruction_row", kName[] = "instruction_name", kSignature[] = "instruction_signature",
               kExecutions[] = "instruction_executions", kTime[] = "instruction_time";

}  // namespace

void addInstructionTimes(npz::Archive& archive, const std::vector<InstructionTime>& times) {
  std::vector<int32_t> rows;
  std::vector<std::string> names, signatures;
  std::vector<float> executions, nanoseconds;
  for (const InstructionTime& time : times) {
    rows.push_back(static_cast<int32_t>(time.configuration));
    names.push_back(time.name);
    signatures.push_back(time.signature);
    executions.push_back(time.executions);
    nanoseconds.push_back(time.nanoseconds);
  }
  const std::vector<int64_t> shape = {static_cast<int64_t>(times.size())};
  archive.add(kRow, shape, rows);
  archive.arrays.push_back(npz::makeStringArray(kName, names));
  archive.arrays.push_back(npz::makeStringArray(kSignature, signatures));
  archive.add(kExecutions, shape, executions);
  archive.add(kTime, shape, nanoseconds);
}

Result<std::vector<InstructionTime>> readInstructionTimes(const npz::Archive& archive, size_t configurations) {
  std::vector<InstructionTime> times;
  const npz::Array *row = archive.find(kRow), *name = archive.find(kName), *signature = archive.find(kSignature),
                   *executions = archive.find(kExecutions), *time = archive.find(kTime);
  if (!row && !name && !signature && !executions && !time) return times;
  const Error error{"the arrays instruction_* are incomplete or damaged",
                    "measure the program again with `hlorank collect`"};
  if (!row || !name || !signature || !executions || !time) return error;
  auto rows = row->toIntegers();
  auto names = name->toStrings(), signatures = signature->toStrings();
  const auto counts = executions->toFloats(), nanoseconds = time->toFloats();
  if (!rows || !names || !signatures || !counts || !nanoseconds) return error;
  for (const size_t size : {names->size(), signatures->size(), counts->size(), nanoseconds->size()})
    if (size != rows->size()) return error;
  for (size_t i = 0; i < rows->size(); ++i) {
    if ((*rows)[i] < 0 || static_cast<uint64_t>((*rows)[i]) >= configurations) return error;
    times.push_back({static_cast<uint32_t>((*rows)[i]), std::move((*names)[i]), std::move((*signatures)[i]),
                     (*counts)[i], (*nanoseconds)[i]});
  }
  return times;
}

}  // namespace hlorank::configs
