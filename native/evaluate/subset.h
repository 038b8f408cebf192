// Subsets of configurations on which published results were computed: TpuGraphs' eval_indices, one JSON file per
// collection. A row is the index of a configuration in the program's npz file.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::evaluate {

// The rows (indices of configurations) to evaluate per program, read from files of the form {"PROGRAM": [ROW, ...]}. A
// file xla_random.json applies only to the collection layout:xla:random. The same holds for xla_default, nlp_random and
// nlp_default. A file of any other name applies to every program that it lists.
class Subsets {
 public:
  // Adds the subsets in a file. The bool is always true. Error: the file is not a JSON object of arrays of row indices.
  Result<bool> read(const std::string& path);
  bool empty() const { return rows_.empty(); }

  // Returns the indices among the loaded configurations of the rows listed for the program. Keeps the order of the list
  // and its duplicates. Returns nullopt if no file lists the program. Error: a row index is too large for the program's
  // file. Requires that all configurations were loaded (LoadOptions::most = 0).
  Result<std::optional<std::vector<uint32_t>>> of(const data::MeasuredProgram& program) const;

 private:
  // Rows by collection ("" for any) and name of the program.
  std::map<std::pair<std::string, std::string>, std::vector<uint64_t>> rows_;
};

}  // namespace hlorank::evaluate
