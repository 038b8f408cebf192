// Row subsets on which published results are computed: TpuGraphs' eval_indices, one JSON file per collection.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "native/data/program_file.h"

namespace hlorank::evaluate {

// Subsets from files of the form {program: [row, ...]}. A file named SOURCE_SEARCH.json (xla_random.json) applies to
// the collection layout:SOURCE:SEARCH; a file of any other name applies to every program that it lists.
class Subsets {
 public:
  // Adds a file. Error: not an object of arrays of row indices.
  Result<bool> read(const std::string& path);
  bool empty() const { return rows_.empty(); }

  // Configurations of the rows listed for the program, in file order, duplicates included. nullopt if no file lists the
  // program. Error: a row index beyond the source file. Requires all configurations in memory.
  Result<std::optional<std::vector<uint32_t>>> of(const data::MeasuredProgram& program) const;

 private:
  std::map<std::pair<std::string, std::string>, std::vector<uint64_t>> rows_;  // by (collection or "", program)
};

}  // namespace hlorank::evaluate
