// The rows of a data set's files that published figures are of: TpuGraphs' eval_indices, one JSON file a collection.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::evaluate {

// From files {program: [row, ...]}. One called xla_random.json (source, search) is of the collection layout:xla:random,
// any other name is of whatever program has one of its names.
class Subsets {
 public:
  // Error: not such an object.
  Result<bool> read(const std::string& path);
  bool empty() const { return rows_.empty(); }

  // The configurations of the rows listed for the program, in that order, rows listed twice and rows with the same
  // configuration included; nothing where no file names it. Error: a row that its file does not have. The program must
  // have all its configurations in memory.
  Result<std::optional<std::vector<uint32_t>>> of(const data::MeasuredProgram& program) const;

 private:
  std::map<std::pair<std::string, std::string>, std::vector<uint64_t>> rows_;  // by collection (or "") and name
};

}  // namespace hlorank::evaluate
