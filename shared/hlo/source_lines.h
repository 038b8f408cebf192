// Finds the source file and line of instructions from their metadata.
#pragma once

#include <string>
#include <unordered_map>

#include "shared/hlo/module.h"

namespace hlorank::hlo {

struct SourceLine {
  std::string file;
  int64_t line = 0;
};
std::string toString(const SourceLine& line);  // formats file and line as "model.py:71"; "" if `file` is empty

// Finds the source line of instructions. The constructor parses the stack frame tables of the module, which takes
// O(tables). The module must outlive the SourceLines object.
class SourceLines {
 public:
  explicit SourceLines(const Module& module);

  // Returns the source line of an instruction, from source_file and source_line in its metadata, or from stack_frame_id
  // and the stack frame tables. If neither is present, SourceLine::file is empty.
  SourceLine of(InstructionId instruction) const;

 private:
  const Module& module_;
  std::unordered_map<int64_t, std::string> files_;  // maps a file name id to the file name
  struct Location {
    int64_t file = 0, line = 0;
  };
  std::unordered_map<int64_t, Location> locations_;       // maps a file location id to the location
  std::unordered_map<int64_t, int64_t> locationOfFrame_;  // maps a stack frame id to a file location id
};

}  // namespace hlorank::hlo
