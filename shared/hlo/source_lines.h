// Source file and line of instructions, from their metadata.
#pragma once

#include <string>
#include <unordered_map>

#include "shared/hlo/module.h"

namespace hlorank::hlo {

struct SourceLine {
  std::string file;
  int64_t line = 0;
};
std::string toString(const SourceLine& line);  // "model.py:71"; "" without a file

// Parses the stack tables once; O(tables). The module must outlive it.
class SourceLines {
 public:
  explicit SourceLines(const Module& module);

  // From source_file and source_line, or from stack_frame_id via the stack tables; `file` is empty when the metadata
  // has neither.
  SourceLine of(InstructionId instruction) const;

 private:
  const Module& module_;
  std::unordered_map<int64_t, std::string> files_;  // by file name id
  struct Location {
    int64_t file = 0, line = 0;
  };
  std::unordered_map<int64_t, Location> locations_;       // by file location id
  std::unordered_map<int64_t, int64_t> locationOfFrame_;  // stack frame id -> file location id
};

}  // namespace hlorank::hlo
